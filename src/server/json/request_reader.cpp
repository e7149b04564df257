#include "server/json/request_reader.h"

#include <sstream>

#include "protocols/kaskade/remote_player.h"
#include "records/record_reader.h"
#include "server/json/event_json.h"
#include "server/tables/table.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;

constexpr milliseconds kMaxClock = std::chrono::hours(24);

std::unexpected<Problem> problem(const Refusal& refusal) {
  return std::unexpected(refusal.problem());
}
std::unexpected<Problem> plain(const std::string& reason) {
  return problem(refusal<RefusalCode::BadMessage>(reason));
}
std::unexpected<Problem> unread(const ParseError& error, std::string_view text,
                                std::string_view field) {
  return problem(misread(error, text, field));
}

std::expected<Loaded, Problem> read_text(const Registry& games, const std::string& text) {
  std::istringstream input(text);
  RecordReader records(input, games, RecordFormat::Auto);
  auto record = records.next();
  if (!record) return std::unexpected(Problem{"no_game", "there is no game in this text"});
  if (*record) return Loaded{**std::move(record)};
  const RecordError& error = record->error();
  Problem problem = error;
  problem.reason = fmt::format("line {}, column {}: {}", error.location.line, error.location.column,
                               error.reason);
  problem.parameters.emplace_back("line", std::to_string(error.location.line));
  problem.parameters.emplace_back("column", std::to_string(error.location.column));
  if (!error.partial || error.partial->moves.empty()) return std::unexpected(std::move(problem));
  return Loaded{*error.partial, std::move(problem)};
}

}  // namespace

std::expected<GivenPosition, Refusal> read_position(const Registry& games, JsonReader& reader,
                                                    std::string_view position_name) {
  const std::string text = reader.text("game", kMaxRecordText);
  const auto position_text = reader.optional_text(position_name, kMaxRecordText);
  if (!reader.is_good()) return std::unexpected(reader.problem());
  const auto game = games.parse(text);
  if (!game) return std::unexpected(misread(game.error(), text, "game"));
  if (!position_text) return GivenPosition{*game, game->start()};
  auto position = game->parse_position(*position_text);
  if (!position) return std::unexpected(misread(position.error(), *position_text, position_name));
  return GivenPosition{*game, *std::move(position)};
}

std::expected<Loaded, Problem> read_record(const Registry& games, const json::value& body) {
  JsonReader reader(body);
  if (const auto text = reader.optional_text("record", std::size_t{1} << 20)) {
    auto loaded = read_text(games, *text);
    if (loaded && loaded->record.moves.size() > kMaxTableMoves) {
      return problem(refusal<RefusalCode::TooManyMoves>(kMaxTableMoves));
    }
    return loaded;
  }
  auto given = read_position(games, reader, "start");
  const json::array& moves = reader.array("moves", kMaxTableMoves);
  if (!given) return problem(given.error());
  if (!reader.is_good()) return problem(reader.problem());
  Loaded loaded{Record(given->game, given->position)};
  Position& position = given->position;
  for (const json::value& each : moves) {
    const json::string* text = each.if_string();
    if (text == nullptr) return plain("moves must be texts");
    const std::string_view move_text(text->data(), text->size());
    const auto move = given->game.parse_move(move_text);
    if (!move) return unread(move.error(), move_text, "moves");
    if (!position.is_legal(*move)) {
      return problem(refusal<RefusalCode::NotPossible>(given->game.print_move(*move),
                                                       position.objection(*move)));
    }
    position.play(*move);
    loaded.record.moves.push_back({.move = *move});
  }
  loaded.record.result = position.outcome();
  return loaded;
}

std::expected<Created, Problem> read_wish(const Registry& games, const json::value& body) {
  JsonReader reader(body);
  Created wish;
  if (reader.find("record") != nullptr || reader.find("moves") != nullptr ||
      reader.find("start") != nullptr) {
    const auto loaded = read_record(games, body);
    if (!loaded) return std::unexpected(loaded.error());
    if (loaded->problem) return std::unexpected(*loaded->problem);
    const Record& record = loaded->record;
    wish.game = record.game.text();
    if (record.start != record.game.start()) wish.start = record.start.text();
    for (const RecordedMove& each : record.moves) {
      wish.moves.push_back(record.game.print_move(each.move));
    }
  } else {
    wish.game = reader.text("game", kMaxRecordText);
    const auto game = games.parse(wish.game);
    if (reader.is_good() && !game) return unread(game.error(), wish.game, "game");
  }
  for (const json::value& each : reader.array("seats", kMaxPlayers)) {
    auto seat = parse_seat(each);
    if (!seat) return problem(seat.error());
    if (seat->kind == SeatKind::Remote) {
      const auto server = kaskade_protocol::parse_remote_server(seat->server);
      if (!server) return unread(server.error(), seat->server, "server");
    }
    // An invited person tells the name when it comes.
    if (seat->kind == SeatKind::Invite) seat->name.clear();
    wish.seats.push_back(*std::move(seat));
  }
  if (const json::value* value = reader.find("clock")) {
    JsonReader clock(*value, "clock");
    const auto time = clock.optional_duration("time", seconds(1), kMaxClock);
    const auto increment = clock.optional_duration("increment", seconds(0), kMaxClock);
    if (!time) clock.complain("time of clock is missing");
    if (!clock.is_good()) return problem(clock.problem());
    wish.clock = ClockRule{*time, increment.value_or(seconds(0))};
  }
  wish.delay = reader.optional_duration("delay", milliseconds(0), kMaxDelay).value_or(wish.delay);
  wish.has_help = reader.optional_boolean("help").value_or(false);
  if (!reader.is_good()) return problem(reader.problem());
  return wish;
}

}  // namespace spielwerk::server
