#include "server/tables/live_table.h"

#include <algorithm>
#include <set>
#include <utility>

#include "server/base/secrets.h"

namespace spielwerk::server {
namespace {

/// Who has missed more events than this gets the whole state instead.
constexpr std::size_t kMaxRecent = 30;
/// And so does who has missed more steps, most of them of cascades: 200 KB of memory.
constexpr std::size_t kMaxRecentSteps = 10'000;

}  // namespace

LiveTable::LiveTable(Table at, std::vector<Secret> known, Scheduler& scheduler,
                     milliseconds max_absence)
    : table(std::move(at)),
      secrets(std::move(known)),
      clock_timer(scheduler.make_timer()),
      player_timer(scheduler.make_timer()),
      players(table.seats().size()),
      max_absence_(max_absence),
      last_seen_(table.seats().size(), scheduler.now()) {}

Actor LiveTable::actor_of(std::string_view token) const {
  Actor actor;
  for (const Secret& secret : secrets) {
    if (secret.kind == Secret::Kind::Invite || !is_same_secret(secret.secret, token)) continue;
    if (secret.kind == Secret::Kind::Seat) {
      // Whoever has left a seat to a computer does not hold it any more.
      if (table.seats()[secret.seat].is_person()) actor.seats.push_back(secret.seat);
    } else {
      actor.is_host = true;
    }
  }
  if (actor.is_host) {
    for (std::size_t seat = 0; seat < table.seats().size(); ++seat) {
      if (table.seats()[seat].kind == SeatKind::Human) {
        actor.seats.push_back(static_cast<Player>(seat));
      }
    }
  }
  std::sort(actor.seats.begin(), actor.seats.end());
  return actor;
}

Presence LiveTable::presence(Time now) const {
  const std::vector<bool> nobody(table.seats().size(), false);
  Presence presence{.present = nobody, .gone = nobody};
  for (const auto& [watcher, actor] : watchers) {
    for (const Player seat : actor.seats) presence.present[seat] = true;
    if (actor.seats.empty()) ++presence.watchers;
  }
  for (std::size_t index = 0; index < table.seats().size(); ++index) {
    const Seat& seat = table.seats()[index];
    presence.gone[index] = seat.kind == SeatKind::Invite && seat.is_taken() &&
                           !is_there(static_cast<Player>(index), now);
  }
  return presence;
}

bool LiveTable::is_connected(Player seat) const {
  return std::any_of(watchers.begin(), watchers.end(),
                     [seat](const auto& each) { return each.second.holds(seat); });
}

bool LiveTable::is_there(Player seat, Time now) const {
  if (seat >= last_seen_.size()) return false;
  return is_connected(seat) || now - last_seen_[seat] < max_absence_;
}

bool LiveTable::leave(Watcher& watcher, Time now) {
  const auto found = watchers.find(&watcher);
  if (found == watchers.end()) return false;
  for (const Player seat : found->second.seats) last_seen_[seat] = now;
  watchers.erase(found);
  is_presence_new = true;
  return true;
}

int LiveTable::people_without(std::span<const std::string> tokens) const {
  std::set<std::string_view> strangers;
  for (const Secret& secret : secrets) {
    const bool is_known = std::any_of(tokens.begin(), tokens.end(), [&](const std::string& token) {
      return is_same_secret(secret.secret, token);
    });
    // Tokens, of which everybody has one, however many seats that holds.
    if (!is_known && !actor_of(secret.secret).seats.empty()) strangers.insert(secret.secret);
  }
  return static_cast<int>(strangers.size());
}

void LiveTable::happen(Event event, Table after, Time now) {
  table = std::move(after);
  touched = now;
  // Whoever has taken a seat is about to connect.
  if (const auto* seated = std::get_if<Seated>(&event.body)) last_seen_[seated->seat] = now;
  hide_score(event.body, table);
  TableChange change = change_of(table, event.body);
  PastChange past{std::move(event), std::move(change)};
  // Most often all are of the same kind, and the other message is never made.
  for (const Sight sight : {Sight::Everybody, Sight::KeyHolder}) {
    SharedMessage message;
    for (const auto& [watcher, actor] : watchers) {
      if (actor.sight != sight) continue;
      if (!message) message = message_about(past, sight, now);
      watcher->receive(message);
    }
  }
  remember(std::move(past));
}

SharedMessage LiveTable::message_about(const PastChange& past, Sight sight, Time now) const {
  EventMessage message{past.event, past.change, presence(now), now};
  hide_servers(message.event.body, sight);
  hide_servers(message.change.seats, sight);
  return std::make_shared<const TableMessage>(std::move(message));
}

void LiveTable::remember(PastChange past) {
  recent_steps_ += past.steps();
  recent_.push_back(std::move(past));
  while (recent_.size() > kMaxRecent || recent_steps_ > kMaxRecentSteps) {
    recent_steps_ -= recent_.front().steps();
    recent_.pop_front();
  }
}

void LiveTable::tell_state(Watcher& watcher, const Actor& actor, Time now) const {
  watcher.receive(std::make_shared<const TableMessage>(
      StateMessage{view_of(table, presence(now), now, actor.sight), actor}));
}

bool LiveTable::tell_missed(Watcher& watcher, Sight sight, int after, Time now) const {
  const int missed = table.number() - after;
  if (after < 1 || missed < 0 || std::cmp_greater(missed, recent_.size())) return false;
  for (auto each = recent_.end() - missed; each != recent_.end(); ++each) {
    watcher.receive(message_about(*each, sight, now));
  }
  return true;
}

void LiveTable::tell_presence(Time now) {
  if (!is_presence_new && (!next_gone_ || now < *next_gone_)) return;
  is_presence_new = false;
  next_gone_.reset();
  for (std::size_t seat = 0; seat < last_seen_.size(); ++seat) {
    const Time gone = last_seen_[seat] + max_absence_;
    if (gone <= now || is_connected(static_cast<Player>(seat))) continue;
    next_gone_ = std::min(gone, next_gone_.value_or(gone));
  }
  if (watchers.empty()) return;
  const auto message = std::make_shared<const TableMessage>(PresenceMessage{presence(now)});
  for (const auto& [watcher, actor] : watchers) watcher->receive(message);
}

void LiveTable::stop_asking() {
  player_timer->cancel();
  ++question;
  if (!is_asking) return;
  is_asking = false;
  for (const auto& player : players) {
    if (player) player->withdraw();
  }
}

void LiveTable::end() {
  stop_asking();
  clock_timer->cancel();
  players.clear();
  // What waits may hold this very table.
  std::exchange(jobs, {}).clear();
}

LiveSummary live_summary_of(const LiveTable& live, Time now) {
  return {summary_of(live.table), live.presence(now).watchers, live.table.game(),
          live.table.position()};
}

std::vector<Secret> secrets_of_next(const LiveTable& live) {
  std::vector<Secret> secrets;
  const auto count = live.table.seats().size();
  for (Secret secret : live.secrets) {
    if (secret.kind == Secret::Kind::Invite) continue;
    if (secret.kind == Secret::Kind::Seat) {
      secret.seat = static_cast<Player>((secret.seat + count - 1) % count);
    }
    secrets.push_back(std::move(secret));
  }
  return secrets;
}

}  // namespace spielwerk::server
