// The server behind a proxy: whom it counts, and to whom it connects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/server_fixture.h"

namespace spielwerk::server {
namespace {

using testing::HasSubstr;

class ProxyTest : public ServerTest {
 protected:
  void trust_this_machine() {
    settings_.web.trusted_proxies = {tcp::Network::parse("127.0.0.1").value()};
    restart();
  }
  static std::vector<std::string> from(const std::string& address) {
    return {"X-Forwarded-For: " + address};
  }
  int create_from(const std::string& address) const {
    return post(port(), "/api/tables", {{"game", "othello"}, {"seats", {human("A"), human("B")}}},
                from(address))
        .status;
  }
};

TEST_F(ProxyTest, VisitorsBehindAProxyHaveAnAllowanceEach) {
  settings_.api.creation_rate = 0.001;
  settings_.api.creation_burst = 1;
  trust_this_machine();
  EXPECT_EQ(create_from("192.0.2.1"), 201);
  EXPECT_EQ(create_from("192.0.2.1"), 429);
  EXPECT_EQ(create_from("192.0.2.2"), 201);
  // What the visitor has said itself stands before what the proxy has added.
  EXPECT_EQ(create_from("198.51.100.1, 192.0.2.2"), 429);
  EXPECT_EQ(create_from("2001:db8::1"), 201);
  EXPECT_EQ(create_from("2001:db8::2"), 429);
  EXPECT_EQ(create_from("2001:db8:0:1::2"), 201);
}

TEST_F(ProxyTest, ForwardedIsBelievedWhereThereIsNothingElse) {
  settings_.api.creation_rate = 0.001;
  settings_.api.creation_burst = 1;
  trust_this_machine();
  const auto create = [&](const std::vector<std::string>& headers) {
    const json::value wish{{"game", "othello"}, {"seats", {human("A"), human("B")}}};
    return post(port(), "/api/tables", wish, headers).status;
  };
  EXPECT_EQ(create({"Forwarded: for=192.0.2.1;proto=https"}), 201);
  EXPECT_EQ(create({"Forwarded: for=192.0.2.1:4711"}), 429);
  EXPECT_EQ(create({"Forwarded: for=198.51.100.1, for=\"[2001:db8::1]:80\""}), 201);
  EXPECT_EQ(create({"Forwarded: for=\"[2001:db8::2]\""}), 429);
  EXPECT_EQ(create({"X-Forwarded-For: 192.0.2.2", "Forwarded: for=192.0.2.1"}), 201);
}

TEST_F(ProxyTest, WhoIsNotTrustedIsNotBelieved) {
  settings_.api.creation_rate = 0.001;
  settings_.api.creation_burst = 1;
  restart();
  EXPECT_EQ(create_from("192.0.2.1"), 201);
  EXPECT_EQ(create_from("192.0.2.2"), 429);
}

TEST_F(ProxyTest, ConnectionsAreCountedForTheVisitorNotForTheProxy) {
  settings_.web.visitors.max_per_address = 2;
  trust_this_machine();
  const Created created = create("othello:8x8", {human("Anna"), human("Bert")});
  const std::string live = "/api/tables/" + created.id + "/live";
  std::vector<std::unique_ptr<WebSocketClient>> sockets;
  const auto connect = [&](const char* address) {
    sockets.push_back(std::make_unique<WebSocketClient>(port(), live, from(address)));
    return sockets.back()->status();
  };
  EXPECT_EQ(connect("192.0.2.1"), 101);
  EXPECT_EQ(connect("192.0.2.1"), 101);
  EXPECT_EQ(connect("192.0.2.1"), 503);
  EXPECT_EQ(connect("192.0.2.2"), 101);
  EXPECT_EQ(connect("192.0.2.2"), 101);
  sockets.erase(sockets.begin());
  // As soon as the server has seen that one has gone.
  EXPECT_TRUE(test::eventually([&] { return connect("192.0.2.1") == 101; }));
}

class RemoteSeatsTest : public ServerTest {
 protected:
  WebAnswer create_with(const char* server) {
    return post(port(), "/api/tables",
                {{"game", "kaskade:4x4"},
                 {"seats", {human("Anna"), {{"kind", "remote"}, {"server", server}}}}},
                with_key());
  }
};

TEST_F(RemoteSeatsTest, AreWhereTheOperatorAllowsThem) {
  EXPECT_EQ(create_with("192.0.2.1:22").status, 201);
  settings_.allowed_remotes = {"games.example:4712", "[2001:db8::1]", "other.example"};
  restart();
  EXPECT_EQ(create_with("GAMES.example:4712").status, 201);
  EXPECT_EQ(create_with("other.example").status, 201);
  EXPECT_EQ(create_with("[2001:db8::1]:4711").status, 201);
  const WebAnswer refused = create_with("games.example:22");
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.code(), "remote_not_allowed");
  EXPECT_THAT(refused.reason(), HasSubstr("does not connect to games.example:22"));
  EXPECT_EQ(create_with("games.example").code(), "remote_not_allowed");
  EXPECT_EQ(create_with("192.0.2.1").code(), "remote_not_allowed");
}

TEST_F(RemoteSeatsTest, AreNotForThoseWhoServeOthers) {
  settings_.web.address = "0.0.0.0";
  restart();
  EXPECT_EQ(create_with("localhost:4711").code(), "remote_not_allowed");
  settings_.web.address = "127.0.0.1";
  settings_.web.trusted_proxies = {tcp::Network::parse("127.0.0.1").value()};
  restart();
  EXPECT_EQ(create_with("localhost:4711").code(), "remote_not_allowed");
  // A name of its own means a proxy, whether that is trusted or not.
  settings_.web.trusted_proxies.clear();
  settings_.web.hosts = {"games.example.org"};
  restart();
  EXPECT_EQ(create_with("localhost:4711").code(), "remote_not_allowed");
}

TEST_F(RemoteSeatsTest, OfOldTablesAreNotConnectedEither) {
  const Created created =
      create("kaskade:4x4", {human("Anna"), {{"kind", "remote"}, {"server", "127.0.0.1:1"}}});
  settings_.allowed_remotes = std::vector<std::string>{};
  restart();
  const auto anna = watch(created.id, created.token);
  EXPECT_EQ(move(*anna, "0;0", 0), "done");
  std::string heard;
  while (heard.find("this server must not connect to that one any more") == std::string::npos) {
    const auto message = anna->receive();
    ASSERT_TRUE(message) << heard;
    heard += json::serialize(*message);
  }
}

}  // namespace
}  // namespace spielwerk::server
