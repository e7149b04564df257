#include "games/towerwars/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <memory>
#include <random>
#include <thread>

#include "core/line_reader.h"
#include "core/text.h"
#include "games/towerwars/arguments.h"
#include "games/towerwars/board_view.h"
#include "games/towerwars/computer_players.h"
#include "games/towerwars/human_player.h"
#include "games/towerwars/match.h"
#include "games/towerwars/move_tables.h"

namespace spielwerk::towerwars {
namespace {

constexpr std::string_view kHelp =
    "A2->B2  moves the stone, or the top stone of the tower, on A2 to B2\n"
    "moves   lists the legal moves\n"
    "board   shows the board again\n"
    "help    shows this\n"
    "quit    leaves the game undecided\n"
    "An empty line surrenders.\n"
    "On the board R and B are stones, R2 is a tower of height 2, R2* a blocked one, RB and BB are "
    "the bases.\n";

/// Reads moves from lines, and answers the lines that are none.
class LineSource final : public MoveSource {
 public:
  explicit LineSource(Streams& streams)
      : streams_(streams), reader_(streams.input, streams.output) {}

  std::optional<Move> deliver(const Board& board) override {
    while (true) {
      fmt::print(streams_.output, "{} to move:\n", board.game().player_name(board.turn()));
      const std::optional<std::string> line = read_line();
      if (!line) continue;
      if (line->empty()) {
        if (confirms_surrender()) return std::nullopt;
        continue;
      }
      const std::vector<std::string_view> parts = words(*line);
      const std::string_view entry = parts.size() == 1 ? parts.front() : std::string_view(*line);
      if (entry == "quit") throw PlayerLeft("the game was left");
      if (answer(board, entry)) continue;
      const auto move = board.game().parse_move(entry);
      if (move) return *move;
      refuse(move.error().message(entry) + "; a move is written A2->B2, and 'help' tells more");
    }
  }

  void refuse(std::string_view objection) override {
    fmt::print(streams_.output, "{}\n", objection);
  }

 private:
  /// The next line, or nothing if it was too long.
  std::optional<std::string> read_line() {
    std::string line;
    switch (reader_.next(line)) {
      case LineStatus::End:
        throw PlayerLeft("the input has ended");
      case LineStatus::TooLong:
        refuse("that line is too long");
        return std::nullopt;
      case LineStatus::Line:
        break;
    }
    return line;
  }

  /// A person may have hit the key by mistake; a program has not.
  bool confirms_surrender() {
    if (!streams_.is_terminal) return true;
    fmt::print(streams_.output, "surrender? (yes or no)\n");
    const std::optional<std::string> line = read_line();
    return line && (*line == "yes" || *line == "y");
  }

  /// Obeys an entry that is a command and says whether it was one.
  bool answer(const Board& board, std::string_view entry) {
    if (entry == "help") {
      fmt::print(streams_.output, "{}", kHelp);
    } else if (entry == "board") {
      fmt::print(streams_.output, "\n{}\n", print_board_view(board));
    } else if (entry == "moves") {
      for (const Cell from : board.position().next_cells()) {
        fmt::print(streams_.output, "{} ->", board.game().print_cell(from));
        for (const Cell to : board.position().next_cells(from)) {
          fmt::print(streams_.output, " {}", board.game().print_cell(to));
        }
        fmt::print(streams_.output, "\n");
      }
    } else {
      return false;
    }
    return true;
  }

  Streams& streams_;
  LineReader reader_;
};

std::unique_ptr<MatchPlayer> make_player(PlayerType type, std::chrono::milliseconds time,
                                         MoveSource& source, Random random) {
  if (const int grade = grade_of(type); grade > 0) {
    return std::make_unique<AdvancedPlayer>(grade, time, random);
  }
  switch (type) {
    case PlayerType::Random:
      return std::make_unique<RandomPlayer>(random);
    case PlayerType::Simple:
      return std::make_unique<SimplePlayer>(random);
    default:
      break;
  }
  return std::make_unique<HumanPlayer>(source);
}

MatchResult play(const Arguments& arguments, Streams& streams) {
  LineSource source(streams);
  Random seeds(arguments.seed ? *arguments.seed : std::random_device()());
  const auto red = make_player(arguments.red, arguments.time, source, Random(seeds()));
  const auto blue = make_player(arguments.blue, arguments.time, source, Random(seeds()));
  const auto show_move = [&](const Board& board, Move move) {
    const Player mover = opponent_of(board.turn());
    fmt::print(streams.output, "{}: {}\n\n{}\n", board.game().player_name(mover),
               board.game().print_move(move), print_board_view(board));
    const PlayerType type = mover == kRed ? arguments.red : arguments.blue;
    if (type == PlayerType::Human || arguments.delay.count() == 0) return;
    streams.output.flush();
    std::this_thread::sleep_for(arguments.delay);
  };
  fmt::print(streams.output, "TowerWars {0}x{0}, red: {1}, blue: {2}\n", arguments.size,
             print_player_type(arguments.red), print_player_type(arguments.blue));
  if (arguments.red == PlayerType::Human || arguments.blue == PlayerType::Human) {
    fmt::print(streams.output, "A move is written A2->B2, and 'help' tells more.\n");
  }
  fmt::print(streams.output, "\n{}\n", print_board_view(Board(arguments.size)));
  return play_match(arguments.size, *red, *blue, show_move);
}

}  // namespace

int run_console(std::span<const std::string> arguments, Streams& streams) {
  const auto parsed = parse_arguments(arguments);
  if (!parsed) {
    fmt::print(streams.error, "spielwerk towerwars: {}; see 'spielwerk towerwars --help'\n",
               parsed.error());
    return 1;
  }
  if (parsed->wants_help) {
    fmt::print(streams.output, "{}", usage());
    return 0;
  }
  const MatchResult result = play(*parsed, streams);
  if (result.ending == Ending::Error) {
    fmt::print(streams.error, "spielwerk towerwars: {}\n", result.message);
    return 1;
  }
  if (result.ending != Ending::Left) fmt::print(streams.output, "{}\n", result.message);
  return 0;
}

}  // namespace spielwerk::towerwars
