// The client's side of the Kaskade protocol: good servers, strange servers, wrong servers.
#include "protocols/kaskade/client_session.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "core/text.h"
#include "protocols/kaskade/server_session.h"

namespace spielwerk::kaskade_protocol {
namespace {

using State = ClientSession::State;

const Init kExample{.columns = 3,
                    .rows = 3,
                    .begin = End::Client,
                    .setup = "1s0n0n2s2s0n1s2c0n",
                    .user = "Wilfried"};

void receive_all(ClientSession& client, std::string_view text) {
  for (const std::string_view line : split(text, '\n')) client.receive(line);
}

ClientSession begun(std::string_view greeting = "") {
  ClientSession client(kExample);
  receive_all(client, greeting);
  receive_all(client,
              "initialized(user=S)\r\nboard(row=1s0n0n)\r\nboard(row=2s2s0n)\r\n"
              "board(row=1s2c0n)\r\n");
  return client;
}

Move move_of(const ClientSession& client, int x, int y) {
  return client.game().move_of({x, y}).value();
}

TEST(KaskadeClientSession, TellsTheServerWhatToPlay) {
  EXPECT_EQ(ClientSession(kExample).first_line(),
            "init(xDim=3;yDim=3;begin=c;setup=1s0n0n2s2s0n1s2c0n;user=Wilfried)");
}

TEST(KaskadeClientSession, WinsAndWaitsForTheServersWord) {
  ClientSession client = begun();
  ASSERT_EQ(client.state(), State::OwnTurn);
  EXPECT_EQ(client.server_name(), "S");
  EXPECT_EQ(client.move(move_of(client, 1, 2)), "move(x=1;y=2)");
  EXPECT_EQ(client.state(), State::Waiting);
  client.receive("bye(winner=c)\r");
  EXPECT_EQ(client.state(), State::Over);
  EXPECT_EQ(client.winner(), End::Client);
}

TEST(KaskadeClientSession, LosesToTheServersMove) {
  ClientSession client = begun();
  client.move(move_of(client, 2, 2));
  receive_all(client, "move(x=0;y=2)\nbye\n");  // bare, and with LF only
  EXPECT_EQ(client.state(), State::Over);
  EXPECT_EQ(client.winner(), End::Server);
  EXPECT_EQ(client.server_move(), move_of(client, 0, 2));
}

TEST(KaskadeClientSession, GreetingsAndCommentsDoNotMatter) {
  ClientSession client = begun("> Welcome!\r\n>\r\n\r\n  > to Kaskade\n");
  ASSERT_EQ(client.state(), State::OwnTurn);
  client.move(move_of(client, 2, 2));
  receive_all(client, "> hm\nMOVE ( y = 1 ; x = 2 )\n> so\n");
  EXPECT_EQ(client.state(), State::Waiting);
  EXPECT_EQ(client.expected(), "'board'");
}

class StrangeServer : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(StrangeServer, EndsTheGameWithAClearMessage) {
  ClientSession client = begun();
  client.move(move_of(client, 2, 2));
  receive_all(client, GetParam().first);
  EXPECT_EQ(client.state(), State::Failed);
  EXPECT_EQ(client.failure(), GetParam().second);
}

INSTANTIATE_TEST_SUITE_P(
    All, StrangeServer,
    testing::Values(
        std::pair{"move(x=1;y=2)", "the server's move x=1 y=2 is not legal"},
        std::pair{"move(x=3;y=0)", "the server's move x=3 y=0 is not legal"},
        std::pair{"bye", "the server ended the game without a winner, but nobody has won"},
        std::pair{"bye(winner=s)",
                  "the server ended the game as won by itself, but nobody has won"},
        std::pair{"bye(winner=c)", "the server ended the game as won by us, but nobody has won"},
        std::pair{"move(x=0;y=2)\nbye(winner=c)", "the server says that we won, but it did"},
        std::pair{"move(x=0;y=2)\nboard(row=0n0n0n)",
                  "expected 'bye' from the server, but it sent 'board(row=0n0n0n)'"},
        std::pair{"error(message=go away)", "the server refused: go away"},
        std::pair{"move(x=2;y=1)\nmove(x=0;y=0)",
                  "expected 'board' from the server, but it sent 'move(x=0;y=0)'"},
        std::pair{"HTTP/1.1 400 Bad Request",
                  "expected 'move' from the server, but it sent 'HTTP/1.1 400 Bad Request': "
                  "unknown answer 'HTTP/1.1 400 Bad Request'"},
        std::pair{"initialized(user=again)",
                  "expected 'move' from the server, but it sent 'initialized(user=again)'"},
        std::pair{"move(x=2;y=1)\nboard(row=1s0n0n)\nboard(row=2s2s0n)\nboard(row=1s2c1c)",
                  "the server's board (right) differs from ours (left):\n"
                  "  1s0n0n   1s0n0n\n"
                  "! 2s2s1s   2s2s0n\n"
                  "  1s2c1c   1s2c1c"}));

TEST(KaskadeClientSession, TellsProgramsWhatWentWrong) {
  const auto failure = [](const char* lines) {
    ClientSession client = begun();
    client.move(move_of(client, 2, 2));
    receive_all(client, lines);
    return client.failure_kind();
  };
  EXPECT_EQ(failure("move(x=1;y=2)"), (Failure{FailureKind::IllegalMove, "x=1 y=2"}));
  EXPECT_EQ(failure("bye"), Failure{FailureKind::WrongResult});
  EXPECT_EQ(failure("move(x=0;y=2)\nbye(winner=c)"), Failure{FailureKind::WrongResult});
  EXPECT_EQ(failure("error(message=go away)"), (Failure{FailureKind::Refused, "go away"}));
  EXPECT_EQ(failure("HTTP/1.1 400"), (Failure{FailureKind::Protocol, "'HTTP/1.1 400'"}));
  EXPECT_EQ(failure("board(row=1s)"), (Failure{FailureKind::Protocol, "'board(row=1s)'"}));
  EXPECT_EQ(failure("move(x=2;y=1)\nboard(row=0n0n0n)\nboard(row=0n0n0n)\nboard(row=0n0n0n)"),
            Failure{FailureKind::DifferentBoard});
}

TEST(KaskadeClientSession, AServerThatTalksOutOfTurnIsFound) {
  ClientSession client = begun();
  client.receive("board(row=1s0n0n)");
  EXPECT_EQ(client.failure(), "expected nothing from the server, but it sent 'board(row=1s0n0n)'");
  // What comes later changes nothing.
  client.receive("bye");
  EXPECT_EQ(client.state(), State::Failed);
}

TEST(KaskadeClientSession, ARefusedInitIsTold) {
  ClientSession client(kExample);
  client.receive("error(message=no more games today)");
  EXPECT_EQ(client.failure(), "the server refused: no more games today");
}

TEST(KaskadeClientSession, PlaysWholeGamesWithTheOwnServer) {
  Random random(11);
  for (int round = 0; round < 50; ++round) {
    const Init init{.columns = 3 + static_cast<int>(random.below(8)),
                    .rows = 3 + static_cast<int>(random.below(8)),
                    .begin = random.below(2) == 0 ? End::Client : End::Server,
                    .user = "A"};
    ClientSession client(init);
    ServerSession server("B");
    receive_all(client, server.receive(client.first_line()));
    while (!server.is_over()) {
      if (server.wants_move()) {
        receive_all(client, server.answer(server.position().random_move(random)));
      } else {
        ASSERT_EQ(client.state(), State::OwnTurn) << client.failure();
        receive_all(client, server.receive(client.move(client.position().random_move(random))));
      }
    }
    EXPECT_EQ(client.state(), State::Over) << client.failure();
    EXPECT_EQ(client.winner(), server.winner());
  }
}

}  // namespace
}  // namespace spielwerk::kaskade_protocol
