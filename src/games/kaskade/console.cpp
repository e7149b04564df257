#include "games/kaskade/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "core/text.h"

namespace spielwerk::kaskade {
namespace {

constexpr std::string_view kHelp =
    "  x;y      add a ball to the field in column x and row y, both from 0\n"
    "  moves    list the fields you may choose\n"
    "  board    show the board again\n"
    "  help     show this\n"
    "  quit     leave\n"
    "A field shows its owner and balls (A2); '!' means that one more makes it overflow.\n";

/// A person's move, or nothing if the game is to end.
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

class KeyboardPlayer final : public GamePlayer {
 public:
  KeyboardPlayer(const Game& game, LineReader& reader, std::ostream& output)
      : game_(game), reader_(reader), output_(output) {}

  std::string name() const override { return "human"; }
  void ask(const Position& at, const SearchLimits&, Answer answer) override {
    const auto move = ask_person(game_, at, reader_, output_);
    if (move) return answer(Choice{.move = move});
    answer(std::unexpected(Failure{FailureKind::Left, "", "the game was left"}));
  }
  void withdraw() override {}

 private:
  const Game game_;
  LineReader& reader_;
  std::ostream& output_;
};

}  // namespace

std::unique_ptr<GamePlayer> make_keyboard_player(const Game& game, LineReader& reader,
                                                 std::ostream& output) {
  return std::make_unique<KeyboardPlayer>(game, reader, output);
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
  std::array<std::unique_ptr<GamePlayer>, 2> players;
  for (std::size_t each = 0; each < players.size(); ++each) {
    players[each] = settings.players[each].make(
        settings.seed, [&] { return make_keyboard_player(game, reader, streams.output); });
  }
  streams.output << print_text_board(game, position);
  while (!position.outcome().is_over()) {
    const Player side = position.side_to_move();
    const auto choice = choose(*players[side], position, settings.limits);
    if (!choice) {
      if (choice.error().kind == FailureKind::Left) return 0;
      fmt::print(streams.error, "spielwerk kaskade: {}\n", choice.error().sentence);
      return 1;
    }
    const auto move = choice->move;
    if (!move) {
      fmt::print(streams.output, "{} gives up, {} wins\n", game.player_name(side),
                 game.player_name(static_cast<Player>(1 - side)));
      return 0;
    }
    if (!position.is_legal(*move)) {
      fmt::print(streams.error, "spielwerk kaskade: {}: {}\n", players[side]->name(),
                 position.objection(*move));
      return 1;
    }
    const int waves = position.steps(*move).back().wave;
    position.play(*move);
    fmt::print(streams.output, "{} plays {}", game.player_name(side), game.print_move(*move));
    if (waves > 0)
      fmt::print(streams.output, ", cascade of {} wave{}", waves, waves > 1 ? "s" : "");
    streams.output << '\n';
    // The board at the moment of a win is cut in the middle of a cascade and tells nothing.
    if (!position.outcome().is_over()) streams.output << print_text_board(game, position);
  }
  for (const auto& player : players) end_game(*player, position);
  fmt::print(streams.output, "{} wins\n", game.player_name(position.outcome().winner()));
  return 0;
}

}  // namespace spielwerk::kaskade
