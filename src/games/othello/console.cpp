#include "games/othello/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <expected>
#include <optional>

#include "core/line_reader.h"
#include "core/registry.h"
#include "core/text.h"
#include "games/othello/rules.h"

namespace spielwerk::othello {
namespace {

constexpr std::string_view kHelp =
    "The Othello shell: reads commands, one a line.\n\n"
    "  newGame W H [position]  new game, W 2..26 and H 2..98, both even; rows joined by ','\n"
    "                          of the characters - B W #\n"
    "  hole A3:B4              cut out a rectangle, before the first move\n"
    "  move D6                 play\n"
    "  print                   the board and whose turn it is\n"
    "  possibleMoves           where the side to move can play\n"
    "  abort                   end the game and count\n"
    "  quit                    leave\n\n"
    "Examples:\n"
    "  spielwerk othello\n"
    "  printf 'newGame 8 8\\nmove D3\\nprint\\n' | spielwerk othello\n";

using Words = std::vector<std::string_view>;

/// What a command prints, or the text of its error.
using Answer = std::expected<std::string, std::string>;

std::unexpected<std::string> error(std::string text) { return std::unexpected(std::move(text)); }

class Shell {
 public:
  Answer answer(const Words& words) {
    if (words.empty()) return error("a command is missing");
    for (const Command& command : kCommands) {
      if (command.name != words[0]) continue;
      // While a game runs, newGame is refused whatever its arguments are.
      if (command.name == "newGame") {
        if (position_) return error("a game is active already, abort ends it");
      }
      const auto count = static_cast<int>(words.size()) - 1;
      if (count < command.min || count > command.max) {
        return error(fmt::format("usage: {}", command.usage));
      }
      if (command.name != "newGame" && !position_) {
        return error("no game is active, newGame starts one");
      }
      return (this->*command.run)(words);
    }
    return error(fmt::format("unknown command {}", in_quotes(words[0])));
  }

 private:
  struct Command {
    std::string_view name;
    std::string_view usage;
    int min;
    int max;
    Answer (Shell::*run)(const Words&);
  };

  Answer new_game(const Words& words) {
    const auto width = parse_int32(words[1]);
    const auto height = parse_int32(words[2]);
    if (!width || !height) return error("width and height must be whole numbers");
    const auto game = parse_game(description_, fmt::format("{}x{}", *width, *height));
    if (!game) {
      return error(fmt::format("the width must be even from 2 to {} and the height from 2 to {}",
                               kMaxWidth, kMaxHeight));
    }
    if (words.size() == 3) {
      game_ = *game;
      return set_position(game_->start(), kBlack);
    }
    const std::string board(words[3]);
    auto position = game->parse_position(board + ":black");
    if (!position) return error(position.error().message(board));
    game_ = *game;
    return set_position(std::move(*position), kBlack);
  }

  Answer hole(const Words& words) {
    if (has_moved_) return error("holes can only be made before the first move");
    const std::string_view rectangle = words[1];
    const bool is_plain = std::none_of(rectangle.begin(), rectangle.end(), [](char letter) {
      return letter == '+' || (letter >= 'a' && letter <= 'z');
    });
    if (!is_plain) return error("a rectangle looks like A3:B4");
    const auto holes = parse_holes(game_->geometry(), rectangle);
    if (!holes) return error(holes.error().message(rectangle));
    std::string text = position_->text();
    for (const Cell cell : *holes) {
      // A row of the text is one longer than the board is wide.
      char& field = text[static_cast<std::size_t>(cell + cell / game_->geometry().columns())];
      if (field == 'B' || field == 'W') {
        return error(fmt::format("there is a stone on {}", game_->print_cell(cell)));
      }
      field = '#';
    }
    const Player side = position_->side_to_move();
    return set_position(game_->parse_position(text).value(), side, has_moved_);
  }

  Answer move(const Words& words) {
    // Columns are capital letters here.
    if (words[1][0] >= 'a' && words[1][0] <= 'z') return error("a field looks like D6");
    const auto move = game_->parse_move(words[1]);
    if (!move) return error(move.error().message(words[1]));
    if (!position_->is_legal(*move)) return "Move not possible.\n";
    const auto other = static_cast<Player>(1 - position_->side_to_move());
    Position next = *position_;
    next.play(*move);
    return set_position(std::move(next), other, true);
  }

  Answer print(const Words&) {
    std::string text = position_->text();
    text.erase(text.rfind(':'));
    std::replace(text.begin(), text.end(), ',', '\n');
    return fmt::format("{}\nturn: {}\n", text, game_->player_name(position_->side_to_move()));
  }

  Answer possible_moves(const Words&) {
    std::vector<Move> moves = position_->moves();
    const Geometry& geometry = game_->geometry();
    std::sort(moves.begin(), moves.end(), [&](Move left, Move right) {
      return std::pair(geometry.column(left.first), geometry.row(left.first)) <
             std::pair(geometry.column(right.first), geometry.row(right.first));
    });
    std::string text = "Possible moves: ";
    for (std::size_t index = 0; index < moves.size(); ++index) {
      if (index > 0) text += ',';
      text += game_->print_move(moves[index]);
    }
    return text + '\n';
  }

  Answer abort(const Words&) { return end_game(); }

  /// Goes on with a position in which it would be `expected`'s turn.
  std::string set_position(Position position, Player expected, bool has_moved = false) {
    position_ = std::move(position);
    has_moved_ = has_moved;
    if (position_->outcome().is_over()) return end_game();
    if (position_->side_to_move() == expected) return {};
    return fmt::format("{} passes.\n", game_->player_name(expected));
  }

  std::string end_game() {
    std::array<int, 2> stones{};
    for (Cell cell = 0; cell < game_->geometry().cell_count(); ++cell) {
      const Piece piece = position_->piece(cell);
      if (piece.kind == PieceKind::Stone) ++stones[piece.owner];
    }
    position_.reset();
    if (stones[kBlack] == stones[kWhite]) return "Game has ended in a draw.\n";
    const Player winner = stones[kBlack] > stones[kWhite] ? kBlack : kWhite;
    return fmt::format("Game Over! {} has won ({}:{})!\n", game_->player_name(winner),
                       stones[winner], stones[1 - winner]);
  }

  static constexpr std::array<Command, 6> kCommands{{
      {"newGame", "newGame W H [position]", 2, 3, &Shell::new_game},
      {"hole", "hole A3:B4", 1, 1, &Shell::hole},
      {"move", "move D6", 1, 1, &Shell::move},
      {"print", "print", 0, 0, &Shell::print},
      {"possibleMoves", "possibleMoves", 0, 0, &Shell::possible_moves},
      {"abort", "abort", 0, 0, &Shell::abort},
  }};

  const GameDescription description_ = description();
  std::optional<Game> game_;
  /// While a game is active.
  std::optional<Position> position_;
  bool has_moved_ = false;
};

}  // namespace

int run_console(std::span<const std::string> arguments, Streams& streams) {
  if (arguments.size() == 1 && (arguments[0] == "--help" || arguments[0] == "-h")) {
    streams.output << kHelp;
    return 0;
  }
  if (!arguments.empty()) {
    fmt::print(streams.error, "spielwerk othello: takes no arguments; see --help\n");
    return 1;
  }
  Shell shell;
  LineReader reader(streams.input, streams.output);
  std::string line;
  while (true) {
    streams.output << "othello> ";
    const LineStatus status = reader.next(line);
    if (status == LineStatus::End) return 0;
    const Words parts = words(line);
    if (status == LineStatus::Line && parts.size() == 1 && parts[0] == "quit") return 0;
    const Answer answer = status == LineStatus::TooLong          ? error("the line is too long")
                          : !parts.empty() && parts[0] == "quit" ? error("usage: quit")
                                                                 : shell.answer(parts);
    if (answer) {
      streams.output << *answer;
    } else {
      fmt::print(streams.output, "Error! {}\n", answer.error());
    }
  }
}

}  // namespace spielwerk::othello
