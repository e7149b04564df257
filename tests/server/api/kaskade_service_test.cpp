// The Kaskade server beside the page: changed while it runs, and its games watched at tables.
#include <gmock/gmock.h>

#include "tests/server/server_fixture.h"
#include "tests/support/raw_client.h"

namespace spielwerk::server {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST_F(ServerTest, ChangesTheKaskadeServer) {
  const auto change = [&](const json::value& wish) {
    return put(port(), "/api/kaskade", wish, with_key());
  };
  const json::value before = get(port(), "/api/kaskade", with_key()).json();
  EXPECT_TRUE(before.at("is_on").as_bool());
  EXPECT_TRUE(before.at("may_change").as_bool());
  test::RawClient player(static_cast<std::uint16_t>(before.at("port").as_int64()));
  player.send("init(xDim=3;yDim=3;begin=c;user=W)\r\n");
  EXPECT_THAT(player.receive_until("board(row=0n0n0n)\r\n"),
              StartsWith("initialized(user=Spielwerk)"));
  EXPECT_EQ(change({{"strategy", "level:99"}}).status, 400);
  EXPECT_EQ(change({{"port", 0}}).status, 400);
  EXPECT_EQ(change({{"time", "1h"}}).status, 400);
  EXPECT_EQ(change({{"port", port()}}).status, 400);
  EXPECT_EQ(get(port(), "/api/kaskade").json().at("port"), before.at("port"));
  const WebAnswer changed = change({{"strategy", "level:2"}, {"time", "100ms"}});
  EXPECT_EQ(changed.json().at("time").as_string(), "100ms");
  player.send("move(x=1;y=1)\r\n");
  player.receive_until("move(x=");
  EXPECT_FALSE(change({{"is_on", false}}).json().at("is_on").as_bool());
  EXPECT_THAT(player.receive_all(), HasSubstr("bye\r\n"));
  EXPECT_TRUE(change({{"is_on", true}}).json().at("is_on").as_bool());
}

TEST_F(ServerTest, GamesOfTheKaskadeServerAreWatchedAtTables) {
  const json::value kaskade = get(port(), "/api/kaskade", with_key()).json();
  put(port(), "/api/kaskade", {{"strategy", "random"}}, with_key());
  test::RawClient player(static_cast<std::uint16_t>(kaskade.at("port").as_int64()));
  player.send("init(xDim=3;yDim=3;begin=c;user=Wilma)\r\n");
  player.receive_until("board(row=0n0n0n)\r\nboard(row=0n0n0n)\r\nboard(row=0n0n0n)\r\n");
  std::string id;
  ASSERT_TRUE(test::eventually([&] {
    const json::value state = get(port(), "/api/kaskade").json();
    id = state.at("connections").as_array().at(0).at("table").as_string().c_str();
    return !id.empty();
  }));
  EXPECT_EQ(get(port(), "/api/tables?state=live").json().at("tables").as_array().at(0).at("id"),
            json::value(id));
  json::object first;
  const auto socket = watch(id, "", &first);
  const json::value seats = first.at("table").at("seats");
  EXPECT_EQ(seats.at(0), json::value({{"kind", "client"}, {"name", "Wilma"}}));
  EXPECT_EQ(seats.at(1).at("player").as_string(), "random");
  EXPECT_EQ(move(*socket, "2;2", 0), "not_seated");

  player.send("move(x=1;y=1)\r\n");
  EXPECT_THAT(player.receive_until(")\r\n"), StartsWith("move(x="));
  for (int number = 1; number <= 2; ++number) {
    const auto event = socket->receive("event");
    ASSERT_TRUE(event);
    EXPECT_EQ(event->at("event").at("type").as_string(), "moved");
  }
  player.send("exit\r\n");
  EXPECT_THAT(player.receive_all(), HasSubstr("bye\r\n"));
  const auto event = socket->receive("event");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->at("event").at("type").as_string(), "ended");
  EXPECT_EQ(event->at("event").at("reason").as_string(), "left");
  EXPECT_THAT(get(port(), "/api/tables/" + id + "/record").body,
              HasSubstr("[Termination \"abandoned\"]"));

  // Nobody can ask for such a seat.
  const WebAnswer refused =
      post(port(), "/api/tables",
           {{"game", "kaskade:3x3"},
            {"seats", json::array{json::object{{"kind", "client"}}, computer("random")}}});
  EXPECT_EQ(refused.status, 400);
}

TEST_F(ServerTest, KaskadeGamesCutOffByARestartAreOver) {
  const json::value kaskade = get(port(), "/api/kaskade", with_key()).json();
  test::RawClient player(static_cast<std::uint16_t>(kaskade.at("port").as_int64()));
  player.send("init(xDim=3;yDim=3;begin=c;user=Wilma)\r\n");
  player.receive_until("board(row=0n0n0n)\r\n");
  ASSERT_TRUE(test::eventually([&] {
    return !get(port(), "/api/tables?state=live").json().at("tables").as_array().empty();
  }));
  restart();
  EXPECT_THAT(player.receive_all(), HasSubstr("bye\r\n"));
  ASSERT_TRUE(test::eventually([&] {
    return get(port(), "/api/tables?state=live").json().at("tables").as_array().empty();
  }));
  const json::value over = get(port(), "/api/tables?state=finished").json();
  EXPECT_EQ(over.at("tables").as_array().at(0).at("result").at("reason").as_string(), "left");
}

}  // namespace
}  // namespace spielwerk::server
