#include "server/json/event_json.h"

#include <algorithm>
#include <array>

#include "core/duration.h"
#include "core/text.h"
#include "protocols/kaskade/remote_player.h"
#include "records/record.h"

namespace spielwerk::server {
namespace {

constexpr milliseconds kMinThought{10};
constexpr milliseconds kMaxThought = std::chrono::minutes(10);
constexpr std::int64_t kFarFuture = std::int64_t{1} << 50;

constexpr std::array<std::string_view, 5> kSeatKinds{"human", "invite", "computer", "remote",
                                                     "client"};
constexpr std::array<std::string_view, 4> kOffers{"take_back", "draw", "rematch", "help"};
constexpr std::array<std::string_view, 5> kReasons{"rules", "resignation", "time", "agreement",
                                                   "left"};
constexpr std::array<std::string_view, 15> kFailureKinds{"other",           "connection_refused",
                                                         "unknown_host",    "unreachable",
                                                         "silent",          "lost",
                                                         "protocol",        "illegal_move",
                                                         "different_board", "wrong_result",
                                                         "refused",         "too_many",
                                                         "too_long",        "left",
                                                         "withdrawn"};
constexpr std::size_t kMaxDetail = 1'000;

template <class Enum, std::size_t Count>
Enum read_word(JsonReader& reader, std::string_view name,
               const std::array<std::string_view, Count>& words) {
  const std::string text = reader.text(name);
  for (std::size_t index = 0; index < Count; ++index) {
    if (text == words[index]) return static_cast<Enum>(index);
  }
  reader.complain(
      fmt::format("{} must be one of {}, not {}", name, fmt::join(words, ", "), in_quotes(text)));
  return {};
}

template <class Enum, std::size_t Count>
std::string_view word(Enum value, const std::array<std::string_view, Count>& words) {
  return words.at(static_cast<std::size_t>(value));
}

Player read_player(JsonReader& reader, std::string_view name = "seat") {
  return static_cast<Player>(reader.integer(name, 0, kMaxPlayers - 1));
}

// ---- One pair of functions for each kind of event

void write(json::object& object, const Created& event) {
  object["type"] = "created";
  object["game"] = event.game;
  if (!event.start.empty()) object["start"] = event.start;
  if (!event.moves.empty()) object["moves"] = json::value_from(event.moves);
  json::array seats;
  for (const Seat& seat : event.seats) seats.push_back(to_json(seat));
  object["seats"] = std::move(seats);
  if (event.clock) object["clock"] = to_json(*event.clock);
  object["delay"] = event.delay.count();
  if (event.has_help) object["help"] = true;
}
Created read_created(JsonReader& reader) {
  Created event;
  event.game = reader.text("game", kMaxRecordText);
  event.start = reader.optional_text("start", kMaxRecordText).value_or("");
  for (const json::value& each : reader.array("moves", kMaxRecordMoves)) {
    if (const json::string* move = each.if_string()) event.moves.emplace_back(*move);
  }
  for (const json::value& each : reader.array("seats", kMaxPlayers)) {
    auto seat = parse_seat(each);
    if (!seat) reader.complain(seat.error());
    event.seats.push_back(std::move(seat).value_or(Seat{}));
  }
  if (const json::value* value = reader.find("clock")) {
    JsonReader clock(*value, "clock");
    event.clock = ClockRule{milliseconds(clock.integer("time", 1, kFarFuture)),
                            milliseconds(clock.integer("increment", 0, kFarFuture))};
    if (!clock.is_good()) reader.complain(clock.problem());
  }
  event.delay = milliseconds(reader.integer("delay", 0, kMaxDelay.count()));
  // Older ones do not tell: nobody had agreed.
  event.has_help = reader.optional_boolean("help").value_or(false);
  return event;
}

void write(json::object& object, const Seated& event) {
  object["type"] = "seated";
  object["seat"] = event.seat;
  object["name"] = event.name;
}
void write(json::object& object, const Named& event) {
  object["type"] = "named";
  object["seat"] = event.seat;
  object["name"] = event.name;
}
void write(json::object& object, const Moved& event) {
  object["type"] = "moved";
  object["seat"] = event.seat;
  object["move"] = event.move;
  if (!event.score.empty()) object["score"] = event.score;
  if (!event.clocks.empty()) object["clocks"] = to_json(event.clocks);
}
std::vector<milliseconds> read_clocks(JsonReader& reader) {
  std::vector<milliseconds> clocks;
  for (const json::value& each : reader.array("clocks", kMaxPlayers)) {
    boost::system::error_code error;
    clocks.emplace_back(each.to_number<std::int64_t>(error));
    if (error) reader.complain("clocks must be numbers");
  }
  return clocks;
}

Moved read_moved(JsonReader& reader) {
  Moved event{.seat = read_player(reader),
              .move = reader.text("move"),
              .score = reader.optional_text("score").value_or("")};
  event.clocks = read_clocks(reader);
  return event;
}
void write(json::object& object, const Offered& event) {
  object["type"] = "offered";
  object["seat"] = event.seat;
  object["what"] = print_offer(event.what);
  if (event.what == OfferKind::TakeBack) object["to"] = event.to;
}
Offered read_offered(JsonReader& reader) {
  return {.seat = read_player(reader),
          .what = read_word<OfferKind>(reader, "what", kOffers),
          .to = static_cast<int>(reader.optional_integer("to", 0, kMaxRecordMoves).value_or(0))};
}
void write(json::object& object, const Answered& event) {
  object["type"] = "answered";
  object["seat"] = event.seat;
  object["accepts"] = event.accepts;
}
void write(json::object& object, const TakenBack& event) {
  object["type"] = "taken_back";
  object["to"] = event.to;
}
void write(json::object& object, const Ended& event) {
  object["type"] = "ended";
  object["result"] = event.result;
  object["reason"] = print_reason(event.reason);
  if (event.seat) object["seat"] = *event.seat;
  if (!event.clocks.empty()) object["clocks"] = to_json(event.clocks);
}
Ended read_ended(JsonReader& reader) {
  Ended event{.result = reader.text("result"),
              .reason = read_word<EndReason>(reader, "reason", kReasons)};
  if (const auto seat = reader.optional_integer("seat", 0, kMaxPlayers - 1)) {
    event.seat = static_cast<Player>(*seat);
  }
  event.clocks = read_clocks(reader);
  return event;
}
void write(json::object& object, const Paced& event) {
  object["type"] = "paced";
  object["delay"] = event.delay.count();
  object["is_paused"] = event.is_paused;
}
void write(json::object& object, const Troubled& event) {
  object["type"] = "troubled";
  object["seat"] = event.seat;
  object["code"] = print_failure_kind(event.failure.kind);
  if (!event.failure.detail.empty()) object["detail"] = event.failure.detail;
  object["message"] = explain(event.failure);
}
Troubled read_troubled(JsonReader& reader) {
  Troubled event{.seat = read_player(reader)};
  // Older ones have a sentence only, in which an address may stand.
  if (reader.find("code") == nullptr) return event;
  event.failure.kind = read_word<FailureKind>(reader, "code", kFailureKinds);
  event.failure.detail = reader.optional_text("detail", kMaxDetail).value_or("");
  return event;
}
void write(json::object& object, const Replaced& event) {
  object["type"] = "replaced";
  object["seat"] = event.seat;
  object["with"] = to_json(event.with);
}
Replaced read_replaced(JsonReader& reader) {
  Replaced event{.seat = read_player(reader)};
  const json::value* with = reader.find("with");
  auto seat = parse_seat(with == nullptr ? json::value() : *with);
  if (!seat) reader.complain(seat.error());
  event.with = std::move(seat).value_or(Seat{});
  return event;
}
void write(json::object& object, const HelpSwitched& event) {
  object["type"] = "help_switched";
  object["is_on"] = event.is_on;
}
void write(json::object& object, const Rematched& event) {
  object["type"] = "rematched";
  object["table"] = event.table;
}

EventBody read_event(JsonReader& reader) {
  const std::string type = reader.text("type");
  if (type == "created") return read_created(reader);
  if (type == "seated") return Seated{read_player(reader), reader.text("name")};
  if (type == "named") return Named{read_player(reader), reader.text("name")};
  if (type == "moved") return read_moved(reader);
  if (type == "offered") return read_offered(reader);
  if (type == "answered") return Answered{read_player(reader), reader.boolean("accepts")};
  if (type == "taken_back") {
    return TakenBack{static_cast<int>(reader.integer("to", 0, kMaxRecordMoves))};
  }
  if (type == "ended") return read_ended(reader);
  if (type == "paced") {
    return Paced{milliseconds(reader.integer("delay", 0, kMaxDelay.count())),
                 reader.boolean("is_paused")};
  }
  if (type == "troubled") return read_troubled(reader);
  if (type == "replaced") return read_replaced(reader);
  if (type == "help_switched") return HelpSwitched{reader.boolean("is_on")};
  if (type == "rematched") return Rematched{reader.text("table")};
  reader.complain(fmt::format("there is no event {}", in_quotes(type)));
  return {};
}

}  // namespace

std::string_view print_offer(OfferKind what) { return word(what, kOffers); }
std::string_view print_reason(EndReason reason) { return word(reason, kReasons); }
std::expected<EndReason, Refusal> parse_reason(std::string_view text) {
  const auto found = std::find(kReasons.begin(), kReasons.end(), text);
  if (found != kReasons.end()) return static_cast<EndReason>(found - kReasons.begin());
  return std::unexpected(
      refusal<RefusalCode::BadMessage>(fmt::format("{} is no reason", in_quotes(text))));
}
std::string_view print_failure_kind(FailureKind kind) { return word(kind, kFailureKinds); }

std::string explain(const Failure& failure) {
  const auto with_detail = [&](std::string_view sentence) {
    return failure.detail.empty() ? std::string(sentence)
                                  : fmt::format("{}: {}", sentence, failure.detail);
  };
  switch (failure.kind) {
    case FailureKind::Other:
      return failure.detail.empty() ? "the player cannot go on" : failure.detail;
    case FailureKind::ConnectionRefused:
      return "nobody takes the connection at the server's address";
    case FailureKind::UnknownHost:
      return "there is no machine of the server's name";
    case FailureKind::Unreachable:
      return "the server cannot be reached";
    case FailureKind::Silent:
      return "the server did not answer in time";
    case FailureKind::Lost:
      return "the connection to the server is lost";
    case FailureKind::Protocol:
      return with_detail("the server does not keep to the protocol");
    case FailureKind::IllegalMove:
      return with_detail("the player chose a move that is not legal");
    case FailureKind::DifferentBoard:
      return "the server's board differs from ours";
    case FailureKind::WrongResult:
      return "the server sees an end of the game that is none";
    case FailureKind::Refused:
      return with_detail("the server refused");
    case FailureKind::TooMany:
      return "too many remote players at once";
    case FailureKind::TooLong:
      return "the game has as many moves as a game may have";
    case FailureKind::Left:
      return "the player has left";
    case FailureKind::Withdrawn:
      return "the player was not waited for";
  }
  return "";
}

std::expected<Seat, Refusal> parse_seat(const json::value& value) {
  JsonReader reader(value, "a seat");
  Seat seat{.kind = read_word<SeatKind>(reader, "kind", kSeatKinds),
            .name = reader.optional_name("name").value_or("")};
  if (seat.kind == SeatKind::Computer) {
    seat.player = reader.text("player");
    seat.time = reader.optional_duration("time", kMinThought, kMaxThought).value_or(seat.time);
  }
  if (seat.kind == SeatKind::Remote) seat.server = reader.optional_text("server").value_or("");
  // The same by its text as a player: where it is, is nobody's business.
  if (seat.player.starts_with(kaskade_protocol::kRemotePrefix)) {
    seat.kind = SeatKind::Remote;
    seat.server = seat.player.substr(kaskade_protocol::kRemotePrefix.size());
    seat.player.clear();
  }
  if (!reader.is_good()) return std::unexpected(reader.problem());
  return seat;
}

json::object to_json(const Seat& seat) {
  json::object object;
  object["kind"] = word(seat.kind, kSeatKinds);
  object["name"] = seat.name;
  if (seat.kind == SeatKind::Computer) {
    object["player"] = seat.player;
    object["time"] = print_duration(seat.time);
  }
  if (!seat.server.empty()) object["server"] = seat.server;
  return object;
}

json::object to_json(const ClockRule& clock) {
  return {{"time", clock.time.count()}, {"increment", clock.increment.count()}};
}

json::array to_json(const std::vector<milliseconds>& durations) {
  json::array array;
  for (const milliseconds each : durations) array.push_back(each.count());
  return array;
}

json::object to_json(const EventBody& body) {
  json::object object;
  std::visit([&](const auto& each) { write(object, each); }, body);
  return object;
}

std::expected<EventBody, Refusal> parse_event(std::string_view text) {
  const auto value = parse_json(text);
  if (!value) return std::unexpected(value.error());
  JsonReader reader(*value);
  EventBody body = read_event(reader);
  if (!reader.is_good()) return std::unexpected(reader.problem());
  return body;
}

}  // namespace spielwerk::server
