// The moves of a table. Copies share what lies behind, and any earlier position is near one that is
// kept, however long the game.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/game.h"

namespace spielwerk::server {

struct PlayedMove {
  Move move;
  Player player = 0;
  /// What a computer thinks of it, as print_score writes it.
  std::string score{};
};

class MoveHistory {
 public:
  explicit MoveHistory(const Position& start) : tail_(start) {}

  std::size_t size() const { return full_.size() * kChunkSize + tail_.moves.size(); }
  bool empty() const { return size() == 0; }
  const PlayedMove& operator[](std::size_t index) const {
    const std::size_t chunk = index / kChunkSize;
    const Chunk& holder = chunk < full_.size() ? *full_[chunk] : tail_;
    return holder.moves[index % kChunkSize];
  }
  const PlayedMove& back() const { return (*this)[size() - 1]; }
  /// The moves from one to before another.
  std::vector<PlayedMove> between(std::size_t begin, std::size_t end) const;

  /// The position from which the game began.
  const Position& start() const { return full_.empty() ? tail_.before : full_.front()->before; }
  /// The position at which so many moves had been made.
  Position position_at(std::size_t count) const;

  /// A move, and the position that it leads to.
  void push_back(PlayedMove move, const Position& after);
  /// Only the first moves stay.
  void shorten(std::size_t count);

 private:
  struct Chunk {
    explicit Chunk(Position at) : before(std::move(at)) {}
    /// The position at which its first move was made.
    Position before;
    std::vector<PlayedMove> moves{};
  };
  /// Replaying so many moves takes well under a millisecond in every game, and a copy of so many is
  /// some kilobytes.
  static constexpr std::size_t kChunkSize = 256;

  std::vector<std::shared_ptr<const Chunk>> full_{};
  /// The latest moves, fewer than a chunk has.
  Chunk tail_;
};

}  // namespace spielwerk::server
