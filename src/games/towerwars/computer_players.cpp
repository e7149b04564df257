#include "games/towerwars/computer_players.h"

#include <algorithm>
#include <vector>

#include "games/towerwars/move_tables.h"
#include "games/towerwars/strategies.h"

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

struct Candidate {
  Move move;
  int score = 0;
  /// Puts equal scores in random order.
  std::uint64_t lot = 0;
};

}  // namespace

std::optional<Move> RandomPlayer::choose(const Board& board) {
  return board.position().random_move(random_);
}

std::optional<Move> SimplePlayer::choose(const Board& board) {
  return simple_move(board.game(), board.position(), random_);
}

std::optional<Move> AdvancedPlayer::choose(const Board& board) {
  const int size = board.game().geometry().columns();
  if (size != size_) {
    strategy_ = make_advanced(board.game(), grade_, random_());
    size_ = size;
  }
  return strategy_->choose(board.position(), {.move_time = time_}, {});
}

Move simple_move(const Game& game, const Position& position, Random& random) {
  std::vector<Candidate> candidates;
  for (const Move move : position.moves()) {
    candidates.push_back({move, simple_score(game, position, move), random()});
  }
  // With equals in random order, the first fitting move is each of them with equal chance; and few
  // moves need to be looked at more closely.
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& left, const Candidate& right) {
              return left.score != right.score ? left.score > right.score : left.lot < right.lot;
            });
  for (const Candidate& each : candidates) {
    if (wins(position, each.move)) return each.move;
  }
  for (const Candidate& each : candidates) {
    if (!allows_win(position, each.move)) return each.move;
  }
  return candidates.front().move;
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
