#include "server/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <charconv>

#include "core/duration.h"
#include "core/text.h"
#include "core/version.h"
#include "records/record_writer.h"
#include "server/allowance.h"
#include "server/answer.h"
#include "server/metrics.h"
#include "server/page.h"
#include "server/request_reader.h"
#include "server/secrets.h"
#include "server/table_socket.h"

namespace spielwerk::server {
namespace {

namespace asio = boost::asio;
using std::chrono::seconds;
using Respond = WebHandler::Respond;

constexpr milliseconds kShortestEvaluation{10};
constexpr milliseconds kLongestEvaluation = seconds(10);
constexpr milliseconds kUsualEvaluation = seconds(1);
constexpr int kMostListed = 100;
/// The page keeps no more.
constexpr std::size_t kMostTokens = 200;

class Api final : public WebHandler {
 public:
  Api(asio::io_context& context, const Registry& games, Hall& hall, ThinkingPool& pool,
      KaskadeService& kaskade, const HostKey& key, const ApiSettings& settings,
      Surroundings surroundings)
      : context_(context),
        games_(games),
        hall_(hall),
        pool_(pool),
        kaskade_(kaskade),
        key_(key),
        settings_(settings),
        surroundings_(std::move(surroundings)) {}

  void handle(const HttpRequest& request, Respond respond) override {
    const std::string_view path = request.path;
    const bool is_get = request.method == "GET" || request.method == "HEAD";
    if (!path.starts_with("/api/")) return respond(page(request, is_get));
    if (is_get) return respond(get(request));
    if (request.method != "POST" && request.method != "PUT") {
      return respond(problem(405, "not_found", "use GET or POST"));
    }
    if (!request.content_type.starts_with("application/json")) {
      // Forms of other sites cannot send this type without being asked about it first.
      return respond(problem(415, "bad_message", "the content type must be application/json"));
    }
    const bool is_creation = path == "/api/tables";
    if (is_creation) {
      if (const auto refusal = refuse_new_table(request.address)) {
        return respond(problem(429, refusal->code, refusal->reason));
      }
    } else if (!questions_.take(request.address)) {
      return respond(problem(429, "busy", "too many questions from this address; try again soon"));
    }
    const auto body = parse_json(request.body);
    if (!body) return respond(bad(body.error()));
    if (request.method == "PUT" && path == "/api/kaskade") {
      return respond(change_kaskade(request, *body));
    }
    if (request.method != "POST") return respond(problem(405, "not_found", "use GET or POST"));
    if (path == "/api/position") return respond(position(*body));
    if (path == "/api/replay") return respond(replay(*body));
    if (path == "/api/evaluate") return evaluate(request, *body, respond);
    if (is_creation) return create(request, *body, respond);
    if (const auto id = table_of(path, "/join")) return join(*id, *body, respond);
    if (path == "/api/key") return respond(take_key(*body));
    if (path == "/api/quit") return respond(quit(request, *body));
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
    return open_table_socket(
        hall_, key_, *table_of(request.path, "/live"),
        [this, address = request.address] { return refuse_new_table(address); }, std::move(socket));
  }

 private:
  /// Whether the asker may do what only whoever runs the program may.
  bool has_key(const HttpRequest& request) const { return key_.fits(request.key); }
  Sight sight_of(const HttpRequest& request) const {
    return has_key(request) ? Sight::KeyHolder : Sight::Everybody;
  }

  /// However a table comes into being, by a request or as a rematch, it counts as one.
  std::optional<Refusal> refuse_new_table(const std::string& address) {
    if (creations_.take(address)) return std::nullopt;
    return Refusal{"busy", "too many tables from this address; try again soon"};
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
              .body = print_metrics(hall_.counts(), pool_.load()) + surroundings_.metrics()};
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
    if (request.path == "/api/server") return ok(view_of_server(request));
    if (request.path == "/api/kaskade") return ok(view_of_kaskade(request));
    if (const auto id = table_of(request.path, "/record")) {
      const auto record = hall_.record(*id);
      if (!record) return no_such_table();
      return {.content_type = "text/plain; charset=utf-8", .body = print_record(*record)};
    }
    if (const auto id = table_of(request.path, "")) {
      const auto view = hall_.view(*id, sight_of(request));
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
      return ok(json::object{{"tables", hall_.live_tables(most, sight_of(request))}});
    }
    if (state->second != "finished") return bad("state must be live or finished");
    FinishedAfter after{.changed = Time(milliseconds(number("before", std::int64_t{1} << 52)))};
    if (const auto id = request.query.find("id"); id != request.query.end()) after.id = id->second;
    return ok(json::object{{"tables", hall_.finished_tables(after, most, sight_of(request))}});
  }

  HttpResponse position(const json::value& body) {
    JsonReader reader(body);
    auto place = read_place(games_, reader);
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

  HttpResponse replay(const json::value& body) {
    const auto loaded = read_record(games_, body);
    if (!loaded) return bad(loaded.error());
    return ok(view_of_record(loaded->record, loaded->problem));
  }

  void evaluate(const HttpRequest& request, const json::value& body, const Respond& respond) {
    JsonReader reader(body);
    auto place = read_place(games_, reader);
    const auto time = reader.optional_duration("time", kShortestEvaluation, kLongestEvaluation);
    if (!place) return respond(bad(place.error()));
    if (!reader.is_good()) return respond(bad(reader.problem()));
    if (place->position.outcome().is_over()) {
      return respond(problem(400, "over", "the game is over in this position"));
    }
    const auto found = evaluations_of_.find(request.address);
    const int own = found == evaluations_of_.end() ? 0 : found->second;
    if (evaluations_ >= settings_.most_evaluations ||
        own >= settings_.most_evaluations_per_address) {
      return respond(problem(503, "busy", "too much is being thought about; try again soon"));
    }
    ++evaluations_;
    ++evaluations_of_[request.address];
    pool_.ask(
        {place->game, place->position, "max", time.value_or(kUsualEvaluation)},
        [this, alive = std::weak_ptr(alive_), &context = context_, game = place->game,
         address = request.address, respond](const std::expected<Choice, std::string>& choice) {
          asio::post(context, [this, alive, game, address, respond, choice] {
            if (alive.expired()) return;
            --evaluations_;
            if (--evaluations_of_[address] == 0) evaluations_of_.erase(address);
            respond(choice ? ok(view_of_choice(game, *choice))
                           : problem(500, "trouble", choice.error()));
          });
        });
  }

  // ---- Tables

  void create(const HttpRequest& request, const json::value& body, const Respond& respond) {
    auto wish = read_wish(games_, body);
    if (!wish) return respond(bad(wish.error()));
    for (const Seat& seat : wish->seats) {
      if (seat.kind == SeatKind::Remote && !has_key(request)) {
        // Others must not look around from here.
        return respond(problem(403, "not_allowed",
                               "only who holds the server's key may connect it to others"));
      }
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
    const Hall::JoinWish wish{.invite = reader.text("invite"),
                              .name = reader.optional_name("name").value_or(""),
                              .token = reader.optional_text("token").value_or("")};
    if (wish.name.empty()) reader.complain("name is missing");
    if (!wish.token.empty() && !is_secret(wish.token)) {
      reader.complain("token must be 32 hexadecimal digits");
    }
    if (!reader.is_good()) return respond(bad(reader.problem()));
    hall_.join(id, wish, [respond](std::expected<Hall::Joined, Refusal> joined) {
      if (!joined) return respond(refused(joined.error()));
      respond(ok(json::object{{"token", joined->token}, {"seat", joined->seat}}));
    });
  }

  // ---- The program

  json::object view_of_server(const HttpRequest& request) const {
    return {{"hosts", json::value_from(surroundings_.hosts())},
            {"has_key", has_key(request)},
            {"version", kBuild.version},
            {"commit", kBuild.commit}};
  }

  /// The key for the ticket that a browser was opened with; the key itself is as good.
  HttpResponse take_key(const json::value& body) const {
    JsonReader reader(body);
    const std::string ticket = reader.text("ticket");
    if (!reader.is_good()) return bad(reader.problem());
    if (!key_.fits(ticket) && !key_.take_ticket(ticket)) {
      return problem(403, "not_allowed", "this is neither the key nor a ticket that is still good");
    }
    return ok(json::object{{"key", key_.text()}});
  }

  HttpResponse quit(const HttpRequest& request, const json::value& body) const {
    if (!has_key(request)) {
      return problem(403, "not_allowed", "only who holds the server's key may end it");
    }
    JsonReader reader(body);
    const bool is_sure = reader.optional_boolean("is_sure").value_or(false);
    std::vector<std::string> tokens;
    for (const json::value& each : reader.array("tokens", kMostTokens)) {
      if (const json::string* token = each.if_string()) tokens.emplace_back(*token);
    }
    if (!reader.is_good()) return bad(reader.problem());
    Hall::Company others = hall_.others_than(tokens);
    for (const auto& each : kaskade_.state().connections) {
      if (each.game.empty()) continue;
      ++others.games;
      ++others.people;
    }
    const bool is_ending = is_sure || others.games == 0;
    if (is_ending) surroundings_.quit();
    return ok(
        json::object{{"is_ending", is_ending}, {"games", others.games}, {"people", others.people}});
  }

  // ---- The Kaskade server

  json::object view_of_kaskade(const HttpRequest& request) const {
    const KaskadeService::State state = kaskade_.state();
    json::array connections;
    for (const auto& each : state.connections) {
      // Where players are is nobody else's business.
      connections.push_back(json::object{{"address", has_key(request) ? each.address : ""},
                                         {"user", each.user},
                                         {"game", each.game},
                                         {"moves", each.moves},
                                         {"is_thinking", each.is_thinking}});
    }
    return {{"is_on", state.is_on},
            {"port", state.port},
            {"strategy", state.strategy},
            {"time", print_duration(state.time)},
            {"may_change", has_key(request)},
            {"connections", std::move(connections)},
            {"counts", json::object{{"connections", state.counts.connections},
                                    {"refused", state.counts.refused},
                                    {"games", state.counts.games},
                                    {"won", state.counts.won},
                                    {"lost", state.counts.lost},
                                    {"moves", state.counts.moves}}}};
  }

  HttpResponse change_kaskade(const HttpRequest& request, const json::value& body) {
    if (!has_key(request)) {
      return problem(403, "not_allowed", "only who holds the server's key may change it");
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
    if (!done) return bad(done.error());
    if (is_on && !*is_on) kaskade_.switch_off();
    if (port) done = kaskade_.set_port(static_cast<int>(*port));
    if (done && is_on && *is_on) done = kaskade_.switch_on();
    if (!done) {
      const std::int64_t wanted = port.value_or(kaskade_.state().port);
      return bad(Problem{"port", done.error(), {{"port", std::to_string(wanted)}}});
    }
    return ok(view_of_kaskade(request));
  }

  asio::io_context& context_;
  const Registry& games_;
  Hall& hall_;
  ThinkingPool& pool_;
  KaskadeService& kaskade_;
  const HostKey& key_;
  const ApiSettings settings_;
  const Surroundings surroundings_;
  int evaluations_ = 0;
  std::map<std::string, int> evaluations_of_{};
  Allowances creations_{settings_.creation_rate, settings_.creation_burst};
  Allowances questions_{settings_.question_rate, settings_.question_burst};
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace

std::unique_ptr<WebHandler> make_api(asio::io_context& context, const Registry& games, Hall& hall,
                                     ThinkingPool& pool, KaskadeService& kaskade,
                                     const HostKey& key, const ApiSettings& settings,
                                     Surroundings surroundings) {
  return std::make_unique<Api>(context, games, hall, pool, kaskade, key, settings,
                               std::move(surroundings));
}

}  // namespace spielwerk::server
