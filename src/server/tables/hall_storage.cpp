// Tables come from storage when somebody asks for them, and rest there when nobody is at them. Part
// of server/tables/hall.h.
#include <algorithm>
#include <utility>

#include "core/text.h"
#include "server/base/fair_share.h"
#include "server/tables/hall.h"

namespace spielwerk::server {
namespace {

/// How often presence is told and unused tables are put away.
constexpr milliseconds kSweepTime{1000};
/// A table that nobody is at stays for so long, so that whoever has lost the connection for a
/// moment is told what was missed.
constexpr milliseconds kRestTime = std::chrono::seconds(30);
/// Notes about resting tables: some kilobytes each.
constexpr std::size_t kMaxResting = 20'000;
/// Those who wait for the same table to be read.
constexpr std::size_t kMaxWaitingForTable = 1'000;
/// How often old tables are looked for, and how many are deleted at a time.
constexpr milliseconds kForgetTime = std::chrono::minutes(1);
constexpr int kMaxForgotten = 500;

}  // namespace

// ---- Into memory

void Hall::bring(const std::string& id, const std::string& owner, OnDone brought) {
  if (const LivePointer live = find(id)) {
    live->touched = scheduler_.now();
    return brought(std::nullopt);
  }
  const auto [place, is_first] = loading_.try_emplace(id);
  if (place->second.size() >= kMaxWaitingForTable) {
    return brought(refusal<RefusalCode::TableBusy>());
  }
  place->second.push_back(std::move(brought));
  if (!is_first) return;
  const bool has_place =
      background_.run(owner, [this, &log = log_, &games = games_, entrance = entrance_, id, owner] {
        ReadTable read;
        try {
          read = read_table(log, games, id);
        } catch (const std::exception& failure) {
          read = std::unexpected(std::string(failure.what()));
        }
        entrance->post([this, id, owner, read = std::make_shared<ReadTable>(std::move(read))] {
          arrive(id, owner, std::move(*read));
        });
      });
  if (has_place) return;
  const auto waiting = loading_.extract(id);
  for (const OnDone& each : waiting.mapped()) each(refusal<RefusalCode::TooManyQuestions>());
}

void Hall::arrive(const std::string& id, const std::string& owner, ReadTable read) {
  const auto waiting = loading_.extract(id);
  // What was read may have been deleted meanwhile.
  if (deleted_while_loading_.erase(id) > 0) read = ReadTable(std::nullopt);
  const auto live = take_in(id, owner, std::move(read));
  if (live) pacemaker_.keep_going(*live);
  if (!live) {
    for (const OnDone& each : waiting.mapped()) each(live.error());
    return;
  }
  (*live)->is_awaited = true;
  tell_one_by_one(*live, std::make_shared<std::vector<OnDone>>(std::move(waiting.mapped())), 0);
}

void Hall::tell_one_by_one(const LivePointer& live,
                           const std::shared_ptr<std::vector<OnDone>>& waiting, std::size_t next) {
  // It may have been read anew meanwhile.
  const bool is_here = find(live->table.id()) == live;
  (*waiting)[next](is_here ? std::nullopt : std::optional(refusal<RefusalCode::TableBusy>()));
  live->is_awaited = ++next < waiting->size();
  // Each may be told a whole table: what others want comes between them.
  if (!live->is_awaited) return;
  entrance_->post([this, live, waiting, next] { tell_one_by_one(live, waiting, next); });
}

std::expected<Hall::LivePointer, Refusal> Hall::take_in(const std::string& id,
                                                        const std::string& owner, ReadTable read) {
  if (!read) {
    // What cannot be read while the disk does not work may be in the best of order.
    if (const std::string problem = log_.state().problem; !problem.empty()) {
      return std::unexpected(refusal<RefusalCode::Storage>(problem));
    }
    ++counts_.damaged;
    report_(fmt::format("table {} cannot be read: {}", in_quotes(id), read.error()));
    return std::unexpected(refusal<RefusalCode::Damaged>(read.error()));
  }
  if (!*read) {
    resting_.erase(id);
    guarded_.forget(id);
    return std::unexpected(refusal<RefusalCode::NoSuchTable>());
  }
  Table& table = (*read)->table;
  if (!table.damage().empty()) {
    ++counts_.damaged;
    report_(fmt::format("table {} is damaged: {}", in_quotes(id), table.damage()));
  }
  if (const auto refused = refuse_long(table, owner)) return std::unexpected(*refused);
  const auto resting = resting_.find(id);
  // The time in which the program did not run does not count.
  table.resume_clock(resting == resting_.end() ? scheduler_.now() : resting->second.turn_began);
  if (resting != resting_.end()) resting_.erase(resting);
  const auto live = std::make_shared<LiveTable>(std::move(table), std::move((*read)->secrets),
                                                scheduler_, settings_.max_absence);
  live->owner = owner;
  live->touched = scheduler_.now();
  tables_[id] = live;
  guarded_.follow(live->table);
  return live;
}

std::optional<Refusal> Hall::refuse_long(const Table& table, const std::string& owner) const {
  const auto beyond_told = [](const Table& each) {
    const std::size_t count = each.moves().size();
    return static_cast<int>(count - std::min(count, kMaxMovesTold));
  };
  const int wanted = beyond_told(table);
  if (wanted == 0) return std::nullopt;
  int all = 0;
  int own = 0;
  for (const auto& [id, live] : tables_) {
    const int moves = beyond_told(live->table);
    all += moves;
    if (live->owner == owner) own += moves;
  }
  const int free = settings_.max_long_moves - all;
  if (wanted <= free && own <= fair_share(free, 0)) return std::nullopt;
  return refusal<RefusalCode::TableBusy>();
}

void Hall::revive_next() {
  if (reviving_.empty()) return;
  const std::string id = std::move(reviving_.back());
  reviving_.pop_back();
  bring(id, "", [this](const std::optional<Refusal>&) { revive_next(); });
}

// ---- Out of memory

void Hall::sweep_later() {
  sweeper_->set(kSweepTime, [this] {
    sweep();
    sweep_later();
  });
}

void Hall::sweep() {
  if (const int recoveries = log_.state().recoveries; recoveries != recoveries_) {
    recoveries_ = recoveries;
    begin_anew();
  }
  for (const auto& [id, live] : tables_) live->tell_presence(scheduler_.now());
  put_away_unused(kRestTime);
  look_after_resting();
  forget_old();
}

void Hall::put_away_unused(milliseconds rest_time) {
  // Where others find no place, computers do not think for those who are away.
  const bool is_full = live_count() >= settings_.max_tables;
  std::erase_if(tables_, [&](const auto& each) {
    LiveTable& live = *each.second;
    if (!is_unused(live, is_full)) return false;
    if (!live.table.is_over()) {
      if (scheduler_.now() - live.touched < rest_time) return false;
      if (!rest(live) && !is_full) return false;
    }
    live.end();
    // Its position stays guarded while its clock runs, whoever is there.
    const auto resting = resting_.find(each.first);
    if (resting == resting_.end() || !resting->second.deadline) guarded_.forget(each.first);
    return true;
  });
}

bool Hall::is_unused(const LiveTable& live, bool also_thinking) const {
  if (!live.watchers.empty() || !live.jobs.empty()) return false;
  if (live.is_storing || live.is_awaited) return false;
  // Whoever plays over the network would not find it again.
  return live.table.is_over() || ((!live.is_asking || also_thinking) && !live.table.has_clients());
}

bool Hall::rest(const LiveTable& live) {
  if (!live.table.damage().empty()) return true;
  // Without a note its clock would stand still.
  if (resting_.size() >= kMaxResting) return !live.table.deadline();
  RestingTable resting{.turn_began = live.table.turn_began(), .deadline = live.table.deadline()};
  if (!live.table.moves().empty() && scheduler_.now() - live.table.changed() < kListedTime) {
    resting.listed = live_summary_of(live, scheduler_.now());
  }
  if (resting.deadline || resting.listed) resting_[live.table.id()] = std::move(resting);
  return true;
}

void Hall::look_after_resting() {
  std::vector<std::string> late;
  for (auto each = resting_.begin(); each != resting_.end();) {
    auto& [id, resting] = *each;
    if (resting.deadline && *resting.deadline <= scheduler_.now()) late.push_back(id);
    if (resting.listed && scheduler_.now() - resting.listed->summary.changed >= kListedTime) {
      resting.listed.reset();
    }
    each = resting.deadline || resting.listed ? std::next(each) : resting_.erase(each);
  }
  // Its clock is set when it is there, and finds the time to be over.
  for (const std::string& id : late) bring(id, "", [](const std::optional<Refusal>&) {});
}

void Hall::begin_anew() {
  report_("events can be stored again; all tables are read anew from the disk");
  const auto tables = std::exchange(tables_, {});
  for (const auto& [id, live] : tables) {
    send_away(live, refusal<RefusalCode::StorageUnclear>(last_problem_), "the table is read anew");
  }
}

void Hall::send_away(const LivePointer& live, const Refusal& refused, std::string_view reason) {
  for (const Job& job : std::exchange(live->jobs, {})) refuse(job, refused);
  for (const auto& [watcher, actor] : std::exchange(live->watchers, {})) {
    --watchers_;
    watcher->dismiss(reason);
  }
  live->end();
  guarded_.forget(live->table.id());
}

void Hall::forget_old() {
  if (scheduler_.now() - last_forgetting_ < kForgetTime) return;
  last_forgetting_ = scheduler_.now();
  const auto before = [&](const std::optional<milliseconds>& kept) {
    return kept ? scheduler_.now() - *kept : Time::min();
  };
  std::vector<std::string> in_memory;
  for (const auto& [id, live] : tables_) in_memory.push_back(id);
  for (const auto& [id, resting] : resting_) in_memory.push_back(id);
  for (const auto& [id, waiting] : loading_) in_memory.push_back(id);
  log_.forget({.without_move = before(settings_.keep_without_move),
               .unfinished = before(settings_.keep_unfinished),
               .finished = before(settings_.keep_finished)},
              std::move(in_memory), kMaxForgotten,
              [this, entrance = entrance_](const std::vector<std::string>& old) {
                entrance->post([this, old] { leave_forgotten(old); });
              });
}

void Hall::leave_forgotten(const std::vector<std::string>& old) {
  counts_.forgotten += old.size();
  for (const std::string& id : old) {
    // Somebody has come since it was chosen, and would not be able to do anything there.
    if (const LivePointer live = find(id)) {
      tables_.erase(id);
      send_away(live, refusal<RefusalCode::NoSuchTable>(), "the table has been deleted");
    }
    if (loading_.contains(id)) deleted_while_loading_.insert(id);
  }
}

}  // namespace spielwerk::server
