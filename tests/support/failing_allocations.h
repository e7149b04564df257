// Memory that runs out when a test wants it: the n-th allocation of a thread, or of SQLite, fails.
#pragma once

#include <memory>

// The thread sanitizer has a `new` of its own, which cannot be replaced.
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define SPIELWERK_OWN_NEW 0
#endif
#endif
#ifndef SPIELWERK_OWN_NEW
#define SPIELWERK_OWN_NEW 1
#endif

namespace spielwerk::test {

/// Whether `new` can be made to fail.
inline constexpr bool kCanFailNew = SPIELWERK_OWN_NEW != 0;

/// The n-th `new` of this thread from now on throws std::bad_alloc, counted from 1; 0: none.
void fail_allocation(int nth);
/// Whether the last one that was to fail has.
bool has_allocation_failed();

/// While it lives, allocations of SQLite can fail. Nothing of SQLite may be open when it begins and
/// ends.
class FailingSqliteMemory {
 public:
  FailingSqliteMemory();
  ~FailingSqliteMemory();
  FailingSqliteMemory(const FailingSqliteMemory&) = delete;
  FailingSqliteMemory& operator=(const FailingSqliteMemory&) = delete;

  /// The n-th allocation from now on fails, on any thread; 0: none.
  static void fail(int nth);
  static bool has_failed();
};

}  // namespace spielwerk::test
