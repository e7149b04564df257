#include "games/connect6/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <expected>
#include <string_view>
#include <utility>
#include <vector>

#include "core/line_reader.h"
#include "core/text.h"
#include "games/connect6/rules.h"

namespace spielwerk::connect6 {
namespace {

constexpr std::string_view kHelp =
    R"(Connect6: a turn places two stones, six or more in an unbroken row win.

  spielwerk connect6 <standard|torus> <18|20> <2|3|4>

  standard|torus   closed edges, or opposite edges adjacent
  18|20            rows and columns of the board
  2|3|4            players, P1 begins

Commands, one a line; rows and columns count from 0:
  place r;c;r;c    places two stones of the player to move
  state r;c        what stands on a field, ** if it is free
  rowprint r       one row
  colprint c       one column
  print            the whole board
  reset            starts again
  quit             ends the program

Examples:
  spielwerk connect6 standard 18 2
  spielwerk connect6 torus 20 4 < commands.txt
)";

/// An answer, or why there is none.
template <class T>
using Answer = std::expected<T, std::string>;

std::unexpected<std::string> refuse(std::string reason) {
  return std::unexpected(std::move(reason));
}

Answer<Rules> make_rules(std::span<const std::string> arguments) {
  // Literally these words: what merely means the same, such as 018, is not among them.
  static constexpr std::array<std::string_view, 3> kNames{"mode", "size", "number of players"};
  static const std::array<std::vector<std::string_view>, 3> kAllowed{
      {{"standard", "torus"}, {"18", "20"}, {"2", "3", "4"}}};
  if (arguments.size() != kNames.size()) {
    return refuse(
        fmt::format("expected three arguments, <standard|torus> <18|20> <2|3|4>, but there are {}",
                    arguments.size()));
  }
  for (std::size_t index = 0; index < kNames.size(); ++index) {
    const auto& allowed = kAllowed[index];
    if (std::find(allowed.begin(), allowed.end(), arguments[index]) != allowed.end()) continue;
    return refuse(fmt::format("the {} must be one of {}, not {}", kNames[index],
                              fmt::join(allowed, ", "), in_quotes(arguments[index])));
  }
  const std::string text =
      fmt::format("{},edges={},players={}", arguments[1], arguments[0], arguments[2]);
  return Rules::create(parse_variant(description().parameters, text).value()).value();
}

class Console {
 public:
  Console(Rules rules, std::ostream& output)
      : rules_(std::move(rules)), position_(rules_.start()), output_(output) {}

  bool has_quit() const { return has_quit_; }

  /// Carries out a command. Prints its answer, or returns why there is none.
  Answer<void> answer(std::string_view line) {
    const std::size_t blank = line.find(' ');
    const std::string_view name = line.substr(0, blank);
    const auto* const command = std::find_if(
        kCommands.begin(), kCommands.end(), [&](const Command& each) { return each.name == name; });
    if (command == kCommands.end()) {
      return refuse(fmt::format("there is no command {}", in_quotes(line)));
    }
    const bool has_arguments = blank != std::string_view::npos;
    if (has_arguments != !command->usage.empty()) return refuse(explain(*command));
    std::vector<int> numbers;
    if (has_arguments) {
      for (const std::string_view part : split(line.substr(blank + 1), ';')) {
        const auto number = parse_int32(part);
        if (!number) {
          return refuse(fmt::format("{}; {} is not a whole number of 32 bits", explain(*command),
                                    in_quotes(part)));
        }
        numbers.push_back(*number);
      }
      if (numbers.size() != command->numbers) return refuse(explain(*command));
    }
    return (this->*command->run)(numbers);
  }

 private:
  struct Command {
    std::string_view name;
    /// What its arguments are, and how many.
    std::string_view usage;
    std::size_t numbers;
    Answer<void> (Console::*run)(std::span<const int>);
  };
  static const std::array<Command, 7> kCommands;

  static std::string explain(const Command& command) {
    if (command.usage.empty()) return fmt::format("{} stands alone", command.name);
    return fmt::format("expected {} {}", command.name, command.usage);
  }

  Answer<void> place(std::span<const int> numbers) {
    const auto first = field(numbers[0], numbers[1]);
    if (!first) return refuse(first.error());
    const auto second = field(numbers[2], numbers[3]);
    if (!second) return refuse(second.error());
    const auto [lower, higher] = std::minmax(*first, *second);
    const Move move{lower, higher};
    std::string objection = rules_.objection(position_, move);
    if (!objection.empty()) return refuse(std::move(objection));
    rules_.play(position_, move);
    const Outcome outcome = rules_.outcome(position_);
    if (outcome.is_win()) {
      fmt::print(output_, "{} wins\n", rules_.player_name(outcome.winner()));
    } else {
      output_ << (outcome.is_draw() ? "draw\n" : "OK\n");
    }
    return {};
  }

  Answer<void> state(std::span<const int> numbers) {
    const auto cell = field(numbers[0], numbers[1]);
    if (!cell) return refuse(cell.error());
    output_ << stone(*cell) << '\n';
    return {};
  }

  Answer<void> print_row(std::span<const int> numbers) {
    if (!is_inside(numbers[0])) return refuse_index("row", numbers[0]);
    print_line(rules_.geometry().cell(0, numbers[0]), 1);
    return {};
  }

  Answer<void> print_column(std::span<const int> numbers) {
    if (!is_inside(numbers[0])) return refuse_index("column", numbers[0]);
    print_line(rules_.geometry().cell(numbers[0], 0), size());
    return {};
  }

  Answer<void> print_board(std::span<const int>) {
    for (int row = 0; row < size(); ++row) print_line(rules_.geometry().cell(0, row), 1);
    return {};
  }

  Answer<void> reset(std::span<const int>) {
    position_ = rules_.start();
    output_ << "OK\n";
    return {};
  }

  Answer<void> quit(std::span<const int>) {
    has_quit_ = true;
    return {};
  }

  int size() const { return rules_.geometry().rows(); }
  bool is_inside(int index) const { return index >= 0 && index < size(); }

  std::unexpected<std::string> refuse_index(std::string_view what, int index) const {
    return refuse(fmt::format("there is no {} {}, they go from 0 to {}", what, index, size() - 1));
  }

  /// The cell that a person means: on a torus every whole number names a row and a column.
  Answer<Cell> field(int row, int column) const {
    if (rules_.geometry().edges() == Edges::Torus) {
      row = (row % size() + size()) % size();
      column = (column % size() + size()) % size();
    }
    if (!is_inside(row)) return refuse_index("row", row);
    if (!is_inside(column)) return refuse_index("column", column);
    return rules_.geometry().cell(column, row);
  }

  std::string_view stone(Cell cell) const {
    const Player owner = position_.owner(cell);
    return owner == kNoPlayer ? "**" : rules_.player_name(owner);
  }

  /// Prints as many fields as a side has, each `step` cells after the one before.
  void print_line(Cell first, int step) {
    for (int index = 0; index < size(); ++index) {
      if (index > 0) output_ << ' ';
      output_ << stone(to_cell(first + index * step));
    }
    output_ << '\n';
  }

  Rules rules_;
  Rules::Position position_;
  std::ostream& output_;
  bool has_quit_ = false;
};

const std::array<Console::Command, 7> Console::kCommands{{
    {"place", "r1;c1;r2;c2", 4, &Console::place},
    {"state", "r;c", 2, &Console::state},
    {"rowprint", "r", 1, &Console::print_row},
    {"colprint", "c", 1, &Console::print_column},
    {"print", "", 0, &Console::print_board},
    {"reset", "", 0, &Console::reset},
    {"quit", "", 0, &Console::quit},
}};

void print_error(std::ostream& output, std::string_view reason) {
  fmt::print(output, "Error, {}\n", reason);
}

}  // namespace

int run_console(std::span<const std::string> arguments, Streams& streams) {
  if (arguments.size() == 1 && (arguments[0] == "--help" || arguments[0] == "-h")) {
    streams.output << kHelp;
    return 0;
  }
  auto rules = make_rules(arguments);
  if (!rules) {
    print_error(streams.output, rules.error());
    return 1;
  }
  Console console(std::move(*rules), streams.output);
  LineReader reader(streams.input, streams.output);
  std::string line;
  while (!console.has_quit()) {
    const LineStatus status = reader.next(line);
    if (status == LineStatus::End) break;
    if (status == LineStatus::TooLong) {
      print_error(streams.output, fmt::format("a line has at most {} characters", kMaxLineLength));
      continue;
    }
    const auto answer = console.answer(line);
    if (!answer) print_error(streams.output, answer.error());
  }
  return 0;
}

}  // namespace spielwerk::connect6
