#include "server/store/store_check.h"

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <stdexcept>

#include "server/json/table_json.h"
#include "server/store/new_file.h"
#include "server/store/store_reader.h"
#include "server/tables/table.h"

namespace spielwerk::server {
namespace {

namespace fs = std::filesystem;

/// How many names of tables are read at once.
constexpr int kNames = 1'000;
/// How many pages are copied at once.
constexpr int kPages = 2'000;

/// Whether the list tells what the events tell. Titles are left out: a game may be renamed.
bool fits(const ExaminedTable& examined, const Table& table) {
  if (!examined.listed) return false;
  const Summary& listed = *examined.listed;
  const Summary told = summary_of(table);
  return listed.game == told.game && print_seats(listed.seats) == print_seats(told.seats) &&
         listed.created == told.created && listed.changed == told.changed &&
         listed.moves == told.moves && listed.result == told.result &&
         examined.is_listed_as_played == has_move(**examined.stored);
}

/// What is wrong with a table that could be loaded; empty if nothing is.
std::string problem_with(const Registry& games, const ExaminedTable& examined) {
  const StoredTable& stored = **examined.stored;
  if (!stored.damage.empty()) return stored.damage;
  const auto table = build_table(games, stored);
  if (!table) return table.error();
  if (!fits(examined, *table)) {
    return "its entry in the list of tables does not tell what has happened there";
  }
  if (!examined.has_its_secrets) return "its tokens and invites are not what was stored";
  return "";
}

void count(StoreCounts& counts, const Registry& games, StoreReader& reader, const std::string& id,
           const StoreReporter& report) {
  const ExaminedTable examined = reader.examine(id);
  // Forgotten since its name was read.
  if (examined.stored && !*examined.stored) return;
  ++counts.tables;
  std::string problem;
  if (examined.stored) {
    if (examined.listed && examined.listed->result) ++counts.finished;
    counts.events += static_cast<std::int64_t>((*examined.stored)->events.size());
    problem = problem_with(games, examined);
  } else {
    problem = examined.stored.error();
  }
  if (problem.empty()) return;
  ++counts.damaged;
  report(fmt::format("table {}: {}", id, problem));
}

StoreCounts check_tables(const Registry& games, StoreReader& reader, const StoreReporter& report,
                         const StoreProgress& progress) {
  StoreCounts counts;
  const int total = reader.count();
  for (std::string last;;) {
    const auto names = reader.names_after(last, kNames);
    if (names.empty()) return counts;
    for (const std::string& id : names) {
      count(counts, games, reader, id, report);
      progress(counts.tables, total);
    }
    last = names.back();
  }
}

/// A failure of SQLite as a sentence.
template <class Work>
auto explained(const fs::path& file, const Work& work) {
  try {
    return work();
  } catch (const SQLite::Exception& failure) {
    throw std::runtime_error(fmt::format("{}: {}", file.string(), reason_of(failure)));
  }
}

void copy_pages(const fs::path& file, const fs::path& copy, const StoreProgress& progress) {
  // Copies of older versions are good backups, too.
  SQLite::Database source = open_store_for_reading(file, {}, 1);
  SQLite::Database target(copy.string(), SQLite::OPEN_READWRITE);
  // While it reads in one transaction, what others write does not come between.
  SQLite::Transaction transaction(source);
  source.execAndGet("SELECT COUNT(*) FROM sqlite_master");
  SQLite::Backup backup(target, source);
  while (backup.executeStep(kPages) != SQLITE_DONE) {
    progress(backup.getTotalPageCount() - backup.getRemainingPageCount(),
             backup.getTotalPageCount());
  }
}

StoreCounts check_copy(const Registry& games, const fs::path& copy, const StoreReporter& report,
                       const StoreProgress& progress) {
  {
    SQLite::Database target(copy.string(), SQLite::OPEN_READWRITE);
    // One file, with nothing beside it.
    target.exec("PRAGMA journal_mode = DELETE");
    if (version_of(target) < kStoreVersion) {
      // Nothing is chained there yet.
      StoreCounts counts;
      counts.tables = target.execAndGet("SELECT COUNT(*) FROM tables").getInt();
      if (target.execAndGet("PRAGMA integrity_check(1)").getString() != "ok") ++counts.damaged;
      return counts;
    }
  }
  return check_store(games, copy, report, progress);
}

}  // namespace

std::expected<Table, std::string> build_table(const Registry& games, const StoredTable& stored) {
  const auto problem = [](const Event& event, const std::string& why) {
    return std::unexpected(fmt::format("event {}: {}", event.number, why));
  };
  auto table = Table::create(games, stored.id, stored.events.front());
  if (!table) return problem(stored.events.front(), table.error());
  for (std::size_t index = 1; index < stored.events.size(); ++index) {
    const Event& event = stored.events[index];
    if (auto done = table->apply(event); !done) return problem(event, done.error());
  }
  return table;
}

StoreCounts check_store(const Registry& games, const fs::path& file, const StoreReporter& report,
                        const StoreProgress& progress) {
  return explained(file, [&] {
    StoreReader reader(file);
    const auto problems = reader.integrity_problems();
    for (const std::string& each : problems) report(fmt::format("{}: {}", kStoreFile, each));
    StoreCounts counts = check_tables(games, reader, report, progress);
    if (counts.damaged == 0 && !problems.empty()) counts.damaged = 1;
    return counts;
  });
}

StoreCounts back_up_store(const Registry& games, const fs::path& file, const fs::path& copy,
                          const StoreReporter& report, const StoreProgress& progress) {
  refuse_own_files(file, copy);
  // From the beginning nobody else can read it: tokens are in it.
  NewFile made(copy, S_IRUSR | S_IWUSR);
  return explained(copy, [&] {
    copy_pages(file, made.path(), progress);
    const StoreCounts counts = check_copy(games, made.path(), report, progress);
    made.put_in_place();
    return counts;
  });
}

}  // namespace spielwerk::server
