// The application as a process that is killed, starved of disk space and started wrongly: nothing
// that was acknowledged is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "server/api/host_key.h"
#include "tests/support/kill_rounds.h"
#include "tests/support/raw_client.h"
#include "tests/support/server_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"
#include "tests/support/web_client.h"

namespace spielwerk {
namespace {

using std::chrono::milliseconds;
using test::get;
using test::post;
using test::ServerProcess;
using test::WebAnswer;
namespace json = boost::json;
using test::WebSocketClient;
using testing::HasSubstr;

/// A table for one person at both seats.
struct KnownTable {
  std::string id{};
  std::string token{};
};

KnownTable create(std::uint16_t port) {
  const json::value person{{"kind", "human"}, {"name", "Anna"}};
  const auto answer =
      post(port, "/api/tables", {{"game", "kaskade:10x10"}, {"seats", {person, person}}});
  EXPECT_EQ(answer.status, 201) << answer.body;
  return {answer.json().at("id").as_string().c_str(),
          answer.json().at("token").as_string().c_str()};
}

std::vector<std::string> moves_of(const json::value& table) {
  std::vector<std::string> moves;
  for (const json::value& move : table.at("moves").as_array()) {
    moves.emplace_back(move.at("move").as_string().c_str());
  }
  return moves;
}

/// Connects to a table; its state comes with it.
std::unique_ptr<WebSocketClient> connect(std::uint16_t port, const KnownTable& table,
                                         json::value& state) {
  auto socket = std::make_unique<WebSocketClient>(port, "/api/tables/" + table.id + "/live");
  socket->send(json::value{{"type", "hello"}, {"token", table.token}});
  if (const auto first = socket->receive("table")) state = first->at("table");
  return socket;
}

TEST(Serve, NothingAcknowledgedIsLostWhenItIsKilled) {
  const test::TemporaryFolder folder;
  const test::KillFigures figures = test::kill_again_and_again(folder.path("data"), 100, 7);
  EXPECT_THAT(figures.problems, testing::IsEmpty());
  EXPECT_EQ(figures.kills, 100);
  EXPECT_EQ(figures.lost, 0);
  EXPECT_EQ(figures.doubled, 0);
  EXPECT_EQ(figures.damaged, 0);
  EXPECT_GT(figures.moves, 3'000);
  EXPECT_GT(figures.joined, 50);
}

TEST(Serve, EndsPolitely) {
  const test::TemporaryFolder folder;
  ServerProcess server({"--data", folder.path("data")});
  ASSERT_NE(server.port(), 0) << server.output();
  const KnownTable table = create(server.port());
  EXPECT_EQ(server.end(SIGTERM), 0);
  ServerProcess again({"--data", folder.path("data")});
  EXPECT_EQ(get(again.port(), "/api/tables/" + table.id).status, 200);
  EXPECT_EQ(again.end(SIGINT), 0);
}

/// Ends a server as the page of whoever runs it does, games of others or not.
int quit(std::uint16_t port, const std::string& key) {
  return post(port, "/api/quit", {{"is_sure", true}}, {"X-Spielwerk-Key: " + key}).status;
}

/// Plays a little Kaskade with a server, which tells of it in a line of its output.
bool plays_kaskade(std::uint16_t port) {
  test::RawClient player(port);
  player.send("init(xDim=3;yDim=3;begin=c;user=W)\r\n");
  return player.receive_until("board(row=0n0n0n)\r\n").starts_with("initialized(");
}
std::uint16_t kaskade_port(std::uint16_t port) {
  return static_cast<std::uint16_t>(get(port, "/api/kaskade").json().at("port").as_int64());
}

TEST(Serve, EndsWhileComputersWaitToThink) {
  const auto begin = [](const ServerProcess& server) {
    const json::value computer{{"kind", "computer"}, {"player", "max"}, {"time", "1m"}};
    const json::value person{{"kind", "human"}, {"name", "Anna"}};
    json::object wish{{"game", "kaskade:10x10"},
                      {"moves", json::array{"0;0", "9;9"}},
                      {"seats", {computer, person}}};
    for (int count = 0; count < 4; ++count) {
      // The last one also has a clock that runs when everything ends.
      if (count == 3) wish["clock"] = {{"time", "60m"}};
      const WebAnswer answer = post(server.port(), "/api/tables", wish);
      ASSERT_EQ(answer.status, 201) << answer.body;
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!get(server.port(), "/metrics").body.contains("spielwerk_engines_waiting 2\n")) {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
    }
  };
  const test::TemporaryFolder folder;
  for (const int signal : {SIGTERM, SIGINT, 0}) {
    const std::string data = folder.path(std::to_string(signal));
    ServerProcess server({"--threads", "2", "--data", data});
    ASSERT_NE(server.port(), 0) << server.output();
    begin(server);
    if (signal == 0) {
      EXPECT_EQ(quit(server.port(), server::HostKey::find(data)->text()), 200);
    } else {
      server.send(signal);
    }
    EXPECT_EQ(server.wait(std::chrono::seconds(20)), 0) << "signal " << signal;
  }
}

/// The commands that serve, each with a way to make it say something.
class ServeOutput : public testing::TestWithParam<const char*> {
 protected:
  ServeOutput() {
    if (command_ == "serve") {
      server_ =
          std::make_unique<ServerProcess>(std::vector<std::string>{"--data", folder_.path("data")});
    } else if (command_ == "graphic") {
      server_ = std::make_unique<ServerProcess>(
          std::vector<std::string>{"towerwars", "--graphic", "-size", "6"}, folder_.path("home"));
    } else {
      server_ = std::make_unique<ServerProcess>(
          std::vector<std::string>{"kaskade", "serve", "--port", "0"}, folder_.path("home"));
    }
  }
  bool says_something() {
    if (command_ == "kaskade") return plays_kaskade(server_->port());
    if (command_ == "serve") return plays_kaskade(kaskade_port(server_->port()));
    // Its Kaskade port may be taken. That something cannot be stored is said as well.
    server_->limit_files(1);
    const json::value person{{"kind", "human"}, {"name", "Anna"}};
    const json::value wish{{"game", "othello"}, {"seats", {person, person}}};
    const bool is_refused = post(server_->port(), "/api/tables", wish).code() == "storage";
    server_->limit_files(RLIM_INFINITY);
    return is_refused && post(server_->port(), "/api/tables", wish).status == 201;
  }
  /// The status with which it ends when it is asked to.
  int end() {
    if (command_ == "kaskade") {
      server_->type("quit\n");
    } else {
      server_->send(SIGTERM);
    }
    return server_->wait(std::chrono::seconds(20));
  }

  const std::string command_ = GetParam();
  test::TemporaryFolder folder_{};
  std::unique_ptr<ServerProcess> server_{};
};

TEST_P(ServeOutput, MayLoseItsReader) {
  ASSERT_NE(server_->port(), 0) << server_->output();
  server_->close_output();
  for (int count = 0; count < 3; ++count) EXPECT_TRUE(says_something());
  EXPECT_EQ(end(), 0);
}

TEST_P(ServeOutput, MayHaveAReaderThatIsStuck) {
  ASSERT_NE(server_->port(), 0) << server_->output();
  server_->fill_output();
  for (int count = 0; count < 3; ++count) EXPECT_TRUE(says_something());
  EXPECT_EQ(end(), 0);
}

INSTANTIATE_TEST_SUITE_P(Commands, ServeOutput, testing::Values("serve", "graphic", "kaskade"),
                         [](const auto& each) { return std::string(each.param); });

TEST(Serve, AFullDiskStopsMovesButNotWatching) {
  const test::TemporaryFolder folder;
  ServerProcess server({"--data", folder.path("data")});
  ASSERT_NE(server.port(), 0) << server.output();
  const KnownTable table = create(server.port());
  json::value state;
  const auto socket = connect(server.port(), table, state);
  const auto move = [&](const char* text, int at) {
    return socket->command({{"type", "move"}, {"move", text}, {"at", at}});
  };
  EXPECT_EQ(move("0;0", 0), "done");
  server.limit_files(1);
  EXPECT_EQ(get(server.port(), "/healthz").status, 200);
  EXPECT_EQ(move("1;1", 1), "storage");
  EXPECT_THAT(socket->last_reason(), HasSubstr("could not be stored, so nothing has changed"));
  const WebAnswer health = get(server.port(), "/healthz");
  EXPECT_EQ(health.status, 503);
  EXPECT_THAT(health.body, HasSubstr("nothing can be stored: "));
  EXPECT_EQ(
      post(server.port(), "/api/tables",
           {{"game", "othello"},
            {"seats", {{{"kind", "human"}, {"name", "A"}}, {{"kind", "human"}, {"name", "B"}}}}})
          .code(),
      "storage");
  // What is there can still be seen, also by those who come now.
  EXPECT_EQ(moves_of(get(server.port(), "/api/tables/" + table.id).json()).size(), 1u);
  json::value seen;
  connect(server.port(), {table.id}, seen);
  EXPECT_EQ(moves_of(seen).size(), 1u);
  server.limit_files(RLIM_INFINITY);
  EXPECT_EQ(move("1;1", 1), "done");
  EXPECT_EQ(get(server.port(), "/healthz").body, "ok\n");
  EXPECT_EQ(server.end(SIGKILL), 128 + SIGKILL);
  ServerProcess again({"--data", folder.path("data")});
  EXPECT_EQ(moves_of(get(again.port(), "/api/tables/" + table.id).json()).size(), 2u);
}

TEST(Serve, PageAndKaskadeShareTheOpenFiles) {
  const test::TemporaryFolder folder;
  // A proxy may have all connections; one visitor may not.
  ServerProcess server({"--data", folder.path("data"), "--trusted-proxy", "127.0.0.1"}, false, 256);
  ASSERT_NE(server.port(), 0) << server.output();
  const KnownTable table = create(server.port());
  json::value state;
  const auto socket = connect(server.port(), table, state);
  const auto kaskade =
      static_cast<std::uint16_t>(get(server.port(), "/api/kaskade").json().at("port").as_int64());
  // As many as come, to the one and then to the other.
  std::vector<test::RawClient> crowd;
  const auto fill = [&](std::uint16_t port) {
    for (int count = 0; count < 300; ++count) crowd.emplace_back(port);
  };
  fill(kaskade);
  test::RawClient turned_away(kaskade);
  EXPECT_THAT(turned_away.receive_all(), HasSubstr("too many connections"));
  EXPECT_EQ(get(server.port(), "/healthz").status, 200);
  crowd.clear();
  fill(server.port());
  const WebAnswer refused = get(server.port(), "/healthz");
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.code(), "too_many_connections");
  // Whoever is there plays on, and at the other door there is a place.
  EXPECT_EQ(socket->command({{"type", "move"}, {"move", "0;0"}, {"at", 0}}), "done");
  test::RawClient player(kaskade);
  player.send("init(xDim=3;yDim=3;begin=c;user=W)\r\n");
  EXPECT_THAT(player.receive_until("board(row=0n0n0n)\r\n"), HasSubstr("board"));
}

TEST(Serve, LogsRequestsWithoutSecrets) {
  const test::TemporaryFolder folder;
  const std::string file = folder.path("access.log");
  ServerProcess server(
      {"--data", folder.path("data"), "--access-log", file, "--trusted-proxy", "127.0.0.0/8"});
  ASSERT_NE(server.port(), 0) << server.output();
  const KnownTable table = create(server.port());
  json::value state;
  connect(server.port(), table, state);
  get(server.port(), "/api/tables/" + table.id + "?token=" + table.token,
      {"X-Forwarded-For: 2001:db8::7", "User-Agent: a \"test\""});
  EXPECT_EQ(server.end(SIGTERM), 0);
  std::ifstream written(file);
  const std::string log(std::istreambuf_iterator<char>(written), {});
  EXPECT_THAT(log, HasSubstr("127.0.0.1 - - ["));
  EXPECT_THAT(log, HasSubstr("\"POST /api/tables HTTP/1.1\" 201 "));
  EXPECT_THAT(log, HasSubstr("\"GET /api/tables/" + table.id + "/live HTTP/1.1\" 101 0 "));
  EXPECT_THAT(log, HasSubstr("\"GET /api/tables/" + table.id + " HTTP/1.1\" 200 "));
  EXPECT_THAT(log, HasSubstr("2001:db8::7 - - ["));
  EXPECT_THAT(log, HasSubstr("\"-\" \"a \\x22test\\x22\"\n"));
  EXPECT_EQ(log.find(table.token), std::string::npos);

  ServerProcess nowhere({"--data", folder.path("data"), "--access-log", folder.path("no/log")});
  EXPECT_EQ(nowhere.port(), 0);
  EXPECT_THAT(nowhere.output(), HasSubstr("no/log: No such file or directory"));
}

TEST(Serve, SaysWhatIsWrongWithItsOptions) {
  const auto output_of = [](const std::vector<std::string>& options) {
    return ServerProcess(options).output();
  };
  EXPECT_THAT(output_of({"--trusted-proxy", "nginx"}),
              HasSubstr("--trusted-proxy: expected an address like 192.0.2.1"));
  EXPECT_THAT(output_of({"--allow-remote", "games:x"}),
              HasSubstr("--allow-remote: expected a port"));
  for (const char* wrong : {"http://games.example.org", "games.example.org:443", ""}) {
    EXPECT_THAT(output_of({"--host", wrong}),
                HasSubstr("--host takes a name like games.example.org, without a port, not "));
  }
}

/// How many commands could not be stored.
int storage_failures(std::uint16_t port) {
  constexpr std::string_view kName = "\nspielwerk_storage_failures_total ";
  const std::string metrics = get(port, "/metrics").body;
  const std::size_t at = metrics.find(kName);
  return at == std::string::npos ? 0 : std::atoi(metrics.c_str() + at + kName.size());
}

TEST(Serve, ComputersAndClocksGoOnWhenTheDiskHasRoomAgain) {
  const test::TemporaryFolder folder;
  ServerProcess server({"--data", folder.path("data")});
  ASSERT_NE(server.port(), 0) << server.output();
  const auto make = [&](const json::value& seats, const json::value& clock) {
    const WebAnswer answer = post(server.port(), "/api/tables",
                                  {{"game", "othello"}, {"seats", seats}, {"clock", clock}});
    EXPECT_EQ(answer.status, 201) << answer.body;
    return KnownTable{answer.json().at("id").as_string().c_str(),
                      answer.json().at("token").as_string().c_str()};
  };
  const json::value person{{"kind", "human"}, {"name", "Anna"}};
  const KnownTable timed = make({person, person}, {{"time", "1s"}});
  const KnownTable computed =
      make({person, {{"kind", "computer"}, {"player", "max"}, {"time", "500ms"}}}, nullptr);
  json::value state;
  const auto clock = connect(server.port(), timed, state);
  const auto computer = connect(server.port(), computed, state);
  EXPECT_EQ(clock->command({{"type", "move"}, {"move", "D3"}, {"at", 0}}), "done");
  EXPECT_EQ(computer->command({{"type", "move"}, {"move", "D3"}, {"at", 0}}), "done");
  // The computer answers and the time is over while nothing can be stored.
  server.limit_files(1);
  EXPECT_TRUE(test::eventually([&] { return storage_failures(server.port()) >= 2; }));
  EXPECT_TRUE(get(server.port(), "/api/tables/" + timed.id).json().at("result").is_null());
  EXPECT_EQ(moves_of(get(server.port(), "/api/tables/" + computed.id).json()).size(), 1u);
  server.limit_files(RLIM_INFINITY);
  const auto ended = clock->receive("event");
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->at("event").at("type").as_string(), "ended");
  const auto moved = computer->receive("event");
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->at("event").at("type").as_string(), "moved");
}

TEST(Serve, SaysWhatIsWrongWithItsFolder) {
  const test::TemporaryFolder folder;
  folder.write("file", "");
  ServerProcess no_folder({"--data", folder.path("file")});
  EXPECT_EQ(no_folder.port(), 0);
  EXPECT_THAT(no_folder.output(), HasSubstr("spielwerk serve: cannot use the data folder "));
  EXPECT_EQ(no_folder.wait(), 1);

  std::filesystem::create_directory(folder.path("closed"));
  ::chmod(folder.path("closed").c_str(), 0555);
  ServerProcess read_only({"--data", folder.path("closed")}, true);
  EXPECT_EQ(read_only.port(), 0);
  EXPECT_THAT(read_only.output(), HasSubstr("the data folder cannot be written"));
  EXPECT_EQ(read_only.wait(), 1);

  // A backup that was put back by somebody else.
  std::filesystem::create_directory(folder.path("foreign"));
  folder.write("foreign/spielwerk.db", std::string(5'000, 'x'));
  ::chmod(folder.path("foreign/spielwerk.db").c_str(), 0);
  ServerProcess foreign({"--data", folder.path("foreign")}, true);
  EXPECT_THAT(foreign.output(), HasSubstr("spielwerk.db cannot be opened: Permission denied"));
  EXPECT_EQ(foreign.wait(), 1);

  std::filesystem::create_directory(folder.path("damaged"));
  std::ofstream(folder.path("damaged/spielwerk.db")) << std::string(5'000, 'x');
  ServerProcess damaged({"--data", folder.path("damaged")});
  EXPECT_THAT(damaged.output(), HasSubstr("spielwerk.db is there but is no file of Spielwerk's"));
  EXPECT_EQ(damaged.wait(), 1);

  ServerProcess one({"--data", folder.path("data")});
  ServerProcess other({"--data", folder.path("data")});
  EXPECT_NE(one.port(), 0);
  EXPECT_EQ(other.port(), 0);
  EXPECT_THAT(other.output(), HasSubstr("another Spielwerk uses it"));
}

TEST(Serve, GraphicProgramsLeadToATable) {
  const test::TemporaryFolder folder;
  const std::string home = folder.path("home");
  // The address carries what the page asks for.
  ServerProcess towerwars({"towerwars", "--graphic", "-size", "6", "-blue", "adv2"}, home);
  ASSERT_NE(towerwars.port(), 0) << towerwars.output();
  EXPECT_THAT(
      towerwars.output(),
      HasSubstr("/#/create/%7B%22game%22%3A%22towerwars%3A6%22%2C%22seats%22%3A%5B%7B%22kind%22"
                "%3A%22human%22%7D%2C%7B%22kind%22%3A%22computer%22%2C%22player%22%3A%22adv2"));
  // A second one uses the server that runs.
  ServerProcess kaskade({"kaskade", "--graphic", "--x", "4", "--y", "3", "--b", "max"}, home);
  EXPECT_EQ(kaskade.port(), 0);
  EXPECT_THAT(kaskade.output(), HasSubstr("Spielwerk is running already, at http://localhost:" +
                                          std::to_string(towerwars.port()) +
                                          "/#/create/%7B%22game%22%3A%22kaskade%3A4x3"));
  // Without a screen the terminal tells how to come there with the key.
  const auto key = server::HostKey::find(folder.path("home/spielwerk"));
  ASSERT_TRUE(key);
  const std::string own = "/#/key/" + key->text() + "/create/%7B%22game%22%3A%22";
  EXPECT_THAT(kaskade.output(), HasSubstr(own + "kaskade%3A4x3"));
  EXPECT_EQ(kaskade.wait(), 0);
  EXPECT_THAT(towerwars.output_until(own), HasSubstr(own + "towerwars%3A6"));
}

TEST(Serve, TellsItsKeyToTheTerminalWhereNoBrowserCanBeOpened) {
  const test::TemporaryFolder folder;
  const std::string data = folder.path("data");
  const auto told = [](ServerProcess& server) {
    const std::string address = "http://localhost:" + std::to_string(server.port()) + "/#/key/";
    const std::string& output = server.output_until(address);
    const std::size_t found = output.find(address);
    return found == std::string::npos ? "" : output.substr(found + address.size(), 32);
  };
  {
    ServerProcess server({"--data", data});
    const std::string key = told(server);
    EXPECT_EQ(key, server::HostKey::find(data)->text());
    // A second browser, or one on another machine, may have it; strangers do not end the program.
    EXPECT_EQ(post(server.port(), "/api/quit", json::object()).code(), "needs_key");
    EXPECT_EQ(quit(server.port(), key), 200);
    EXPECT_EQ(server.wait(), 0);
  }
  // The next start has the same key, so that an open page goes on.
  ServerProcess again({"--data", data});
  EXPECT_EQ(told(again), server::HostKey::find(data)->text());
}

TEST(Serve, PlaysOnThePageIfTheKaskadePortIsTaken) {
  const test::TemporaryFolder folder;
  ServerProcess one({"--data", folder.path("one")});
  const std::string taken = std::to_string(one.port());
  // The options of serve also work without its name.
  ServerProcess other({"--no-browser", "--port", "0", "--kaskade-port", taken},
                      folder.path("home"));
  ASSERT_NE(other.port(), 0) << other.output();
  EXPECT_THAT(other.output(),
              HasSubstr("the Kaskade server is off: cannot listen at 127.0.0.1 port " + taken));
  EXPECT_EQ(get(other.port(), "/healthz").body, "ok\n");
}

TEST(Serve, TakesNoOtherPortThanItWasAskedFor) {
  const test::TemporaryFolder folder;
  ServerProcess one({"--data", folder.path("one")});
  const std::string taken = std::to_string(one.port());
  ServerProcess other({"--data", folder.path("other"), "--port", taken});
  EXPECT_EQ(other.port(), 0);
  EXPECT_THAT(other.output(),
              HasSubstr("cannot listen at 127.0.0.1 port " + taken + ": Address already in use"));
  EXPECT_EQ(other.wait(), 1);
}

}  // namespace
}  // namespace spielwerk
