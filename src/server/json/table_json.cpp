#include "server/json/table_json.h"

#include <array>

#include "core/text.h"
#include "server/json/event_json.h"
#include "server/json/game_json.h"

namespace spielwerk::server {
namespace {

constexpr std::array<std::string_view, 3> kHelps{"free", "off", "agreed"};

template <class Value, class Write>
json::value or_null(const std::optional<Value>& value, Write write) {
  return value ? json::value(write(*value)) : json::value();
}

json::array json_of_players(const std::vector<Player>& players) {
  json::array array;
  for (const Player player : players) array.emplace_back(player);
  return array;
}

json::array json_of_seats(const std::vector<Seat>& seats, const Presence& presence) {
  json::array array;
  for (std::size_t index = 0; index < seats.size(); ++index) {
    json::object seat = to_json(seats[index]);
    if (seats[index].is_person()) {
      seat["present"] = index < presence.present.size() && presence.present[index];
      if (index < presence.gone.size() && presence.gone[index]) seat["gone"] = true;
    }
    array.push_back(std::move(seat));
  }
  return array;
}

json::array json_of_plain_seats(const std::vector<Seat>& seats) {
  json::array array;
  for (const Seat& seat : seats) array.push_back(to_json(seat));
  return array;
}

json::object json_of_result(const Result& result) {
  return {{"text", result.text},
          {"winner", number_of(result.winner)},
          {"reason", print_reason(result.reason)}};
}

json::object json_of_offer(const Offer& offer) {
  json::object object{{"what", print_offer(offer.what)},
                      {"seat", offer.seat},
                      {"waiting", json_of_players(offer.waiting)}};
  if (offer.what == OfferKind::TakeBack) object["to"] = offer.to;
  return object;
}

json::object json_of_trouble(const Trouble& trouble) {
  json::object object{{"seat", trouble.seat},
                      {"code", print_failure_kind(trouble.failure.kind)},
                      {"message", explain(trouble.failure)}};
  if (!trouble.failure.detail.empty()) object["detail"] = trouble.failure.detail;
  return object;
}

json::array json_of_moves(const Game& game, const std::vector<PlayedMove>& moves) {
  json::array array;
  array.reserve(moves.size());
  for (const PlayedMove& move : moves) {
    array.push_back(json_of_move(game, move.move, move.player, move.score));
  }
  return array;
}

json::object json_of_change(const TableChange& change, const Presence& presence, Time now) {
  json::object object{
      {"number", change.number},
      {"seats", json_of_seats(change.seats, presence)},
      {"first_move", change.first_move},
      {"moves", json_of_moves(change.game, change.moves)},
      {"position", json_of_position(change.game, change.position)},
      {"clocks", nullptr},
      {"is_running", change.clocks.running.has_value()},
      {"now", now.time_since_epoch().count()},
      {"offer", or_null(change.offer, json_of_offer)},
      {"delay", change.delay.count()},
      {"is_paused", change.is_paused},
      {"help", kHelps.at(static_cast<std::size_t>(change.help))},
      {"trouble", or_null(change.trouble, json_of_trouble)},
      {"result", or_null(change.result, json_of_result)},
      {"rematch", nullptr},
      {"damage", nullptr},
      {"watchers", presence.watchers},
  };
  if (change.steps) object["steps"] = json_of_steps(*change.steps);
  if (!change.clocks.left.empty()) object["clocks"] = to_json(change.clocks.at(now));
  if (!change.rematch.empty()) object["rematch"] = change.rematch;
  if (!change.damage.empty()) object["damage"] = change.damage;
  return object;
}

struct MessageWriter {
  json::object operator()(const StateMessage& message) const {
    return {{"type", "table"},
            {"table", json_of_table(message.table)},
            {"you", json::object{{"seats", json_of_players(message.you.seats)},
                                 {"is_host", message.you.is_host}}}};
  }
  json::object operator()(const EventMessage& message) const {
    return {{"type", "event"},
            {"number", message.event.number},
            {"event", to_json(message.event.body)},
            {"change", json_of_change(message.change, message.presence, message.now)}};
  }
  json::object operator()(const PresenceMessage& message) const {
    json::array present;
    for (const bool each : message.presence.present) present.emplace_back(each);
    json::array gone;
    for (const bool each : message.presence.gone) gone.emplace_back(each);
    return {{"type", "presence"},
            {"present", std::move(present)},
            {"gone", std::move(gone)},
            {"watchers", message.presence.watchers}};
  }
};

}  // namespace

json::object json_of_table(const TableView& view) {
  const Game& game = view.state.game;
  json::object object = json_of_change(view.state, view.presence, view.now);
  object["id"] = view.id;
  object["game"] = game.text();
  object["title"] = game.description().title;
  object["board"] = json_of_board(game);
  object["clock"] = or_null(view.clock, [](const ClockRule& rule) { return to_json(rule); });
  object["created"] = view.created.time_since_epoch().count();
  object["start"] = view.start.text();
  return object;
}

json::object json_of_move_page(const MovePage& page) {
  return {{"first_move", page.first_move}, {"moves", json_of_moves(page.game, page.moves)}};
}

json::object json_of_message(const TableMessage& message) {
  return std::visit(MessageWriter{}, message);
}

json::object json_of_summary(const Summary& summary) {
  return {
      {"id", summary.id},
      {"game", summary.game},
      {"title", summary.title},
      {"seats", json_of_plain_seats(summary.seats)},
      {"created", summary.created.time_since_epoch().count()},
      {"changed", summary.changed.time_since_epoch().count()},
      {"moves", summary.moves},
      {"result", or_null(summary.result, json_of_result)},
      {"watchers", 0},
  };
}

json::object json_of_live_table(const LiveSummary& live) {
  json::object object = json_of_summary(live.summary);
  object["watchers"] = live.watchers;
  object["board"] = json_of_board(live.game);
  object["pieces"] = json_of_pieces(live.game, live.position);
  return object;
}

std::string print_seats(const std::vector<Seat>& seats) {
  return json::serialize(json_of_plain_seats(seats));
}

std::string print_result(const Result& result) { return json::serialize(json_of_result(result)); }

std::optional<std::vector<Seat>> parse_seats(std::string_view text) {
  const auto value = parse_json(text);
  if (!value || !value->is_array()) return std::nullopt;
  std::vector<Seat> seats;
  for (json::value each : value->get_array()) {
    // A name that only repeats what plays there (in old lists: where) may be longer than names are.
    if (json::object* object = each.if_object()) {
      const json::value name = (*object)["name"];
      for (const char* other : {"player", "server"}) {
        if (object->contains(other) && object->at(other) == name) (*object)["name"] = "";
      }
    }
    auto seat = parse_seat(each);
    if (!seat) return std::nullopt;
    seat->name = standard_name(*seat);
    seats.push_back(*std::move(seat));
  }
  return seats;
}

std::optional<Result> parse_result(std::string_view text) {
  const auto value = parse_json(text);
  if (!value) return std::nullopt;
  JsonReader reader(*value);
  Result result{.text = reader.text("text")};
  const std::int64_t winner = reader.integer("winner", -1, kMaxPlayers - 1);
  if (winner >= 0) result.winner = static_cast<Player>(winner);
  const auto reason = parse_reason(reader.text("reason"));
  if (!reader.is_good() || !reason) return std::nullopt;
  result.reason = *reason;
  return result;
}

}  // namespace spielwerk::server
