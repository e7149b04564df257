#include "app/terminal/played_game.h"

#include <cassert>

namespace spielwerk::app {

PlayedGame::PlayedGame(Record record)
    : record_(std::move(record)), ply_(record_.moves.size()), position_(record_.final_position()) {}

Outcome PlayedGame::outcome() const { return is_at_end() ? record_.result : position_.outcome(); }

std::optional<RecordedMove> PlayedGame::last_move() const {
  if (ply_ == 0) return std::nullopt;
  return record_.moves[ply_ - 1];
}

std::vector<Cell> PlayedGame::last_cells() const {
  if (ply_ == 0) return {};
  const Move move = record_.moves[ply_ - 1].move;
  std::vector<Cell> cells{move.first};
  if (move.second != kNoCell) cells.push_back(move.second);
  for (const Step& step : position_after(ply_ - 1).steps(move)) {
    if (step.kind == StepKind::Line) cells.push_back(step.to);
  }
  return cells;
}

void PlayedGame::play(Move move, std::optional<Score> evaluation) {
  assert(position_.is_legal(move) && !was_given_up());
  cut(record_);
  record_.set_tag("Termination", "");
  position_.play(move);
  record_.moves.push_back({move, evaluation});
  record_.result = position_.outcome();
  ++ply_;
}

bool PlayedGame::undo() {
  if (was_given_up()) {
    record_.result = Outcome::ongoing();
    record_.set_tag("Termination", "");
    return true;
  }
  if (ply_ == 0) return false;
  position_ = position_after(--ply_);
  return true;
}

bool PlayedGame::redo() {
  if (is_at_end()) return false;
  position_.play(record_.moves[ply_++].move);
  return true;
}

void PlayedGame::surrender() {
  assert(game().players() == 2 && !outcome().is_over());
  cut(record_);
  record_.result = Outcome::win(static_cast<Player>(1 - side_to_move()));
  record_.set_tag("Termination", "surrender");
}

Record PlayedGame::record() const {
  Record record = record_;
  cut(record);
  return record;
}

void PlayedGame::cut(Record& record) const {
  if (is_at_end()) return;
  record.moves.resize(ply_);
  record.result = position_.outcome();
  record.set_tag("Termination", "");
}

Position PlayedGame::position_after(std::size_t plies) const {
  Position position = record_.start;
  for (std::size_t ply = 0; ply < plies; ++ply) position.play(record_.moves[ply].move);
  return position;
}

}  // namespace spielwerk::app
