#include "games/tictactoe/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <expected>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "core/duration.h"
#include "core/line_reader.h"
#include "core/notation.h"
#include "core/registry.h"
#include "core/text.h"
#include "games/tictactoe/rules.h"
#include "games/tictactoe/tic_tac_toe.h"

namespace spielwerk::tictactoe {
namespace {

constexpr std::string_view kHelp =
    R"(Tic-Tac-Toe: X and O mark fields in turn, k marks or more in a row win.

  spielwerk tictactoe [rows columns k] [--x PLAYER] [--o PLAYER] [--time 1s] [--seed N]
                      [--columns-from 0|1]

  rows, columns        sides of the board, 3 to 10
  k                    win length, 3 to the shorter side
  --x, --o PLAYER      who plays: human, level:1 (a beginner) to level:9, max, random or pattern
  --time DURATION      a computer's time for a move, 200ms, 5s or 2m; 1s unless said otherwise
  --seed N             makes a computer's random choices repeatable
  --columns-from 0|1   the number of the first column, 1 unless said otherwise

What is not given is asked for. A field is its row's letter and its column's number: B3.

Examples:
  spielwerk tictactoe
  spielwerk tictactoe 5 6 4
  spielwerk tictactoe 10 10 5 --o level:4
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
  /// Texts of X and O, not looked at yet.
  std::array<std::string, 2> players{"human", "human"};
  std::chrono::milliseconds time = std::chrono::seconds(1);
  /// Nothing: another one each time.
  std::optional<std::uint64_t> seed{};
};

Checked<Arguments> read_arguments(std::span<const std::string> arguments) {
  Arguments result;
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const std::string& argument = arguments[index];
    const std::string value = index + 1 < arguments.size() ? arguments[index + 1] : "";
    if (argument == "--columns-from") {
      ++index;
      if (value != "0" && value != "1") return refuse("--columns-from needs 0 or 1");
      result.columns_from = value == "0" ? 0 : 1;
    } else if (argument == "--x" || argument == "--o") {
      ++index;
      result.players[argument == "--x" ? 0 : 1] = value;
    } else if (argument == "--time") {
      ++index;
      const auto time = parse_duration(value);
      if (!time) return refuse(fmt::format("--time: {}", time.error().message(value)));
      result.time = *time;
    } else if (argument == "--seed") {
      ++index;
      const auto seed = parse_int32(value);
      if (!seed || *seed < 0) return refuse("--seed needs a whole number from 0");
      result.seed = static_cast<std::uint64_t>(*seed);
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

/// A game of a size; without one the usual game.
Game game_of(const std::string& size) {
  // Games refer to their description, so it must outlive them all.
  static const GameDescription kDescription = description();
  return *parse_game(kDescription, size);
}

class Console {
 public:
  Console(Arguments arguments, Streams& streams, const FindPlayer& find_player)
      : arguments_(std::move(arguments)),
        output_(streams.output),
        reader_(streams.input, streams.output),
        find_player_(find_player) {}

  /// Whether all went well; if not, why not.
  Checked<void> run() {
    // Before anything is asked.
    for (std::size_t each = 0; each < 2; ++each) {
      const auto found = find_player_(game_of(""), arguments_.players[each]);
      if (!found) return refuse(fmt::format("{}: {}", each == 0 ? "--x" : "--o", found.error()));
    }
    std::array<int, 3> sizes{};
    for (std::size_t index = 0; index < sizes.size(); ++index) {
      const int max = index < 2 ? kMaxSide : std::min(sizes[0], sizes[1]);
      const auto size = read_size(index, max);
      if (!size) return refuse(size.error());
      if (!*size) return {};
      sizes[index] = **size;
    }
    return play(TicTacToe(sizes[0], sizes[1], sizes[2]));
  }

 private:
  /// One of rows, columns and win length; nothing at the end of input.
  Checked<std::optional<int>> read_size(std::size_t index, int max) {
    static constexpr std::array<std::string_view, 3> kQuestions{"Rows", "Columns", "Win length"};
    static constexpr std::array<std::string_view, 3> kNames{
        "the number of rows", "the number of columns", "the win length"};
    const std::string range =
        max == kMinSide ? std::to_string(max) : fmt::format("{} to {}", kMinSide, max);
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
    if (!number || *number < kMinSide || *number > max) {
      return refuse(fmt::format("{} must be {}, not {}", kNames[index], range, in_quotes(text)));
    }
    return *number;
  }

  Checked<void> play(TicTacToe board) {
    const Game game = game_of(fmt::format("{}x{},k={}", board.number_of_rows(),
                                          board.number_of_columns(), board.win_condition()));
    const auto players = make_players(game, board);
    Position position = game.start();
    while (!position.outcome().is_over()) {
      const Player side = position.side_to_move();
      const char symbol = side == 0 ? 'X' : 'O';
      const auto choice = choose(*players[side], position, {.move_time = arguments_.time});
      if (!choice) {
        if (choice.error().kind == FailureKind::Left) return {};
        return refuse(choice.error().sentence);
      }
      if (!choice->move || !position.is_legal(*choice->move)) {
        return refuse(fmt::format("{} gives up", symbol));
      }
      const Cell cell = choice->move->first;
      if (!is_person_[side]) {
        fmt::print(output_, "{} plays {}.\n", symbol,
                   print_cell(notation(), game.geometry(), cell));
      }
      position.play(*choice->move);
      const bool wins =
          board.set_move(game.geometry().row(cell), game.geometry().column(cell), symbol);
      output_ << '\n';
      board.output_board(output_, arguments_.columns_from);
      output_ << '\n';
      if (wins) {
        fmt::print(output_, "{} wins.\n", symbol);
        return {};
      }
    }
    output_ << "It is a draw.\n";
    return {};
  }

  std::array<std::unique_ptr<GamePlayer>, 2> make_players(const Game& game,
                                                          const TicTacToe& board) {
    const std::uint64_t seed =
        arguments_.seed ? *arguments_.seed : std::uint64_t{std::random_device{}()};
    std::array<std::unique_ptr<GamePlayer>, 2> players;
    for (std::size_t each = 0; each < players.size(); ++each) {
      const FoundPlayer found = find_player_(game, arguments_.players[each]).value();
      is_person_[each] = found.is_person;
      players[each] = found.make(seed + each, [&] {
        return std::make_unique<Person>(*this, board, each == 0 ? 'X' : 'O');
      });
    }
    return players;
  }

  /// Whoever sits at the keyboard.
  class Person final : public GamePlayer {
   public:
    Person(Console& console, const TicTacToe& board, char symbol)
        : console_(console), board_(board), symbol_(symbol) {}
    std::string name() const override { return "human"; }
    void ask(const Position&, const SearchLimits&, Answer answer) override {
      const auto cell = console_.read_cell(board_, symbol_);
      if (cell) return answer(Choice{.move = Move{*cell}});
      answer(std::unexpected(Failure{FailureKind::Left, "", "the input has ended"}));
    }
    void withdraw() override {}

   private:
    Console& console_;
    const TicTacToe& board_;
    const char symbol_;
  };

  /// Asks until a free field was named; nothing at the end of input.
  std::optional<Cell> read_cell(const TicTacToe& game, char symbol) {
    const Geometry geometry = geometry_of(game);
    const Cell last = to_cell(geometry.cell_count() - 1);
    std::string line;
    while (true) {
      fmt::print(output_, "{}, your field ({} to {}): ", symbol,
                 print_cell(notation(), geometry, 0), print_cell(notation(), geometry, last));
      const LineStatus status = reader_.next(line);
      if (status == LineStatus::End) return std::nullopt;
      if (status == LineStatus::TooLong) {
        fmt::print(output_, "Nothing done: {}.\n", kTooLong);
        continue;
      }
      const auto cell = parse_cell(notation(), geometry, line);
      if (!cell) {
        fmt::print(output_, "{} is no field: {}.\n", in_quotes(line), cell.error().message(line));
        continue;
      }
      const char owner = game.symbol_at(geometry.row(*cell), geometry.column(*cell));
      if (owner == ' ') return *cell;
      fmt::print(output_, "{} is taken by {}.\n", print_cell(notation(), geometry, *cell), owner);
    }
  }

  static Geometry geometry_of(const TicTacToe& game) {
    return {Shape::Square, Edges::Closed, game.number_of_columns(), game.number_of_rows()};
  }
  Notation notation() const {
    return {.column_labels = arguments_.columns_from == 0 ? Labels::FromZero : Labels::FromOne,
            .row_labels = Labels::Letters,
            .row_first = true};
  }

  Arguments arguments_;
  std::ostream& output_;
  LineReader reader_;
  const FindPlayer& find_player_;
  std::array<bool, 2> is_person_{};
};

int fail(Streams& streams, std::string_view reason) {
  fmt::print(streams.error, "spielwerk tictactoe: {}; see 'spielwerk tictactoe --help'\n", reason);
  return 1;
}

}  // namespace

int run_console(std::span<const std::string> arguments, Streams& streams,
                const FindPlayer& find_player) {
  const auto asks_for_help = [](const std::string& argument) {
    return argument == "--help" || argument == "-h";
  };
  if (std::any_of(arguments.begin(), arguments.end(), asks_for_help)) {
    streams.output << kHelp;
    return 0;
  }
  auto known = read_arguments(arguments);
  if (!known) return fail(streams, known.error());
  const auto result = Console(std::move(*known), streams, find_player).run();
  return result ? 0 : fail(streams, result.error());
}

}  // namespace spielwerk::tictactoe
