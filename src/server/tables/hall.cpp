#include "server/tables/hall.h"

#include <algorithm>

#include "core/text.h"
#include "server/base/fair_share.h"
#include "server/base/secrets.h"
#include "server/tables/seats.h"

namespace spielwerk::server {
namespace {

/// A wish with more moves than this is built elsewhere.
constexpr std::size_t kQuickMoves = 100;
/// Everybody may have a few tables as long as there is room at all.
constexpr int kMinTables = 4;

}  // namespace

Hall::Hall(Scheduler& scheduler, Background& background, const Registry& games, EventLog& log,
           TablePlayerMaker make_player, const HallSettings& settings, Reporter report)
    : scheduler_(scheduler),
      background_(background),
      games_(games),
      log_(log),
      settings_(settings),
      report_(std::move(report)),
      sweeper_(scheduler.make_timer()),
      pacemaker_(scheduler, std::move(make_player),
                 [this](const LivePointer& live, Job job) { submit(live, std::move(job)); }),
      entrance_(std::make_shared<Entrance>(scheduler)) {
  recoveries_ = log_.state().recoveries;
  reviving_ = log_.unfinished(scheduler_.now() - kListedTime, kMaxRevived);
  std::reverse(reviving_.begin(), reviving_.end());
  revive_next();
  sweep_later();
}

Hall::~Hall() {
  entrance_->close();
  // What waits to be stored may hold tables for longer than their players have what they need.
  for (const auto& [id, live] : tables_) live->end();
}

// ---- Coming and going

void Hall::create(const Created& wish, const std::string& owner, const OnCreated& answer,
                  std::vector<ConnectedPlayer> connected) {
  if (const auto refused = refuse_another(owner)) return answer(std::unexpected(*refused));
  if (wish.moves.size() <= kQuickMoves) {
    auto built = build_table(games_, wish, scheduler_.now());
    if (!built) return answer(std::unexpected(built.error()));
    return finish_creation(*std::move(built), owner, answer, std::move(connected));
  }
  const bool has_place = background_.run(owner, [this, &games = games_, wish, owner, answer,
                                                 entrance = entrance_, now = scheduler_.now()] {
    auto built =
        std::make_shared<std::expected<BuiltTable, Refusal>>(build_table(games, wish, now));
    entrance->post([this, built, owner, answer] {
      if (!*built) return answer(std::unexpected(built->error()));
      finish_creation(**std::move(built), owner, answer, {});
    });
  });
  if (!has_place) answer(std::unexpected(refusal<RefusalCode::TooManyQuestions>()));
}

void Hall::finish_creation(BuiltTable built, const std::string& owner, const OnCreated& answer,
                           std::vector<ConnectedPlayer> connected) {
  if (const auto refused = refuse_long(built.table, owner)) {
    return answer(std::unexpected(*refused));
  }
  MadeTable made = make_table(std::move(built), {}, owner);
  const std::vector<Seat>& seats = made.live->table.seats();
  for (auto& [seat, player] : connected) made.live->players[seat] = std::move(player);
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seats[seat].kind == SeatKind::Client && !made.live->players[seat]) {
      return answer(std::unexpected(refusal<RefusalCode::UnfitPlayer>("a client has to connect")));
    }
  }
  NewTable created{.id = made.live->table.id()};
  for (const Secret& secret : made.live->secrets) {
    if (secret.kind == Secret::Kind::Host) created.token = secret.secret;
    if (secret.kind == Secret::Kind::Invite) created.invites.push_back(secret);
  }
  const std::size_t events = made.entry.events.size();
  std::vector<LogEntry> entries{std::move(made.entry)};
  store(std::move(entries), [this, live = made.live, events, created = std::move(created),
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
  live->touched = scheduler_.now();
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
  if (found == tables_.end() || !found->second->leave(watcher, scheduler_.now())) return;
  found->second->touched = scheduler_.now();
  --watchers_;
}

// ---- What there is

std::optional<TableView> Hall::view(const std::string& id, Sight sight) {
  const LivePointer live = find(id);
  if (!live) return std::nullopt;
  const Time now = scheduler_.now();
  return view_of(live->table, live->presence(now), now, sight);
}

std::optional<MovePage> Hall::moves(const std::string& id, std::size_t first_move) {
  const LivePointer live = find(id);
  if (!live) return std::nullopt;
  return page_of(live->table, first_move);
}

std::optional<Table> Hall::copy(const std::string& id) {
  const LivePointer live = find(id);
  if (!live) return std::nullopt;
  return live->table;
}

std::vector<LiveSummary> Hall::live_tables(int max, Sight sight) const {
  struct Listed {
    Time changed;
    const LiveTable* live;
    const LiveSummary* resting;
  };
  std::vector<Listed> listed;
  for (const auto& [id, each] : tables_) {
    const Time changed = each->table.changed();
    const bool is_alive = each->table.damage().empty() &&
                          (!each->watchers.empty() || scheduler_.now() - changed < kListedTime);
    if (!each->table.is_over() && is_alive) listed.push_back({changed, each.get(), nullptr});
  }
  for (const auto& [id, each] : resting_) {
    if (each.listed) listed.push_back({each.listed->summary.changed, nullptr, &*each.listed});
  }
  const auto count = std::min(static_cast<std::size_t>(max), listed.size());
  std::partial_sort(
      listed.begin(), listed.begin() + static_cast<std::ptrdiff_t>(count), listed.end(),
      [](const Listed& one, const Listed& other) { return one.changed > other.changed; });
  listed.resize(count);
  std::vector<LiveSummary> tables;
  for (const Listed& each : listed) {
    tables.push_back(each.live != nullptr ? live_summary_of(*each.live, scheduler_.now())
                                          : *each.resting);
    hide_servers(tables.back().summary.seats, sight);
  }
  return tables;
}

std::vector<Summary> Hall::finished_tables(const FinishedAfter& after, int max, Sight sight) {
  std::vector<Summary> tables = log_.finished(after, max);
  for (Summary& each : tables) hide_servers(each.seats, sight);
  return tables;
}

void Hall::refuse_evaluation(const Game& game, const Position& position, const std::string& table,
                             const std::string& token, const std::string& owner,
                             const OnDone& answer) {
  // Where a table is named that does not exist, none is.
  if (!is_table_id(table)) return answer(refuse_evaluation(game, position, nullptr, token));
  bring(table, owner,
        [this, game, position, table, token, answer](const std::optional<Refusal>& refused) {
          if (refused && refused->code != RefusalCode::NoSuchTable) return answer(refused);
          answer(refuse_evaluation(game, position, find(table), token));
        });
}

std::optional<Refusal> Hall::refuse_evaluation(const Game& game, const Position& position,
                                               const LivePointer& live,
                                               std::string_view token) const {
  if (live) {
    if (auto refused = live->table.refuse_help(live->actor_of(token))) return refused;
    const bool stands_there =
        live->table.game().text() == game.text() && live->table.position() == position;
    if (stands_there) return std::nullopt;
  }
  if (guarded_.holds(game, position)) return refusal<RefusalCode::HelpIsOff>();
  return std::nullopt;
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
  counts.resting = static_cast<int>(resting_.size());
  counts.watchers = watchers_;
  return counts;
}

// ---- Tables in memory

int Hall::live_count() const {
  return static_cast<int>(std::count_if(tables_.begin(), tables_.end(), [](const auto& each) {
    return !each.second->table.is_over();
  }));
}

std::optional<Refusal> Hall::refuse_when_full() {
  // Tables that nobody is at need not wait for their rest where others find no place.
  if (live_count() >= settings_.max_tables) put_away_unused(milliseconds(0));
  if (live_count() < settings_.max_tables) return std::nullopt;
  return refusal<RefusalCode::TooManyTables>();
}

std::optional<Refusal> Hall::refuse_another(const std::string& owner) {
  if (const auto refused = refuse_when_full()) return refused;
  const int free = settings_.max_tables - live_count();
  const auto own = std::count_if(tables_.begin(), tables_.end(), [&](const auto& each) {
    return !each.second->table.is_over() && each.second->owner == owner;
  });
  if (own < fair_share(free, kMinTables)) return std::nullopt;
  return refusal<RefusalCode::TooManyOwnTables>();
}

Hall::MadeTable Hall::make_table(BuiltTable built, std::vector<Secret> secrets,
                                 const std::string& owner) {
  const Table& table = built.table;
  if (secrets.empty()) {
    secrets.push_back({Secret::Kind::Host, make_secret(), 0});
    for (std::size_t seat = 0; seat < table.seats().size(); ++seat) {
      if (table.seats()[seat].is_taken()) continue;
      secrets.push_back({Secret::Kind::Invite, make_secret(), static_cast<Player>(seat)});
    }
  }
  LogEntry entry{.table = table.id(),
                 .events = std::move(built.events),
                 .summary = summary_of(table),
                 .new_secrets = secrets};
  const auto live = std::make_shared<LiveTable>(std::move(built.table), std::move(secrets),
                                                scheduler_, settings_.max_absence);
  live->owner = owner;
  return MadeTable{live, std::move(entry)};
}

void Hall::enter(const LivePointer& live, std::size_t events) {
  tables_[live->table.id()] = live;
  live->touched = scheduler_.now();
  guarded_.follow(live->table);
  ++counts_.created;
  counts_.events += events;
  pacemaker_.keep_going(live);
}

Hall::LivePointer Hall::find(const std::string& id) {
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : found->second;
}

}  // namespace spielwerk::server
