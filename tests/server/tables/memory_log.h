// An event log in memory, with every fault a disk can have: it refuses, it is slow, it loses what
// it has not acknowledged.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "server/tables/event_log.h"

namespace spielwerk::server {

class MemoryLog final : public EventLog {
 public:
  void append(std::vector<LogEntry> entries, Stored stored) override {
    ++appends;
    waiting_.push_back({std::move(entries), std::move(stored)});
    while (!is_held && !waiting_.empty()) release(problem);
  }
  StorageState state() const override { return {problem.value_or(""), recoveries}; }
  std::vector<std::string> unfinished(Time since, int max) override {
    std::vector<const Summary*> found;
    for (const auto& [id, each] : tables_) {
      if (!each.summary.result && each.summary.changed >= since) found.push_back(&each.summary);
    }
    std::sort(found.begin(), found.end(), [](const Summary* one, const Summary* other) {
      return std::pair(one->changed, one->id) > std::pair(other->changed, other->id);
    });
    std::vector<std::string> ids;
    for (const Summary* each : found) {
      if (std::cmp_less(ids.size(), max)) ids.push_back(each->id);
    }
    return ids;
  }
  std::expected<std::optional<StoredTable>, std::string> load(const std::string& id) override {
    ++loads;
    const auto found = tables_.find(id);
    if (found == tables_.end()) return std::nullopt;
    if (found->second.is_damaged) return std::unexpected("event 1: damaged");
    const StoredTable table = found->second.table;
    if (after_load) std::exchange(after_load, nullptr)();
    return table;
  }
  std::vector<Summary> finished(const FinishedAfter& after, int max) override {
    std::vector<Summary> summaries;
    for (const auto& [id, each] : tables_) {
      if (each.summary.result &&
          std::pair(each.summary.changed, id) < std::pair(after.changed, after.id)) {
        summaries.push_back(each.summary);
      }
    }
    std::sort(summaries.begin(), summaries.end(), [](const Summary& one, const Summary& other) {
      return std::pair(one.changed, one.id) > std::pair(other.changed, other.id);
    });
    summaries.resize(std::min(summaries.size(), static_cast<std::size_t>(max)));
    return summaries;
  }

  void forget(const Retention& retention, std::vector<std::string> kept, int max,
              Forgotten forgotten) override {
    if (is_held) {
      forgetting_ = [=, this] { forget(retention, kept, max, forgotten); };
      return;
    }
    std::vector<std::string> old;
    for (auto each = tables_.begin(); each != tables_.end();) {
      const auto& [id, table] = *each;
      const Summary& summary = table.summary;
      const Time until = summary.result     ? retention.finished
                         : table.has_move() ? retention.unfinished
                                            : retention.without_move;
      const bool is_old = summary.changed < until &&
                          std::find(kept.begin(), kept.end(), id) == kept.end() &&
                          std::cmp_less(old.size(), max);
      if (is_old) old.push_back(id);
      each = is_old ? tables_.erase(each) : std::next(each);
    }
    forgotten(old);
  }

  // ---- Faults

  /// Nothing is stored until it is released.
  bool is_held = false;
  /// Why nothing can be stored.
  std::optional<std::string> problem{};
  /// Whether it is known that nothing of what could not be stored is there.
  bool is_certain = true;
  int recoveries = 0;
  /// Happens once, when a table has been read.
  std::function<void()> after_load{};

  std::size_t waiting() const { return waiting_.size(); }
  /// The first that waits is stored, or cannot be.
  void release(const std::optional<std::string>& why_not = {}) {
    auto [entries, stored] = std::move(waiting_.front());
    waiting_.pop_front();
    if (!why_not) {
      for (LogEntry& entry : entries) keep(std::move(entry));
    }
    stored(why_not ? std::optional(StorageProblem{*why_not, is_certain}) : std::nullopt);
  }
  /// What is to be forgotten is.
  void release_forgetting() {
    is_held = false;
    std::exchange(forgetting_, nullptr)();
  }
  /// The power is cut: what was not stored is gone, and nobody hears of it.
  void lose() { waiting_.clear(); }
  /// The first that waits is stored, but the disk fails before that is known.
  void keep_but_fail(const std::string& why) {
    auto [entries, stored] = std::move(waiting_.front());
    waiting_.pop_front();
    for (LogEntry& entry : entries) keep(std::move(entry));
    stored(StorageProblem{why, false});
  }
  void damage(const std::string& id) { tables_.at(id).is_damaged = true; }
  /// Only the first events of a table can be read.
  void cut(const std::string& id, std::size_t count, const std::string& why) {
    StoredTable& table = tables_.at(id).table;
    table.events.resize(count);
    table.damage = why;
  }

  /// What is stored of a table.
  std::vector<Event> events(const std::string& id) const {
    const auto found = tables_.find(id);
    return found == tables_.end() ? std::vector<Event>() : found->second.table.events;
  }
  /// What waits to be stored, of all tables.
  std::vector<Event> waiting_events() const {
    std::vector<Event> events;
    for (const Append& each : waiting_) {
      for (const LogEntry& entry : each.entries) {
        events.insert(events.end(), entry.events.begin(), entry.events.end());
      }
    }
    return events;
  }

  int appends = 0;
  int loads = 0;

 private:
  struct Append {
    std::vector<LogEntry> entries;
    Stored stored;
  };
  struct Kept {
    StoredTable table{};
    Summary summary{};
    bool is_damaged = false;
    bool has_move() const {
      return std::any_of(table.events.begin(), table.events.end(), [](const Event& each) {
        return std::holds_alternative<Moved>(each.body);
      });
    }
  };

  void keep(LogEntry entry) {
    Kept& kept = tables_[entry.table];
    kept.table.id = entry.table;
    for (Event& event : entry.events) kept.table.events.push_back(std::move(event));
    kept.summary = std::move(entry.summary);
    for (Secret& secret : entry.new_secrets) kept.table.secrets.push_back(std::move(secret));
    if (entry.used_invite) std::erase(kept.table.secrets, *entry.used_invite);
  }

  std::map<std::string, Kept> tables_{};
  std::deque<Append> waiting_{};
  std::function<void()> forgetting_{};
};

}  // namespace spielwerk::server
