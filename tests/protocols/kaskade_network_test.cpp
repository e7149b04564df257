// Kaskade over real sockets, on the loopback address: the server, its guests good and bad, the
// client, and players far away.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "arena/match.h"
#include "games/all_games.h"
#include "protocols/kaskade/client_player.h"
#include "protocols/kaskade/remote_player.h"
#include "protocols/kaskade/server.h"
#include "tests/support/players.h"
#include "tests/support/raw_client.h"
#include "tests/support/waiting.h"

namespace spielwerk::kaskade_protocol {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using test::RawClient;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kBegin = "init(xDim=3;yDim=3;begin=c;user=W)\r\n";
constexpr const char* kEmptyBoard =
    "board(row=0n0n0n)\r\nboard(row=0n0n0n)\r\nboard(row=0n0n0n)\r\n";

class KaskadeServer : public testing::Test {
 protected:
  KaskadeServer() : pool_({.threads = 2, .table_megabytes = 1}) {}

  ServerPlayerMaker computer(const std::string& player, milliseconds time = milliseconds(50)) {
    return [this, player, time](const NetworkGame& game, const Client&) {
      return ServerPlayer{test::make_player(game.game(), player, {.pool = &pool_}),
                          {.move_time = time}};
    };
  }
  Server serve(ServerSettings settings = {}, const std::string& player = "random") {
    settings.port = 0;
    return Server(settings, computer(player));
  }
  /// Waits until something is so, some seconds at most.
  template <class Condition>
  static bool soon(Condition condition) {
    return test::eventually(condition);
  }

  ThinkingPool pool_;
};

TEST_F(KaskadeServer, HoldsAConversation) {
  const Server server = serve({.name = "Mr. Unschlagbar"});
  RawClient client(server.port());
  client.send("help\r\n");
  EXPECT_THAT(client.receive_until("the server.\r\n"), StartsWith("> Kaskade"));
  client.send("test\r\n");
  EXPECT_EQ(client.receive_until("\n"), "error(message=unknown command 'test')\r\n");
  client.send(kBegin);
  const std::string boards = kEmptyBoard;
  EXPECT_EQ(client.receive_until(boards), "initialized(user=Mr. Unschlagbar)\r\n" + boards);
  client.send("> thinking\nmove(x=1;y=1)\n");
  EXPECT_THAT(client.receive_until("\n"), StartsWith("move(x="));
  for (int row = 0; row < 3; ++row) {
    EXPECT_THAT(client.receive_until("\n"), StartsWith("board(row="));
  }
  client.send("exit\r\n");
  EXPECT_EQ(client.receive_all(), "bye\r\n");
  EXPECT_TRUE(client.is_closed());
}

TEST_F(KaskadeServer, TakesCommandsInOnePacketAndInSingleBytes) {
  const Server server = serve();
  const std::string text = std::string(kBegin) + "nonsense\nmove(x=0;y=0)\r\nexit\n";
  RawClient at_once(server.port());
  at_once.send(text);
  const std::string expected = at_once.receive_all();
  EXPECT_THAT(expected, StartsWith(std::string("initialized(user=Spielwerk)\r\n") + kEmptyBoard +
                                   "error(message=unknown command 'nonsense')\r\nmove(x="));
  EXPECT_TRUE(expected.ends_with(")\r\nbye\r\n"));
  RawClient in_bytes(server.port());
  for (const char byte : text) in_bytes.send({&byte, 1});
  const std::string answer = in_bytes.receive_all();
  EXPECT_EQ(answer.size(), expected.size());
  EXPECT_TRUE(answer.ends_with(")\r\nbye\r\n"));
}

TEST_F(KaskadeServer, AnswersWhoStopsSending) {
  // As `printf … | nc` does.
  const Server server = serve();
  RawClient client(server.port());
  client.send("exit\n");
  client.shut_down();
  EXPECT_EQ(client.receive_all(), "bye\r\n");
  // Also if the server has to think before it comes to the end.
  RawClient player(server.port());
  player.send("init(xDim=3;yDim=3;begin=s;user=W)\nexit\n");
  player.shut_down();
  const std::string answer = player.receive_all();
  EXPECT_THAT(answer, HasSubstr(std::string(kEmptyBoard) + "move(x="));
  EXPECT_TRUE(answer.ends_with("bye\r\n"));
}

TEST_F(KaskadeServer, AnswersInTime) {
  // The best of some tries: the machine may have other things to do.
  Server server({.port = 0}, computer("max", milliseconds(300)));
  milliseconds fastest = seconds(60);
  for (int tries = 0; tries < 10 && fastest > milliseconds(500); ++tries) {
    RawClient client(server.port());
    const auto begin = std::chrono::steady_clock::now();
    client.send("init(xDim=10;yDim=10;begin=s;user=W)\n");
    EXPECT_THAT(client.receive_until("\nmove(x="), HasSubstr("board(row="));
    fastest = std::min(fastest, std::chrono::duration_cast<milliseconds>(
                                    std::chrono::steady_clock::now() - begin));
  }
  EXPECT_LE(fastest, milliseconds(500));
  EXPECT_GT(fastest, milliseconds(200));
}

TEST_F(KaskadeServer, KeepsWhatIsSentWhileItThinks) {
  Server server({.port = 0}, computer("max", milliseconds(300)));
  RawClient client(server.port());
  client.send("init(xDim=10;yDim=10;begin=s;user=W)\n");
  ASSERT_TRUE(soon([&] { return pool_.load().thinking == 1; }));
  client.send("nonsense\nex");
  client.send("it\n");
  const std::string answer = client.receive_all();
  EXPECT_THAT(answer, HasSubstr("\r\nmove(x="));
  EXPECT_TRUE(answer.ends_with("error(message=unknown command 'nonsense')\r\nbye\r\n"));
}

TEST_F(KaskadeServer, HelpsAPersonToBegin) {
  const Server server = serve({.name = "Mr. Unschlagbar", .greeting_time = milliseconds(1)});
  RawClient person(server.port());
  EXPECT_EQ(person.receive_until("\n"), "> Mr. Unschlagbar plays Kaskade here: help tells how\r\n");
  person.send("exit\r\n");
  EXPECT_EQ(person.receive_all(), "bye\r\n");
}

TEST_F(KaskadeServer, SaysGoodByeWhenItEnds) {
  auto server = std::make_unique<Server>(ServerSettings{.port = 0}, computer("max", seconds(60)));
  RawClient idle(server->port());
  RawClient player(server->port());
  player.send("init(xDim=10;yDim=10;begin=s;user=W)\n");
  ASSERT_TRUE(soon([&] { return pool_.load().thinking == 1 && server->counts().open == 2; }));
  server.reset();
  EXPECT_EQ(idle.receive_all(), "bye\r\n");
  EXPECT_TRUE(player.receive_all().ends_with("0n0n0n)\r\nbye\r\n"));
  EXPECT_TRUE(idle.is_closed() && player.is_closed());
}

TEST_F(KaskadeServer, StopsThinkingForThoseWhoLeave) {
  Server server({.port = 0}, computer("max", seconds(60)));
  {
    RawClient client(server.port());
    client.send("init(xDim=10;yDim=10;begin=s;user=W)\n");
    ASSERT_TRUE(soon([&] { return pool_.load().thinking == 1; }));
    EXPECT_TRUE(server.connections().front().is_thinking);
  }
  EXPECT_TRUE(soon([&] { return pool_.load().thinking == 0; }));
  EXPECT_TRUE(soon([&] { return server.counts().open == 0; }));
}

TEST_F(KaskadeServer, EndsWhileItThinks) {
  Server server({.port = 0}, computer("max", seconds(60)));
  RawClient client(server.port());
  client.send("init(xDim=10;yDim=10;begin=s;user=W)\n");
  ASSERT_TRUE(soon([&] { return pool_.load().thinking == 1; }));
}

TEST_F(KaskadeServer, ChangesPortAndOpponentWithoutEndingGames) {
  Server server = serve();
  const std::uint16_t old_port = server.port();
  RawClient client(old_port);
  client.send(kBegin);
  client.receive_until(kEmptyBoard);

  server.set_players(computer("max"));
  // The system finds a free port for a second server, which makes room for this one.
  const std::uint16_t new_port = serve().port();
  server.set_port(new_port);
  EXPECT_EQ(server.port(), new_port);
  EXPECT_FALSE(RawClient(old_port).is_connected());
  RawClient other(new_port);
  other.send("exit\n");
  EXPECT_EQ(other.receive_all(), "bye\r\n");
  client.send("move(x=1;y=1)\n");
  EXPECT_THAT(client.receive_until("\n"), StartsWith("move(x="));
}

TEST_F(KaskadeServer, KeepsItsPortIfTheNewOneIsTaken) {
  Server server = serve();
  const Server other = serve();
  const std::uint16_t port = server.port();
  try {
    server.set_port(other.port());
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), StartsWith("cannot listen at 127.0.0.1 port "));
    EXPECT_THAT(error.what(), HasSubstr("Address already in use"));
  }
  EXPECT_EQ(server.port(), port);
  EXPECT_TRUE(RawClient(port).is_connected());
  EXPECT_THROW(Server({.port = other.port()}, computer("random")), std::runtime_error);
  EXPECT_THROW(Server({.address = "nowhere"}, computer("random")), std::runtime_error);
}

TEST_F(KaskadeServer, TellsWhoIsThere) {
  std::atomic<int> told = 0;
  const Server server({.port = 0}, computer("random"), [&](std::string_view) { ++told; });
  RawClient quiet(server.port());
  RawClient player(server.port());
  player.send(kBegin);
  player.receive_until(kEmptyBoard);
  ASSERT_TRUE(soon([&] { return server.counts().open == 2; }));
  std::string users;
  for (const ConnectionInfo& each : server.connections()) {
    EXPECT_THAT(each.connection, StartsWith("127.0.0.1:"));
    users += "<" + each.user + " " + each.game + ">";
  }
  EXPECT_THAT(users, HasSubstr("<W kaskade:3x3>"));
  EXPECT_THAT(users, HasSubstr("< >"));
  EXPECT_EQ(server.counts().games, 1u);
  EXPECT_EQ(told, 1);
}

// ---- Bad guests. After each of them a good one is served.

class KaskadeAbuse : public KaskadeServer {
 protected:
  static void expect_service(const Server& server) {
    RawClient client(server.port());
    client.send("exit\n");
    EXPECT_EQ(client.receive_all(), "bye\r\n");
  }
};

TEST_F(KaskadeAbuse, LinesTooLong) {
  const Server server = serve();
  RawClient client(server.port());
  client.send(std::string(9'000, 'x') + "\nexit\n");
  EXPECT_EQ(client.receive_all(),
            "error(message=a line may have 8192 characters at most)\r\nbye\r\n");
  expect_service(server);
}

TEST_F(KaskadeAbuse, TenMegabytesWithoutALineEnd) {
  const Server server = serve();
  RawClient client(server.port());
  const std::string block(100'000, 'x');
  bool is_taken = true;
  for (int count = 0; count < 100 && is_taken; ++count) is_taken = client.send(block);
  EXPECT_FALSE(is_taken);
  client.receive_all();
  EXPECT_TRUE(client.is_closed());
  expect_service(server);
}

TEST_F(KaskadeAbuse, BinaryData) {
  const Server server = serve();
  RawClient client(server.port());
  std::string bytes;
  Random random(3);
  for (int index = 0; index < 50'000; ++index) bytes += static_cast<char>(random.below(256));
  client.send(bytes + "\nexit\n");
  const std::string answer = client.receive_all();
  EXPECT_THAT(answer, StartsWith("error(message="));
  EXPECT_TRUE(answer.ends_with("bye\r\n"));
  expect_service(server);
}

TEST_F(KaskadeAbuse, OneWhoNeverReads) {
  const Server server = serve();
  RawClient client(server.port());
  // Every line is answered by much more than itself, until nothing more can be sent.
  std::string lines;
  for (int count = 0; count < 5'000; ++count) lines += "help\n";
  bool is_taken = true;
  for (int count = 0; count < 1'000 && is_taken; ++count) is_taken = client.send(lines);
  EXPECT_FALSE(is_taken);
  expect_service(server);
}

TEST_F(KaskadeAbuse, OneWhoReadsTooLate) {
  const Server server = serve({.send_time = milliseconds(300)});
  RawClient client(server.port());
  std::string lines;
  for (int count = 0; count < 20'000; ++count) lines += "help\n";
  client.send(lines);
  EXPECT_TRUE(soon([&] { return server.counts().open == 0; }));
  expect_service(server);
}

TEST_F(KaskadeAbuse, OneWhoSendsTooMuchAhead) {
  Server server({.port = 0}, computer("max", seconds(60)));
  RawClient client(server.port());
  client.send("init(xDim=10;yDim=10;begin=s;user=W)\n");
  ASSERT_TRUE(soon([&] { return pool_.load().thinking == 1; }));
  std::string lines;
  for (int count = 0; count < 3'000; ++count) lines += "move(x=0;y=0)\n";
  client.send(lines);
  EXPECT_TRUE(client.receive_all().ends_with(
      "0n0n0n)\r\nerror(message=too much is sent ahead of the answers)\r\n"));
  EXPECT_TRUE(soon([&] { return pool_.load().thinking == 0; }));
  expect_service(server);
}

TEST_F(KaskadeAbuse, OneWhoDoesNotHangUp) {
  // After its last word the server waits two seconds for the other end, but no longer.
  const Server server = serve();
  RawClient client(server.port());
  client.send("exit\n");
  EXPECT_EQ(client.receive_all(), "bye\r\n");
  EXPECT_EQ(server.counts().open, 1);
  EXPECT_TRUE(soon([&] { return server.counts().open == 0; }));
}

TEST_F(KaskadeAbuse, NamesOfAnyLength) {
  std::mutex mutex;
  std::string told;
  const Server server({.port = 0}, computer("random"), [&](std::string_view line) {
    const std::lock_guard lock(mutex);
    told = line;
  });
  RawClient client(server.port());
  client.send("init(xDim=3;yDim=3;begin=c;user=" + std::string(5'000, 'W') + ")\n");
  client.receive_until(kEmptyBoard);
  ASSERT_TRUE(soon([&] { return server.counts().games == 1; }));
  const std::lock_guard lock(mutex);
  EXPECT_THAT(told, HasSubstr(" " + std::string(40, 'W') + "… begins a game"));
}

TEST_F(KaskadeAbuse, OneWhoSaysNothing) {
  const Server server = serve({.idle_time = seconds(1)});
  RawClient client(server.port());
  EXPECT_EQ(client.receive_all(), "error(message=closed after 1s without a word)\r\n");
  EXPECT_TRUE(client.is_closed());
  expect_service(server);
}

TEST_F(KaskadeAbuse, WhoSpeaksHttpOrTlsIsNotAnswered) {
  const Server server = serve({});
  for (const char* beginning :
       {"GET / HTTP/1.1\r\nHost: localhost:4711\r\n\r\n", "POST /a?b c HTTP/1.0\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02"}) {
    RawClient client(server.port());
    client.send(beginning);
    EXPECT_EQ(client.receive_all(), "") << beginning;
    EXPECT_TRUE(client.is_closed());
  }
  // Only who begins so; everything else is answered as it always was.
  for (const char* line : {"GET / HTTP/1.1 please", "get / HTTP/1.1", "GET HTTP/1.1", "GET /",
                           "help\nGET / HTTP/1.1"}) {
    RawClient client(server.port());
    client.send(std::string(line) + "\r\nexit()\r\n");
    EXPECT_NE(client.receive_until("\r\n"), "") << line;
  }
  expect_service(server);
}

TEST_F(KaskadeAbuse, TooManyFromOneAddress) {
  const Server server = serve({.max_per_address = 20});
  std::vector<RawClient> clients;
  for (int count = 0; count < 20; ++count) clients.emplace_back(server.port());
  ASSERT_TRUE(soon([&] { return server.counts().open == 20; }));
  RawClient refused(server.port());
  EXPECT_EQ(refused.receive_all(),
            "error(message=too many connections, please try again later)\r\n");
  EXPECT_TRUE(refused.is_closed());
  EXPECT_EQ(server.counts().refused, 1u);
  clients.pop_back();
  ASSERT_TRUE(soon([&] { return server.counts().open == 19; }));
  expect_service(server);
}

TEST_F(KaskadeAbuse, ThoseWhoComeAndGoFillNoLog) {
  std::vector<std::string> told;
  {
    const Server server({.port = 0}, computer("random"),
                        [&](std::string_view line) { told.emplace_back(line); });
    for (int count = 0; count < 100; ++count) {
      RawClient client(server.port());
      client.send(kBegin);
      client.receive_until(kEmptyBoard);
    }
    ASSERT_TRUE(soon([&] { return server.counts().open == 0; }));
  }
  ASSERT_EQ(told.size(), 61u);
  EXPECT_THAT(told.front(), HasSubstr("begins a game of kaskade:3x3"));
  EXPECT_EQ(told.back(), "140 more reports of clients were left out");
}

TEST_F(KaskadeAbuse, ThousandsAtOnce) {
  const Server server = serve({.max_connections = 300, .max_per_address = 1'000'000});
  RawClient before(server.port());
  before.send(kBegin);
  before.receive_until(kEmptyBoard);
  std::vector<RawClient> crowd;
  for (int count = 0; count < 2'000; ++count) {
    crowd.emplace_back(server.port());
    if (!crowd.back().is_connected()) crowd.pop_back();
  }
  EXPECT_TRUE(soon([&] { return server.counts().open == 300; }));
  EXPECT_GT(server.counts().refused, 500u);
  before.send("move(x=1;y=1)\n");
  EXPECT_THAT(before.receive_until("\n"), StartsWith("move(x="));
  crowd.clear();
  ASSERT_TRUE(soon([&] { return server.counts().open == 1; }));
  expect_service(server);
}

// ---- The client

TEST(KaskadeRemote, AddressesAreUnderstood) {
  const auto parse = [](std::string_view text) {
    const auto server = parse_remote_server(text);
    return server ? server->host + " " + std::to_string(server->port)
                  : server.error().message(text);
  };
  EXPECT_EQ(parse("localhost"), "localhost 4711");
  EXPECT_EQ(parse("example.org:80"), "example.org 80");
  EXPECT_EQ(parse("[::1]:4712"), "::1 4712");
  EXPECT_EQ(parse("[::1]"), "::1 4711");
  EXPECT_EQ(parse(""), "expected HOST or HOST:PORT");
  EXPECT_EQ(parse("a:0"), "expected a port from 1 to 65535 at character 3, found '0'");
  EXPECT_EQ(parse("a:99999"), "expected a port from 1 to 65535 at character 3, found '99999'");
  EXPECT_EQ(parse("a:80x"), "expected the end behind the port at character 5, found 'x'");
  EXPECT_EQ(parse("[::1"), "expected ']' behind the address after '[::1'");
}

/// A random board that is a legal setup, or none.
std::optional<std::string> random_setup(int columns, int rows, Random& random) {
  if (random.below(2) == 0) return std::nullopt;
  std::string setup;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const int neighbours = (row > 0) + (row < rows - 1) + (column > 0) + (column < columns - 1);
      const auto count = random.below(static_cast<std::uint32_t>(neighbours));
      setup += std::to_string(count);
      setup += count == 0 ? 'n' : random.below(2) == 0 ? 'c' : 's';
    }
  }
  return setup;
}

TEST_F(KaskadeServer, PlaysAHundredGamesWithTheOwnClient) {
  const Server server = serve();
  Random random(21);
  int won = 0;
  for (int round = 0; round < 100; ++round) {
    Init init{.columns = 3 + static_cast<int>(random.below(18)),
              .rows = 3 + static_cast<int>(random.below(18)),
              .begin = round % 2 == 0 ? End::Client : End::Server,
              .user = "round " + std::to_string(round)};
    init.setup = random_setup(init.columns, init.rows, random);
    if (!NetworkGame::create(init)) init.setup = std::nullopt;
    RemoteGame game({.port = server.port()}, init, {});
    while (true) {
      game.wait({});
      if (game.session().state() == ClientSession::State::Over) break;
      game.move(game.session().position().random_move(random));
    }
    won += game.session().winner() == End::Client ? 1 : 0;
  }
  ASSERT_TRUE(soon([&] { return server.counts().open == 0; }));
  EXPECT_EQ(server.counts().games, 100u);
  EXPECT_EQ(server.counts().lost, static_cast<std::uint64_t>(won));
  EXPECT_EQ(server.counts().won, static_cast<std::uint64_t>(100 - won));
}

TEST_F(KaskadeServer, IsAPlayerInMatches) {
  const Server server = serve({}, "level:3");
  const Game game = *all_games().parse("kaskade:5x4");
  const std::array<arena::PlayerFactory, 2> players{
      [&](std::uint64_t) { return make_remote_player(game, {.port = server.port()}); },
      [&](std::uint64_t seed) { return test::make_player(game, "random", {.seed = seed}); }};
  const auto result =
      arena::play_match(game, players, {.games = 20}, {},
                        [](const arena::MatchGame& played, const arena::MatchResult&) {
                          EXPECT_EQ(played.trouble, "");
                        });
  EXPECT_EQ(result.failures, 0);
  EXPECT_EQ(result.illegal, 0);
  EXPECT_GT(result.total.share(), 0.8);
  EXPECT_EQ(server.counts().games, 20u);
}

TEST(KaskadeRemote, SaysWhatIsWrongWithAServer) {
  const Game game = *all_games().parse("kaskade:3x3");
  // Nobody listens at this port: it was free a moment ago.
  const std::uint16_t free_port = Server({.port = 0}, {}).port();
  const auto player = make_remote_player(game, {.port = free_port, .patience = seconds(2)});
  const auto choice = choose(*player, game.start(), {});
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().kind, FailureKind::ConnectionRefused);
  EXPECT_EQ(choice.error().detail, "");
  EXPECT_THAT(choice.error().sentence, StartsWith("cannot connect to 127.0.0.1:"));
  EXPECT_THAT(choice.error().sentence, HasSubstr("Connection refused"));
}

TEST_F(KaskadeServer, AClientDoesNotWaitForeverAndCanBeStopped) {
  Server server({.port = 0}, computer("max", seconds(60)));
  const Game game = *all_games().parse("kaskade:10x10");
  const auto impatient = make_remote_player(game, {.port = server.port(), .patience = seconds(1)});
  const auto late = choose(*impatient, game.start(), {});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind, FailureKind::Silent);
  EXPECT_THAT(late.error().sentence, HasSubstr("did not answer in time"));
  const auto patient = make_remote_player(game, {.port = server.port()});
  ASSERT_TRUE(soon([&] { return server.counts().open == 0; }));
  std::stop_source stop;
  std::jthread stopper([&] {
    soon([&] { return server.counts().open > 0; });
    stop.request_stop();
  });
  const auto stopped = choose(*patient, game.start(), {}, stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, FailureKind::Withdrawn);
  EXPECT_TRUE(soon([&] { return server.counts().open == 0; }));
}

// ---- Two clients of the server who play each other

TEST(KaskadePairing, TwoClientsPlayEachOther) {
  std::mutex mutex;
  std::vector<std::shared_ptr<ClientPlayer>> seats;
  Server server({.port = 0}, [&](const NetworkGame& game, const Client& client) {
    const std::lock_guard lock(mutex);
    seats.push_back(std::make_shared<ClientPlayer>(game, client.user));
    return ServerPlayer{seats.back()->server_side()};
  });
  const auto play = [&](const std::string& user, End begin, std::uint64_t seed) {
    RemoteGame game({.port = server.port()},
                    {.columns = 4, .rows = 5, .begin = begin, .user = user}, {});
    Random random(seed);
    while (true) {
      game.wait({});
      if (game.session().state() == ClientSession::State::Over) return game.session().winner();
      game.move(game.session().position().random_move(random));
    }
  };
  for (int round = 0; round < 10; ++round) {
    End first = End::Server;
    End second = End::Server;
    const auto seed = static_cast<std::uint64_t>(round);
    std::jthread one([&] { first = play("one", End::Client, seed); });
    std::jthread two([&] { second = play("two", End::Server, seed + 100); });
    std::shared_ptr<ClientPlayer> players[2];
    ASSERT_TRUE(test::eventually([&] {
      const std::lock_guard lock(mutex);
      if (seats.size() < 2) return false;
      for (const auto& seat : seats) players[seat->name() == "one" ? 0 : 1] = seat;
      seats.clear();
      return true;
    }));
    Position position = players[0]->game().start();
    while (!position.outcome().is_over()) {
      position.play(test::chosen_move(*players[position.side_to_move()], position));
    }
    for (const auto& player : players) EXPECT_FALSE(end_game(*player, position));
    one.join();
    two.join();
    const bool one_has_won = position.outcome().winner() == 0;
    EXPECT_EQ(first, one_has_won ? End::Client : End::Server);
    EXPECT_EQ(second, one_has_won ? End::Server : End::Client);
  }
}

TEST(KaskadePairing, WhoeverStaysIsToldThatTheOtherHasLeft) {
  std::mutex mutex;
  std::shared_ptr<ClientPlayer> seat;
  Server server({.port = 0}, [&](const NetworkGame& game, const Client& client) {
    const std::lock_guard lock(mutex);
    seat = std::make_shared<ClientPlayer>(game, client.user);
    return ServerPlayer{seat->server_side()};
  });
  {
    RawClient client(server.port());
    client.send(kBegin);
    client.receive_until(kEmptyBoard);
    while (server.counts().games == 0) std::this_thread::yield();
  }
  const std::lock_guard lock(mutex);
  const auto choice = choose(*seat, seat->game().start(), {});
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().kind, FailureKind::Left);
  EXPECT_EQ(choice.error().sentence, "W has left");
}

TEST(KaskadePairing, WhoeverFindsNobodyIsSentAway) {
  Server server({.port = 0}, [&](const NetworkGame& game, const Client& client) {
    return ServerPlayer{ClientPlayer(game, client.user).server_side()};
  });
  RawClient client(server.port());
  client.send(std::string(kBegin) + "move(x=1;y=1)\n");
  EXPECT_TRUE(client.receive_all().ends_with(
      "error(message=the server has no move, the game cannot go on)\r\n"));
  EXPECT_TRUE(client.is_closed());
}

}  // namespace
}  // namespace spielwerk::kaskade_protocol
