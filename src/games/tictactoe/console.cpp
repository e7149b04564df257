#include "games/tictactoe/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <expected>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/line_reader.h"
#include "core/notation.h"
#include "core/text.h"
#include "games/tictactoe/rules.h"
#include "games/tictactoe/tic_tac_toe.h"

namespace spielwerk::tictactoe {
namespace {

constexpr std::string_view kHelp =
    R"(Tic-Tac-Toe: X and O mark fields in turn, k marks or more in a row win.

  spielwerk tictactoe [rows columns k] [--columns-from 0|1]

  rows, columns        sides of the board, 3 to 10
  k                    win length, 3 to the shorter side
  --columns-from 0|1   the number of the first column, 1 unless said otherwise

What is not given is asked for. A field is its row's letter and its column's number: B3.

Examples:
  spielwerk tictactoe
  spielwerk tictactoe 5 6 4
  spielwerk tictactoe 3 3 3 --columns-from 0
)";

constexpr std::string_view kTooLong = "the line is too long";

/// A value, or one line that says why there is none.
template <class T>
using Checked = std::expected<T, std::string>;

std::unexpected<std::string> refuse(std::string reason) {
  return std::unexpected(std::move(reason));
}

struct Arguments {
  /// Rows, columns and win length, or nothing.
  std::vector<std::string> sizes;
  int columns_from = 1;
};

Checked<Arguments> read_arguments(std::span<const std::string> arguments) {
  Arguments result;
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const std::string& argument = arguments[index];
    if (argument == "--columns-from") {
      ++index;
      if (index == arguments.size() || (arguments[index] != "0" && arguments[index] != "1")) {
        return refuse("--columns-from needs 0 or 1");
      }
      result.columns_from = arguments[index] == "0" ? 0 : 1;
    } else if (argument.starts_with("--")) {
      return refuse(fmt::format("there is no option {}", in_quotes(argument)));
    } else {
      result.sizes.push_back(argument);
    }
  }
  if (!result.sizes.empty() && result.sizes.size() != 3) {
    return refuse(fmt::format("expected three sizes, rows columns k, or none, but there are {}",
                              result.sizes.size()));
  }
  return result;
}

class Console {
 public:
  Console(Arguments arguments, Streams& streams)
      : arguments_(std::move(arguments)),
        output_(streams.output),
        reader_(streams.input, streams.output) {}

  /// Whether all went well; if not, why not.
  Checked<void> run() {
    std::array<int, 3> sizes{};
    for (std::size_t index = 0; index < sizes.size(); ++index) {
      const int most = index < 2 ? kLongestSide : std::min(sizes[0], sizes[1]);
      const auto size = read_size(index, most);
      if (!size) return refuse(size.error());
      if (!*size) return {};
      sizes[index] = **size;
    }
    play(TicTacToe(sizes[0], sizes[1], sizes[2]));
    return {};
  }

 private:
  /// One of rows, columns and win length; nothing at the end of input.
  Checked<std::optional<int>> read_size(std::size_t index, int most) {
    static constexpr std::array<std::string_view, 3> kQuestions{"Rows", "Columns", "Win length"};
    static constexpr std::array<std::string_view, 3> kNames{
        "the number of rows", "the number of columns", "the win length"};
    const std::string range =
        most == kShortestSide ? std::to_string(most) : fmt::format("{} to {}", kShortestSide, most);
    std::string text;
    if (!arguments_.sizes.empty()) {
      text = arguments_.sizes[index];
    } else {
      fmt::print(output_, "{} ({}): ", kQuestions[index], range);
      const LineStatus status = reader_.next(text);
      if (status == LineStatus::End) return std::nullopt;
      if (status == LineStatus::TooLong) return refuse(std::string(kTooLong));
    }
    const auto number = parse_int32(text);
    if (!number || *number < kShortestSide || *number > most) {
      return refuse(fmt::format("{} must be {}, not {}", kNames[index], range, in_quotes(text)));
    }
    return *number;
  }

  void play(TicTacToe game) {
    const int fields = game.number_of_rows() * game.number_of_columns();
    for (int turn = 0; turn < fields; ++turn) {
      const char symbol = turn % 2 == 0 ? 'X' : 'O';
      const auto field = read_field(game, symbol);
      if (!field) return;
      const bool wins = game.set_move(field->row, field->column, symbol);
      output_ << '\n';
      game.output_board(output_, arguments_.columns_from);
      output_ << '\n';
      if (wins) {
        fmt::print(output_, "{} wins.\n", symbol);
        return;
      }
    }
    output_ << "It is a draw.\n";
  }

  struct Field {
    int row = 0;
    int column = 0;
  };

  /// Asks until a free field was named; nothing at the end of input.
  std::optional<Field> read_field(const TicTacToe& game, char symbol) {
    const Geometry geometry(Shape::Square, Edges::Closed, game.number_of_columns(),
                            game.number_of_rows());
    const Notation notation{
        .column_labels = arguments_.columns_from == 0 ? Labels::FromZero : Labels::FromOne,
        .row_labels = Labels::Letters,
        .row_first = true};
    const Cell last = to_cell(geometry.cell_count() - 1);
    std::string line;
    while (true) {
      fmt::print(output_, "{}, your field ({} to {}): ", symbol, print_cell(notation, geometry, 0),
                 print_cell(notation, geometry, last));
      const LineStatus status = reader_.next(line);
      if (status == LineStatus::End) return std::nullopt;
      if (status == LineStatus::TooLong) {
        fmt::print(output_, "Nothing done: {}.\n", kTooLong);
        continue;
      }
      const auto cell = parse_cell(notation, geometry, line);
      if (!cell) {
        fmt::print(output_, "{} is no field: {}.\n", in_quotes(line), cell.error().message(line));
        continue;
      }
      const Field field{geometry.row(*cell), geometry.column(*cell)};
      const char owner = game.symbol_at(field.row, field.column);
      if (owner == ' ') return field;
      fmt::print(output_, "{} is taken by {}.\n", print_cell(notation, geometry, *cell), owner);
    }
  }

  Arguments arguments_;
  std::ostream& output_;
  LineReader reader_;
};

int fail(Streams& streams, std::string_view reason) {
  fmt::print(streams.error, "spielwerk tictactoe: {}; see 'spielwerk tictactoe --help'\n", reason);
  return 1;
}

}  // namespace

int run_console(std::span<const std::string> arguments, Streams& streams) {
  const auto asks_for_help = [](const std::string& argument) {
    return argument == "--help" || argument == "-h";
  };
  if (std::any_of(arguments.begin(), arguments.end(), asks_for_help)) {
    streams.output << kHelp;
    return 0;
  }
  auto known = read_arguments(arguments);
  if (!known) return fail(streams, known.error());
  const auto result = Console(std::move(*known), streams).run();
  return result ? 0 : fail(streams, result.error());
}

}  // namespace spielwerk::tictactoe
