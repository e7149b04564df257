// A store with very many games: how long it takes to open it and to ask it. docs/performance.md has
// the command and the figures.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "server/store/sqlite_log.h"
#include "server/store/store_writer.h"

namespace spielwerk::server {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// How many tables are written in one transaction.
constexpr int kBatch = 2'000;
constexpr int kPage = 100;

/// A table of Kaskade with two moves, or with an end as well.
/// The first game; another follows each second.
constexpr std::chrono::seconds kBegin(1'700'000'000);

LogEntry entry_of(int index, bool is_finished) {
  const Seat one{.kind = SeatKind::Human, .name = "Anna"};
  const Seat other{.kind = SeatKind::Invite, .name = "Bert"};
  const Time time(kBegin + std::chrono::seconds(index));
  LogEntry entry{.table = fmt::format("{}{:09}", is_finished ? 'f' : 'u', index)};
  entry.events = {{1, time, Created{.game = "kaskade:10x10", .seats = {one, other}}},
                  {2, time, Moved{.seat = 0, .move = "0;0"}},
                  {3, time, Moved{.seat = 1, .move = "9;9"}}};
  entry.summary = {.id = entry.table,
                   .game = "kaskade:10x10",
                   .title = "Kaskade",
                   .seats = {one, other},
                   .created = time,
                   .changed = time,
                   .moves = 2};
  if (is_finished) {
    entry.events.push_back({4, time, Ended{.result = "1-0", .reason = EndReason::Resignation}});
    entry.summary.result = Result{"1-0", 0, EndReason::Resignation};
  }
  entry.new_secrets = {{Secret::Kind::Host, "0123456789abcdef0123456789abcdef", 0},
                       {Secret::Kind::Seat, "fedcba9876543210fedcba9876543210", 1}};
  return entry;
}

void fill(StoreWriter& writer, int count, bool is_finished) {
  for (int begin = 0; begin < count; begin += kBatch) {
    const auto problem = writer.transact([&] {
      for (int index = begin; index < std::min(begin + kBatch, count); ++index) {
        writer.append(entry_of(index, is_finished));
      }
    });
    if (problem || writer.tidy_up()) std::abort();
  }
}

template <class Work>
void measure(const char* what, const Work& work) {
  const auto begin = SteadyClock::now();
  work();
  const std::chrono::duration<double, std::milli> time = SteadyClock::now() - begin;
  fmt::print("{:<52} {:>9.2f} ms\n", what, time.count());
}

void append_and_wait(EventLog& log, LogEntry entry) {
  std::atomic<bool> is_stored = false;
  log.append({std::move(entry)}, [&](const std::optional<StorageProblem>& problem) {
    if (problem) std::abort();
    is_stored = true;
    is_stored.notify_one();
  });
  is_stored.wait(false);
}

void ask(const std::filesystem::path& folder, int unfinished, int finished) {
  std::unique_ptr<EventLog> log;
  // When the last game has just ended: a clock that is years ahead would not be believed.
  const Time now(kBegin + std::chrono::seconds(std::max(unfinished, finished)));
  SqliteLogSettings settings;
  settings.clocks.now = [now] { return now; };
  measure("open it", [&] { log = open_sqlite_log(folder, settings); });
  measure("the 5,000 games that changed last and go on",
          [&] { (void)log->unfinished(Time::min(), 5'000); });
  FinishedAfter after;
  measure("the first page of finished games", [&] {
    const auto page = log->finished(after, kPage);
    after = {page.back().changed, page.back().id};
  });
  measure("the next page", [&] { (void)log->finished(after, kPage); });
  const LogEntry middle = entry_of(finished / 2, true);
  measure("a page in the middle",
          [&] { (void)log->finished({middle.summary.changed, middle.table}, kPage); });
  measure("load one", [&] { (void)log->load(middle.table); });
  LogEntry entry = entry_of(unfinished / 2, false);
  entry.new_secrets.clear();
  entry.events = {{4, entry.summary.changed, Moved{.move = "1;1"}}};
  entry.summary.moves = 3;
  measure("store a move", [&] { append_and_wait(*log, entry); });
  std::atomic<int> forgotten = -1;
  measure("forget 1,000 finished games", [&] {
    log->forget({.finished = middle.summary.changed}, {}, 1'000, [&](const auto& tables) {
      forgotten = static_cast<int>(tables.size());
      forgotten.notify_one();
    });
    forgotten.wait(-1);
  });
  if (forgotten != 1'000) fmt::print("only {} are forgotten\n", forgotten.load());
  measure("close it", [&] { log.reset(); });
}

}  // namespace
}  // namespace spielwerk::server

int main(int count, char** arguments) {
  using namespace spielwerk::server;
  if (count != 2 && count != 4) {
    fmt::print(stderr, "usage: store_load FOLDER [UNFINISHED FINISHED]\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  const int unfinished = count == 4 ? std::atoi(arguments[2]) : 200'000;
  const int finished = count == 4 ? std::atoi(arguments[3]) : 1'000'000;
  if (std::filesystem::exists(folder / kStoreFile)) {
    fmt::print(stderr, "there are games in {} already\n", folder.string());
    return 1;
  }
  std::filesystem::create_directories(folder);
  {
    StoreWriter writer(folder, {}, {});
    writer.sync_rarely();
    measure("write them all", [&] {
      fill(writer, unfinished, false);
      fill(writer, finished, true);
    });
  }
  fmt::print("{} games go on, {} are finished, {} MiB\n", unfinished, finished,
             std::filesystem::file_size(folder / kStoreFile) >> 20);
  ask(folder, unfinished, finished);
  return 0;
}
