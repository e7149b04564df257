#include "games/towerwars/rules.h"

#include <fmt/format.h>

#include <optional>

#include "core/text.h"
#include "games/towerwars/engine.h"
#include "games/towerwars/strategies.h"
#include "search/make_game.h"

namespace spielwerk::towerwars {
namespace {

constexpr const char* kBaseTaken = "base_taken";
constexpr const char* kNoMoves = "no_moves";

/// Reads what print_piece writes.
Parsed<Piece> read_piece(Cursor& cursor, int full_height) {
  if (cursor.skip(".")) return Piece{};
  const char colour = cursor.peek();
  if (colour != 'R' && colour != 'B') {
    return cursor.fail("a field: '.', or R or B alone, with a height or with a second B");
  }
  cursor.advance();
  const Player owner = colour == 'R' ? kRed : kBlue;
  if (cursor.skip("B")) return Piece{PieceKind::Base, owner, 1};
  if (cursor.peek() < '0' || cursor.peek() > '9') return Piece{PieceKind::Stone, owner, 1};
  const int height = cursor.peek() - '0';
  if (height < 1 || height > full_height) {
    return cursor.fail(fmt::format("a height from 1 to {}", full_height));
  }
  cursor.advance();
  const PieceKind kind = cursor.skip("*") ? PieceKind::BlockedTower : PieceKind::Tower;
  return Piece{kind, owner, static_cast<std::uint8_t>(height)};
}

Parsed<Game> make(const GameDescription& game, const Variant& variant) {
  const int size = variant.number("size");
  if (size <= 8) return search::make_game_of(game, variant, Rules<1>(size));
  if (size <= 11) return search::make_game_of(game, variant, Rules<2>(size));
  if (size <= 16) return search::make_game_of(game, variant, Rules<4>(size));
  return search::make_game_of(game, variant, Rules<11>(size));
}

}  // namespace

std::string print_piece(const Piece& piece) {
  const char colour = piece.owner == kRed ? 'R' : 'B';
  switch (piece.kind) {
    case PieceKind::Stone:
      return std::string(1, colour);
    case PieceKind::Tower:
      return fmt::format("{}{}", colour, piece.count);
    case PieceKind::BlockedTower:
      return fmt::format("{}{}*", colour, piece.count);
    case PieceKind::Base:
      return fmt::format("{}B", colour);
    default:
      return ".";
  }
}

template <int Words>
Rules<Words>::Rules(int size) : tables_(std::make_shared<const MoveTables<Words>>(size)) {}

template <int Words>
typename Rules<Words>::Position Rules<Words>::start() const {
  Position position;
  for (const Player player : {kRed, kBlue}) {
    for (int cell = 0; cell < geometry().cell_count(); ++cell) {
      const int distance = geometry().distance(tables_->bases[player], to_cell(cell));
      if (distance >= 1 && distance <= tables_->size / 2) position.flip_stone(player, cell);
    }
  }
  return position;
}

template <int Words>
std::string Rules<Words>::print_board(const Position& at) const {
  std::string text;
  for (Cell cell = 0; cell < geometry().cell_count(); ++cell) {
    if (cell > 0) text += geometry().column(cell) == 0 ? '/' : ',';
    text += print_piece(piece(at, cell));
  }
  return text;
}

template <int Words>
Parsed<typename Rules<Words>::Position> Rules<Words>::parse_board(std::string_view text,
                                                                  Player side) const {
  Position position;
  if (position.side_to_move() != side) position.pass_turn();
  Cursor cursor(text);
  for (Cell cell = 0; cell < geometry().cell_count(); ++cell) {
    if (cell > 0) {
      const bool is_new_row = geometry().column(cell) == 0;
      if (!cursor.skip(is_new_row ? "/" : ",")) {
        return cursor.fail(is_new_row ? "'/' and the next row" : "',' and the next field");
      }
    }
    const Cursor before = cursor;
    const auto piece = read_piece(cursor, tables_->full_height);
    if (!piece) return std::unexpected(piece.error());

    std::optional<Player> base_owner;
    for (const Player player : {kRed, kBlue}) {
      if (cell == tables_->bases[player]) base_owner = player;
    }
    if (base_owner) {
      const Piece base{PieceKind::Base, *base_owner, 1};
      if (*piece == base) continue;
      // Only the last move can have taken a base, so it is that of the side to move.
      const Piece taker{PieceKind::Stone, opponent_of(*base_owner), 1};
      if (*base_owner != side) return before.fail(print_piece(base));
      if (*piece != taker) {
        return before.fail(
            fmt::format("{}, or {} that has taken it", print_piece(base), print_piece(taker)));
      }
    } else if (piece->kind == PieceKind::Base) {
      return before.fail("bases only in their corners");
    }

    if (piece->kind == PieceKind::Stone) position.flip_stone(piece->owner, cell);
    if (piece->kind == PieceKind::Tower || piece->kind == PieceKind::BlockedTower) {
      position.flip_tower(piece->owner, cell);
      position.change_height(cell, 1, piece->count);
      if (piece->kind == PieceKind::BlockedTower) position.flip_blocked(cell);
    }
  }
  if (!cursor.at_end()) return cursor.fail("the end of the board");
  return position;
}

template <int Words>
Piece Rules<Words>::piece(const Position& at, Cell cell) const {
  for (const Player player : {kRed, kBlue}) {
    if (at.stones(player).test(cell)) return {PieceKind::Stone, player, 1};
    if (at.towers(player).test(cell)) {
      return {at.blocked().test(cell) ? PieceKind::BlockedTower : PieceKind::Tower, player,
              static_cast<std::uint8_t>(at.height(cell))};
    }
  }
  // Bases last: on a taken one stands the stone that took it.
  for (const Player player : {kRed, kBlue}) {
    if (cell == tables_->bases[player]) return {PieceKind::Base, player, 1};
  }
  return {};
}

template <int Words>
std::vector<Step> Rules<Words>::steps(const Position& at, Move move) const {
  Position next = at;
  play(next, move);
  const Piece target = piece(at, move.second);
  const Piece result = piece(next, move.second);
  StepKind kind = StepKind::Capture;
  if (target.kind == PieceKind::None) {
    kind = StepKind::Arrive;
  } else if (target.owner == at.side_to_move()) {
    kind = target.kind == PieceKind::BlockedTower ? StepKind::Unblock : StepKind::Build;
  } else if (result.owner == target.owner) {
    kind = StepKind::Block;
  }
  return {{StepKind::Leave, 0, move.first, kNoCell, piece(next, move.first)},
          {kind, 1, move.first, move.second, result}};
}

template <int Words>
Ending Rules<Words>::ending(const Position& at) const {
  if (!is_base_taken(at)) return {.how = kNoMoves};
  return {.how = kBaseTaken, .cells = {to_cell(tables_->bases[at.side_to_move()])}};
}

template <int Words>
std::string Rules<Words>::objection(const Position& at, Move move) const {
  if (outcome(at).is_over()) return "the game is over";
  const Player mover = at.side_to_move();
  const std::string from = print_cell(notation(), geometry(), move.first);
  const std::string to = print_cell(notation(), geometry(), move.second);
  const int distance = geometry().distance(move.first, move.second);
  const Piece piece_moved = piece(at, move.first);
  const Piece target = piece(at, move.second);

  if (piece_moved.kind == PieceKind::None) return fmt::format("{} is empty", from);
  if (piece_moved.owner != mover) {
    return fmt::format("what stands on {} belongs to {}", from, player_name(piece_moved.owner));
  }
  if (piece_moved.kind == PieceKind::Base) return "a base cannot move";
  if (piece_moved.kind == PieceKind::BlockedTower) {
    return fmt::format("the tower on {} is blocked and cannot move", from);
  }
  if (distance == 0) return "a move must lead to another field";

  if (piece_moved.kind == PieceKind::Tower) {
    if (distance > 1) return "the top stone of a tower moves only to a neighbouring field";
    if (target.kind != PieceKind::None && target.owner != mover) {
      return "the top stone of a tower cannot capture";
    }
  } else {
    const int reach = range(at, targets_for(at).helpers, move.first);
    if (distance > reach) {
      return fmt::format("the stone on {} has range {}, but {} is {} away", from, reach, to,
                         distance);
    }
    if (target.kind == PieceKind::BlockedTower && target.owner != mover && distance > 1) {
      return fmt::format("the tower on {} is already blocked; only a neighbour can capture it", to);
    }
  }
  if (target.owner != mover) return {};
  if (target.kind == PieceKind::Base) return "no piece moves onto its own base";
  if (target.kind == PieceKind::Tower && target.count == tables_->full_height) {
    return fmt::format("the tower on {} already has the full height of {}", to, target.count);
  }
  return {};
}

template class Rules<1>;
template class Rules<2>;
template class Rules<4>;
template class Rules<11>;

GameDescription description() {
  return {
      .name = "towerwars",
      .title = "TowerWars",
      .summary = "Build towers to let stones jump far, and take the enemy base",
      .parameters = {{.name = "size",
                      .kind = ParameterKind::Number,
                      .help = "fields on each side of the board",
                      .range = {kMinSize, kMaxSize},
                      .standard = "8"}},
      .presets = {{"Small", "6"}, {"Classic", "8"}, {"Large", "12"}},
      .look = {.material = "sandstone",
               .pieces = PieceStyle::Towers,
               .counts = {Counted::Pieces},
               .endings = {{kBaseTaken, "having taken the base"}, {kNoMoves, "leaving no move"}}},
      .has_draws = false,
      .make = make,
      .make_engine = make_engine,
      .levels = levels(),
      .strategies = strategies(),
  };
}

}  // namespace spielwerk::towerwars
