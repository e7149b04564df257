#include "server/live_table.h"

#include <algorithm>
#include <set>
#include <utility>

#include "server/secrets.h"

namespace spielwerk::server {
namespace {

/// Who has missed more events than this gets the whole state instead.
constexpr int kMostMissed = 50;
constexpr std::size_t kMostMissedBytes = 1'000'000;

json::object view_of(const Actor& actor) {
  json::array seats;
  for (const Player seat : actor.seats) seats.emplace_back(seat);
  return {{"seats", std::move(seats)}, {"is_host", actor.is_host}};
}

Message event_message(const Table& table, const Event& event, const Presence& presence, Time now,
                      Sight sight) {
  const bool is_move = std::holds_alternative<Moved>(event.body);
  const std::size_t first_move = table.moves().size() - (is_move ? 1 : 0);
  const bool has_new_board = is_move || std::holds_alternative<TakenBack>(event.body);
  return message_of(
      {{"type", "event"},
       {"number", event.number},
       {"event", view_of_event(event.body, sight)},
       {"change", view_of_change(table, presence, now, sight, first_move, has_new_board)}});
}

}  // namespace

Message message_of(const json::object& object) {
  return std::make_shared<const std::string>(json::serialize(object));
}

LiveTable::LiveTable(Table at, std::vector<Event> past, std::vector<Secret> known,
                     boost::asio::io_context& context)
    : table(std::move(at)),
      events(std::move(past)),
      secrets(std::move(known)),
      clock_timer(context),
      player_timer(context),
      players(table.seats().size()) {}

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

Presence LiveTable::presence() const {
  Presence presence{std::vector<bool>(table.seats().size(), false), 0};
  for (const auto& [watcher, actor] : watchers) {
    for (const Player seat : actor.seats) presence.present[seat] = true;
    if (actor.seats.empty()) ++presence.watchers;
  }
  return presence;
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

void LiveTable::tell_all(const Message& message) const {
  for (const auto& [watcher, actor] : watchers) watcher->receive(message);
}

void LiveTable::tell_all(const std::function<Message(Sight)>& message) const {
  // Most often all are of the same kind, and the other text is never made.
  for (const Sight sight : {Sight::Everybody, Sight::KeyHolder}) {
    Message text;
    for (const auto& [watcher, actor] : watchers) {
      if (actor.sight != sight) continue;
      if (!text) text = message(sight);
      watcher->receive(text);
    }
  }
}

void LiveTable::tell_state(Watcher& watcher, const Actor& actor, Time now) const {
  watcher.receive(message_of({{"type", "table"},
                              {"table", view_of_table(table, presence(), now, actor.sight)},
                              {"you", view_of(actor)}}));
}

void LiveTable::tell_event(const Event& event, Time now) const {
  tell_all([&](Sight sight) { return event_message(table, event, presence(), now, sight); });
}

bool LiveTable::tell_missed(const Registry& games, Watcher& watcher, Sight sight, int after,
                            Time now) const {
  const int missed = table.number() - after;
  if (after < 1 || missed < 0 || missed > kMostMissed) return false;
  if (missed == 0) return true;
  std::vector<Message> messages;
  std::size_t bytes = 0;
  auto past = Table::create(games, table.id(), events.front());
  for (const Event& event : events) {
    if (event.number > 1 && !past->apply(event)) return false;
    if (event.number <= after) continue;
    messages.push_back(event_message(*past, event, presence(), now, sight));
    bytes += messages.back()->size();
    if (bytes > kMostMissedBytes) return false;
  }
  for (const Message& each : messages) watcher.receive(each);
  return true;
}

void LiveTable::tell_presence() {
  if (!is_presence_new) return;
  is_presence_new = false;
  if (watchers.empty()) return;
  const Presence now = presence();
  json::array present;
  for (const bool each : now.present) present.emplace_back(each);
  tell_all(message_of(
      {{"type", "presence"}, {"present", std::move(present)}, {"watchers", now.watchers}}));
}

void LiveTable::stop_asking() {
  player_timer.cancel();
  ++question;
  if (!is_asking) return;
  is_asking = false;
  for (const auto& player : players) {
    if (player) player->withdraw();
  }
}

void LiveTable::end() {
  stop_asking();
  clock_timer.cancel();
  players.clear();
  // What waits may hold this very table.
  std::exchange(jobs, {}).clear();
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
