#include "server/api/api.h"

#include <algorithm>
#include <charconv>

#include "core/version.h"
#include "records/record_writer.h"
#include "server/api/kaskade_json.h"
#include "server/api/metrics.h"
#include "server/api/status_json.h"
#include "server/api/table_socket.h"
#include "server/base/secrets.h"
#include "server/base/token_bucket.h"
#include "server/json/request_reader.h"
#include "server/json/table_json.h"
#include "server/web/answer.h"
#include "server/web/static_files.h"

namespace spielwerk::server {
namespace {

using Respond = WebHandler::Respond;

constexpr int kMaxListed = 100;
/// Bodies that are read at once; only records are longer.
constexpr std::size_t kMaxSmallBody = 16'384;
/// So many moves of a record count as a table.
constexpr double kMovesOfATable = 1'000;
/// The page keeps no more.
constexpr std::size_t kMaxTokens = 200;

/// The table in `/api/tables/ID/rest`.
std::optional<std::string> table_of(std::string_view path, std::string_view rest) {
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

/// A number in the query that is not negative.
std::int64_t number_in(const HttpRequest& request, std::string_view name, std::int64_t usual) {
  const auto found = request.query.find(name);
  if (found == request.query.end()) return usual;
  std::int64_t value = 0;
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= 0 ? value : usual;
}

class Api final : public WebHandler {
 public:
  Api(Scheduler& scheduler, Background& background, const Registry& games, Hall& hall,
      ThinkingPool& pool, KaskadeService& kaskade, const HostKey& key, const ApiSettings& settings,
      Surroundings surroundings)
      : scheduler_(scheduler),
        games_(games),
        hall_(hall),
        pool_(pool),
        kaskade_(kaskade),
        key_(key),
        surroundings_(std::move(surroundings)),
        questions_(scheduler, background, games, pool, settings.evaluations,
                   [this](const Game& game, const Position& position, const std::string& table,
                          const std::string& token, const std::string& address, auto answer) {
                     hall_.refuse_evaluation(game, position, table, token, address, answer);
                   }),
        creation_tokens_(settings.creation_rate, settings.creation_burst),
        question_tokens_(settings.question_rate, settings.question_burst) {}

  void handle(const HttpRequest& request, Respond respond) override {
    const bool is_get = request.method == "GET" || request.method == "HEAD";
    if (!request.path.starts_with("/api/")) {
      return respond(is_get ? page(request) : refused<RefusalCode::BadMethod>("GET"));
    }
    if (is_get) return get(request, respond);
    if (request.method != "POST" && request.method != "PUT") {
      return respond(refused<RefusalCode::BadMethod>(
          request.path == "/api/kaskade" ? "GET or PUT" : "GET or POST"));
    }
    if (!request.content_type.starts_with("application/json")) {
      // Forms of other sites cannot send this type without being asked about it first.
      return respond(refused<RefusalCode::BadContentType>());
    }
    if (request.path == "/api/tables") {
      if (const auto refusal = refuse_new_table(request.address)) return respond(refused(*refusal));
    } else if (!question_tokens_.take(request.address, scheduler_.now())) {
      return respond(refused<RefusalCode::TooManyQuestions>());
    }
    if (request.method == "PUT") return respond(put(request));
    post(request, respond);
  }

  void admit_socket(const HttpRequest& request, Admit admit) override {
    const auto id = table_of(request.path, "/live");
    if (!id) return admit(refused<RefusalCode::NotFound>());
    hall_.bring(*id, request.address, [admit](const std::optional<Refusal>& refusal) {
      admit(refusal ? std::optional(refused(*refusal)) : std::nullopt);
    });
  }
  std::shared_ptr<SocketListener> open(const HttpRequest& request,
                                       std::shared_ptr<Socket> socket) override {
    return open_table_socket(
        hall_, texts_, key_, {*table_of(request.path, "/live"), request.address},
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
    if (creation_tokens_.take(address, scheduler_.now())) return std::nullopt;
    return refusal<RefusalCode::TooManyCreations>();
  }

  // ---- Where requests go

  HttpResponse page(const HttpRequest& request) {
    if (request.path == "/healthz") return health();
    if (request.path == "/metrics") {
      return {.content_type = "text/plain; version=0.0.4",
              .body = print_metrics(hall_.counts(), pool_.load()) +
                      print_metrics(surroundings_.web_counts())};
    }
    if (auto file = send_page_file(request)) return *std::move(file);
    return refused<RefusalCode::NotFound>();
  }

  /// Red where nothing can be stored: then nobody can move.
  HttpResponse health() const {
    const std::string problem = surroundings_.storage_problem();
    if (problem.empty()) return {.content_type = "text/plain", .body = "ok\n"};
    return {.status = 503,
            .content_type = "text/plain",
            .body = "nothing can be stored: " + problem + "\n"};
  }

  void get(const HttpRequest& request, const Respond& respond) {
    const std::string_view path = request.path;
    if (path == "/api/games") return respond(questions_.games());
    if (path == "/api/tables") return tables(request, respond);
    if (path == "/api/server") return respond(server(request));
    if (path == "/api/kaskade") return respond(kaskade(request));
    if (path == "/api/status") return respond(status(request));
    if (const auto id = table_of(path, "/record")) {
      return at_table(*id, request.address, respond, [this, request, respond](const auto& table) {
        // A copy shares its moves with the table, which goes on.
        questions_.elsewhere(
            request.address,
            [copy = hall_.copy(table).value()] {
              return HttpResponse{.content_type = "text/plain; charset=utf-8",
                                  .body = print_record(copy.record())};
            },
            respond);
      });
    }
    if (const auto id = table_of(path, "/moves")) {
      const auto from = static_cast<std::size_t>(number_in(request, "from", 0));
      return at_table(*id, request.address, respond, [this, from, respond](const auto& table) {
        respond(ok(json_of_move_page(hall_.moves(table, from).value())));
      });
    }
    if (const auto id = table_of(path, "")) {
      const Sight sight = sight_of(request);
      return at_table(*id, request.address, respond, [this, sight, respond](const auto& table) {
        respond(ok(json_of_table(hall_.view(table, sight).value())));
      });
    }
    respond(refused<RefusalCode::NotFound>());
  }

  HttpResponse put(const HttpRequest& request) {
    if (request.path != "/api/kaskade") return refused<RefusalCode::BadMethod>("GET or POST");
    if (!has_key(request)) return refused<RefusalCode::NeedsKey>();
    const auto body = parse_json(request.body);
    if (!body) return refused(body.error());
    if (const auto done = change_kaskade(kaskade_, *body); !done) return refused(done.error());
    return kaskade(request);
  }

  void post(const HttpRequest& request, const Respond& respond) {
    const std::string_view path = request.path;
    if (path == "/api/position") {
      return questions_.position(request.address, request.body, respond);
    }
    if (path == "/api/replay") return questions_.replay(request.address, request.body, respond);
    if (path == "/api/tables") return create(request, respond);
    if (request.body.size() > kMaxSmallBody) {
      return respond(refused<RefusalCode::RequestTooLong>());
    }
    const auto body = parse_json(request.body);
    if (!body) return respond(refused(body.error()));
    if (path == "/api/evaluate") return questions_.evaluate(request, *body, respond);
    if (const auto id = table_of(path, "/join")) {
      return join(*id, request.address, *body, respond);
    }
    if (path == "/api/key") return respond(take_key(*body));
    if (path == "/api/quit") return respond(quit(request, *body));
    respond(refused<RefusalCode::NotFound>());
  }

  // ---- Tables

  /// Does something with a table when it is in memory.
  void at_table(const std::string& id, const std::string& address, const Respond& respond,
                std::function<void(const std::string& id)> then) {
    hall_.bring(id, address,
                [id, respond, then = std::move(then)](const std::optional<Refusal>& refusal) {
                  if (refusal) return respond(refused(*refusal));
                  then(id);
                });
  }

  void tables(const HttpRequest& request, const Respond& respond) {
    const auto max =
        static_cast<int>(std::clamp<std::int64_t>(number_in(request, "limit", 30), 1, kMaxListed));
    const Sight sight = sight_of(request);
    const auto state = request.query.find("state");
    if (state == request.query.end() || state->second == "live") {
      json::array tables;
      for (const LiveSummary& each : hall_.live_tables(max, sight)) {
        tables.push_back(json_of_live_table(each));
      }
      return respond(ok(json::object{{"tables", std::move(tables)}}));
    }
    if (state->second != "finished") {
      return respond(refused<RefusalCode::BadMessage>("state must be live or finished"));
    }
    FinishedAfter after{
        .changed = Time(milliseconds(number_in(request, "before", std::int64_t{1} << 52)))};
    if (const auto id = request.query.find("id"); id != request.query.end()) {
      after.id = id->second;
    }
    questions_.elsewhere(
        request.address,
        [this, after, max, sight] {
          json::array tables;
          for (const Summary& each : hall_.finished_tables(after, max, sight)) {
            tables.push_back(json_of_summary(each));
          }
          return ok(json::object{{"tables", std::move(tables)}});
        },
        respond);
  }

  void create(const HttpRequest& request, const Respond& respond) {
    auto wish = std::make_shared<std::expected<Created, Problem>>();
    const auto read = [&games = games_, wish, text = request.body] {
      const auto body = parse_json(text);
      *wish = body ? read_wish(games, *body) : std::unexpected(body.error().problem());
    };
    const auto go_on = [this, wish, request, respond] {
      if (!*wish) return respond(bad(wish->error()));
      create(**wish, request, respond);
    };
    // A record may be long.
    if (request.body.size() <= kMaxSmallBody) {
      read();
      return go_on();
    }
    questions_.elsewhere(
        request.address,
        [read] {
          read();
          return HttpResponse{};
        },
        [go_on, respond](const HttpResponse& failed) {
          if (failed.status != 200) return respond(failed);
          go_on();
        });
  }

  void create(const Created& wish, const HttpRequest& request, const Respond& respond) {
    for (const Seat& seat : wish.seats) {
      if (seat.kind != SeatKind::Remote) continue;
      // Others must not look around from here.
      if (!has_key(request)) return respond(refused<RefusalCode::NeedsKey>());
      if (!surroundings_.remotes.allow(seat)) {
        return respond(refused<RefusalCode::RemoteNotAllowed>(seat.server));
      }
    }
    // A long record takes as much room on the disk as many tables.
    creation_tokens_.charge(request.address, scheduler_.now(),
                            static_cast<double>(wish.moves.size()) / kMovesOfATable);
    hall_.create(wish, request.address, [respond](std::expected<Hall::NewTable, Refusal> created) {
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

  void join(const std::string& id, const std::string& address, const json::value& body,
            const Respond& respond) {
    JsonReader reader(body);
    const Hall::JoinWish wish{.invite = reader.text("invite"),
                              .name = reader.optional_name("name").value_or(""),
                              .token = reader.optional_text("token").value_or("")};
    if (wish.name.empty()) reader.complain("name is missing");
    if (!wish.token.empty() && !is_secret(wish.token)) {
      reader.complain("token must be 32 hexadecimal digits");
    }
    if (!reader.is_good()) return respond(refused(reader.problem()));
    at_table(id, address, respond, [this, wish, respond](const std::string& table) {
      hall_.join(table, wish, [respond](std::expected<Hall::Joined, Refusal> joined) {
        if (!joined) return respond(refused(joined.error()));
        respond(ok(json::object{{"token", joined->token}, {"seat", joined->seat}}));
      });
    });
  }

  // ---- The program

  HttpResponse server(const HttpRequest& request) const {
    return ok(json::object{{"hosts", json::value_from(surroundings_.hosts())},
                           {"has_key", has_key(request)},
                           {"version", kBuild.version},
                           {"commit", kBuild.commit}});
  }
  HttpResponse status(const HttpRequest& request) {
    if (!has_key(request)) return refused<RefusalCode::NeedsKey>();
    const HallCounts counts = hall_.counts();
    return ok(json_of_status({.since = since_,
                              .now = scheduler_.now(),
                              .moves_per_minute = moves_.per_minute(counts.moves, scheduler_.now()),
                              .hall = counts,
                              .web = surroundings_.web_counts(),
                              .engines = pool_.load(),
                              .kaskade = kaskade_.state(),
                              .storage_problem = surroundings_.storage_problem()}));
  }
  HttpResponse kaskade(const HttpRequest& request) const {
    return ok(json_of_kaskade(kaskade_.state(), has_key(request)));
  }

  /// The key for the ticket that a browser was opened with; the key itself is as good.
  HttpResponse take_key(const json::value& body) const {
    JsonReader reader(body);
    const std::string ticket = reader.text("ticket");
    if (!reader.is_good()) return refused(reader.problem());
    if (!key_.fits(ticket) && !key_.take_ticket(ticket)) return refused<RefusalCode::BadTicket>();
    return ok(json::object{{"key", key_.text()}});
  }

  HttpResponse quit(const HttpRequest& request, const json::value& body) const {
    if (!has_key(request)) return refused<RefusalCode::NeedsKey>();
    JsonReader reader(body);
    const bool is_sure = reader.optional_boolean("is_sure").value_or(false);
    std::vector<std::string> tokens;
    for (const json::value& each : reader.array("tokens", kMaxTokens)) {
      if (const json::string* token = each.if_string()) tokens.emplace_back(*token);
    }
    if (!reader.is_good()) return refused(reader.problem());
    Hall::Company others = hall_.others_than(tokens);
    for (const auto& each : kaskade_.state().connections) {
      if (each.info.game.empty()) continue;
      ++others.games;
      ++others.people;
    }
    const bool is_ending = is_sure || others.games == 0;
    if (is_ending) surroundings_.quit();
    return ok(
        json::object{{"is_ending", is_ending}, {"games", others.games}, {"people", others.people}});
  }

  Scheduler& scheduler_;
  const Registry& games_;
  Hall& hall_;
  ThinkingPool& pool_;
  KaskadeService& kaskade_;
  const HostKey& key_;
  const Surroundings surroundings_;
  Questions questions_;
  MessageTexts texts_{};
  const Time since_ = scheduler_.now();
  RecentRate moves_{since_};
  TokenBuckets creation_tokens_;
  TokenBuckets question_tokens_;
};

}  // namespace

std::unique_ptr<WebHandler> make_api(Scheduler& scheduler, Background& background,
                                     const Registry& games, Hall& hall, ThinkingPool& pool,
                                     KaskadeService& kaskade, const HostKey& key,
                                     const ApiSettings& settings, Surroundings surroundings) {
  return std::make_unique<Api>(scheduler, background, games, hall, pool, kaskade, key, settings,
                               std::move(surroundings));
}

}  // namespace spielwerk::server
