#include "tests/support/failing_allocations.h"

#include <sqlite3.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace spielwerk::test {
namespace {

thread_local int countdown = 0;
thread_local bool has_failed_here = false;

std::atomic<int> sqlite_countdown = 0;
std::atomic<bool> has_sqlite_failed = false;
sqlite3_mem_methods real_memory{};

bool is_to_fail() {
  if (sqlite_countdown.load() <= 0 || sqlite_countdown.fetch_sub(1) != 1) return false;
  has_sqlite_failed = true;
  return true;
}
void* allocate(int size) { return is_to_fail() ? nullptr : real_memory.xMalloc(size); }
void* reallocate(void* memory, int size) {
  return is_to_fail() ? nullptr : real_memory.xRealloc(memory, size);
}

}  // namespace

void fail_allocation(int nth) {
  countdown = nth;
  has_failed_here = false;
}
bool has_allocation_failed() { return has_failed_here; }

/// For operator new.
bool is_allocation_to_fail() {
  if (countdown == 0) return false;
  --countdown;
  if (countdown > 0) return false;
  has_failed_here = true;
  return true;
}

FailingSqliteMemory::FailingSqliteMemory() {
  ::sqlite3_shutdown();
  ::sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
  sqlite3_mem_methods failing = real_memory;
  failing.xMalloc = allocate;
  failing.xRealloc = reallocate;
  ::sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  ::sqlite3_initialize();
}
FailingSqliteMemory::~FailingSqliteMemory() {
  fail(0);
  ::sqlite3_shutdown();
  ::sqlite3_config(SQLITE_CONFIG_MALLOC, &real_memory);
  ::sqlite3_initialize();
}
void FailingSqliteMemory::fail(int nth) {
  has_sqlite_failed = false;
  sqlite_countdown = nth;
}
bool FailingSqliteMemory::has_failed() { return has_sqlite_failed; }

}  // namespace spielwerk::test

// Every form but those for unusual alignments, so that sanitizers too see one kind of memory.
void* operator new(std::size_t size) {
  if (spielwerk::test::is_allocation_to_fail()) throw std::bad_alloc();
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return ::operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (spielwerk::test::is_allocation_to_fail()) return nullptr;
  return std::malloc(size > 0 ? size : 1);
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return ::operator new(size, tag);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
