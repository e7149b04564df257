#include "server/hall.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <unordered_map>

#include "core/text.h"
#include "server/command.h"
#include "server/pacemaker.h"
#include "server/seats.h"
#include "server/secrets.h"

namespace spielwerk::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using SteadyClock = std::chrono::steady_clock;

/// How often presence is told and unused tables are put away.
constexpr milliseconds kSweepTime{1000};
/// Tables at which nothing has happened for so long, and nobody is, rest in storage alone.
constexpr milliseconds kRestTime = std::chrono::hours(1);
/// When the server begins, younger games go on at once; older ones when somebody asks for them.
constexpr milliseconds kFreshTime = std::chrono::hours(24 * 7);

using LivePointer = std::shared_ptr<LiveTable>;

}  // namespace

class Hall::Work {
 public:
  Work(asio::io_context& context, const Registry& games, EventLog& log, ThinkingPool& pool,
       const HallSettings& settings, Reporter report)
      : context_(context),
        games_(games),
        log_(log),
        settings_(settings),
        report_(std::move(report)),
        sweeper_(context),
        pacemaker_(
            context, pool, [this] { return now(); },
            [this](const LivePointer& live, Job job) { submit(live, std::move(job)); }) {
    for (const std::string& id : log_.unfinished(now() - kFreshTime)) load(id);
    sweep();
  }
  ~Work() {
    // Timers in the context may hold tables for longer than there is a pool: their players go now.
    for (const auto& [id, live] : tables_) live->end();
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  Time now() const {
    // The clock on the wall may be set; games are timed by one that only goes forward.
    return wall_begin_ +
           std::chrono::duration_cast<milliseconds>(SteadyClock::now() - steady_begin_);
  }

  void create(const Created& wish, const OnCreated& answer) {
    if (const auto refusal = refuse_another()) return answer(std::unexpected(*refusal));
    auto made = make_table(wish, {}, make_secret());
    if (!made) return answer(std::unexpected(Refusal{"bad_message", made.error()}));
    NewTable created{.id = made->live->table.id()};
    for (const Secret& secret : made->live->secrets) {
      if (secret.kind == Secret::Kind::Host) created.token = secret.secret;
      if (secret.kind == Secret::Kind::Invite) created.invites.push_back(secret);
    }
    std::vector<LogEntry> entries{std::move(made->entry)};
    store(std::move(entries), [this, live = made->live, created = std::move(created),
                               answer](const std::optional<std::string>& problem) {
      if (problem) return answer(std::unexpected(storage_refusal(*problem)));
      enter(live);
      answer(created);
    });
  }

  void join(const std::string& id, const JoinWish& wish, const OnJoined& answer) {
    const LivePointer live = find(id);
    const Secret* found = nullptr;
    if (live) {
      for (const Secret& secret : live->secrets) {
        if (secret.kind == Secret::Kind::Invite && is_same_secret(secret.secret, wish.invite)) {
          found = &secret;
        }
        // Asked again by somebody who has not heard the first answer.
        if (secret.kind == Secret::Kind::Seat && is_same_secret(secret.secret, wish.token)) {
          return answer(Joined{wish.token, secret.seat});
        }
      }
    }
    if (found == nullptr) {
      return answer(std::unexpected(
          Refusal{"not_allowed", "this invitation is not valid or has been used already"}));
    }
    const Player seat = found->seat;
    const std::string token = wish.token.empty() ? make_secret() : wish.token;
    submit(live, {.decide = [seat, name = wish.name](const Table& table,
                                                     Time) { return table.seat(seat, name); },
                  .done =
                      [answer, seat, token](const std::optional<Refusal>& refusal) {
                        if (refusal) return answer(std::unexpected(*refusal));
                        answer(Joined{token, seat});
                      },
                  .new_secrets = {{Secret::Kind::Seat, token, seat}},
                  .used_invite = *found});
  }

  bool watch(const std::string& id, Watcher& watcher, std::string_view token, Sight sight,
             std::optional<int> after) {
    const LivePointer live = find(id);
    if (!live) return false;
    Actor actor = live->actor_of(token);
    actor.sight = sight;
    live->watchers[&watcher] = actor;
    live->is_presence_new = true;
    ++watchers_;
    if (!after || !live->tell_missed(games_, watcher, sight, *after, now())) {
      live->tell_state(watcher, actor, now());
    }
    // Computers among themselves may have waited for somebody to watch.
    if (!live->table.has_people()) pacemaker_.keep_going(live);
    return true;
  }

  void leave(const std::string& id, Watcher& watcher) {
    const auto found = tables_.find(id);
    if (found == tables_.end() || found->second->watchers.erase(&watcher) == 0) return;
    found->second->is_presence_new = true;
    --watchers_;
  }

  void command(const std::string& id, Watcher& watcher, const json::value& message,
               const RefuseNewTable& refuse_new_table, const OnDone& done) {
    const auto found = tables_.find(id);
    if (found == tables_.end()) return done(Refusal{"bad_message", "there is no such table"});
    const LivePointer live = found->second;
    const Actor actor = live->watchers[&watcher];
    auto command = parse_command(message, live->table.game());
    if (!command) return done(Refusal{"bad_message", command.error()});
    if (std::holds_alternative<StepCommand>(*command)) return done(pacemaker_.step(live, actor));
    submit(live, {.decide = [actor, command = *std::move(command)](
                                const Table& table,
                                Time at) { return decide(command, table, actor, at); },
                  .done = done,
                  .refuse_new_table = refuse_new_table});
  }

  bool has(const std::string& id) { return find(id) != nullptr; }
  std::optional<json::object> view(const std::string& id, Sight sight) {
    const LivePointer live = find(id);
    if (!live) return std::nullopt;
    return view_of_table(live->table, live->presence(), now(), sight);
  }
  std::optional<Record> record(const std::string& id) {
    const LivePointer live = find(id);
    if (!live) return std::nullopt;
    return live->table.record();
  }

  json::array live_tables(int most, Sight sight) {
    std::vector<const LiveTable*> live;
    for (const auto& [id, each] : tables_) {
      // What has rested for long and is watched by nobody is not live.
      const bool is_alive = !each->watchers.empty() || now() - each->table.changed() < kRestTime;
      if (!each->table.is_over() && is_alive) live.push_back(each.get());
    }
    const auto count = std::min(static_cast<std::size_t>(most), live.size());
    std::partial_sort(live.begin(), live.begin() + static_cast<std::ptrdiff_t>(count), live.end(),
                      [](const LiveTable* one, const LiveTable* other) {
                        return one->table.changed() > other->table.changed();
                      });
    live.resize(count);
    json::array tables;
    for (const LiveTable* each : live) {
      json::object summary = view_of_summary(summary_of(each->table), sight);
      summary["watchers"] = each->presence().watchers;
      summary["board"] = view_of_board(each->table.game());
      summary["pieces"] = view_of_pieces(each->table.game(), each->table.position());
      tables.push_back(std::move(summary));
    }
    return tables;
  }

  json::array finished_tables(const FinishedAfter& after, int most, Sight sight) {
    json::array tables;
    for (const Summary& each : log_.finished(after, most)) {
      tables.push_back(view_of_summary(each, sight));
    }
    return tables;
  }

  Company others_than(std::span<const std::string> tokens) const {
    Company company;
    for (const auto& [id, live] : tables_) {
      if (live->table.is_over()) continue;
      const auto people = live->people_without(tokens);
      company.people += people;
      company.games += people > 0 ? 1 : 0;
    }
    return company;
  }

  HallCounts counts() const {
    HallCounts counts = counts_;
    counts.live = live_count();
    counts.loaded = static_cast<int>(tables_.size());
    counts.watchers = watchers_;
    return counts;
  }

 private:
  // ---- Storing

  static Refusal storage_refusal(const std::string& problem) {
    return {"storage",
            fmt::format("this could not be stored, so nothing has changed: {}", problem)};
  }

  /// Stores and then calls back on the thread of the context, unless the hall is gone by then.
  void store(std::vector<LogEntry> entries,
             std::function<void(const std::optional<std::string>&)> stored) {
    log_.append(std::move(entries),
                [this, alive = std::weak_ptr(alive_), &context = context_,
                 stored = std::move(stored)](std::optional<std::string> problem) {
                  asio::post(context, [this, alive, stored, problem = std::move(problem)] {
                    if (alive.expired()) return;
                    if (problem) note_problem(*problem);
                    stored(problem);
                  });
                });
  }

  void note_problem(const std::string& problem) {
    ++counts_.failed;
    // The same trouble hits every table; once is enough to know.
    if (problem != last_problem_) report_(fmt::format("events cannot be stored: {}", problem));
    last_problem_ = problem;
  }

  void submit(const LivePointer& live, Job job) {
    if (std::cmp_greater_equal(live->jobs.size(), settings_.most_waiting)) {
      ++counts_.refused;
      return job.done(Refusal{"busy", "too much is happening at this table"});
    }
    live->jobs.push_back(std::move(job));
    work_off(live);
  }

  void work_off(const LivePointer& live) {
    while (!live->is_storing && !live->jobs.empty()) {
      Job job = std::move(live->jobs.front());
      live->jobs.pop_front();
      if (live->table.number() >= settings_.most_events) {
        ++counts_.refused;
        job.done(Refusal{"not_allowed", "too much has happened at this table; begin a new one"});
        continue;
      }
      auto decision = job.decide(live->table, now());
      if (!decision) {
        ++counts_.refused;
        job.done(decision.error());
        continue;
      }
      carry_out(live, std::move(job), *std::move(decision));
    }
  }

  void carry_out(const LivePointer& live, Job job, std::vector<EventBody> bodies) {
    // A rematch is a new table, stored together with the news of it.
    LivePointer next_table;
    std::vector<LogEntry> entries;
    for (EventBody& body : bodies) {
      auto* rematched = std::get_if<Rematched>(&body);
      if (rematched == nullptr) continue;
      auto refusal = refuse_another();
      if (!refusal && job.refuse_new_table) refusal = job.refuse_new_table();
      if (refusal) {
        ++counts_.refused;
        return job.done(refusal);
      }
      auto made = make_table(live->table.next_game(), secrets_of_next(*live), "");
      if (!made) return job.done(Refusal{"not_allowed", made.error()});
      rematched->table = made->live->table.id();
      next_table = made->live;
      entries.push_back(std::move(made->entry));
    }
    Table after = live->table;
    std::vector<Event> events;
    for (EventBody& body : bodies) {
      events.push_back({after.number() + 1, now(), std::move(body)});
      if (auto done = after.apply(events.back()); !done) {
        report_(fmt::format("table {}: {}", after.id(), done.error()));
        return job.done(Refusal{"not_allowed", done.error()});
      }
    }
    entries.push_back({.table = after.id(),
                       .events = events,
                       .summary = summary_of(after),
                       .new_secrets = job.new_secrets,
                       .used_invite = job.used_invite});
    live->is_storing = true;
    store(std::move(entries),
          [this, live, events = std::move(events), job = std::make_shared<Job>(std::move(job)),
           next_table](const std::optional<std::string>& problem) {
            live->is_storing = false;
            if (problem) {
              job->done(storage_refusal(*problem));
            } else {
              last_problem_.clear();
              if (next_table) enter(next_table);
              happen(live, events, *job);
            }
            work_off(live);
          });
  }

  /// What has been stored becomes true.
  void happen(const LivePointer& live, const std::vector<Event>& events, const Job& job) {
    for (const Secret& secret : job.new_secrets) live->secrets.push_back(secret);
    if (job.used_invite) std::erase(live->secrets, *job.used_invite);
    for (const Event& event : events) {
      // It has been tried on a copy before it was stored.
      live->table.apply(event).value();
      live->events.push_back(event);
      ++counts_.events;
      if (std::holds_alternative<Moved>(event.body)) ++counts_.moves;
      if (const auto* replaced = std::get_if<Replaced>(&event.body)) {
        live->stop_asking();
        live->players[replaced->seat].reset();
        for (auto& [watcher, actor] : live->watchers) std::erase(actor.seats, replaced->seat);
      }
      live->tell_event(event, now());
    }
    note_latency(SteadyClock::now() - job.begin);
    job.done(std::nullopt);
    pacemaker_.keep_going(live);
  }

  void note_latency(SteadyClock::duration time) {
    const double seconds = std::chrono::duration<double>(time).count();
    counts_.latency_sum += seconds;
    std::size_t index = 0;
    while (index < kLatencyBounds.size() && seconds * 1000 > kLatencyBounds[index]) ++index;
    ++counts_.latencies[index];
  }

  // ---- Tables

  struct MadeTable {
    LivePointer live;
    LogEntry entry;
  };

  /// Why there may be no more tables for now.
  std::optional<Refusal> refuse_another() const {
    if (live_count() < settings_.most_tables) return std::nullopt;
    return Refusal{"busy", "there are too many tables; please try again later"};
  }

  /// A new table, not yet stored; with the secrets of another, or with new ones around `token`.
  std::expected<MadeTable, std::string> make_table(const Created& wish, std::vector<Secret> secrets,
                                                   std::string token) {
    std::vector<Event> events{{1, now(), wish}};
    auto table = Table::create(games_, make_table_id(), events.front());
    if (!table) return std::unexpected(table.error());
    for (const Seat& seat : table->seats()) {
      if (auto problem = problem_with_seat(table->game(), seat); !problem.empty()) {
        return std::unexpected(problem);
      }
    }
    if (const Outcome outcome = table->position().outcome(); outcome.is_over()) {
      // It began with a record that was complete.
      events.push_back({2, now(), Ended{print_outcome(outcome, table->game().players())}});
      if (auto done = table->apply(events.back()); !done) return std::unexpected(done.error());
    }
    if (secrets.empty()) {
      secrets.push_back({Secret::Kind::Host, std::move(token), 0});
      for (std::size_t seat = 0; seat < table->seats().size(); ++seat) {
        if (table->seats()[seat].is_taken()) continue;
        secrets.push_back({Secret::Kind::Invite, make_secret(), static_cast<Player>(seat)});
      }
    }
    LogEntry entry{.table = table->id(),
                   .events = events,
                   .summary = summary_of(*table),
                   .new_secrets = secrets};
    return MadeTable{std::make_shared<LiveTable>(*std::move(table), std::move(events),
                                                 std::move(secrets), context_),
                     std::move(entry)};
  }

  void enter(const LivePointer& live) {
    tables_[live->table.id()] = live;
    ++counts_.created;
    counts_.events += live->events.size();
    pacemaker_.keep_going(live);
  }

  LivePointer find(const std::string& id) {
    const auto found = tables_.find(id);
    if (found != tables_.end()) return found->second;
    return load(id);
  }

  LivePointer load(const std::string& id) {
    const auto damaged = [&](const std::string& problem) {
      ++counts_.damaged;
      report_(fmt::format("table {} cannot be read: {}", in_quotes(id), problem));
      return nullptr;
    };
    auto stored = log_.load(id);
    if (!stored) return damaged(stored.error());
    if (!*stored) return nullptr;
    std::vector<Event>& events = (*stored)->events;
    auto table = Table::create(games_, id, events.front());
    if (!table) return damaged(table.error());
    for (std::size_t index = 1; index < events.size(); ++index) {
      if (auto done = table->apply(events[index]); !done) return damaged(done.error());
    }
    table->resume_clock(now());
    const auto live = std::make_shared<LiveTable>(*std::move(table), std::move(events),
                                                  std::move((*stored)->secrets), context_);
    tables_[id] = live;
    pacemaker_.keep_going(live);
    return live;
  }

  int live_count() const {
    return static_cast<int>(std::count_if(tables_.begin(), tables_.end(), [](const auto& each) {
      return !each.second->table.is_over();
    }));
  }

  void sweep() {
    sweeper_.expires_after(kSweepTime);
    sweeper_.async_wait([this](error_code error) {
      if (error) return;
      for (auto each = tables_.begin(); each != tables_.end();) {
        LiveTable& live = *each->second;
        live.tell_presence();
        each = is_unused(live) ? tables_.erase(each) : std::next(each);
      }
      sweep();
    });
  }

  /// Whether a table may leave the memory: what is stored tells all about it.
  bool is_unused(const LiveTable& live) const {
    if (!live.watchers.empty() || !live.jobs.empty() || live.is_storing) return false;
    if (live.table.is_over()) return true;
    return !live.is_asking && !live.table.deadline() && now() - live.table.changed() > kRestTime;
  }

  asio::io_context& context_;
  const Registry& games_;
  EventLog& log_;
  const HallSettings settings_;
  const Reporter report_;
  const Time wall_begin_ =
      std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
  const SteadyClock::time_point steady_begin_ = SteadyClock::now();
  std::unordered_map<std::string, LivePointer> tables_{};
  int watchers_ = 0;
  HallCounts counts_{};
  std::string last_problem_{};
  asio::steady_timer sweeper_;
  Pacemaker pacemaker_;
  /// Late answers look whether the hall is still there.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

Hall::Hall(asio::io_context& context, const Registry& games, EventLog& log, ThinkingPool& pool,
           const HallSettings& settings, Reporter report)
    : work_(std::make_unique<Work>(context, games, log, pool, settings, std::move(report))) {}
Hall::~Hall() = default;

Time Hall::now() const { return work_->now(); }
void Hall::create(const Created& wish, OnCreated answer) { work_->create(wish, answer); }
void Hall::join(const std::string& id, const JoinWish& wish, OnJoined answer) {
  work_->join(id, wish, answer);
}
bool Hall::watch(const std::string& id, Watcher& watcher, std::string_view token, Sight sight,
                 std::optional<int> after) {
  return work_->watch(id, watcher, token, sight, after);
}
void Hall::leave(const std::string& id, Watcher& watcher) { work_->leave(id, watcher); }
void Hall::command(const std::string& id, Watcher& watcher, const json::value& message,
                   RefuseNewTable refuse_new_table, OnDone done) {
  work_->command(id, watcher, message, refuse_new_table, done);
}
bool Hall::has(const std::string& id) { return work_->has(id); }
std::optional<json::object> Hall::view(const std::string& id, Sight sight) {
  return work_->view(id, sight);
}
std::optional<Record> Hall::record(const std::string& id) { return work_->record(id); }
json::array Hall::live_tables(int most, Sight sight) { return work_->live_tables(most, sight); }
json::array Hall::finished_tables(const FinishedAfter& after, int most, Sight sight) {
  return work_->finished_tables(after, most, sight);
}
Hall::Company Hall::others_than(std::span<const std::string> tokens) const {
  return work_->others_than(tokens);
}
HallCounts Hall::counts() const { return work_->counts(); }

}  // namespace spielwerk::server
