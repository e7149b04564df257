// Parallel search by ABDADA: which moves some thread is searching right now, so that the other
// threads defer them.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/move.h"
#include "core/random.h"

namespace spielwerk::search {

/// ABDADA (Alpha-Bêta Distribué avec Droit d'Aînesse) is by Jean-Christophe Weill, "The ABDADA
/// Distributed Minimax Search Algorithm", 1996; this is the simplified form by Tom Kerrigan, which
/// keeps the moves being searched in a small hash table of their own instead of in the
/// transposition table. All threads search the same tree. A thread registers each move it
/// searches; a thread that comes to a registered move defers it and searches its siblings first, so
/// that the result is usually in the transposition table when it returns. Entries may be lost or
/// collide: that costs time, never correctness.
class CurrentlySearched {
 public:
  /// At lower depths the bookkeeping costs more than it saves.
  static constexpr int kMinDeferDepth = 3;

  static std::uint64_t move_hash(std::uint64_t key, Move move, int depth) {
    return mix64(key ^ (std::uint64_t{move.first} << 32 | std::uint64_t{move.second} << 16 |
                        static_cast<std::uint64_t>(depth))) |
           1;
  }

  bool should_defer(std::uint64_t move_hash) const {
    for (const auto& slot : bucket(move_hash)) {
      if (slot.load(std::memory_order_relaxed) == move_hash) return true;
    }
    return false;
  }
  void start_search(std::uint64_t move_hash) {
    for (auto& slot : bucket(move_hash)) {
      const std::uint64_t present = slot.load(std::memory_order_relaxed);
      if (present == move_hash) return;
      if (present == 0) {
        slot.store(move_hash, std::memory_order_relaxed);
        return;
      }
    }
    bucket(move_hash)[0].store(move_hash, std::memory_order_relaxed);
  }
  void finish_search(std::uint64_t move_hash) {
    for (auto& slot : bucket(move_hash)) {
      if (slot.load(std::memory_order_relaxed) == move_hash) {
        slot.store(0, std::memory_order_relaxed);
      }
    }
  }

 private:
  static constexpr std::size_t kBuckets = 4096;
  using Bucket = std::array<std::atomic<std::uint64_t>, 4>;
  Bucket& bucket(std::uint64_t move_hash) { return buckets_[move_hash >> 52]; }
  const Bucket& bucket(std::uint64_t move_hash) const { return buckets_[move_hash >> 52]; }
  static_assert(kBuckets == std::size_t{1} << (64 - 52));

  std::array<Bucket, kBuckets> buckets_{};
};

}  // namespace spielwerk::search
