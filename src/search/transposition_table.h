// The transposition table: search results by position, shared by all threads without locks.
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

struct TranspositionEntry {
  Move move{};
  Value value = 0;
  int depth = 0;
  Bound bound = Bound::None;
};

/// Entries of 16 bytes in buckets of four, one cache line each. An entry is two atomic words, the
/// first being the key XOR the second (Hyatt and Mann's lockless hashing): an entry torn by two
/// writers matches no key. Entries of earlier searches are still found, unless the table was
/// cleared, but are replaced first.
class TranspositionTable {
 public:
  static constexpr std::size_t kEntryBytes = 16;

  explicit TranspositionTable(int megabytes);

  /// Begins a search that may use the entries of earlier ones; those are replaced first.
  void new_search();
  /// Begins a search with an empty table. Constant time: no old entry is found any more.
  void clear();

  bool probe(std::uint64_t key, TranspositionEntry& entry) const {
    key ^= salt_;
    for (const Slot& slot : bucket(key)) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
      entry = unpack(data);
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, const TranspositionEntry& entry);

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[index_of(key ^ salt_)]); }

  /// The part filled by the current search, 0 to 1, from a sample.
  double fill() const;

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket {
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
  static std::uint64_t pack(const TranspositionEntry& entry, unsigned age) {
    return static_cast<std::uint64_t>(entry.move.first) |
           static_cast<std::uint64_t>(entry.move.second) << 16 |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.value)) << 32 |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(entry.depth)) << 48 |
           static_cast<std::uint64_t>(entry.bound) << 56 | static_cast<std::uint64_t>(age) << 58;
  }
  static TranspositionEntry unpack(std::uint64_t data) {
    return {.move = {static_cast<Cell>(data), static_cast<Cell>(data >> 16)},
            .value = static_cast<std::int16_t>(data >> 32),
            .depth = static_cast<std::uint8_t>(data >> 48),
            .bound = static_cast<Bound>(data >> 56 & 3)};
  }
  static unsigned age_of(std::uint64_t data) { return static_cast<unsigned>(data >> 58); }

  std::size_t index_of(std::uint64_t key) const { return key & mask_; }
  Bucket& bucket(std::uint64_t key) { return buckets_[index_of(key)]; }
  const Bucket& bucket(std::uint64_t key) const { return buckets_[index_of(key)]; }
  void wipe();

  std::size_t mask_;
  std::unique_ptr<Bucket[]> buckets_;
  unsigned age_ = 1;
  /// XORed into every key: after a change no entry from before is found again.
  std::uint64_t salt_ = 0;
};

}  // namespace spielwerk::search
