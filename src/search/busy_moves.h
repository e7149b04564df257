// Which moves are being searched by some thread right now, so that the others take another first.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/move.h"
#include "core/random.h"

namespace spielwerk::search {

/// Threads that search the same tree with a shared table gain little if they do the same work at
/// the same time. Each notes the moves it is at; another that comes to the same move puts it off,
/// and finds it in the table when it returns to it. A lost or false note costs time only.
class BusyMoves {
 public:
  /// Below this depth a note costs more than it saves.
  static constexpr int kLeastDepth = 3;

  static std::uint64_t note(std::uint64_t key, Move move, int depth) {
    return mix64(key ^ (std::uint64_t{move.first} << 32 | std::uint64_t{move.second} << 16 |
                        static_cast<std::uint64_t>(depth))) |
           1;
  }

  bool is_busy(std::uint64_t note) const {
    for (const auto& place : group(note)) {
      if (place.load(std::memory_order_relaxed) == note) return true;
    }
    return false;
  }
  void begin(std::uint64_t note) {
    for (auto& place : group(note)) {
      const std::uint64_t there = place.load(std::memory_order_relaxed);
      if (there == note) return;
      if (there == 0) {
        place.store(note, std::memory_order_relaxed);
        return;
      }
    }
    group(note)[0].store(note, std::memory_order_relaxed);
  }
  void end(std::uint64_t note) {
    for (auto& place : group(note)) {
      if (place.load(std::memory_order_relaxed) == note) place.store(0, std::memory_order_relaxed);
    }
  }

 private:
  static constexpr std::size_t kGroups = 4096;
  using Group = std::array<std::atomic<std::uint64_t>, 4>;
  Group& group(std::uint64_t note) { return groups_[note >> 52]; }
  const Group& group(std::uint64_t note) const { return groups_[note >> 52]; }
  static_assert(kGroups == std::size_t{1} << (64 - 52));

  std::array<Group, kGroups> groups_{};
};

}  // namespace spielwerk::search
