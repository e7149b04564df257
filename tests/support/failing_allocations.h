// Memory that runs out when a test wants it: the n-th allocation of a thread, or of SQLite, fails.
#pragma once

#include <memory>

namespace spielwerk::test {

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
