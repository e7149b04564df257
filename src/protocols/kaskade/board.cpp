#include "protocols/kaskade/board.h"

#include <fmt/format.h>

#include "core/text.h"
#include "games/all_games.h"
#include "games/kaskade/rules.h"

namespace spielwerk::kaskade_protocol {
namespace {

using Problem = std::unexpected<std::string>;

Problem problem(const std::string& what) { return Problem(make_printable("init: " + what)); }

bool is_side(int length) { return length >= kaskade::kMinSide && length <= kaskade::kMaxSide; }

/// The board's text in the form of the game, with `a` for the one who begins; checks all that the
/// protocol demands of a setup.
std::expected<std::string, std::string> board_of_setup(const Game& game, std::string_view setup,
                                                       End begin) {
  const Geometry& geometry = game.geometry();
  const auto cells = static_cast<std::size_t>(geometry.cell_count());
  if (setup.size() != 2 * cells) {
    return problem(
        fmt::format("setup must have {} characters, two for each of {} x {} fields, "
                    "not {}",
                    2 * cells, geometry.columns(), geometry.rows(), setup.size()));
  }
  std::string board;
  int balls[2] = {0, 0};
  for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
    const std::string_view field = setup.substr(std::size_t{2} * cell, 2);
    const auto wrong = [&](std::string_view what) {
      return problem(fmt::format("setup of field x={} y={} is {}, {}", geometry.column(cell),
                                 geometry.row(cell), in_quotes(field), what));
    };
    const int count = field[0] - '0';
    const char owner = field[1];
    if (count < 0 || count > 9) return wrong("but must begin with a number of balls");
    if (owner != 'c' && owner != 's' && owner != 'n')
      return wrong("but the owner must be c, s or n");
    if (count == 0 && owner != 'n') return wrong("but a field without balls has no owner");
    if (count > 0 && owner == 'n') return wrong("but a field with balls has an owner");
    const auto capacity = static_cast<int>(geometry.neighbours(cell).size());
    if (count >= capacity) {
      return wrong(fmt::format("but with {} balls it overflows", capacity));
    }
    const bool is_first = owner == static_cast<char>(begin);
    board += field[0];
    board += owner == 'n' ? 'n' : is_first ? 'a' : 'b';
    balls[is_first ? 0 : 1] += count;
  }
  if (balls[0] + balls[1] > 1 && (balls[0] == 0 || balls[1] == 0)) {
    return problem("setup with more than one ball must have balls of both");
  }
  return board;
}

}  // namespace

std::expected<NetworkGame, std::string> NetworkGame::create(const Init& init) {
  for (const auto& [name, length] : {std::pair{"xDim", init.columns}, {"yDim", init.rows}}) {
    if (!is_side(length)) {
      return problem(fmt::format("{} must be {} to {}, not {}", name, kaskade::kMinSide,
                                 kaskade::kMaxSide, length));
    }
  }
  const Game game =
      all_games().parse(fmt::format("kaskade:{}x{}", init.columns, init.rows)).value();
  if (!init.setup) return NetworkGame(game, game.start(), init.begin);
  const auto board = board_of_setup(game, *init.setup, init.begin);
  if (!board) return Problem(board.error());
  auto start = game.parse_position(*board + ":A");
  if (!start) return problem("setup: " + start.error().message(*board));
  return NetworkGame(game, *std::move(start), init.begin);
}

std::string NetworkGame::row(const Position& at, int row) const {
  std::string text;
  const Geometry& geometry = game_.geometry();
  for (int column = 0; column < geometry.columns(); ++column) {
    const Piece piece = at.piece(geometry.cell(column, row));
    text += static_cast<char>('0' + piece.count);
    text += piece.count == 0 ? 'n' : static_cast<char>(end(piece.owner));
  }
  return text;
}

MoveMessage NetworkGame::message_of(Move move) const {
  return {game_.geometry().column(move.first), game_.geometry().row(move.first)};
}

std::optional<Move> NetworkGame::move_of(MoveMessage move) const {
  const Geometry& geometry = game_.geometry();
  if (move.x < 0 || move.x >= geometry.columns() || move.y < 0 || move.y >= geometry.rows()) {
    return std::nullopt;
  }
  return game_.make_move(geometry.cell(move.x, move.y));
}

}  // namespace spielwerk::kaskade_protocol
