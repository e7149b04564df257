// Guests who mean no good: a clear refusal, and nothing changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "games/all_games.h"
#include "records/record_writer.h"
#include "tests/server/server_fixture.h"
#include "tests/support/endless_game.h"

namespace spielwerk::server {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class AbuseTest : public ServerTest {};

TEST_F(AbuseTest, RefusesWhatMakesNoSense) {
  const auto status = [&](const json::value& body) {
    return post(port(), "/api/tables", body, with_key()).status;
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

TEST_F(AbuseTest, RefusesOtherSitesAndNames) {
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

TEST_F(AbuseTest, KeepsToThePage) {
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

TEST_F(AbuseTest, NeverShowsSecrets) {
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

TEST_F(AbuseTest, TokensOpenOnlyTheirOwnTable) {
  const Created one = create("othello:8x8", {human("Anna"), human("Bert")});
  const Created other = create("othello:8x8", {human("Carl"), human("Dora")});
  const auto stranger = watch(one.id, other.token);
  EXPECT_EQ(move(*stranger, "D3", 0), "not_seated");
  EXPECT_EQ(stranger->command({{"type", "resign"}}), "not_seated");
  EXPECT_EQ(stranger->command({{"type", "rematch"}}), "not_seated");
  EXPECT_EQ(stranger->command({{"type", "pace"}, {"delay", 0}, {"is_paused", false}}), "not_host");
  EXPECT_EQ(stranger->command({{"type", "replace"}, {"seat", 0}, {"with", computer("max")}}),
            "not_host");
  EXPECT_EQ(table(one.id).at("number").as_int64(), 1);
}

TEST_F(AbuseTest, SurvivesNonsenseOnTheWire) {
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
    EXPECT_THAT(std::string(answer->at("code").as_string()), AnyOf("bad_message", "out_of_range"))
        << text;
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

TEST_F(AbuseTest, FloodsAreCutOff) {
  const Created created = create("othello:8x8", {human("Anna"), human("Bert")});
  const auto socket = watch(created.id, created.token);
  for (int count = 0; count < 200; ++count) {
    if (!socket->send(json::value{{"type", "offer_draw"}, {"id", count}})) break;
  }
  while (socket->receive()) {
  }
  EXPECT_TRUE(socket->is_closed());
  EXPECT_EQ(socket->close_reason(), "too many messages");

  settings_.web.visitors.max_per_address = 5;
  settings_.api.creation_burst = 3;
  settings_.hall.max_tables = 1;
  restart();
  const auto present = watch(created.id, created.token);
  for (int count = 0; count < 3; ++count) {
    EXPECT_EQ(
        post(port(), "/api/tables", {{"game", "othello"}, {"seats", {human("A"), human("B")}}})
            .status,
        503);
  }
  EXPECT_EQ(post(port(), "/api/tables", {{"game", "othello"}, {"seats", {human("A"), human("B")}}})
                .status,
            429);
  std::vector<test::RawClient> crowd;
  for (int count = 0; count < 4; ++count) {
    crowd.emplace_back(port());
    crowd.back().send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_THAT(crowd.back().receive_until("ok\n"), HasSubstr("200 OK"));
  }
  test::RawClient refused(port());
  EXPECT_THAT(refused.receive_all(), HasSubstr("too_many_connections"));
  EXPECT_TRUE(refused.is_closed());
}

TEST_F(AbuseTest, RematchesAreNewTablesLikeAnyOther) {
  settings_.api.creation_rate = 0.001;
  settings_.api.creation_burst = 3;
  restart();
  Created created = create("othello:8x8", {human("Anna"), human("Bert")});
  // Resign, rematch, repeat: two more tables, and that is all.
  for (int count = 0; count < 3; ++count) {
    const auto socket = watch(created.id, created.token);
    EXPECT_EQ(socket->command({{"type", "resign"}}), "done");
    if (count < 2) {
      EXPECT_EQ(socket->command({{"type", "rematch"}}), "done");
      created.id = table(created.id).at("rematch").as_string().c_str();
      continue;
    }
    for (int again = 0; again < 3; ++again) {
      EXPECT_EQ(socket->command({{"type", "rematch"}}), "too_many_creations");
      EXPECT_EQ(socket->last_reason(), "too many tables from this address; try again soon");
    }
  }
  EXPECT_TRUE(table(created.id).at("rematch").is_null());
  EXPECT_EQ(post(port(), "/api/tables", {{"game", "othello"}, {"seats", {human("A"), human("B")}}})
                .status,
            429);
  EXPECT_THAT(get(port(), "/metrics").body, HasSubstr("spielwerk_tables_created_total 3\n"));
}

TEST_F(AbuseTest, WhoAcceptsARematchMakesTheTable) {
  settings_.api.creation_rate = 0.001;
  settings_.api.creation_burst = 1;
  restart();
  const Created created = create("othello:8x8", {human("Anna"), guest()});
  const std::string token = post(port(), "/api/tables/" + created.id + "/join",
                                 {{"invite", created.invite}, {"name", "Bert"}})
                                .json()
                                .at("token")
                                .as_string()
                                .c_str();
  const auto anna = watch(created.id, created.token);
  const auto bert = watch(created.id, token);
  EXPECT_EQ(anna->command({{"type", "resign"}}), "done");
  EXPECT_EQ(anna->command({{"type", "rematch"}}), "done");
  const auto number = table(created.id).at("number").as_int64();
  EXPECT_EQ(bert->command({{"type", "answer"}, {"accepts", true}}), "too_many_creations");
  // Nothing has changed: it can be accepted later.
  EXPECT_EQ(table(created.id).at("number").as_int64(), number);
  EXPECT_EQ(table(created.id).at("offer").at("what").as_string(), "rematch");
  EXPECT_EQ(bert->command({{"type", "answer"}, {"accepts", false}}), "done");
}

TEST_F(AbuseTest, RematchesKeepToTheLimitOfTables) {
  settings_.hall.max_tables = 2;
  restart();
  const Created one = create("othello:8x8", {human("Anna"), human("Bert")});
  const auto socket = watch(one.id, one.token);
  EXPECT_EQ(socket->command({{"type", "resign"}}), "done");
  const auto two = watch(create("othello:8x8", {human("Carl"), human("Dora")}).id);
  const auto three = watch(create("othello:8x8", {human("Eva"), human("Fred")}).id);
  EXPECT_EQ(socket->command({{"type", "rematch"}}), "too_many_tables");
  EXPECT_THAT(socket->last_reason(), HasSubstr("there are too many tables"));
}

TEST_F(AbuseTest, MovesThatAreNotAllowedChangeNothing) {
  const Created created = create("othello:8x8", {human("Anna"), guest()});
  post(port(), "/api/tables/" + created.id + "/join",
       {{"invite", created.invite}, {"name", "Bert"}});
  const auto anna = watch(created.id, created.token);
  const auto nobody = watch(created.id, std::string(32, '0'));
  EXPECT_EQ(move(*anna, "A1", 0), "not_possible");
  EXPECT_THAT(anna->last_reason(), HasSubstr("A1"));
  EXPECT_EQ(move(*anna, "Z99", 0), "expected");
  EXPECT_EQ(move(*anna, "D3", 7), "stale");
  EXPECT_EQ(move(*nobody, "D3", 0), "not_seated");
  EXPECT_EQ(move(*anna, "D3", 0), "done");
  EXPECT_EQ(move(*anna, "C5", 1), "not_your_turn");
  EXPECT_EQ(nobody->command({{"type", "resign"}}), "not_seated");
  EXPECT_EQ(anna->command({{"type", "resign"}, {"seat", 1}}), "not_your_seat");
  EXPECT_EQ(table(created.id).at("moves").as_array().size(), 1u);
  EXPECT_TRUE(table(created.id).at("result").is_null());
}

/// Strangers as they may come: from this machine itself, through a proxy on it that tells more or
/// less about them, and with a key of their own.
const std::vector<std::vector<std::string>>& strangers() {
  static const std::vector<std::vector<std::string>> kStrangers{
      {},
      {"X-Real-IP: 192.0.2.1"},
      {"X-Forwarded-For: 192.0.2.1"},
      {"Forwarded: for=192.0.2.1"},
      {"X-Forwarded-For: 127.0.0.1", "X-Real-IP: 127.0.0.1"},
      {"X-Spielwerk-Key:"},
      {"X-Spielwerk-Key: 00000000000000000000000000000000"},
  };
  return kStrangers;
}

TEST_F(AbuseTest, WhatTheKeyOpensIsShutForStrangers) {
  const json::value wish{
      {"game", "kaskade:4x4"},
      {"seats", {human("Anna"), {{"kind", "remote"}, {"server", "192.0.2.1:22"}}}}};
  const json::value kaskade = get(port(), "/api/kaskade").json();
  test::RawClient player(static_cast<std::uint16_t>(kaskade.at("port").as_int64()));
  player.send("init(xDim=3;yDim=3;begin=c;user=W)\r\n");
  player.receive_until("board(row=0n0n0n)\r\n");
  const auto address = [](const WebAnswer& answer) {
    return std::string(answer.json().at("connections").at(0).at("address").as_string());
  };
  for (const auto& head : strangers()) {
    SCOPED_TRACE(head.empty() ? "" : head.front());
    EXPECT_EQ(post(port(), "/api/tables", wish, head).code(), "needs_key");
    EXPECT_EQ(post(port(), "/api/quit", json::object(), head).code(), "needs_key");
    EXPECT_EQ(post(port(), "/api/quit", {{"is_sure", true}}, head).code(), "needs_key");
    EXPECT_EQ(put(port(), "/api/kaskade", {{"is_on", false}}, head).code(), "needs_key");
    EXPECT_FALSE(get(port(), "/api/server", head).json().at("has_key").as_bool());
    const WebAnswer seen = get(port(), "/api/kaskade", head);
    EXPECT_FALSE(seen.json().at("may_change").as_bool());
    EXPECT_EQ(address(seen), "");
  }
  // With the key from anywhere.
  for (auto head : strangers()) {
    SCOPED_TRACE(head.empty() ? "" : head.front());
    if (!head.empty() && head.front().starts_with("X-Spielwerk-Key")) continue;
    head.push_back(with_key().front());
    EXPECT_EQ(post(port(), "/api/tables", wish, head).status, 201);
    EXPECT_TRUE(get(port(), "/api/server", head).json().at("has_key").as_bool());
    EXPECT_THAT(address(get(port(), "/api/kaskade", head)), StartsWith("127.0.0.1:"));
    EXPECT_EQ(put(port(), "/api/kaskade", {{"time", "1s"}}, head).status, 200);
    EXPECT_EQ(post(port(), "/api/quit", json::object(), head).status, 200);
  }
}

TEST_F(AbuseTest, StrangersDoNotSeeWhereRemotePlayersAre) {
  const char* const place = "192.0.2.1:22";
  const Created created =
      create("kaskade:4x4", {human("Anna"), {{"kind", "remote"}, {"server", place}}});
  const std::string path = "/api/tables/" + created.id;
  const std::string key = (**running_).key().text();
  // The token of the table does not open it either, a wrong key still less.
  json::object first;
  const auto anna = watch(created.id, created.token, &first);
  EXPECT_THAT(json::serialize(first), Not(HasSubstr("192.0.2.1")));
  watch(created.id, "", &first, std::string(32, '0'));
  EXPECT_THAT(json::serialize(first), Not(HasSubstr("192.0.2.1")));
  const auto owner = watch(created.id, "", &first, key);
  EXPECT_EQ(first.at("table").at("seats").at(1).at("server").as_string(), place);

  EXPECT_EQ(
      anna->command({{"type", "replace"}, {"seat", 1}, {"with", json::object{{"kind", "remote"}}}}),
      "done");
  EXPECT_THAT(json::serialize(anna->events().back()), Not(HasSubstr("192.0.2.1")));
  EXPECT_EQ(owner->receive("event")->at("event").at("with").at("server").as_string(), place);
  EXPECT_EQ(anna->command({{"type", "resign"}}), "done");
  for (const std::string& each :
       {path, path + "/record", std::string("/api/tables?state=finished")}) {
    EXPECT_THAT(get(port(), each).body, Not(HasSubstr("192.0.2.1"))) << each;
  }
  for (const std::string& each : {path, std::string("/api/tables?state=finished")}) {
    EXPECT_THAT(get(port(), each, with_key()).body, HasSubstr(place)) << each;
  }
}

TEST_F(AbuseTest, QuestionsAreLimitedToo) {
  settings_.api.question_rate = 0.001;
  settings_.api.question_burst = 3;
  restart();
  const json::value question{{"game", "othello"}};
  for (int count = 0; count < 3; ++count) {
    EXPECT_EQ(post(port(), "/api/position", question).status, 200);
  }
  EXPECT_EQ(post(port(), "/api/position", question).code(), "too_many_questions");
  // Creating tables and looking at what is there are counted apart.
  create("othello", {human("Anna"), human("Bert")});
  EXPECT_EQ(get(port(), "/api/games").status, 200);

  settings_.api = {};
  settings_.api.evaluations.max_per_address = 1;
  restart();
  test::RawClient thinking(port());
  const std::string body = R"({"game":"othello","time":"5s"})";
  thinking.send(
      "POST /api/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
      "application/json\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body);
  // It has been heard as soon as the engines have something to think about.
  ASSERT_TRUE(test::eventually([&] {
    return get(port(), "/metrics").body.find("engines_thinking 1") != std::string::npos;
  }));
  EXPECT_EQ(post(port(), "/api/evaluate", question).code(), "too_many_evaluations");
}

TEST_F(AbuseTest, GamesWithoutEndAreRefused) {
  const auto replay = [&](std::size_t length, std::size_t from = 0) {
    return post(
        port(), "/api/replay",
        {{"record", print_record(test::endless_game("towerwars:4", length))}, {"from", from}});
  };
  // Page by page.
  const WebAnswer first = replay(20'000);
  const std::size_t next = first.json().at("next").to_number<std::size_t>();
  EXPECT_LT(first.body.size(), 5'000'000u);
  EXPECT_EQ(first.json().at("moves").as_array().size(), next);
  const json::value rest = replay(20'000, next).json();
  EXPECT_EQ(rest.at("moves").as_array().size(), 20'000 - next);
  EXPECT_FALSE(rest.as_object().contains("next"));
  EXPECT_EQ(replay(20'001).status, 400);
  EXPECT_EQ(replay(20'001).reason(), "a game may have 20000 moves at most");
  const WebAnswer answer =
      post(port(), "/api/replay",
           {{"game", "othello"}, {"moves", json::array(20'001, json::value("D3"))}});
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.reason(), "moves must be a list of at most 20000 values");
}

}  // namespace
}  // namespace spielwerk::server
