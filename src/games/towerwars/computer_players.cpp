#include "games/towerwars/computer_players.h"

#include <algorithm>
#include <vector>

#include "games/towerwars/tables.h"

namespace spielwerk::towerwars {
namespace {

/// Whoever moves last wins, so a move wins if it ends the game.
bool wins(const Position& position, Move move) {
  Position next = position;
  next.play(move);
  return next.outcome().is_over();
}

bool allows_win(const Position& position, Move move) {
  Position next = position;
  next.play(move);
  const std::vector<Move> replies = next.moves();
  return std::any_of(replies.begin(), replies.end(), [&](Move reply) { return wins(next, reply); });
}

void shuffle(std::vector<Move>& moves, Random& random) {
  for (std::size_t last = moves.size(); last > 1; --last) {
    std::swap(moves[last - 1], moves[random.below(static_cast<std::uint32_t>(last))]);
  }
}

}  // namespace

std::optional<Move> RandomPlayer::choose(const Board& board) {
  return board.position().random_move(random_);
}

std::optional<Move> SimplePlayer::choose(const Board& board) {
  return simple_move(board.game(), board.position(), random_);
}

Move simple_move(const Game& game, const Position& position, Random& random) {
  std::vector<Move> moves = position.moves();
  // In random order among equals, the first fitting move is each of them with equal chance; and
  // few moves need to be looked at more closely.
  shuffle(moves, random);
  std::stable_sort(moves.begin(), moves.end(), [&](Move left, Move right) {
    return simple_score(game, position, left) > simple_score(game, position, right);
  });
  const auto win =
      std::find_if(moves.begin(), moves.end(), [&](Move move) { return wins(position, move); });
  if (win != moves.end()) return *win;
  const auto safe = std::find_if(moves.begin(), moves.end(),
                                 [&](Move move) { return !allows_win(position, move); });
  return safe != moves.end() ? *safe : moves.front();
}

int simple_score(const Game& game, const Position& position, Move move) {
  const Geometry& geometry = game.geometry();
  const Player mover = position.side_to_move();
  const Cell enemy_base = base_of(opponent_of(mover), geometry.columns());
  const Piece target = position.piece(move.second);
  const bool is_enemy = target.owner == opponent_of(mover);
  const bool is_tower = target.kind == PieceKind::Tower || target.kind == PieceKind::BlockedTower;
  int captured = 0;
  if (is_enemy && target.kind == PieceKind::Stone) captured = 1;
  // A far move onto a tower only blocks it.
  if (is_enemy && is_tower && geometry.distance(move.first, move.second) == 1) captured = 2;
  return geometry.distance(move.first, enemy_base) - geometry.distance(move.second, enemy_base) +
         captured;
}

}  // namespace spielwerk::towerwars
