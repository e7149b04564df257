#include "search/transposition_table.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/random.h"

namespace spielwerk::search {

TranspositionTable::TranspositionTable(int megabytes) {
  const std::size_t bytes = static_cast<std::size_t>(std::max(megabytes, 1)) << 20;
  const std::size_t count = std::bit_floor(bytes / sizeof(Bucket));
  mask_ = count - 1;
  buckets_ = std::make_unique<Bucket[]>(count);
}

void TranspositionTable::new_search() {
  if (++age_ > kAges) {
    // Ages begin again at 1: no old entry may look like a new one.
    wipe();
    age_ = 1;
  }
}

void TranspositionTable::clear() {
  new_search();
  salt_ = mix64(salt_ + 0x9E3779B97F4A7C15u);
}

void TranspositionTable::wipe() {
  for (std::size_t index = 0; index <= mask_; ++index) {
    for (Slot& slot : buckets_[index]) {
      slot.check.store(0, std::memory_order_relaxed);
      slot.data.store(0, std::memory_order_relaxed);
    }
  }
}

void TranspositionTable::store(std::uint64_t key, const TranspositionEntry& entry) {
  key ^= salt_;
  Bucket& here = bucket(key);
  Slot* victim = here.begin();
  int lowest = std::numeric_limits<int>::max();
  for (Slot& slot : here) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    const bool is_same = (slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0;
    if (is_same) {
      const TranspositionEntry old = unpack(data);
      // A deeper result is worth more than a fresh shallow one, unless that one is exact.
      if (age_of(data) == age_ && old.depth > entry.depth + 2 && entry.bound != Bound::Exact) {
        return;
      }
      TranspositionEntry merged = entry;
      if (merged.move.size() == 0) merged.move = old.move;
      const std::uint64_t packed = pack(merged, age_);
      slot.check.store(key ^ packed, std::memory_order_relaxed);
      slot.data.store(packed, std::memory_order_relaxed);
      return;
    }
    // All entries of earlier searches are replaced alike, so that a search does not depend on
    // which ones are left.
    const int priority = age_of(data) != age_ ? -1 : static_cast<int>(unpack(data).depth);
    if (priority < lowest) {
      victim = &slot;
      lowest = priority;
    }
  }
  const std::uint64_t packed = pack(entry, age_);
  victim->check.store(key ^ packed, std::memory_order_relaxed);
  victim->data.store(packed, std::memory_order_relaxed);
}

double TranspositionTable::fill() const {
  const std::size_t sample = std::min<std::size_t>(mask_ + 1, 256);
  std::size_t used = 0;
  for (std::size_t index = 0; index < sample; ++index) {
    // The same keys whatever the salt, so that equal searches report equal numbers.
    for (const Slot& slot : bucket(index ^ salt_)) {
      if (age_of(slot.data.load(std::memory_order_relaxed)) == age_) ++used;
    }
  }
  return static_cast<double>(used) / static_cast<double>(sample * 4);
}

}  // namespace spielwerk::search
