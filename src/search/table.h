// The transposition table: what is known about positions, shared by all threads without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/move.h"
#include "search/value.h"

namespace spielwerk::search {

/// What the stored value says about the true one.
enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

struct TableEntry {
  Move move{};
  Value value = 0;
  int depth = 0;
  Bound bound = Bound::None;
};

/// Entries of 16 bytes in groups of four, one cache line each. An entry is two atomic words, the
/// first being the key XOR the second: one torn by two writers matches no key. Entries of earlier
/// searches are still found, unless the table was told to forget, but give way first.
class Table {
 public:
  static constexpr std::size_t kEntryBytes = 16;

  explicit Table(int megabytes);

  /// Begins a search; what earlier ones left may be used and is replaced first.
  void next_search();
  /// Begins a search that must not see what earlier ones left.
  void forget();

  bool find(std::uint64_t key, TableEntry& entry) const {
    key ^= salt_;
    for (const Slot& slot : group(key)) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
      entry = unpack(data);
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, const TableEntry& entry);

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&groups_[index_of(key ^ salt_)]); }

  /// The part filled by the present search, from a sample.
  double fill() const;

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Group {
    Slot slots[4];
    Slot* begin() { return slots; }
    Slot* end() { return slots + 4; }
    const Slot* begin() const { return slots; }
    const Slot* end() const { return slots + 4; }
  };
  static_assert(sizeof(Slot) == kEntryBytes);

  // From the lowest bit: 32 the move, 16 the value, 8 the depth, 2 the bound, 6 the age. The age
  // is never 0, so no entry is all zeros.
  static constexpr int kAges = 63;
  static std::uint64_t pack(const TableEntry& entry, unsigned age) {
    return static_cast<std::uint64_t>(entry.move.first) |
           static_cast<std::uint64_t>(entry.move.second) << 16 |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.value)) << 32 |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(entry.depth)) << 48 |
           static_cast<std::uint64_t>(entry.bound) << 56 | static_cast<std::uint64_t>(age) << 58;
  }
  static TableEntry unpack(std::uint64_t data) {
    return {.move = {static_cast<Cell>(data), static_cast<Cell>(data >> 16)},
            .value = static_cast<std::int16_t>(data >> 32),
            .depth = static_cast<std::uint8_t>(data >> 48),
            .bound = static_cast<Bound>(data >> 56 & 3)};
  }
  static unsigned age_of(std::uint64_t data) { return static_cast<unsigned>(data >> 58); }

  std::size_t index_of(std::uint64_t key) const { return key & mask_; }
  Group& group(std::uint64_t key) { return groups_[index_of(key)]; }
  const Group& group(std::uint64_t key) const { return groups_[index_of(key)]; }
  void clear();

  std::size_t mask_;
  std::unique_ptr<Group[]> groups_;
  unsigned age_ = 1;
  /// Changes what keys look like, so that entries from before are never found again.
  std::uint64_t salt_ = 0;
};

}  // namespace spielwerk::search
