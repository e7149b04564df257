#include "server/tables/move_history.h"

namespace spielwerk::server {

std::vector<PlayedMove> MoveHistory::between(std::size_t begin, std::size_t end) const {
  std::vector<PlayedMove> moves;
  moves.reserve(end - begin);
  for (std::size_t index = begin; index < end; ++index) moves.push_back((*this)[index]);
  return moves;
}

Position MoveHistory::position_at(std::size_t count) const {
  const std::size_t chunk = count / kChunkSize;
  Position position = chunk < full_.size() ? full_[chunk]->before : tail_.before;
  for (std::size_t index = chunk * kChunkSize; index < count; ++index) {
    position.play((*this)[index].move);
  }
  return position;
}

void MoveHistory::push_back(PlayedMove move, const Position& after) {
  tail_.moves.push_back(std::move(move));
  if (tail_.moves.size() < kChunkSize) return;
  full_.push_back(std::make_shared<const Chunk>(std::move(tail_)));
  tail_ = Chunk(after);
}

void MoveHistory::shorten(std::size_t count) {
  const std::size_t chunk = count / kChunkSize;
  if (chunk < full_.size()) {
    tail_ = *full_[chunk];
    full_.resize(chunk);
  }
  tail_.moves.resize(count % kChunkSize);
}

}  // namespace spielwerk::server
