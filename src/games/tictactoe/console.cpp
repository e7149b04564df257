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
#include "search/level.h"

namespace spielwerk::tictactoe {
namespace {

constexpr std::string_view kHelp =
    R"(Tic-Tac-Toe: X and O mark fields in turn, k marks or more in a row win.

  spielwerk tictactoe [rows columns k] [--x PLAYER] [--o PLAYER] [--time 1s] [--seed N]
                      [--columns-from 0|1]

  rows, columns        sides of the board, 3 to 10
  k                    win length, 3 to the shorter side
  --x, --o PLAYER      who plays: human, level:1 (a beginner) to level:9, or max
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
  /// The levels of X and O, or nothing for a person.
  std::array<std::optional<int>, 2> levels;
  std::chrono::milliseconds time = std::chrono::seconds(1);
  /// Nothing: another one each time.
  std::optional<std::uint64_t> seed{};
};

Checked<std::optional<int>> read_player(std::string_view text) {
  if (text == "human") return std::nullopt;
  if (text == "max") return kStrongestLevel;
  Cursor cursor(text);
  cursor.skip("level:");
  const auto level = cursor.integer(kWeakestLevel, kStrongestLevel, "a level");
  if (!level || !cursor.at_end()) {
    return refuse(fmt::format("a player is human, level:{} to level:{} or max, not {}",
                              kWeakestLevel, kStrongestLevel, in_quotes(text)));
  }
  return *level;
}

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
      const auto player = read_player(value);
      if (!player) return refuse(player.error());
      result.levels[argument == "--x" ? 0 : 1] = *player;
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

struct Field {
  int row = 0;
  int column = 0;
};

/// The players that are computers, and the position as they know it.
class Computers {
 public:
  Computers(const Arguments& arguments, const TicTacToe& board)
      : game_(game_of(board)), position_(game_.start()), limits_{.move_time = arguments.time} {
    const std::uint64_t first_seed =
        arguments.seed ? *arguments.seed : std::uint64_t{std::random_device{}()};
    for (std::size_t each = 0; each < engines_.size(); ++each) {
      const auto level = arguments.levels[each];
      const std::uint64_t seed = first_seed + each;
      if (level) engines_[each].emplace(game_, *level, EngineSettings{.seed = seed}, seed);
    }
  }

  /// The move of player 0 (X) or 1 (O), or nothing if that is a person.
  std::optional<Field> choose(int player) {
    auto& engine = engines_[static_cast<std::size_t>(player)];
    if (!engine) return std::nullopt;
    const Cell cell = engine->choose(position_, limits_, {}).move.first;
    return Field{game_.geometry().row(cell), game_.geometry().column(cell)};
  }
  void hear(Field field) { position_.play({game_.geometry().cell(field.column, field.row)}); }

 private:
  static Game game_of(const TicTacToe& board) {
    static const GameDescription kDescription = description();
    return *parse_game(kDescription, fmt::format("{}x{},k={}", board.number_of_rows(),
                                                 board.number_of_columns(), board.win_condition()));
  }

  Game game_;
  Position position_;
  SearchLimits limits_;
  std::array<std::optional<search::LevelEngine>, 2> engines_;
};

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
      const int max = index < 2 ? kMaxSide : std::min(sizes[0], sizes[1]);
      const auto size = read_size(index, max);
      if (!size) return refuse(size.error());
      if (!*size) return {};
      sizes[index] = **size;
    }
    play(TicTacToe(sizes[0], sizes[1], sizes[2]));
    return {};
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

  void play(TicTacToe game) {
    const int fields = game.number_of_rows() * game.number_of_columns();
    Computers computers(arguments_, game);
    for (int turn = 0; turn < fields; ++turn) {
      const char symbol = turn % 2 == 0 ? 'X' : 'O';
      auto field = computers.choose(turn % 2);
      if (field) {
        fmt::print(output_, "{} plays {}.\n", symbol,
                   print_cell(notation(), geometry_of(game), cell_of(game, *field)));
      } else {
        field = read_field(game, symbol);
      }
      if (!field) return;
      computers.hear(*field);
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

  /// Asks until a free field was named; nothing at the end of input.
  std::optional<Field> read_field(const TicTacToe& game, char symbol) {
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
      const Field field{geometry.row(*cell), geometry.column(*cell)};
      const char owner = game.symbol_at(field.row, field.column);
      if (owner == ' ') return field;
      fmt::print(output_, "{} is taken by {}.\n", print_cell(notation(), geometry, *cell), owner);
    }
  }

  static Geometry geometry_of(const TicTacToe& game) {
    return {Shape::Square, Edges::Closed, game.number_of_columns(), game.number_of_rows()};
  }
  static Cell cell_of(const TicTacToe& game, Field field) {
    return geometry_of(game).cell(field.column, field.row);
  }
  Notation notation() const {
    return {.column_labels = arguments_.columns_from == 0 ? Labels::FromZero : Labels::FromOne,
            .row_labels = Labels::Letters,
            .row_first = true};
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
