#include "games/kaskade/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "core/text.h"
#include "search/level.h"

namespace spielwerk::kaskade {
namespace {

constexpr std::string_view kHelp =
    "  x;y      add a ball to the field in column x and row y, both from 0\n"
    "  moves    list the fields you may choose\n"
    "  board    show the board again\n"
    "  help     show this\n"
    "  quit     leave\n"
    "A field shows its owner and balls (A2); '!' means that one more makes it overflow.\n";

}  // namespace

std::optional<Move> ask_person(const Game& game, const Position& position, LineReader& reader,
                               std::ostream& output) {
  const std::string_view name = game.player_name(position.side_to_move());
  std::string line;
  while (true) {
    fmt::print(output, "{}> ", name);
    const LineStatus status = reader.next(line);
    if (status == LineStatus::End) {
      output << '\n';
      return std::nullopt;
    }
    if (status == LineStatus::TooLong) {
      fmt::print(output, "That line is too long.\n");
      continue;
    }
    const auto parts = words(line);
    const std::string_view entry = parts.size() == 1 ? parts[0] : std::string_view(line);
    if (entry == "quit") return std::nullopt;
    if (entry == "help") {
      output << kHelp;
    } else if (entry == "board") {
      output << print_text_board(game, position);
    } else if (entry == "moves") {
      std::string list;
      for (const Move move : position.moves()) {
        if (!list.empty()) list += ' ';
        list += game.print_move(move);
      }
      fmt::print(output, "{}\n", list);
    } else {
      const auto move = game.parse_move(entry);
      if (!move) {
        fmt::print(output, "Not a move: {} ('help' explains).\n", move.error().message(entry));
      } else if (!position.is_legal(*move)) {
        fmt::print(output, "Not possible: {}.\n", position.objection(*move));
      } else {
        return *move;
      }
    }
  }
}

namespace {

/// A player with what it needs to choose moves.
class Seat {
 public:
  Seat(const ConsolePlayer& player, const Game& game, const ConsoleSettings& settings)
      : player_(player), game_(game), limits_(settings.limits) {
    if (const auto* computer = std::get_if<Computer>(&player)) {
      engine_.emplace(game, computer->level, EngineSettings{.seed = settings.seed}, settings.seed);
    }
  }

  /// A move, or nothing if the game is to end.
  std::optional<Move> choose(const Position& at, LineReader& reader, std::ostream& output,
                             Random& random) {
    if (const auto* simple = std::get_if<SimpleStrategy>(&player_)) {
      return simple->choose(at, random);
    }
    if (engine_) return engine_->choose(at, limits_, {}).move;
    return ask_person(game_, at, reader, output);
  }

 private:
  const ConsolePlayer player_;
  const Game& game_;
  const SearchLimits limits_;
  std::optional<search::LevelEngine> engine_;
};

}  // namespace

Parsed<ConsolePlayer> parse_console_player(std::string_view text) {
  if (text == "human") return Person{};
  if (text == "max") return Computer{};
  Cursor cursor(text);
  if (cursor.skip("level:")) {
    const auto level = cursor.integer(kWeakestLevel, kStrongestLevel, "a level");
    if (!level) return std::unexpected(level.error());
    if (!cursor.at_end()) return cursor.fail("the end of the level");
    return Computer{*level};
  }
  if (!text.starts_with("simple")) {
    return parse_error(0, "human, max, level:1 to level:9, or simple[:n=1,x=0.5,y=0.2,depth=2]");
  }
  return parse_simple_strategy(text);
}

std::string print_text_board(const Game& game, const Position& position) {
  const Geometry& geometry = game.geometry();
  std::string text = "   ";
  for (int column = 0; column < geometry.columns(); ++column) text += fmt::format("{:>4}", column);
  text += '\n';
  for (int row = 0; row < geometry.rows(); ++row) {
    text += fmt::format("{:>3}", row);
    for (int column = 0; column < geometry.columns(); ++column) {
      const Cell cell = geometry.cell(column, row);
      const Piece piece = position.piece(cell);
      if (piece.kind == PieceKind::None) {
        text += "   .";
        continue;
      }
      const auto capacity = static_cast<int>(geometry.neighbours(cell).size());
      text += fmt::format(" {}{}{}", piece.count + 1 == capacity ? '!' : ' ',
                          game.player_name(piece.owner), piece.count);
    }
    text += '\n';
  }
  return text;
}

int run_console(const Game& game, const Position& start, const ConsoleSettings& settings,
                Streams& streams) {
  Position position = start;
  LineReader reader(streams.input, streams.output);
  Random random(settings.seed);
  std::array<Seat, 2> seats{Seat(settings.players[0], game, settings),
                            Seat(settings.players[1], game, settings)};
  streams.output << print_text_board(game, position);
  while (!position.outcome().is_over()) {
    const Player side = position.side_to_move();
    const auto move = seats[side].choose(position, reader, streams.output, random);
    if (!move) return 0;
    const int waves = position.steps(*move).back().wave;
    position.play(*move);
    fmt::print(streams.output, "{} plays {}", game.player_name(side), game.print_move(*move));
    if (waves > 0)
      fmt::print(streams.output, ", cascade of {} wave{}", waves, waves > 1 ? "s" : "");
    streams.output << '\n';
    // The board at the moment of a win is cut in the middle of a cascade and tells nothing.
    if (!position.outcome().is_over()) streams.output << print_text_board(game, position);
  }
  fmt::print(streams.output, "{} wins\n", game.player_name(position.outcome().winner()));
  return 0;
}

}  // namespace spielwerk::kaskade
