#include "server/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <charconv>
#include <sstream>

#include "core/duration.h"
#include "core/text.h"
#include "records/record_reader.h"
#include "records/record_writer.h"
#include "server/metrics.h"
#include "server/page.h"

namespace spielwerk::server {
namespace {

namespace asio = boost::asio;
using std::chrono::seconds;
using Respond = WebHandler::Respond;

constexpr milliseconds kShortestEvaluation{10};
constexpr milliseconds kLongestEvaluation = seconds(10);
constexpr milliseconds kUsualEvaluation = seconds(1);
constexpr milliseconds kLongestClock = std::chrono::hours(24);
constexpr int kMostListed = 100;

HttpResponse ok(const json::value& value) { return {.body = json::serialize(value)}; }

HttpResponse problem(int status, std::string_view code, std::string_view reason) {
  return {.status = status,
          .body = json::serialize(
              json::object{{"error", json::object{{"code", code}, {"reason", reason}}}})};
}
HttpResponse bad(std::string_view reason) { return problem(400, "bad_message", reason); }
HttpResponse no_such_table() { return problem(404, "not_found", "there is no such table"); }

HttpResponse refused(const Refusal& refusal) {
  const int status = refusal.code == "busy" || refusal.code == "storage" ? 503
                     : refusal.code == "not_allowed"                     ? 403
                                                                         : 400;
  return problem(status, refusal.code, refusal.reason);
}

/// One who is connected to a table; commands in, messages out.
class TableSocket final : public SocketListener, public Watcher {
 public:
  TableSocket(Hall& hall, std::string table, std::shared_ptr<Socket> socket)
      : hall_(hall), table_(std::move(table)), socket_(std::move(socket)) {}

  void receive(std::string_view text) override {
    const auto message = parse_json(text);
    if (!message) return refuse(0, {"bad_message", message.error()});
    JsonReader reader(*message);
    if (!is_watching_) return greet(reader);
    const std::int64_t id = reader.integer("id", 0, std::int64_t{1} << 53);
    if (!reader.is_good()) return refuse(0, {"bad_message", reader.problem()});
    hall_.command(table_, *this, *message,
                  [self = weak_, id](const std::optional<Refusal>& refusal) {
                    const auto socket = self.lock();
                    if (!socket || !socket->socket_) return;
                    if (refusal) return socket->refuse(id, *refusal);
                    socket->say({{"type", "done"}, {"id", id}});
                  });
  }
  void closed() override {
    hall_.leave(table_, *this);
    socket_.reset();
  }
  void receive(std::shared_ptr<const std::string> message) override {
    if (socket_) socket_->send(std::move(message));
  }
  /// Itself, for answers that come later.
  void know(const std::shared_ptr<TableSocket>& self) { weak_ = self; }

 private:
  void greet(JsonReader& reader) {
    if (reader.text("type") != "hello") {
      reader.complain("the first message must be of the type hello");
    }
    const std::string token = reader.optional_text("token").value_or("");
    const auto after = reader.optional_integer("after", 0, 1 << 30);
    if (!reader.is_good()) {
      refuse(0, {"bad_message", reader.problem()});
      return socket_->close(reader.problem());
    }
    is_watching_ = true;
    std::optional<int> number;
    if (after) number = static_cast<int>(*after);
    if (!hall_.watch(table_, *this, token, number)) socket_->close("there is no such table");
  }
  void say(const json::object& message) {
    if (socket_) socket_->send(std::make_shared<const std::string>(json::serialize(message)));
  }
  void refuse(std::int64_t id, const Refusal& refusal) {
    say({{"type", "refused"}, {"id", id}, {"code", refusal.code}, {"reason", refusal.reason}});
  }

  Hall& hall_;
  const std::string table_;
  std::shared_ptr<Socket> socket_;
  std::weak_ptr<TableSocket> weak_{};
  bool is_watching_ = false;
};

class Api final : public WebHandler {
 public:
  Api(asio::io_context& context, const Registry& games, Hall& hall, ThinkingPool& pool,
      KaskadeService& kaskade, const ApiSettings& settings, MoreMetrics metrics)
      : context_(context),
        games_(games),
        hall_(hall),
        pool_(pool),
        kaskade_(kaskade),
        settings_(settings),
        metrics_(std::move(metrics)) {}

  void handle(const HttpRequest& request, Respond respond) override {
    const std::string_view path = request.path;
    const bool is_get = request.method == "GET" || request.method == "HEAD";
    if (!path.starts_with("/api/")) return respond(page(request, is_get));
    if (is_get) return respond(get(request));
    if (!request.content_type.starts_with("application/json")) {
      // Forms of other sites cannot send this type without being asked about it first.
      return respond(problem(415, "bad_message", "the content type must be application/json"));
    }
    const auto body = parse_json(request.body);
    if (!body) return respond(bad(body.error()));
    if (request.method == "PUT" && path == "/api/kaskade") {
      return respond(change_kaskade(request, *body));
    }
    if (request.method != "POST") return respond(problem(405, "not_found", "use GET or POST"));
    if (path == "/api/position") return respond(position(*body));
    if (path == "/api/replay") return respond(replay(*body));
    if (path == "/api/evaluate") return evaluate(*body, respond);
    if (path == "/api/tables") return create(request, *body, respond);
    if (const auto id = table_of(path, "/join")) return join(*id, *body, respond);
    respond(not_found());
  }

  std::optional<HttpResponse> refuse_socket(const HttpRequest& request) override {
    const auto id = table_of(request.path, "/live");
    if (!id) return not_found();
    if (!hall_.has(*id)) return no_such_table();
    return std::nullopt;
  }
  std::shared_ptr<SocketListener> open(const HttpRequest& request,
                                       std::shared_ptr<Socket> socket) override {
    auto listener =
        std::make_shared<TableSocket>(hall_, *table_of(request.path, "/live"), std::move(socket));
    listener->know(listener);
    return listener;
  }

 private:
  static HttpResponse not_found() {
    return problem(404, "not_found", "there is nothing under this address");
  }

  /// The table in `/api/tables/ID/rest`.
  static std::optional<std::string> table_of(std::string_view path, std::string_view rest) {
    constexpr std::string_view kTables = "/api/tables/";
    if (!path.starts_with(kTables) || !path.ends_with(rest)) return std::nullopt;
    path.remove_prefix(kTables.size());
    path.remove_suffix(rest.size());
    const bool is_name =
        !path.empty() && path.size() <= 32 &&
        std::all_of(path.begin(), path.end(), [](char character) {
          return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
        });
    if (!is_name) return std::nullopt;
    return std::string(path);
  }

  // ---- The page and what watches over the server

  HttpResponse page(const HttpRequest& request, bool is_get) {
    if (!is_get) return problem(405, "not_found", "use GET");
    if (request.path == "/healthz") return {.content_type = "text/plain", .body = "ok\n"};
    if (request.path == "/metrics") {
      return {.content_type = "text/plain; version=0.0.4",
              .body = print_metrics(hall_.counts(), pool_.load()) + metrics_()};
    }
    std::string_view path = request.path;
    if (path == "/") path = "/index.html";
    for (const PageFile& file : page_files()) {
      if (file.path == path) return send_file(request, file);
    }
    return not_found();
  }

  static HttpResponse send_file(const HttpRequest& request, const PageFile& file) {
    // Files whose names carry a hash of their content never change.
    const bool is_lasting = file.path.starts_with("/assets/");
    HttpResponse response{
        .content_type = std::string(file.content_type),
        .headers = {
            {"ETag", std::string(file.tag)},
            {"Vary", "Accept-Encoding"},
            {"Cache-Control", is_lasting ? "public, max-age=31536000, immutable" : "no-cache"}}};
    if (request.if_none_match == file.tag) {
      response.status = 304;
      return response;
    }
    response.lasting_body = request.accepts_gzip ? file.gzipped : file.plain;
    if (request.accepts_gzip) response.headers.emplace_back("Content-Encoding", "gzip");
    return response;
  }

  // ---- Questions

  HttpResponse get(const HttpRequest& request) {
    if (request.path == "/api/games") return games();
    if (request.path == "/api/tables") return tables(request);
    if (request.path == "/api/kaskade") return ok(view_of_kaskade(request));
    if (const auto id = table_of(request.path, "/record")) {
      const auto record = hall_.record(*id);
      if (!record) return no_such_table();
      return {.content_type = "text/plain; charset=utf-8", .body = print_record(*record)};
    }
    if (const auto id = table_of(request.path, "")) {
      const auto view = hall_.view(*id);
      return view ? ok(*view) : no_such_table();
    }
    return not_found();
  }

  HttpResponse games() {
    json::array games;
    for (const auto& each : games_.games()) {
      games.push_back(view_of_description(*each, games_.parse(each->name).value()));
    }
    return ok(json::object{{"games", std::move(games)}});
  }

  HttpResponse tables(const HttpRequest& request) {
    const auto number = [&](std::string_view name, std::int64_t usual) {
      const auto found = request.query.find(name);
      if (found == request.query.end()) return usual;
      std::int64_t value = 0;
      const std::string& text = found->second;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc() && end == text.data() + text.size() && value >= 0 ? value : usual;
    };
    const auto most =
        static_cast<int>(std::clamp<std::int64_t>(number("limit", 30), 1, kMostListed));
    const auto state = request.query.find("state");
    if (state == request.query.end() || state->second == "live") {
      return ok(json::object{{"tables", hall_.live_tables(most)}});
    }
    if (state->second != "finished") return bad("state must be live or finished");
    const Time before(milliseconds(number("before", std::int64_t{1} << 52)));
    return ok(json::object{{"tables", hall_.finished_tables(before, most)}});
  }

  /// A game and, if it is given, a position of it; else the start.
  struct Place {
    Game game;
    Position position;
  };
  std::expected<Place, std::string> read_place(JsonReader& reader,
                                               std::string_view position_name = "position") {
    const std::string text = reader.text("game", kLongestRecordText);
    const auto position_text = reader.optional_text(position_name, kLongestRecordText);
    if (!reader.is_good()) return std::unexpected(reader.problem());
    const auto game = games_.parse(text);
    if (!game) return std::unexpected(game.error().message(text));
    if (!position_text) return Place{*game, game->start()};
    auto position = game->parse_position(*position_text);
    if (!position) return std::unexpected(position.error().message(*position_text));
    return Place{*game, *std::move(position)};
  }

  HttpResponse position(const json::value& body) {
    JsonReader reader(body);
    auto place = read_place(reader);
    if (!place) return bad(place.error());
    const auto& [game, position] = *place;
    const auto first = reader.optional_integer("first", 0, game.geometry().cell_count() - 1);
    const auto move_text = reader.optional_text("move");
    if (!reader.is_good()) return bad(reader.problem());
    json::object answer{{"game", game.text()},
                        {"board", view_of_board(game)},
                        {"position", view_of_position(game, position)}};
    if (first) {
      answer["seconds"] = position.outcome().is_over() || game.notation().cells_per_move < 2
                              ? json::array()
                              : view_of_cells(position.next_cells(static_cast<Cell>(*first)));
    }
    if (move_text) {
      const auto move = game.parse_move(*move_text);
      if (!move) return problem(400, "illegal", move.error().message(*move_text));
      if (!position.is_legal(*move)) return problem(400, "illegal", position.objection(*move));
      answer["steps"] = view_of_steps(position.steps(*move));
      Position after = position;
      after.play(*move);
      answer["after"] = view_of_position(game, after);
    }
    return ok(answer);
  }

  struct Loaded {
    Record record;
    std::string problem{};
  };
  /// A record given as `record`, or as `game`, `start` and `moves`.
  std::expected<Loaded, std::string> read_record(const json::value& body) {
    JsonReader reader(body);
    if (const auto text = reader.optional_text("record", std::size_t{1} << 20)) {
      std::istringstream input(*text);
      RecordReader records(input, games_, RecordFormat::Auto);
      auto record = records.next();
      if (!record) return std::unexpected("there is no game in this text");
      if (*record) return Loaded{**std::move(record)};
      const RecordError& error = record->error();
      const std::string told =
          fmt::format("line {}, column {}: {}", error.place.line, error.place.column, error.reason);
      if (!error.partial || error.partial->moves.empty()) return std::unexpected(told);
      return Loaded{*error.partial, told};
    }
    auto place = read_place(reader, "start");
    const json::array& moves = reader.array("moves", kMostRecordMoves);
    if (!place) return std::unexpected(place.error());
    if (!reader.is_good()) return std::unexpected(reader.problem());
    Loaded loaded{Record(place->game, place->position)};
    Position& position = place->position;
    for (const json::value& each : moves) {
      const json::string* text = each.if_string();
      if (text == nullptr) return std::unexpected("moves must be texts");
      const std::string_view move_text(text->data(), text->size());
      const std::string number = fmt::format("move {}", loaded.record.moves.size() + 1);
      const auto move = place->game.parse_move(move_text);
      if (!move) return std::unexpected(number + ": " + move.error().message(move_text));
      if (!position.is_legal(*move)) {
        return std::unexpected(number + ": " + position.objection(*move));
      }
      position.play(*move);
      loaded.record.moves.push_back({.move = *move});
    }
    loaded.record.result = position.outcome();
    return loaded;
  }

  HttpResponse replay(const json::value& body) {
    const auto loaded = read_record(body);
    if (!loaded) return bad(loaded.error());
    return ok(view_of_record(loaded->record, loaded->problem));
  }

  void evaluate(const json::value& body, const Respond& respond) {
    JsonReader reader(body);
    auto place = read_place(reader);
    const auto time = reader.optional_duration("time", kShortestEvaluation, kLongestEvaluation);
    if (!place) return respond(bad(place.error()));
    if (!reader.is_good()) return respond(bad(reader.problem()));
    if (place->position.outcome().is_over()) {
      return respond(problem(400, "over", "the game is over in this position"));
    }
    if (evaluations_ >= settings_.most_evaluations) {
      return respond(problem(503, "busy", "too much is being thought about; try again soon"));
    }
    ++evaluations_;
    pool_.ask({place->game, place->position, "max", time.value_or(kUsualEvaluation)},
              [this, alive = std::weak_ptr(alive_), &context = context_, game = place->game,
               respond](const std::expected<Choice, std::string>& choice) {
                asio::post(context, [this, alive, game, respond, choice] {
                  if (alive.expired()) return;
                  --evaluations_;
                  respond(choice ? ok(view_of_choice(game, *choice))
                                 : problem(500, "trouble", choice.error()));
                });
              });
  }

  // ---- Tables

  std::expected<Created, std::string> read_wish(const json::value& body) {
    JsonReader reader(body);
    Created wish;
    if (reader.find("record") != nullptr || reader.find("moves") != nullptr ||
        reader.find("start") != nullptr) {
      const auto loaded = read_record(body);
      if (!loaded) return std::unexpected(loaded.error());
      if (!loaded->problem.empty()) return std::unexpected(loaded->problem);
      const Record& record = loaded->record;
      wish.game = record.game.text();
      if (record.start != record.game.start()) wish.start = record.start.text();
      for (const RecordedMove& each : record.moves) {
        wish.moves.push_back(record.game.print_move(each.move));
      }
    } else {
      wish.game = reader.text("game", kLongestRecordText);
    }
    for (const json::value& each : reader.array("seats", kMaxPlayers)) {
      auto seat = parse_seat(each);
      if (!seat) return std::unexpected(seat.error());
      // An invited person tells the name when it comes.
      if (seat->kind == SeatKind::Invite) seat->name.clear();
      wish.seats.push_back(*std::move(seat));
    }
    if (const json::value* value = reader.find("clock")) {
      JsonReader clock(*value, "clock");
      const auto time = clock.optional_duration("time", seconds(1), kLongestClock);
      const auto increment = clock.optional_duration("increment", seconds(0), kLongestClock);
      if (!time) clock.complain("time of clock is missing");
      if (!clock.is_good()) return std::unexpected(clock.problem());
      wish.clock = ClockRule{*time, increment.value_or(seconds(0))};
    }
    wish.delay =
        reader.optional_duration("delay", milliseconds(0), kLongestDelay).value_or(wish.delay);
    if (!reader.is_good()) return std::unexpected(reader.problem());
    return wish;
  }

  void create(const HttpRequest& request, const json::value& body, const Respond& respond) {
    auto wish = read_wish(body);
    if (!wish) return respond(bad(wish.error()));
    if (!may_create(request.address)) {
      return respond(problem(429, "busy", "too many tables from this address; try again soon"));
    }
    hall_.create(*wish, [respond](std::expected<Hall::NewTable, Refusal> created) {
      if (!created) return respond(refused(created.error()));
      json::array invites;
      for (const Secret& each : created->invites) {
        invites.push_back(json::object{{"seat", each.seat}, {"invite", each.secret}});
      }
      HttpResponse response = ok(json::object{
          {"id", created->id}, {"token", created->token}, {"invites", std::move(invites)}});
      response.status = 201;
      respond(response);
    });
  }

  void join(const std::string& id, const json::value& body, const Respond& respond) {
    JsonReader reader(body);
    const std::string invite = reader.text("invite");
    const std::string name = reader.optional_name("name").value_or("");
    if (name.empty()) reader.complain("name is missing");
    if (!reader.is_good()) return respond(bad(reader.problem()));
    hall_.join(id, invite, name, [respond](std::expected<Hall::Joined, Refusal> joined) {
      if (!joined) return respond(refused(joined.error()));
      respond(ok(json::object{{"token", joined->token}, {"seat", joined->seat}}));
    });
  }

  /// Whether an address has not created too much lately.
  bool may_create(const std::string& address) {
    const Time now = hall_.now();
    // Who has been quiet for long is forgotten.
    const auto rested = milliseconds(
        static_cast<std::int64_t>(1000 * settings_.creation_burst / settings_.creation_rate));
    std::erase_if(creators_, [&](const auto& each) { return now - each.second.last > rested; });
    Creator& creator =
        creators_.try_emplace(address, Creator{now, settings_.creation_burst}).first->second;
    const double passed = std::chrono::duration<double>(now - creator.last).count();
    creator.allowance =
        std::min(settings_.creation_burst, creator.allowance + passed * settings_.creation_rate);
    creator.last = now;
    if (creator.allowance < 1) return false;
    creator.allowance -= 1;
    return true;
  }

  // ---- The Kaskade server

  json::object view_of_kaskade(const HttpRequest& request) const {
    const KaskadeService::State state = kaskade_.state();
    json::array connections;
    for (const auto& each : state.connections) {
      connections.push_back(json::object{{"address", each.address},
                                         {"user", each.user},
                                         {"game", each.game},
                                         {"moves", each.moves},
                                         {"is_thinking", each.is_thinking}});
    }
    return {{"is_on", state.is_on},
            {"port", state.port},
            {"strategy", state.strategy},
            {"time", print_duration(state.time)},
            {"may_change", request.is_local},
            {"connections", std::move(connections)},
            {"counts", json::object{{"connections", state.counts.connections},
                                    {"refused", state.counts.refused},
                                    {"games", state.counts.games},
                                    {"won", state.counts.won},
                                    {"lost", state.counts.lost},
                                    {"moves", state.counts.moves}}}};
  }

  HttpResponse change_kaskade(const HttpRequest& request, const json::value& body) {
    if (!request.is_local) {
      return problem(403, "not_allowed", "only the machine itself may change its server");
    }
    JsonReader reader(body);
    const auto is_on = reader.optional_boolean("is_on");
    const auto port = reader.optional_integer("port", 1, 65'535);
    const auto strategy = reader.optional_text("strategy");
    const auto time = reader.optional_duration("time", milliseconds(10), std::chrono::minutes(10));
    if (!reader.is_good()) return bad(reader.problem());
    // The first that does not work ends it; what follows is not done either.
    KaskadeService::Done done;
    if (strategy) done = kaskade_.set_strategy(*strategy);
    if (done && time) done = kaskade_.set_time(*time);
    if (done && is_on && !*is_on) kaskade_.switch_off();
    if (done && port) done = kaskade_.set_port(static_cast<int>(*port));
    if (done && is_on && *is_on) done = kaskade_.switch_on();
    if (!done) return bad(done.error());
    return ok(view_of_kaskade(request));
  }

  struct Creator {
    Time last;
    double allowance;
  };

  asio::io_context& context_;
  const Registry& games_;
  Hall& hall_;
  ThinkingPool& pool_;
  KaskadeService& kaskade_;
  const ApiSettings settings_;
  const MoreMetrics metrics_;
  int evaluations_ = 0;
  std::map<std::string, Creator> creators_{};
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace

std::unique_ptr<WebHandler> make_api(asio::io_context& context, const Registry& games, Hall& hall,
                                     ThinkingPool& pool, KaskadeService& kaskade,
                                     const ApiSettings& settings, MoreMetrics metrics) {
  return std::make_unique<Api>(context, games, hall, pool, kaskade, settings, std::move(metrics));
}

}  // namespace spielwerk::server
