#include "server/store/store_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/text.h"
#include "records/record_writer.h"
#include "server/base/fit_text.h"
#include "server/base/secrets.h"
#include "server/json/event_json.h"
#include "server/store/event_chain.h"
#include "server/store/store_reader.h"
#include "server/store/store_writer.h"
#include "server/tables/table.h"

namespace spielwerk::server {
namespace {

namespace fs = std::filesystem;

/// How many names of tables are read at once.
constexpr int kNames = 1'000;

// ---- Out

void tell_origin(Record& record, const Table& table) {
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(
      table.created() - std::chrono::floor<std::chrono::days>(table.created())));
  record.set_tag("UTCTime", fmt::format("{:02}:{:02}:{:02}", time.hours().count(),
                                        time.minutes().count(), time.seconds().count()));
  record.set_tag("Table", table.id());
}

class Export {
 public:
  Export(const Registry& games, const fs::path& file, std::ostream& output,
         const StoreReporter& report, const StoreProgress& progress)
      : games_(games),
        reader_(file),
        writer_(output),
        output_(output),
        report_(report),
        progress_(progress) {}

  ExportCounts run(bool with_unfinished) {
    write_all("result IS NOT NULL");
    if (with_unfinished) {
      write_all("result IS NULL AND is_played = 1");
      write_all("result IS NULL AND is_played = 0");
    } else {
      counts_.left_out = total_ - counts_.games - counts_.damaged;
    }
    return counts_;
  }

 private:
  /// The tables of a kind, in the order in which they have changed.
  void write_all(const char* kind) {
    SQLite::Statement query(
        reader_.database(),
        fmt::format("SELECT id, changed FROM tables WHERE {} AND (changed, id) > (?, ?) "
                    "ORDER BY changed, id LIMIT ?",
                    kind));
    std::int64_t changed = std::numeric_limits<std::int64_t>::min();
    std::string last;
    while (true) {
      std::vector<std::string> names;
      query.reset();
      query.bind(1, changed);
      query.bind(2, last);
      query.bind(3, kNames);
      while (query.executeStep()) {
        names.push_back(query.getColumn(0).getString());
        changed = query.getColumn(1).getInt64();
      }
      if (names.empty()) return;
      for (const std::string& id : names) write(id);
      last = names.back();
    }
  }

  void write(const std::string& id) {
    const auto loaded = reader_.load(id);
    const auto damaged = [&](const std::string& problem) {
      ++counts_.damaged;
      report_(fmt::format("table {} is left out: {}", id, problem));
    };
    if (!loaded) return damaged(loaded.error());
    if (!*loaded) return;
    if (!(*loaded)->damage.empty()) return damaged((*loaded)->damage);
    const auto table = build_table(games_, **loaded);
    if (!table) return damaged(table.error());
    Record record = table->record();
    tell_origin(record, *table);
    writer_.write(record);
    if (!output_) throw std::runtime_error("the games could not all be written");
    progress_(++counts_.games, total_);
  }

  const Registry& games_;
  StoreReader reader_;
  RecordWriter writer_;
  std::ostream& output_;
  const StoreReporter& report_;
  const StoreProgress& progress_;
  const int total_ = reader_.count();
  ExportCounts counts_{};
};

// ---- In

/// `2026.11.15` or `14:58:53`: three numbers.
std::optional<std::array<int, 3>> three_numbers(std::string_view text, char separator) {
  const auto parts = split(text, separator);
  std::array<int, 3> numbers{};
  if (parts.size() != numbers.size()) return std::nullopt;
  for (std::size_t index = 0; index < numbers.size(); ++index) {
    const std::string_view part = parts[index];
    const auto [end, error] =
        std::from_chars(part.data(), part.data() + part.size(), numbers[index]);
    if (error != std::errc() || end != part.data() + part.size() || numbers[index] < 0) {
      return std::nullopt;
    }
  }
  return numbers;
}

/// When a game was played, as far as its record tells.
std::optional<Time> time_in(const Record& record) {
  using namespace std::chrono;
  const auto date = three_numbers(record.tag("Date"), '.');
  if (!date) return std::nullopt;
  const auto [year_number, month_number, day_number] = *date;
  const year_month_day day{year(year_number), month(static_cast<unsigned>(month_number)),
                           std::chrono::day(static_cast<unsigned>(day_number))};
  if (year_number > 9999 || !day.ok()) return std::nullopt;
  Time when = sys_days(day);
  if (const auto time = three_numbers(record.tag("UTCTime"), ':')) {
    const auto [hour, minute, second] = *time;
    if (hour < 24 && minute < 60 && second < 60) {
      when += hours(hour) + minutes(minute) + seconds(second);
    }
  }
  return when;
}

EndReason reason_in(const Record& record) {
  if (record.final_position().outcome().is_over()) return EndReason::Rules;
  const std::string_view told = record.tag("Termination");
  if (told == "time") return EndReason::TimeOut;
  if (told == "agreement") return EndReason::Agreement;
  if (told == "abandoned") return EndReason::Left;
  if (told == "surrender") return EndReason::Resignation;
  return record.result.winner() == kNoPlayer ? EndReason::Agreement : EndReason::Resignation;
}

/// What would have happened at a table with people who have played just that.
std::vector<Event> events_of(const Record& record, Time when) {
  const Game& game = record.game;
  std::vector<Event> events;
  const auto add = [&](EventBody body) {
    events.push_back({static_cast<int>(events.size()) + 1, when, std::move(body)});
  };
  Created created{.game = game.text()};
  if (!(record.start == game.start())) created.start = record.start.text();
  for (int seat = 0; seat < game.players(); ++seat) {
    const std::string_view name = record.tag(fmt::format("Player{}", seat + 1));
    created.seats.push_back({.kind = SeatKind::Human, .name = made_fit(name, kMaxNameLength)});
  }
  add(std::move(created));
  Position position = record.start;
  for (const RecordedMove& each : record.moves) {
    add(Moved{.seat = position.side_to_move(),
              .move = game.print_move(each.move),
              .score = each.evaluation ? print_score(*each.evaluation) : ""});
    position.play(each.move);
  }
  if (record.result.is_over()) {
    add(Ended{.result = print_outcome(record.result, game.players()), .reason = reason_in(record)});
  }
  return events;
}

/// What is stored is what will be read.
std::expected<void, std::string> check_text(const Event& event) {
  const auto read = parse_event(json::serialize(to_json(event.body)));
  if (!read) return std::unexpected(read.error().reason);
  if (*read != event.body) return std::unexpected("it cannot be stored as it is");
  return {};
}

}  // namespace

ExportCounts export_records(const Registry& games, const fs::path& file, bool with_unfinished,
                            std::ostream& output, const StoreReporter& report,
                            const StoreProgress& progress) {
  try {
    return Export(games, file, output, report, progress).run(with_unfinished);
  } catch (const SQLite::Exception& failure) {
    throw std::runtime_error(fmt::format("{}: {}", file.string(), reason_of(failure)));
  }
}

class RecordImport::Impl {
 public:
  Impl(const Registry& games, const fs::path& folder, const StoreReporter& report,
       const std::string& vfs, int max_log_pages)
      : games_(games),
        lock_(folder),
        writer_(folder, vfs, report, max_log_pages),
        reader_(folder / kStoreFile, vfs) {
    // Nobody is told of a single game, so they need not be on the disk one by one.
    writer_.sync_rarely();
  }

  std::expected<Outcome, std::string> add(const Record& record, bool with_unfinished, Time now) {
    stop_after(problem_);
    if (!record.result.is_over() && !with_unfinished) return Outcome::Unfinished;
    std::string id(record.tag("Table"));
    if (!is_table_id(id)) id = make_table_id();
    if (reader_.has(id)) return Outcome::Known;
    auto entry = entry_of(record, id, time_in(record).value_or(now));
    if (!entry) return std::unexpected(std::move(entry.error()));
    bool is_new = false;
    stop_after(writer_.transact([&] {
      is_new = writer_.note_import(checksum_of(print_record(record)), id, now);
      if (is_new) writer_.append(*entry);
    }));
    stop_after(writer_.tidy_up());
    return is_new ? Outcome::Imported : Outcome::Known;
  }

  void finish() {
    stop_after(problem_);
    stop_after(writer_.tidy_up(true));
  }

 private:
  /// After a failed write nobody knows what is on the disk, and whatever is written on this
  /// connection may rest on something that is not.
  void stop_after(const std::optional<StorageProblem>& problem) {
    if (!problem) return;
    problem_ = problem;
    throw std::runtime_error(fmt::format(
        "the import has stopped: {}. Import all of it again when that works: games that "
        "are there by then are left out",
        problem->sentence));
  }

  std::expected<LogEntry, std::string> entry_of(const Record& record, const std::string& id,
                                                Time when) const {
    StoredTable stored{.id = id, .events = events_of(record, when)};
    for (const Event& event : stored.events) {
      if (auto done = check_text(event); !done) return std::unexpected(done.error());
    }
    const auto table = build_table(games_, stored);
    if (!table) return std::unexpected(table.error());
    return LogEntry{.table = id, .events = std::move(stored.events), .summary = summary_of(*table)};
  }

  const Registry& games_;
  const FolderLock lock_;
  StoreWriter writer_;
  StoreReader reader_;
  std::optional<StorageProblem> problem_{};
};

RecordImport::RecordImport(const Registry& games, const fs::path& folder,
                           const StoreReporter& report, const std::string& vfs, int max_log_pages) {
  use_folder(folder,
             [&] { impl_ = std::make_unique<Impl>(games, folder, report, vfs, max_log_pages); });
}
RecordImport::~RecordImport() = default;

std::expected<RecordImport::Outcome, std::string> RecordImport::add(const Record& record,
                                                                    bool with_unfinished,
                                                                    Time now) {
  return impl_->add(record, with_unfinished, now);
}
void RecordImport::finish() { impl_->finish(); }

}  // namespace spielwerk::server
