// The whole application over loopback: tables from creation to rematch, storage, and guests who
// mean no good.
#include "server/application.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/temporary_folder.h"
#include "tests/support/web_client.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;
using test::get;
using test::post;
using test::WebAnswer;
using test::WebSocketClient;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// An application on a thread of its own.
class Running {
 public:
  explicit Running(ApplicationSettings settings) {
    settings.web.port = 0;
    settings.kaskade.port = 0;
    settings.threads = 1;
    application_ = std::make_unique<Application>(settings, [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      reports_ += line;
      reports_ += '\n';
    });
    thread_ = std::thread([this] { application_->run(); });
  }
  ~Running() {
    application_->stop();
    thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  std::uint16_t port() const { return application_->port(); }
  Application& operator*() { return *application_; }
  std::string reports() {
    const std::lock_guard lock(mutex_);
    return reports_;
  }

 private:
  std::mutex mutex_{};
  std::string reports_{};
  std::unique_ptr<Application> application_;
  std::thread thread_{};
};

json::value human(const char* name) { return {{"kind", "human"}, {"name", name}}; }
json::value guest() { return json::object{{"kind", "invite"}}; }
json::value computer(const char* player, const char* time = "50ms") {
  return {{"kind", "computer"}, {"player", player}, {"time", time}};
}

class ServerTest : public testing::Test {
 protected:
  ServerTest() { restart(); }

  /// Ends the application and begins it again with the same data.
  void restart() {
    running_.reset();
    running_ = std::make_unique<Running>(settings_with_folder());
  }
  ApplicationSettings settings_with_folder() const {
    ApplicationSettings settings = settings_;
    settings.data = folder_.path("data");
    return settings;
  }
  std::uint16_t port() const { return running_->port(); }

  struct Created {
    std::string id{};
    std::string token{};
    std::string invite{};
  };
  Created create(const char* game, json::array seats, json::object more = {}) {
    more["game"] = game;
    more["seats"] = std::move(seats);
    const WebAnswer answer = post(port(), "/api/tables", more);
    EXPECT_EQ(answer.status, 201) << answer.body;
    const json::value value = answer.json();
    Created created{value.at("id").as_string().c_str(), value.at("token").as_string().c_str(), ""};
    if (const auto& invites = value.at("invites").as_array(); !invites.empty()) {
      created.invite = invites[0].at("invite").as_string().c_str();
    }
    return created;
  }
  /// Connected, with the first message taken.
  std::unique_ptr<WebSocketClient> watch(const std::string& id, const std::string& token = "",
                                         json::object* first = nullptr) {
    auto socket = std::make_unique<WebSocketClient>(port(), "/api/tables/" + id + "/live");
    EXPECT_EQ(socket->status(), 101);
    json::object hello{{"type", "hello"}};
    if (!token.empty()) hello["token"] = token;
    socket->send(json::value(hello));
    auto message = socket->receive("table");
    EXPECT_TRUE(message);
    if (first != nullptr && message) *first = *message;
    return socket;
  }
  static std::string move(WebSocketClient& socket, const char* move, int at) {
    return socket.command({{"type", "move"}, {"move", move}, {"at", at}});
  }
  json::value table(const std::string& id) { return get(port(), "/api/tables/" + id).json(); }

  ApplicationSettings settings_{};
  test::TemporaryFolder folder_{};
  std::unique_ptr<Running> running_{};
};

TEST_F(ServerTest, DescribesItsGames) {
  const WebAnswer answer = get(port(), "/api/games");
  EXPECT_EQ(answer.status, 200);
  const json::value value = answer.json();
  ASSERT_EQ(value.at("games").as_array().size(), 5u);
  std::string names;
  for (const json::value& game : value.at("games").as_array()) {
    names += game.at("name").as_string().c_str() + std::string(" ");
    EXPECT_FALSE(game.at("parameters").as_array().empty());
    EXPECT_GE(game.at("board").at("columns").as_int64(), 3);
  }
  EXPECT_EQ(names, "connect6 kaskade othello tictactoe towerwars ");
}

TEST_F(ServerTest, APersonPlaysTheComputerToTheEnd) {
  const Created created = create("tictactoe:3x3,k=3", {human("Anna"), computer("level:9")});
  json::object first;
  const auto socket = watch(created.id, created.token, &first);
  EXPECT_EQ(json::serialize(first["you"]), R"({"seats":[0],"is_host":true})");
  json::value state = first["table"];
  int at = 0;
  while (state.at("result").is_null()) {
    const std::int64_t cell = state.at("position").at("picks").as_array()[0].as_int64();
    const std::string text = {static_cast<char>('A' + cell / 3), static_cast<char>('1' + cell % 3)};
    ASSERT_EQ(move(*socket, text.c_str(), at), "done") << text << socket->last_reason();
    ++at;
    state = socket->events().back().at("change");
    if (!state.at("result").is_null()) break;
    const auto reply = socket->receive("event");
    ASSERT_TRUE(reply);
    state = reply->at("change");
    ++at;
    if (state.at("position").at("to_move").as_int64() < 0) {
      state = socket->receive("event")->at("change");
    }
  }
  // Nobody beats the computer at this.
  EXPECT_NE(state.at("result").at("winner").as_int64(), 0);
  EXPECT_EQ(state.at("result").at("reason").as_string(), "rules");
  const WebAnswer record = get(port(), "/api/tables/" + created.id + "/record");
  EXPECT_THAT(record.body, StartsWith("[Game \"tictactoe\"]"));
  const json::value replay = post(port(), "/api/replay", {{"record", record.body}}).json();
  EXPECT_EQ(replay.at("moves").as_array().size(), table(created.id).at("moves").as_array().size());
  const json::value finished = get(port(), "/api/tables?state=finished").json();
  EXPECT_EQ(finished.at("tables").at(0).at("id").as_string(), created.id);
}

TEST_F(ServerTest, TwoPeopleAndAWatcher) {
  const Created created = create("othello:8x8", {human("Anna"), guest()});
  const std::string join = "/api/tables/" + created.id + "/join";
  EXPECT_EQ(post(port(), join, {{"invite", "wrong"}, {"name", "Eve"}}).code(), "not_allowed");
  EXPECT_EQ(post(port(), join, {{"invite", created.invite}}).reason(), "name is missing");
  const WebAnswer joined = post(port(), join, {{"invite", created.invite}, {"name", "Bert"}});
  ASSERT_EQ(joined.status, 200) << joined.body;
  EXPECT_EQ(post(port(), join, {{"invite", created.invite}, {"name", "Eve"}}).code(),
            "not_allowed");
  const auto anna = watch(created.id, created.token);
  const auto bert = watch(created.id, joined.json().at("token").as_string().c_str());
  const auto watcher = watch(created.id);
  EXPECT_EQ(move(*watcher, "D3", 0), "not_seated");
  EXPECT_EQ(move(*bert, "D3", 0), "not_your_turn");
  EXPECT_EQ(move(*anna, "D3", 0), "done");
  EXPECT_EQ(move(*anna, "D3", 0), "stale");
  const auto seen = watcher->receive("event");
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->at("event").at("move").as_string(), "D3");
  EXPECT_EQ(anna->command({{"type", "take_back"}, {"at", 1}}), "done");
  EXPECT_EQ(bert->command({{"type", "answer"}, {"accepts", true}}), "done");
  EXPECT_TRUE(table(created.id).at("moves").as_array().empty());
  EXPECT_EQ(bert->command({{"type", "resign"}}), "done");
  EXPECT_EQ(anna->command({{"type", "rematch"}}), "done");
  EXPECT_EQ(bert->command({{"type", "answer"}, {"accepts", true}}), "done");
  const std::string next = table(created.id).at("rematch").as_string().c_str();
  json::object first;
  watch(next, created.token, &first);
  EXPECT_EQ(json::serialize(first["you"]), R"({"seats":[1],"is_host":true})");
  EXPECT_EQ(first["table"].at("seats").at(0).at("name").as_string(), "Bert");
}

TEST_F(ServerTest, ComputersPlayForWhoeverWatches) {
  const Created created =
      create("othello:4x4", {computer("random"), computer("random")}, {{"delay", "0ms"}});
  EXPECT_EQ(table(created.id).at("moves").as_array().size(), 0u);
  const auto socket = watch(created.id, created.token);
  std::optional<json::object> event;
  while ((event = socket->receive("event"))) {
    if (event->at("event").at("type").as_string() == "ended") break;
  }
  ASSERT_TRUE(event);

  const Created slow =
      create("othello:8x8", {computer("random"), computer("random")}, {{"delay", "1m"}});
  const auto host = watch(slow.id, slow.token);
  const auto watcher = watch(slow.id);
  EXPECT_EQ(watcher->command({{"type", "step"}}), "not_allowed");
  EXPECT_EQ(host->command({{"type", "pace"}, {"delay", 60'000}, {"is_paused", true}}), "done");
  for (int step = 1; step <= 3; ++step) {
    EXPECT_EQ(host->command({{"type", "step"}}), "done");
    event = watcher->receive("event");
    while (event && event->at("event").at("type").as_string() != "moved") {
      event = watcher->receive("event");
    }
    ASSERT_TRUE(event);
    EXPECT_EQ(event->at("change").at("first_move").as_int64(), step - 1);
  }
}

TEST_F(ServerTest, GoesOnWhereItWas) {
  const Created created = create("kaskade:6x6", {human("Anna"), computer("level:2")});
  const Created with_guest = create("connect6:18", {human("Anna"), guest()});
  json::object before;
  {
    const auto socket = watch(created.id, created.token);
    EXPECT_EQ(move(*socket, "0;0", 0), "done");
    EXPECT_TRUE(socket->receive("event"));
    watch(created.id, created.token, &before);
  }
  restart();
  json::object after;
  const auto socket = watch(created.id, created.token, &after);
  EXPECT_EQ(after["table"].at("position"), before["table"].at("position"));
  EXPECT_EQ(after["table"].at("moves"), before["table"].at("moves"));
  EXPECT_EQ(after["you"], before["you"]);
  EXPECT_EQ(move(*socket, "1;0", 2), "done");
  EXPECT_TRUE(socket->receive("event"));
  EXPECT_EQ(post(port(), "/api/tables/" + with_guest.id + "/join",
                 {{"invite", with_guest.invite}, {"name", "Bert"}})
                .status,
            200);
}

TEST_F(ServerTest, OneDamagedTableDoesNotStopTheOthers) {
  const Created damaged = create("kaskade:6x6", {human("Anna"), human("Bert")});
  const Created illegal = create("kaskade:6x6", {human("Anna"), human("Bert")});
  const Created good = create("kaskade:6x6", {human("Anna"), human("Bert")});
  for (const Created& each : {damaged, illegal, good}) {
    EXPECT_EQ(move(*watch(each.id, each.token), "0;0", 0), "done");
  }
  running_.reset();
  {
    SQLite::Database store(folder_.path("data/spielwerk.db"), SQLite::OPEN_READWRITE);
    SQLite::Statement change(store, "UPDATE events SET body = ? WHERE table_id = ? AND number = 2");
    change.bind(1, "{broken");
    change.bind(2, damaged.id);
    EXPECT_EQ(change.exec(), 1);
    change.reset();
    change.bind(1, R"({"type":"moved","seat":0,"move":"9;9"})");
    change.bind(2, illegal.id);
    EXPECT_EQ(change.exec(), 1);
  }
  restart();
  EXPECT_THAT(running_->reports(), HasSubstr("table '" + damaged.id + "' cannot be read: event 2"));
  EXPECT_THAT(running_->reports(), HasSubstr("table '" + illegal.id + "' cannot be read: "));
  EXPECT_EQ(get(port(), "/api/tables/" + damaged.id).status, 404);
  EXPECT_EQ(table(good.id).at("moves").as_array().size(), 1u);
  EXPECT_EQ(get(port(), "/api/tables?state=live").json().at("tables").as_array().size(), 1u);
}

TEST_F(ServerTest, DoesNotTouchTheDataOfANewerProgram) {
  running_.reset();
  {
    SQLite::Database store(folder_.path("data/spielwerk.db"), SQLite::OPEN_READWRITE);
    store.exec("PRAGMA user_version = 99");
  }
  try {
    restart();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("was written by a newer Spielwerk"));
  }
}

TEST_F(ServerTest, WhoReconnectsGetsWhatWasMissed) {
  const Created created = create("kaskade:5x5", {human("Anna"), human("Bert")});
  const auto player = watch(created.id, created.token);
  for (int at = 0; at < 4; ++at) {
    EXPECT_EQ(move(*player, at % 2 == 0 ? "0;0" : "4;4", at), "done");
  }
  WebSocketClient late(port(), "/api/tables/" + created.id + "/live");
  late.send(json::value{{"type", "hello"}, {"after", 2}});
  for (int number = 3; number <= 5; ++number) {
    const auto event = late.receive();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->at("type").as_string(), "event");
    EXPECT_EQ(event->at("number").as_int64(), number);
    EXPECT_EQ(event->at("change").at("moves").as_array().size(), 1u);
    EXPECT_EQ(event->at("change").at("first_move").as_int64(), number - 2);
  }
  EXPECT_EQ(move(*player, "1;1", 4), "done");
  EXPECT_EQ(late.receive("event")->at("number").as_int64(), 6);
  // Who claims to know more than has happened gets everything.
  WebSocketClient confused(port(), "/api/tables/" + created.id + "/live");
  confused.send(json::value{{"type", "hello"}, {"after", 99}});
  EXPECT_TRUE(confused.receive("table"));
}

TEST_F(ServerTest, ClocksEndGames) {
  const Created created = create("othello:8x8", {human("Anna"), human("Bert")},
                                 {{"clock", {{"time", "1s"}, {"increment", "0s"}}}});
  const auto socket = watch(created.id, created.token);
  EXPECT_EQ(move(*socket, "D3", 0), "done");
  const auto event = socket->receive("event");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->at("event").at("type").as_string(), "ended");
  EXPECT_EQ(event->at("event").at("reason").as_string(), "time");
  EXPECT_EQ(event->at("change").at("result").at("text").as_string(), "1-0");
}

TEST_F(ServerTest, RemotePlayersAreSeated) {
  const int kaskade = (**running_).kaskade().state().port;
  const std::string server = "127.0.0.1:" + std::to_string(kaskade);
  EXPECT_EQ(test::request(port(), "PUT", "/api/kaskade", R"({"strategy":"level:2","time":"100ms"})",
                          {"Content-Type: application/json"})
                .status,
            200);
  const Created created =
      create("kaskade:4x4", {human("Anna"), {{"kind", "remote"}, {"server", server}}});
  const auto socket = watch(created.id, created.token);
  EXPECT_EQ(move(*socket, "0;0", 0), "done");
  const auto reply = socket->receive("event");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->at("event").at("type").as_string(), "moved") << json::serialize(*reply);
  const json::value state = get(port(), "/api/kaskade").json();
  EXPECT_EQ(state.at("connections").as_array().size(), 1u);

  // A server that is not there is a trouble that can be helped.
  const Created lonely =
      create("kaskade:4x4", {human("Anna"), {{"kind", "remote"}, {"server", "127.0.0.1:1"}}});
  const auto host = watch(lonely.id, lonely.token);
  EXPECT_EQ(move(*host, "0;0", 0), "done");
  const auto trouble = host->receive("event");
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->at("event").at("type").as_string(), "troubled");
  EXPECT_THAT(trouble->at("change").at("trouble").at("message").as_string().c_str(),
              HasSubstr("cannot connect to 127.0.0.1:1"));
  EXPECT_EQ(host->command({{"type", "replace"}, {"seat", 1}, {"with", computer("level:1")}}),
            "done");
  EXPECT_EQ(host->receive("event")->at("event").at("type").as_string(), "moved");
}

TEST_F(ServerTest, RulesWithoutATable) {
  const json::value tried =
      post(port(), "/api/position",
           {{"game", "kaskade:3x3"}, {"position", "1an0n0n0n0n0n0n0n0n:A"}, {"move", "0;0"}})
          .json();
  EXPECT_TRUE(tried.as_object().contains("error"));
  const json::value overflow =
      post(port(), "/api/position",
           {{"game", "kaskade:3x3"}, {"position", "1a0n0n0n0n0n0n0n1b:A"}, {"move", "0;0"}})
          .json();
  EXPECT_GE(overflow.at("steps").as_array().size(), 3u) << json::serialize(overflow);
  EXPECT_EQ(overflow.at("after").at("to_move").as_int64(), 1);
  const json::value picks =
      post(port(), "/api/position", {{"game", "towerwars:6"}, {"first", 1}}).json();
  EXPECT_TRUE(picks.at("seconds").is_array());
  EXPECT_EQ(post(port(), "/api/position", {{"game", "chess"}}).status, 400);
  EXPECT_EQ(post(port(), "/api/position", {{"game", "othello"}, {"move", "A1"}}).code(), "illegal");
  const json::value evaluation =
      post(port(), "/api/evaluate", {{"game", "tictactoe:3x3"}, {"time", "500ms"}}).json();
  EXPECT_EQ(evaluation.at("score").at("kind").as_string(), "draw");
  EXPECT_FALSE(evaluation.at("line").as_array().empty());
  EXPECT_EQ(post(port(), "/api/evaluate", {{"game", "othello"}, {"time", "1m"}}).status, 400);
  const json::value broken =
      post(port(), "/api/replay", {{"record", "[Game \"othello\"]\n\n1. D3 A1 *\n"}}).json();
  EXPECT_EQ(broken.at("moves").as_array().size(), 1u);
  EXPECT_THAT(broken.at("problem").as_string().c_str(), StartsWith("line 3"));
  EXPECT_EQ(post(port(), "/api/replay", {{"record", "nonsense"}}).status, 400);
}

TEST_F(ServerTest, BeginsFromRecordsAndPositions) {
  const Created from_record = create("", {human("Anna"), human("Bert")},
                                     {{"record", "[Game \"othello\"]\n\n1. D3 C5 2. F6 *\n"}});
  EXPECT_EQ(table(from_record.id).at("moves").as_array().size(), 3u);
  const Created from_moves =
      create("othello:8x8", {human("Anna"), human("Bert")}, {{"moves", {"D3", "C5"}}});
  EXPECT_EQ(table(from_moves.id).at("moves").as_array().size(), 2u);
  const Created complete = create("", {human("Anna"), human("Bert")},
                                  {{"record", "[Game \"tictactoe\"]\n\nA1 B1 A2 B2 A3 1-0\n"}});
  EXPECT_EQ(table(complete.id).at("result").at("text").as_string(), "1-0");
}

TEST_F(ServerTest, TakesTheNextPortIfItMay) {
  ApplicationSettings settings;
  settings.data = folder_.path("other");
  settings.web.port = port();
  settings.kaskade.port = 0;
  EXPECT_THROW(Application(settings, [](std::string_view) {}), std::runtime_error);
  settings.other_ports = 20;
  const Application other(settings, [](std::string_view) {});
  EXPECT_GT(other.port(), port());
  EXPECT_LE(other.port(), port() + 20);
}

// ---- Guests who mean no good: a clear refusal, and nothing changes

TEST_F(ServerTest, RefusesWhatMakesNoSense) {
  const auto status = [&](const json::value& body) {
    return post(port(), "/api/tables", body).status;
  };
  EXPECT_EQ(status({{"game", "othello"}}), 400);
  EXPECT_EQ(status({{"game", "othello"}, {"seats", {human("A")}}}), 400);
  EXPECT_EQ(status({{"game", "chess"}, {"seats", {human("A"), human("B")}}}), 400);
  EXPECT_EQ(status({{"game", "othello"}, {"seats", {human("A"), computer("level:77")}}}), 400);
  EXPECT_EQ(status({{"game", "othello"}, {"seats", {human("A"), computer("max", "9h")}}}), 400);
  EXPECT_EQ(status({{"game", "othello"}, {"seats", {human("A\nB"), human("B")}}}), 400);
  EXPECT_EQ(
      status({{"game", "othello"}, {"seats", {human(std::string(41, 'x').c_str()), human("B")}}}),
      400);
  EXPECT_EQ(status({{"game", "othello"},
                    {"seats", {human("A"), {{"kind", "remote"}, {"server", "x:1"}}}}}),
            400);
  EXPECT_EQ(
      status(
          {{"game", "othello"}, {"seats", {human("A"), human("B")}}, {"clock", {{"time", "0s"}}}}),
      400);
  EXPECT_EQ(status(json::array{}), 400);
  EXPECT_EQ(get(port(), "/api/tables?state=live").json().at("tables").as_array().size(), 0u);
  EXPECT_EQ(
      test::request(port(), "POST", "/api/tables", "{", {"Content-Type: application/json"}).status,
      400);
  EXPECT_EQ(test::request(port(), "POST", "/api/tables", "{}").status, 415);
  EXPECT_EQ(test::request(port(), "DELETE", "/api/tables", "{}", {"Content-Type: application/json"})
                .status,
            405);
  EXPECT_EQ(get(port(), "/api/nothing").status, 404);
  EXPECT_EQ(get(port(), "/api/tables/nosuchtable").status, 404);
  EXPECT_EQ(WebSocketClient(port(), "/api/tables/nosuchtable/live").status(), 404);
  EXPECT_EQ(WebSocketClient(port(), "/").status(), 404);
}

TEST_F(ServerTest, RefusesOtherSitesAndNames) {
  for (const char* host : {"Host: evil.example", "Host: evil.example:8080",
                           "Host: localhost.evil.example", "Host: "}) {
    EXPECT_EQ(test::request(port(), "GET", "/api/games", "", {host}).status, 403) << host;
  }
  for (const char* host : {"Host: localhost", "Host: LOCALHOST:1", "Host: 127.0.0.1:8080",
                           "Host: [::1]:8080", "Host: 192.0.2.7"}) {
    EXPECT_EQ(test::request(port(), "GET", "/api/games", "", {host}).status, 200) << host;
  }
  const std::string own = "Origin: http://localhost:" + std::to_string(port());
  EXPECT_EQ(test::request(port(), "GET", "/api/games", "", {own}).status, 200);
  for (const char* origin :
       {"Origin: http://evil.example", "Origin: null", "Origin: http://localhost:1"}) {
    EXPECT_EQ(test::request(port(), "GET", "/api/games", "", {origin}).status, 403) << origin;
  }
  const Created created = create("othello:8x8", {human("Anna"), human("Bert")});
  const std::string live = "/api/tables/" + created.id + "/live";
  EXPECT_EQ(WebSocketClient(port(), live, {"Origin: http://evil.example"}).status(), 403);
  EXPECT_EQ(WebSocketClient(port(), live, {own}).status(), 101);
}

TEST_F(ServerTest, KeepsToThePage) {
  const WebAnswer page = get(port(), "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.head,
              HasSubstr("Content-Security-Policy: default-src 'none'; script-src 'self'"));
  EXPECT_THAT(page.head, HasSubstr("X-Content-Type-Options: nosniff"));
  EXPECT_THAT(page.body, Not(HasSubstr("<script>")));
  for (const char* path : {"/../etc/passwd", "/assets/../../etc/passwd", "/%2e%2e/etc/passwd",
                           "//etc/passwd", "/assets/", "/index.html%00", "/.git/config"}) {
    EXPECT_EQ(get(port(), path).status, 404) << path;
  }
  // Everything that the page refers to is there.
  int files = 0;
  for (std::size_t at = 0; (at = page.body.find("=\"./", at)) != std::string::npos; ++at, ++files) {
    const std::string path = page.body.substr(at + 3, page.body.find('"', at + 3) - at - 3);
    EXPECT_EQ(get(port(), path).status, 200) << path;
  }
  EXPECT_GE(files, 2);
  const std::string tag = page.head.substr(page.head.find("ETag: ") + 6, 18);
  EXPECT_EQ(test::request(port(), "GET", "/", "", {"If-None-Match: " + tag}).status, 304);
  EXPECT_THAT(test::request(port(), "GET", "/", "", {"Accept-Encoding: gzip"}).head,
              HasSubstr("Content-Encoding: gzip"));
  EXPECT_EQ(test::request(port(), "HEAD", "/").body, "");
  EXPECT_EQ(get(port(), "/healthz").body, "ok\n");
  EXPECT_THAT(get(port(), "/metrics").body, HasSubstr("spielwerk_tables_live 0\n"));
}

TEST_F(ServerTest, NeverShowsSecrets) {
  const Created created = create("othello:8x8", {human("Anna"), guest()});
  json::object first;
  const auto watcher = watch(created.id, "", &first);
  const std::string everything = json::serialize(first) +
                                 get(port(), "/api/tables/" + created.id).body +
                                 get(port(), "/api/tables").body + get(port(), "/metrics").body +
                                 get(port(), "/api/tables/" + created.id + "/record").body;
  EXPECT_THAT(everything, Not(HasSubstr(created.token)));
  EXPECT_THAT(everything, Not(HasSubstr(created.invite)));
  // A wrong token is nobody's.
  watch(created.id, std::string(32, '0'), &first);
  EXPECT_EQ(json::serialize(first["you"]), R"({"seats":[],"is_host":false})");
  // An invite is not a token.
  watch(created.id, created.invite, &first);
  EXPECT_EQ(json::serialize(first["you"]), R"({"seats":[],"is_host":false})");
}

TEST_F(ServerTest, TokensOpenOnlyTheirOwnTable) {
  const Created one = create("othello:8x8", {human("Anna"), human("Bert")});
  const Created other = create("othello:8x8", {human("Carl"), human("Dora")});
  const auto stranger = watch(one.id, other.token);
  EXPECT_EQ(move(*stranger, "D3", 0), "not_seated");
  EXPECT_EQ(stranger->command({{"type", "resign"}}), "not_seated");
  EXPECT_EQ(stranger->command({{"type", "rematch"}}), "not_seated");
  EXPECT_EQ(stranger->command({{"type", "pace"}, {"delay", 0}, {"is_paused", false}}),
            "not_allowed");
  EXPECT_EQ(stranger->command({{"type", "replace"}, {"seat", 0}, {"with", computer("max")}}),
            "not_allowed");
  EXPECT_EQ(table(one.id).at("number").as_int64(), 1);
}

TEST_F(ServerTest, SurvivesNonsenseOnTheWire) {
  const Created created =
      create("othello:8x8", {human("<script>alert(1)</script>"), human("Bert")});
  const auto socket = watch(created.id, created.token);
  for (const char* text :
       {"", "{", "[]", "7", "null", R"({"type":"move"})", R"({"type":"fly","id":1})", R"({"id":1})",
        R"({"type":"move","id":1,"move":"D3","at":-1})",
        R"({"type":"move","id":1,"move":["D3"],"at":0})",
        R"({"type":"move","id":"x","move":"D3","at":0})",
        R"({"type":"pace","id":3,"delay":1e99})"}) {
    ASSERT_TRUE(socket->send(std::string_view(text)));
    const auto answer = socket->receive("refused");
    ASSERT_TRUE(answer) << text;
    EXPECT_EQ(answer->at("code").as_string(), "bad_message") << text;
  }
  EXPECT_EQ(table(created.id).at("number").as_int64(), 1);
  EXPECT_EQ(move(*socket, "D3", 0), "done");

  WebSocketClient large(port(), "/api/tables/" + created.id + "/live");
  const std::string block(10'000'000, 'x');
  large.send(std::string_view(block));
  EXPECT_FALSE(large.receive());
  EXPECT_TRUE(large.is_closed());
  EXPECT_EQ(test::request(port(), "POST", "/api/tables", block, {"Content-Type: application/json"})
                .status,
            413);

  WebSocketClient binary(port(), "/api/tables/" + created.id + "/live");
  binary.send_frame("{}", 2);
  EXPECT_FALSE(binary.receive());
  EXPECT_TRUE(binary.is_closed());
  WebSocketClient rude(port(), "/api/tables/" + created.id + "/live");
  rude.send(json::value{{"type", "move"}, {"id", 1}, {"move", "C5"}, {"at", 1}});
  EXPECT_EQ(rude.receive()->at("code").as_string(), "bad_message");
  EXPECT_FALSE(rude.receive());
  EXPECT_TRUE(rude.is_closed());
  test::RawClient raw(port());
  raw.send("\x16\x03\x01 this is not HTTP\r\n\r\n");
  raw.receive_all();
  EXPECT_TRUE(raw.is_closed());
  EXPECT_EQ(get(port(), "/healthz").status, 200);
  EXPECT_EQ(table(created.id).at("moves").as_array().size(), 1u);
}

TEST_F(ServerTest, FloodsAreCutOff) {
  const Created created = create("othello:8x8", {human("Anna"), human("Bert")});
  const auto socket = watch(created.id, created.token);
  for (int count = 0; count < 200; ++count) {
    if (!socket->send(json::value{{"type", "offer_draw"}, {"id", count}})) break;
  }
  while (socket->receive()) {
  }
  EXPECT_TRUE(socket->is_closed());
  EXPECT_EQ(socket->close_reason(), "too many messages");

  settings_.web.most_per_address = 5;
  settings_.api.creation_burst = 3;
  settings_.hall.most_tables = 2;
  restart();
  // The table from before is still there.
  EXPECT_EQ(post(port(), "/api/tables", {{"game", "othello"}, {"seats", {human("A"), human("B")}}})
                .status,
            201);
  EXPECT_EQ(post(port(), "/api/tables", {{"game", "othello"}, {"seats", {human("A"), human("B")}}})
                .status,
            503);
  EXPECT_EQ(post(port(), "/api/tables", {{"game", "othello"}, {"seats", {human("A"), human("B")}}})
                .status,
            503);
  EXPECT_EQ(post(port(), "/api/tables", {{"game", "othello"}, {"seats", {human("A"), human("B")}}})
                .status,
            429);
  std::vector<test::RawClient> crowd;
  for (int count = 0; count < 5; ++count) {
    crowd.emplace_back(port());
    crowd.back().send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_THAT(crowd.back().receive_until("ok\n"), HasSubstr("200 OK"));
  }
  test::RawClient refused(port());
  EXPECT_EQ(refused.receive_all(), "");
  EXPECT_TRUE(refused.is_closed());
}

TEST_F(ServerTest, ChangesTheKaskadeServer) {
  const auto put = [&](const char* body) {
    return test::request(port(), "PUT", "/api/kaskade", body, {"Content-Type: application/json"});
  };
  const json::value before = get(port(), "/api/kaskade").json();
  EXPECT_TRUE(before.at("is_on").as_bool());
  EXPECT_TRUE(before.at("may_change").as_bool());
  test::RawClient player(static_cast<std::uint16_t>(before.at("port").as_int64()));
  player.send("init(xDim=3;yDim=3;begin=c;user=W)\r\n");
  EXPECT_THAT(player.receive_until("board(row=0n0n0n)\r\n"),
              StartsWith("initialized(user=Spielwerk)"));
  EXPECT_EQ(put(R"({"strategy":"level:99"})").status, 400);
  EXPECT_EQ(put(R"({"port":0})").status, 400);
  EXPECT_EQ(put(R"({"time":"1h"})").status, 400);
  EXPECT_EQ(put(("{\"port\":" + std::to_string(port()) + "}").c_str()).status, 400);
  EXPECT_EQ(get(port(), "/api/kaskade").json().at("port"), before.at("port"));
  // Through a proxy anybody could come.
  EXPECT_EQ(test::request(port(), "PUT", "/api/kaskade", "{}",
                          {"Content-Type: application/json", "X-Forwarded-For: 192.0.2.1"})
                .status,
            403);
  const WebAnswer changed = put(R"({"strategy":"level:2","time":"100ms"})");
  EXPECT_EQ(changed.json().at("time").as_string(), "100ms");
  player.send("move(x=1;y=1)\r\n");
  player.receive_until("move(x=");
  EXPECT_FALSE(put(R"({"is_on":false})").json().at("is_on").as_bool());
  EXPECT_THAT(player.receive_all(), HasSubstr("bye\r\n"));
  EXPECT_TRUE(put(R"({"is_on":true})").json().at("is_on").as_bool());
}

}  // namespace
}  // namespace spielwerk::server
