#include "games/towerwars/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <array>
#include <memory>
#include <random>
#include <thread>

#include "core/line_reader.h"
#include "core/text.h"
#include "games/towerwars/arguments.h"
#include "games/towerwars/board_view.h"
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

/// The person has left.
struct HasLeft {
  std::string_view how;
};

/// A person: reads moves from lines until one is legal, and answers the lines that are none. Two of
/// them share one reader.
class KeyboardPlayer final : public GamePlayer {
 public:
  KeyboardPlayer(const Game& game, Streams& streams, LineReader& reader)
      : game_(game), streams_(streams), reader_(reader) {}

  std::string name() const override { return "human"; }
  void ask(const Position& at, const SearchLimits&, Answer answer) override {
    std::expected<Choice, Failure> choice;
    try {
      choice = Choice{.move = read_move(Board(game_, at))};
    } catch (const HasLeft& left) {
      choice = std::unexpected(Failure{FailureKind::Left, "", std::string(left.how)});
    }
    answer(std::move(choice));
  }
  void withdraw() override {}

 private:
  /// No move means surrender.
  std::optional<Move> read_move(const Board& board) {
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
      if (entry == "quit") throw HasLeft{"the game was left"};
      if (answer(board, entry)) continue;
      const auto move = board.game().parse_move(entry);
      const std::string objection =
          move ? board.position().objection(*move)
               : move.error().message(entry) + "; a move is written A2->B2, and 'help' tells more";
      if (objection.empty()) return *move;
      refuse(objection);
    }
  }

  void refuse(std::string_view objection) { fmt::print(streams_.output, "{}\n", objection); }

  /// The next line, or nothing if it was too long.
  std::optional<std::string> read_line() {
    std::string line;
    switch (reader_.next(line)) {
      case LineStatus::End:
        throw HasLeft{"the input has ended"};
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

  const Game game_;
  Streams& streams_;
  LineReader& reader_;
};

struct Seat {
  std::string text;
  FoundPlayer player{};
};

MatchResult play(const Arguments& arguments, Streams& streams, const std::array<Seat, 2>& seats) {
  LineReader reader(streams.input, streams.output);
  Random seeds(arguments.seed ? *arguments.seed : std::random_device()());
  const auto participant = [&](const Seat& seat) {
    return Participant(
        [&seat, &streams, &reader, seed = seeds()](const Game& game) {
          return seat.player.make(
              seed, [&] { return std::make_unique<KeyboardPlayer>(game, streams, reader); });
        },
        {.move_time = arguments.time});
  };
  Participant red = participant(seats[kRed]);
  Participant blue = participant(seats[kBlue]);
  const auto show_move = [&](const Board& board, Move move) {
    const Player mover = opponent_of(board.turn());
    fmt::print(streams.output, "{}: {}\n\n{}\n", board.game().player_name(mover),
               board.game().print_move(move), print_board_view(board));
    if (seats[mover].player.is_person || arguments.delay.count() == 0) return;
    streams.output.flush();
    std::this_thread::sleep_for(arguments.delay);
  };
  fmt::print(streams.output, "TowerWars {0}x{0}, red: {1}, blue: {2}\n", arguments.size,
             seats[kRed].text, seats[kBlue].text);
  if (seats[kRed].player.is_person || seats[kBlue].player.is_person) {
    fmt::print(streams.output, "A move is written A2->B2, and 'help' tells more.\n");
  }
  fmt::print(streams.output, "\n{}\n", print_board_view(Board(arguments.size)));
  return play_match(arguments.size, red, blue, show_move);
}

int complain(Streams& streams, std::string_view problem) {
  fmt::print(streams.error, "spielwerk towerwars: {}; see 'spielwerk towerwars --help'\n", problem);
  return 1;
}

}  // namespace

int run_console(std::span<const std::string> arguments, Streams& streams,
                const FindPlayer& find_player) {
  const auto parsed = parse_arguments(arguments);
  if (!parsed) return complain(streams, parsed.error());
  if (parsed->wants_help) {
    fmt::print(streams.output, "{}", usage());
    return 0;
  }
  std::array<Seat, 2> seats{Seat{.text = parsed->red}, Seat{.text = parsed->blue}};
  for (Seat& seat : seats) {
    auto found = find_player(game_of_size(parsed->size), seat.text);
    if (!found) {
      const std::string_view name = &seat == seats.data() ? "-red" : "-blue";
      return complain(streams, fmt::format("{}: {}", name, found.error()));
    }
    seat.player = *std::move(found);
  }
  const MatchResult result = play(*parsed, streams, seats);
  if (result.ending == Ending::Error) {
    fmt::print(streams.error, "spielwerk towerwars: {}\n", result.message);
    return 1;
  }
  if (result.ending != Ending::Left) fmt::print(streams.output, "{}\n", result.message);
  return 0;
}

}  // namespace spielwerk::towerwars
