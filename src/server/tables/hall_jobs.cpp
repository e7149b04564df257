// What is to be done at the tables: decided one after the other at each, applied once, stored, and
// only then true and told. Part of server/tables/hall.h.
#include "server/tables/hall.h"
#include "server/tables/seats.h"

namespace spielwerk::server {

using SteadyClock = std::chrono::steady_clock;

void Hall::command(const std::string& id, Watcher& watcher, Command command,
                   const RefuseNewTable& refuse_new_table, const OnDone& done) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return done(refusal<RefusalCode::NoSuchTable>());
  const LivePointer live = found->second;
  const auto watching = live->watchers.find(&watcher);
  if (watching == live->watchers.end()) return done(refusal<RefusalCode::NotSeated>());
  const Actor actor = watching->second;
  if (std::holds_alternative<StepCommand>(command)) return done(pacemaker_.step(live, actor));
  if (auto* replace = std::get_if<ReplaceCommand>(&command)) {
    replace->is_there = live->is_there(replace->seat, scheduler_.now());
    // A server that is only tried again need not be told; the table knows it.
    const Seat& with = replace->with;
    const bool is_known = with.kind == SeatKind::Remote && with.server.empty();
    if (const std::string problem = is_known ? "" : problem_with_seat(live->table.game(), with);
        !problem.empty()) {
      return done(refusal<RefusalCode::UnfitPlayer>(problem));
    }
  }
  submit(live,
         {.decide = [actor, command = std::move(command)](
                        const Table& table, Time at) { return decide(command, table, actor, at); },
          .done = done,
          .refuse_new_table = refuse_new_table});
}

void Hall::submit(const LivePointer& live, Job job) {
  if (std::cmp_greater_equal(live->jobs.size(), settings_.max_waiting)) {
    return refuse(job, refusal<RefusalCode::TableBusy>());
  }
  live->jobs.push_back(std::move(job));
  work_off(live);
}

void Hall::refuse(const Job& job, const Refusal& refusal) {
  ++counts_.refused;
  job.done(refusal);
}

void Hall::work_off(const LivePointer& live) {
  while (!live->is_storing && !live->jobs.empty()) {
    Job job = std::move(live->jobs.front());
    live->jobs.pop_front();
    if (live->is_unclear) {
      refuse(job, refusal<RefusalCode::StorageUnclear>(last_problem_));
      continue;
    }
    if (!live->table.damage().empty()) {
      refuse(job, refusal<RefusalCode::Damaged>(live->table.damage()));
      continue;
    }
    if (live->table.number() >= settings_.max_events) {
      refuse(job, refusal<RefusalCode::TableFull>());
      continue;
    }
    const TokenBucket::Seconds now(scheduler_.now().time_since_epoch());
    if (!live->deliveries.take(now, static_cast<double>(live->watchers.size()))) {
      refuse(job, refusal<RefusalCode::TableBusy>());
      continue;
    }
    auto decision = job.decide(live->table, scheduler_.now());
    if (!decision) {
      refuse(job, decision.error());
    } else {
      carry_out(live, std::move(job), *std::move(decision));
    }
  }
}

void Hall::carry_out(const LivePointer& live, Job job, std::vector<EventBody> bodies) {
  // A rematch is a new table, stored together with the news of it.
  LivePointer next_table;
  std::vector<LogEntry> entries;
  for (EventBody& body : bodies) {
    auto* rematched = std::get_if<Rematched>(&body);
    if (rematched == nullptr) continue;
    // It takes the place of the game that has ended, whoever has brought that into memory.
    auto refused = refuse_when_full();
    if (!refused && job.refuse_new_table) refused = job.refuse_new_table();
    if (refused) return refuse(job, *refused);
    auto built = build_table(games_, live->table.next_game(), scheduler_.now());
    if (!built) return refuse(job, built.error());
    MadeTable made = make_table(*std::move(built), secrets_of_next(*live), live->owner);
    rematched->table = made.live->table.id();
    next_table = made.live;
    entries.push_back(std::move(made.entry));
  }
  auto applied = apply(live->table, std::move(bodies));
  if (!applied) {
    report_(fmt::format("table {}: {}", live->table.id(), applied.error().reason));
    return refuse(job, applied.error());
  }
  LogEntry entry{.table = live->table.id(),
                 .summary = summary_of(applied->back().after),
                 .new_secrets = job.new_secrets,
                 .used_invite = job.used_invite};
  for (const Applied& each : *applied) entry.events.push_back(each.event);
  entries.push_back(std::move(entry));
  live->is_storing = true;
  const std::size_t next_events = next_table ? entries.front().events.size() : 0;
  store(std::move(entries),
        [this, live, next_table, next_events, job = std::make_shared<Job>(std::move(job)),
         applied = std::make_shared<std::vector<Applied>>(*std::move(applied))](
            const std::optional<Refusal>& refused) {
          live->is_storing = false;
          if (refused) {
            live->is_unclear |= refused->code == RefusalCode::StorageUnclear;
            job->done(refused);
          } else {
            if (next_table) enter(next_table, next_events);
            happen(live, std::move(*applied), *job);
          }
          work_off(live);
        });
}

std::expected<std::vector<Hall::Applied>, Refusal> Hall::apply(
    const Table& table, std::vector<EventBody> bodies) const {
  std::vector<Applied> applied;
  for (EventBody& body : bodies) {
    const Table& before = applied.empty() ? table : applied.back().after;
    const Event event{before.number() + 1, scheduler_.now(), std::move(body)};
    Applied next{event, before};
    if (const auto done = next.after.apply(event); !done) {
      return std::unexpected(refusal<RefusalCode::Inconsistent>(done.error()));
    }
    applied.push_back(std::move(next));
  }
  return applied;
}

void Hall::happen(const LivePointer& live, std::vector<Applied> applied, const Job& job) {
  for (const Secret& secret : job.new_secrets) live->secrets.push_back(secret);
  if (job.used_invite) std::erase(live->secrets, *job.used_invite);
  for (auto& [event, after] : applied) {
    ++counts_.events;
    if (std::holds_alternative<Moved>(event.body)) ++counts_.moves;
    if (const auto* replaced = std::get_if<Replaced>(&event.body)) {
      live->stop_asking();
      live->players[replaced->seat].reset();
      for (auto& [watcher, actor] : live->watchers) std::erase(actor.seats, replaced->seat);
    }
    live->happen(std::move(event), std::move(after), scheduler_.now());
  }
  guarded_.follow(live->table);
  note_latency(SteadyClock::now() - job.begin);
  job.done(std::nullopt);
  pacemaker_.keep_going(live);
}

void Hall::store(std::vector<LogEntry> entries,
                 std::function<void(const std::optional<Refusal>&)> stored) {
  log_.append(std::move(entries), [this, entrance = entrance_, stored = std::move(stored)](
                                      const std::optional<StorageProblem>& problem) {
    entrance->post([this, stored, problem] {
      if (!problem) {
        last_problem_.clear();
        return stored(std::nullopt);
      }
      ++counts_.failed;
      // The same trouble hits every table; once is enough to know.
      if (problem->sentence != last_problem_) {
        report_(fmt::format("events cannot be stored: {}", problem->sentence));
      }
      last_problem_ = problem->sentence;
      stored(problem->is_certain ? refusal<RefusalCode::Storage>(problem->sentence)
                                 : refusal<RefusalCode::StorageUnclear>(problem->sentence));
    });
  });
}

void Hall::note_latency(SteadyClock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  counts_.latency_sum += seconds;
  std::size_t index = 0;
  while (index < kLatencyBounds.size() && seconds * 1000 > kLatencyBounds[index]) ++index;
  ++counts_.latencies[index];
}

}  // namespace spielwerk::server
