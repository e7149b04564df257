// The whole application over loopback: tables from creation to rematch, and their storage.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "core/version.h"
#include "games/all_games.h"
#include "server/base/secrets.h"
#include "tests/server/server_fixture.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST_F(ServerTest, DescribesItsGames) {
  const WebAnswer answer = get(port(), "/api/games");
  EXPECT_EQ(answer.status, 200);
  const json::value value = answer.json();
  std::string names;
  for (const json::value& game : value.at("games").as_array()) {
    names += game.at("name").as_string().c_str() + std::string(" ");
    EXPECT_FALSE(game.at("parameters").as_array().empty());
    EXPECT_GE(game.at("board").at("columns").as_int64(), 3);
  }
  std::string expected;
  for (const auto& game : all_games().games()) expected += game->name + " ";
  EXPECT_EQ(names, expected);
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
  EXPECT_EQ(post(port(), join, {{"invite", "wrong"}, {"name", "Eve"}}).code(), "bad_invite");
  EXPECT_EQ(post(port(), join, {{"invite", created.invite}}).reason(), "name is missing");
  EXPECT_EQ(
      post(port(), join, {{"invite", created.invite}, {"name", "Bert"}, {"token", "short"}}).status,
      400);
  const WebAnswer joined = post(port(), join, {{"invite", created.invite}, {"name", "Bert"}});
  ASSERT_EQ(joined.status, 200) << joined.body;
  EXPECT_EQ(post(port(), join, {{"invite", created.invite}, {"name", "Eve"}}).code(), "bad_invite");
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

TEST_F(ServerTest, PeopleAgreeOnHintsOrHaveNone) {
  const Created created = create("othello:8x8", {human("Anna"), guest()});
  const auto joined = post(port(), "/api/tables/" + created.id + "/join",
                           {{"invite", created.invite}, {"name", "Bert"}});
  const std::string token = joined.json().at("token").as_string().c_str();
  const auto anna = watch(created.id, created.token);
  const auto bert = watch(created.id, token);
  const auto evaluate = [&](const std::string& by) {
    json::object question{{"game", "othello:8x8"}, {"time", "10ms"}, {"table", created.id}};
    if (!by.empty()) question["token"] = by;
    const WebAnswer answer = post(port(), "/api/evaluate", question);
    return answer.status == 200 ? "evaluated" : answer.code();
  };
  EXPECT_EQ(table(created.id).at("help").as_string(), "off");
  EXPECT_EQ(evaluate(token), "help_is_off");
  EXPECT_EQ(evaluate(created.token), "help_is_off");
  EXPECT_EQ(evaluate(""), "evaluated");
  EXPECT_EQ(bert->command({{"type", "help"}}), "bad_message");
  EXPECT_EQ(bert->command({{"type", "help"}, {"is_on", true}}), "done");
  EXPECT_EQ(table(created.id).at("offer").at("what").as_string(), "help");
  EXPECT_EQ(anna->command({{"type", "answer"}, {"accepts", true}}), "done");
  EXPECT_EQ(table(created.id).at("help").as_string(), "agreed");
  EXPECT_EQ(evaluate(token), "evaluated");
  restart();
  EXPECT_EQ(table(created.id).at("help").as_string(), "agreed");
  const auto again = watch(created.id, created.token);
  EXPECT_EQ(again->command({{"type", "help"}, {"is_on", false}}), "done");
  EXPECT_EQ(evaluate(token), "help_is_off");

  // Whoever joins sees it before.
  const Created with_help = create("othello:8x8", {human("Anna"), guest()}, {{"help", true}});
  EXPECT_EQ(table(with_help.id).at("help").as_string(), "agreed");
  EXPECT_EQ(post(port(), "/api/tables",
                 {{"game", "othello:8x8"}, {"seats", {human("A"), guest()}}, {"help", "yes"}})
                .status,
            400);
}

TEST_F(ServerTest, AHostCannotEjectWhoIsThere) {
  settings_.hall.max_absence = milliseconds(200);
  restart();
  const Created created = create("othello:8x8", {human("Anna"), guest()});
  const auto joined = post(port(), "/api/tables/" + created.id + "/join",
                           {{"invite", created.invite}, {"name", "Bert"}});
  const auto anna = watch(created.id, created.token);
  auto bert = watch(created.id, joined.json().at("token").as_string().c_str());
  const auto eject = [&] {
    return anna->command({{"type", "replace"}, {"seat", 1}, {"with", computer("random")}});
  };
  EXPECT_EQ(eject(), "opponent_present");
  const auto is_gone = [&] {
    return table(created.id).at("seats").at(1).as_object().contains("gone");
  };
  EXPECT_FALSE(is_gone());
  bert.reset();
  EXPECT_TRUE(test::eventually(is_gone));
  EXPECT_EQ(eject(), "done");
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
  // What is before the damage is there, and nothing more can happen.
  for (const Created& each : {damaged, illegal}) {
    EXPECT_THAT(table(each.id).at("damage").as_string().c_str(), HasSubstr("event 2"));
    EXPECT_THAT(running_->reports(), HasSubstr("table '" + each.id + "' is damaged: event 2"));
    EXPECT_EQ(table(each.id).at("moves").as_array().size(), 0u);
    EXPECT_EQ(move(*watch(each.id, each.token), "0;0", 0), "damaged");
  }
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

TEST_F(ServerTest, ComputersMoveForThemselvesWhoeverComesAndGoes) {
  settings_.web.visitors = {.connection_burst = 1e9, .burst = 1e9};
  restart();
  // The one tells what it thinks of its moves, the other does not: so they can be told apart.
  const Created created = create("kaskade:20x20", {computer("level:1", "10ms"), computer("random")},
                                 {{"delay", "0ms"}});
  const auto guard = watch(created.id);
  {
    std::vector<std::jthread> visitors;
    for (int count = 0; count < 4; ++count) {
      visitors.emplace_back([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) watch(created.id);
      });
    }
    const auto end = std::chrono::steady_clock::now() + seconds(30);
    while (table(created.id).at("moves").as_array().size() < 200 &&
           std::chrono::steady_clock::now() < end) {
    }
  }
  const json::value state = table(created.id);
  const auto& moves = state.at("moves").as_array();
  // On a busy machine fewer come in time; one in four used to be wrong.
  ASSERT_GE(moves.size(), 40u);
  EXPECT_TRUE(state.at("trouble").is_null()) << json::serialize(state.at("trouble"));
  for (std::size_t index = 0; index < moves.size(); ++index) {
    EXPECT_EQ(moves[index].as_object().contains("score"), index % 2 == 0) << "move " << index;
  }
}

TEST_F(ServerTest, AnswersWhoeverAsksWhetherItIsThere) {
  const Created created = create("othello:8x8", {human("Anna"), human("Bert")});
  const auto anybody = watch(created.id);
  EXPECT_EQ(anybody->command({{"type", "ping"}}), "done");
  EXPECT_EQ(table(created.id).at("number").as_int64(), 1);
}

TEST_F(ServerTest, ListsEveryFinishedGameOnce) {
  // Begun with a record that was complete, many of them in the same millisecond.
  std::set<std::string> made;
  for (int count = 0; count < 20; ++count) {
    made.insert(create("tictactoe:3x3", {human("Anna"), human("Bert")},
                       {{"moves", {"A1", "B1", "A2", "B2", "A3"}}})
                    .id);
  }
  std::multiset<std::string> listed;
  std::string place;
  for (int page = 0; page < 7; ++page) {
    const json::value answer = get(port(), "/api/tables?state=finished&limit=3" + place).json();
    for (const json::value& each : answer.at("tables").as_array()) {
      listed.insert(each.at("id").as_string().c_str());
      place = fmt::format("&before={}&id={}", each.at("changed").as_int64(),
                          each.at("id").as_string().c_str());
    }
  }
  EXPECT_EQ(listed, std::multiset<std::string>(made.begin(), made.end()));
}

TEST_F(ServerTest, CountsWhatHappens) {
  const Created created = create("othello:8x8", {human("Anna"), human("Bert")});
  const auto socket = watch(created.id, created.token);
  move(*socket, "D3", 0);
  move(*socket, "D3", 1);
  const std::string metrics = get(port(), "/metrics").body;
  for (const char* line :
       {"spielwerk_tables_live 1\n", "spielwerk_tables_created_total 1\n",
        "spielwerk_moves_total 1\n", "spielwerk_events_total 2\n", "spielwerk_watchers 1\n",
        "spielwerk_sockets_open 1\n", "spielwerk_commands_refused_total 1\n",
        "spielwerk_engines_waiting 0\n", "spielwerk_command_seconds_bucket{le=\"+Inf\"} 1\n",
        "spielwerk_command_seconds_count 1\n"}) {
    EXPECT_THAT(metrics, HasSubstr(line));
  }
}

TEST_F(ServerTest, TellsWhichSpielwerkItIs) {
  const json::value server = get(port(), "/api/server").json();
  EXPECT_EQ(server.at("version").as_string(), kBuild.version);
  EXPECT_EQ(server.at("commit").as_string(), kBuild.commit);
}

TEST_F(ServerTest, EndsWhenWhoRunsItWantsIt) {
  EXPECT_TRUE(get(port(), "/api/server", with_key()).json().at("has_key").as_bool());
  EXPECT_EQ(get(port(), "/api/server").json().at("hosts").as_array().size(), 0u);
  const WebAnswer answer = post(port(), "/api/quit", json::object(), with_key());
  EXPECT_EQ(answer.body, R"({"is_ending":true,"games":0,"people":0})");
  EXPECT_TRUE(running_->ends_by_itself());
}

TEST_F(ServerTest, AsksBeforeItEndsTheGamesOfOthers) {
  // Two tables of this screen, one of them against a friend; one of somebody else's screen; one
  // that is over; one where nobody has come yet.
  const Created own = create("othello", {human("Anna"), human("Berta")});
  const Created friends = create("connect6:20,players=3", {human("Anna"), guest(), human("Dora")});
  const WebAnswer joined = post(port(), "/api/tables/" + friends.id + "/join",
                                {{"invite", friends.invite}, {"name", "Bert"}});
  ASSERT_EQ(joined.status, 200);
  const Created strangers = create("othello", {human("Carla"), human("Dirk")});
  const Created over = create("othello", {human("Eva"), human("Fritz")});
  EXPECT_EQ(watch(over.id, over.token)->command({{"type", "resign"}}), "done");
  const Created lonely = create("othello", {computer("random"), guest()});
  const auto quit = [&](json::object wish) {
    return post(port(), "/api/quit", wish, with_key()).body;
  };
  const json::array mine{own.token, friends.token, lonely.token};
  EXPECT_EQ(quit({{"tokens", mine}}), R"({"is_ending":false,"games":2,"people":2})");
  // For Bert everybody at Anna's screen is one.
  json::array berts;
  berts.push_back(joined.json().at("token"));
  EXPECT_EQ(quit({{"tokens", berts}}), R"({"is_ending":false,"games":3,"people":3})");
  // Whoever plays at the Kaskade server loses the game for good.
  const json::value kaskade = get(port(), "/api/kaskade").json();
  test::RawClient player(static_cast<std::uint16_t>(kaskade.at("port").as_int64()));
  player.send("init(xDim=3;yDim=3;begin=c;user=W)\r\n");
  player.receive_until("board(row=0n0n0n)\r\n");
  EXPECT_EQ(quit({{"tokens", mine}}), R"({"is_ending":false,"games":3,"people":3})");
  EXPECT_EQ(get(port(), "/healthz").body, "ok\n");
  EXPECT_EQ(quit({{"tokens", mine}, {"is_sure", true}}),
            R"({"is_ending":true,"games":3,"people":3})");
  EXPECT_TRUE(running_->ends_by_itself());
}

TEST_F(ServerTest, KeepsItsKeyToItself) {
  const std::filesystem::path folder = folder_.path("data");
  const auto mode = [](const std::filesystem::path& file) {
    return std::filesystem::status(file).permissions();
  };
  using std::filesystem::perms;
  const std::string key = (**running_).key().text();
  EXPECT_EQ(mode(folder / "key"), perms::owner_read | perms::owner_write);
  restart();
  EXPECT_EQ((**running_).key().text(), key);
  EXPECT_EQ(HostKey::find(folder)->text(), key);
  // What others can have read is a secret no more.
  running_.reset();
  std::filesystem::permissions(folder / "key", perms::group_read,
                               std::filesystem::perm_options::add);
  EXPECT_FALSE(HostKey::find(folder));
  restart();
  EXPECT_NE((**running_).key().text(), key);
  EXPECT_EQ(mode(folder / "key"), perms::owner_read | perms::owner_write);
  running_.reset();
  std::ofstream(folder / "key") << "half a k";
  restart();
  EXPECT_TRUE(is_secret((**running_).key().text()));
}

TEST_F(ServerTest, GivesTheKeyForATicketOnce) {
  const HostKey& key = (**running_).key();
  const auto take = [&](const std::string& ticket) {
    return post(port(), "/api/key", {{"ticket", ticket}});
  };
  const std::string ticket = key.make_ticket().value();
  EXPECT_EQ(take(std::string(32, '0')).code(), "bad_ticket");
  EXPECT_EQ(take(ticket).body, "{\"key\":\"" + key.text() + "\"}");
  EXPECT_EQ(take(ticket).code(), "bad_ticket");
  EXPECT_EQ(take("").code(), "bad_ticket");
  // The next makes the last useless, and a second program makes them for the first.
  const std::string forgotten = key.make_ticket().value();
  const std::string next = HostKey::find(folder_.path("data"))->make_ticket().value();
  EXPECT_EQ(take(forgotten).status, 403);
  EXPECT_EQ(take(next).status, 200);
  const std::string late = key.make_ticket().value();
  std::filesystem::last_write_time(
      folder_.path("data/ticket"),
      std::filesystem::file_time_type::clock::now() - std::chrono::minutes(11));
  EXPECT_EQ(take(late).status, 403);
  // Whoever has copied the address with the key may use it as often as they like.
  EXPECT_EQ(take(key.text()).status, 200);
  EXPECT_EQ(take(key.text()).status, 200);
}

TEST_F(ServerTest, TellsUnderWhichNamesOthersReachIt) {
  settings_.web.address = "0.0.0.0";
  settings_.web.hosts = {"games.example"};
  restart();
  const json::value server = get(port(), "/api/server").json();
  EXPECT_EQ(server.at("hosts").at(0).as_string(), "games.example");
  for (const json::value& each : server.at("hosts").as_array()) {
    EXPECT_THAT(each.as_string().c_str(), Not(StartsWith("127.")));
  }
}

TEST_F(ServerTest, RemotePlayersAreSeated) {
  const int kaskade = static_cast<int>(get(port(), "/api/kaskade").json().at("port").as_int64());
  const std::string server = "127.0.0.1:" + std::to_string(kaskade);
  EXPECT_EQ(
      put(port(), "/api/kaskade", {{"strategy", "level:2"}, {"time", "100ms"}}, with_key()).status,
      200);
  const Created created =
      create("kaskade:4x4", {human("Anna"), {{"kind", "remote"}, {"server", server}}});
  const auto socket = watch(created.id, created.token);
  EXPECT_EQ(move(*socket, "0;0", 0), "done");
  // It says what it is called when it begins to play.
  const auto named = socket->receive("event");
  ASSERT_TRUE(named);
  EXPECT_EQ(json::serialize(named->at("event")), R"({"type":"named","seat":1,"name":"Spielwerk"})");
  const auto reply = socket->receive("event");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->at("event").at("type").as_string(), "moved") << json::serialize(*reply);
  EXPECT_EQ(reply->at("change").at("seats").at(1).at("name").as_string(), "Spielwerk");
  EXPECT_THAT(get(port(), "/api/tables/" + created.id + "/record").body,
              HasSubstr("[Player2 \"Spielwerk\"]"));
  const json::value state = get(port(), "/api/kaskade").json();
  EXPECT_EQ(state.at("connections").as_array().size(), 1u);
  restart();
  EXPECT_EQ(table(created.id).at("seats").at(1).at("name").as_string(), "Spielwerk");

  // A server that is not there is a trouble that can be helped.
  const Created lonely =
      create("kaskade:4x4", {human("Anna"), {{"kind", "remote"}, {"server", "127.0.0.1:1"}}});
  const auto host = watch(lonely.id, lonely.token);
  EXPECT_EQ(move(*host, "0;0", 0), "done");
  const auto trouble = host->receive("event");
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->at("event").at("type").as_string(), "troubled");
  EXPECT_EQ(json::serialize(trouble->at("change").at("trouble")),
            R"({"seat":1,"code":"connection_refused",)"
            R"("message":"nobody takes the connection at the server's address"})");
  // Whoever tries again need not say where; whoever says another place is refused.
  const auto again = [&](json::object with) {
    with["kind"] = "remote";
    return host->command({{"type", "replace"}, {"seat", 1}, {"with", with}});
  };
  EXPECT_EQ(again({{"server", "127.0.0.1:2"}}), "other_server");
  EXPECT_EQ(again({}), "done");
  EXPECT_EQ(host->receive("event")->at("event").at("type").as_string(), "troubled");
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
  EXPECT_EQ(post(port(), "/api/position", {{"game", "othello"}, {"move", "A1"}}).code(),
            "not_possible");
  const json::value evaluation =
      post(port(), "/api/evaluate", {{"game", "tictactoe:3x3"}, {"time", "500ms"}}).json();
  EXPECT_EQ(evaluation.at("score").at("kind").as_string(), "draw");
  EXPECT_FALSE(evaluation.at("line").as_array().empty());
  EXPECT_EQ(post(port(), "/api/evaluate", {{"game", "othello"}, {"time", "1m"}}).status, 400);
  const json::value broken =
      post(port(), "/api/replay", {{"record", "[Game \"othello\"]\n\n1. D3 A1 *\n"}}).json();
  EXPECT_EQ(broken.at("moves").as_array().size(), 1u);
  const json::value& problem = broken.at("problem");
  EXPECT_THAT(problem.at("reason").as_string().c_str(), StartsWith("line 3, column 7: A1 is not"));
  EXPECT_EQ(problem.at("code").as_string(), "not_possible");
  EXPECT_EQ(problem.at("parameters"), (json::object{{"move", "A1"},
                                                    {"objection", "A1 brackets no black stone"},
                                                    {"line", "3"},
                                                    {"column", "7"}}));
  EXPECT_EQ(post(port(), "/api/replay", {{"record", "nonsense"}}).status, 400);
}

/// Pages in other languages have the parts of what is wrong, next to the English sentence.
TEST_F(ServerTest, TellsWhatIsWrongWithTextsInParts) {
  const auto problem = [&](const json::object& question) {
    const WebAnswer answer = post(port(), "/api/replay", question);
    EXPECT_EQ(answer.status, 400) << answer.body;
    return answer.json().at("error");
  };
  const json::value position =
      problem({{"game", "tictactoe:3x3"}, {"start", ".../.x./...:O"}, {"moves", json::array()}});
  EXPECT_EQ(position.at("code").as_string(), "expected");
  EXPECT_EQ(position.at("reason").as_string(),
            "expected '.' or one of 'XO' at character 6, found 'x./...:O'");
  EXPECT_EQ(position.at("parameters"), (json::object{{"expected", "'.' or one of 'XO'"},
                                                     {"found", "x./...:O"},
                                                     {"field", "start"},
                                                     {"character", "6"}}));
  const json::value game = problem({{"game", "tictactoe:3x30"}, {"moves", json::array()}});
  EXPECT_EQ(game.at("parameters").at("field").as_string(), "game");
  EXPECT_EQ(game.at("parameters").at("character").as_string(), "13");
  EXPECT_EQ(problem({{"record", " "}}).at("code").as_string(), "no_game");
}

/// A copied position of a finished game is one that can be looked at, whatever the game.
TEST_F(ServerTest, ShowsFinishedPositions) {
  const std::vector<std::array<std::string, 3>> finished{
      {"tictactoe:3x3", "O.X/.X./X.O:O", "1-0"},
      {"tictactoe:3x3", "OXO/XXO/XOX:O", "1/2-1/2"},
      {"kaskade:3x3", "1a1a0n1a0n3a1a2a0n:B", "1-0"},
      {"towerwars:4", "RB,.,R1,./.,R1,.,./.,.,B,./.,B,B1,R:blue", "1-0"},
      {"othello:4x4", "WWWB,WWW-,WWW-,BWWB:black", "0-1"},
  };
  for (const auto& [game, position, result] : finished) {
    const json::value replay =
        post(port(), "/api/replay", {{"game", game}, {"start", position}, {"moves", json::array()}})
            .json();
    EXPECT_EQ(replay.at("result").as_string(), result) << position;
    EXPECT_EQ(replay.at("start").at("to_move").as_int64(), -1) << position;
  }
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

}  // namespace
}  // namespace spielwerk::server
