#include "server/hall.h"

#include <algorithm>

#include "core/text.h"
#include "server/seats.h"
#include "server/secrets.h"

namespace spielwerk::server {
namespace {

/// How often presence is told and unused tables are put away.
constexpr milliseconds kSweepTime{1000};
/// Tables at which nothing has happened for so long, and nobody is, rest in storage alone.
constexpr milliseconds kRestTime = std::chrono::hours(1);
/// When the server begins, younger games go on at once; older ones when somebody asks for them.
constexpr milliseconds kFreshTime = std::chrono::hours(24 * 7);

}  // namespace

Hall::Hall(Scheduler& scheduler, const Registry& games, EventLog& log, TablePlayerMaker make_player,
           const HallSettings& settings, Reporter report)
    : scheduler_(scheduler),
      games_(games),
      log_(log),
      settings_(settings),
      report_(std::move(report)),
      sweeper_(scheduler.make_timer()),
      pacemaker_(scheduler, std::move(make_player),
                 [this](const LivePointer& live, Job job) { submit(live, std::move(job)); }),
      entrance_(std::make_shared<Entrance>(scheduler)) {
  for (const std::string& id :
       log_.unfinished(scheduler_.now() - kFreshTime, settings_.max_tables)) {
    load(id);
  };
  sweep_later();
}

Hall::~Hall() {
  entrance_->close();
  // What waits to be stored may hold tables for longer than their players have what they need.
  for (const auto& [id, live] : tables_) live->end();
}

// ---- Coming and going

void Hall::create(const Created& wish, const OnCreated& answer,
                  std::vector<ConnectedPlayer> connected) {
  if (const auto refused = refuse_another()) return answer(std::unexpected(*refused));
  auto made = make_table(wish, {}, make_secret());
  if (!made) return answer(std::unexpected(made.error()));
  const std::vector<Seat>& seats = made->live->table.seats();
  for (auto& [seat, player] : connected) made->live->players[seat] = std::move(player);
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seats[seat].kind == SeatKind::Client && !made->live->players[seat]) {
      return answer(std::unexpected(refusal<RefusalCode::UnfitPlayer>("a client has to connect")));
    }
  }
  NewTable created{.id = made->live->table.id()};
  for (const Secret& secret : made->live->secrets) {
    if (secret.kind == Secret::Kind::Host) created.token = secret.secret;
    if (secret.kind == Secret::Kind::Invite) created.invites.push_back(secret);
  }
  const std::size_t events = made->entry.events.size();
  std::vector<LogEntry> entries{std::move(made->entry)};
  store(std::move(entries), [this, live = made->live, events, created = std::move(created),
                             answer](const std::optional<Refusal>& refused) {
    if (refused) return answer(std::unexpected(*refused));
    enter(live, events);
    answer(created);
  });
}

void Hall::disconnect(const std::string& id, Player seat) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return;
  submit(found->second,
         {.decide = [seat](const Table& table, Time now) { return table.leave(seat, now); },
          .done = [](const std::optional<Refusal>&) {}});
}

void Hall::join(const std::string& id, const JoinWish& wish, const OnJoined& answer) {
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
  if (found == nullptr) return answer(std::unexpected(refusal<RefusalCode::BadInvite>()));
  const Player seat = found->seat;
  const std::string token = wish.token.empty() ? make_secret() : wish.token;
  submit(live, {.decide = [seat, name = wish.name](const Table& table,
                                                   Time) { return table.seat(seat, name); },
                .done =
                    [answer, seat, token](const std::optional<Refusal>& refused) {
                      if (refused) return answer(std::unexpected(*refused));
                      answer(Joined{token, seat});
                    },
                .new_secrets = {{Secret::Kind::Seat, token, seat}},
                .used_invite = *found});
}

bool Hall::watch(const std::string& id, Watcher& watcher, std::string_view token, Sight sight,
                 std::optional<int> after) {
  const LivePointer live = find(id);
  if (!live) return false;
  Actor actor = live->actor_of(token);
  actor.sight = sight;
  live->watchers[&watcher] = actor;
  live->is_presence_new = true;
  ++watchers_;
  if (!after || !live->tell_missed(watcher, sight, *after, scheduler_.now())) {
    live->tell_state(watcher, actor, scheduler_.now());
  }
  // Computers among themselves may have waited for somebody to watch.
  if (!live->table.has_people()) pacemaker_.keep_going(live);
  return true;
}

void Hall::leave(const std::string& id, Watcher& watcher) {
  const auto found = tables_.find(id);
  if (found == tables_.end() || found->second->watchers.erase(&watcher) == 0) return;
  found->second->is_presence_new = true;
  --watchers_;
}

// ---- What there is

std::optional<TableView> Hall::view(const std::string& id, Sight sight) {
  const LivePointer live = find(id);
  if (!live) return std::nullopt;
  return view_of(live->table, live->presence(), scheduler_.now(), sight);
}

std::optional<Record> Hall::record(const std::string& id) {
  const LivePointer live = find(id);
  if (!live) return std::nullopt;
  return live->table.record();
}

std::vector<LiveSummary> Hall::live_tables(int max, Sight sight) const {
  std::vector<const LiveTable*> live;
  for (const auto& [id, each] : tables_) {
    // What has rested for long and is watched by nobody is not live.
    const bool is_alive =
        !each->watchers.empty() || scheduler_.now() - each->table.changed() < kRestTime;
    if (!each->table.is_over() && is_alive) live.push_back(each.get());
  }
  const auto count = std::min(static_cast<std::size_t>(max), live.size());
  std::partial_sort(live.begin(), live.begin() + static_cast<std::ptrdiff_t>(count), live.end(),
                    [](const LiveTable* one, const LiveTable* other) {
                      return one->table.changed() > other->table.changed();
                    });
  live.resize(count);
  std::vector<LiveSummary> tables;
  for (const LiveTable* each : live) {
    tables.push_back({summary_of(each->table), each->presence().watchers, each->table.game(),
                      each->table.position()});
    hide_servers(tables.back().summary.seats, sight);
  }
  return tables;
}

std::vector<Summary> Hall::finished_tables(const FinishedAfter& after, int max, Sight sight) {
  std::vector<Summary> tables = log_.finished(after, max);
  for (Summary& each : tables) hide_servers(each.seats, sight);
  return tables;
}

Hall::Company Hall::others_than(std::span<const std::string> tokens) const {
  Company company;
  for (const auto& [id, live] : tables_) {
    if (live->table.is_over()) continue;
    const auto people = live->people_without(tokens);
    company.people += people;
    company.games += people > 0 ? 1 : 0;
  }
  return company;
}

HallCounts Hall::counts() const {
  HallCounts counts = counts_;
  counts.live = live_count();
  counts.loaded = static_cast<int>(tables_.size());
  counts.watchers = watchers_;
  return counts;
}

// ---- Tables in memory

int Hall::live_count() const {
  return static_cast<int>(std::count_if(tables_.begin(), tables_.end(), [](const auto& each) {
    return !each.second->table.is_over();
  }));
}

std::optional<Refusal> Hall::refuse_another() const {
  if (live_count() < settings_.max_tables) return std::nullopt;
  return refusal<RefusalCode::TooManyTables>();
}

std::expected<Hall::MadeTable, Refusal> Hall::make_table(const Created& wish,
                                                         std::vector<Secret> secrets,
                                                         std::string token) {
  const auto unfit = [](const std::string& problem) {
    return std::unexpected(refusal<RefusalCode::UnfitTable>(problem));
  };
  std::vector<Event> events{{1, scheduler_.now(), wish}};
  auto table = Table::create(games_, make_table_id(), events.front());
  if (!table) return unfit(table.error());
  for (const Seat& seat : table->seats()) {
    if (const std::string problem = problem_with_seat(table->game(), seat); !problem.empty()) {
      return std::unexpected(refusal<RefusalCode::UnfitPlayer>(problem));
    }
  }
  if (const Outcome outcome = table->position().outcome(); outcome.is_over()) {
    // It began with a record that was complete.
    events.push_back({2, scheduler_.now(), Ended{print_outcome(outcome, table->game().players())}});
    if (auto done = table->apply(events.back()); !done) return unfit(done.error());
  }
  if (secrets.empty()) {
    secrets.push_back({Secret::Kind::Host, std::move(token), 0});
    for (std::size_t seat = 0; seat < table->seats().size(); ++seat) {
      if (table->seats()[seat].is_taken()) continue;
      secrets.push_back({Secret::Kind::Invite, make_secret(), static_cast<Player>(seat)});
    }
  }
  LogEntry entry{.table = table->id(),
                 .events = std::move(events),
                 .summary = summary_of(*table),
                 .new_secrets = secrets};
  return MadeTable{std::make_shared<LiveTable>(*std::move(table), std::move(secrets), scheduler_),
                   std::move(entry)};
}

void Hall::enter(const LivePointer& live, std::size_t events) {
  tables_[live->table.id()] = live;
  ++counts_.created;
  counts_.events += events;
  pacemaker_.keep_going(live);
}

Hall::LivePointer Hall::find(const std::string& id) {
  const auto found = tables_.find(id);
  if (found != tables_.end()) return found->second;
  return load(id);
}

Hall::LivePointer Hall::load(const std::string& id) {
  const auto damaged = [&](const std::string& problem) {
    ++counts_.damaged;
    report_(fmt::format("table {} cannot be read: {}", in_quotes(id), problem));
    return nullptr;
  };
  auto stored = log_.load(id);
  if (!stored) return damaged(stored.error());
  if (!*stored) return nullptr;
  if (!(*stored)->damage.empty()) return damaged((*stored)->damage);
  const std::vector<Event>& events = (*stored)->events;
  auto table = Table::create(games_, id, events.front());
  if (!table) return damaged(table.error());
  for (std::size_t index = 1; index < events.size(); ++index) {
    if (auto done = table->apply(events[index]); !done) return damaged(done.error());
  }
  table->resume_clock(scheduler_.now());
  const auto live =
      std::make_shared<LiveTable>(*std::move(table), std::move((*stored)->secrets), scheduler_);
  tables_[id] = live;
  pacemaker_.keep_going(live);
  return live;
}

void Hall::sweep_later() {
  sweeper_->set(kSweepTime, [this] {
    sweep();
    sweep_later();
  });
}

void Hall::sweep() {
  for (auto each = tables_.begin(); each != tables_.end();) {
    LiveTable& live = *each->second;
    live.tell_presence();
    each = is_unused(live) ? tables_.erase(each) : std::next(each);
  }
}

bool Hall::is_unused(const LiveTable& live) const {
  if (!live.watchers.empty() || !live.jobs.empty() || live.is_storing) return false;
  if (live.table.is_over()) return true;
  return !live.is_asking && !live.table.deadline() &&
         scheduler_.now() - live.table.changed() > kRestTime;
}

}  // namespace spielwerk::server
