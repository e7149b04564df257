// spielwerk kaskade serve and join, as commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "protocols/kaskade/server.h"
#include "tests/support/players.h"
#include "tests/support/program.h"

namespace spielwerk::test {
namespace {

using kaskade_protocol::Client;
using kaskade_protocol::NetworkGame;
using kaskade_protocol::Server;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

class KaskadeJoin : public testing::Test {
 protected:
  KaskadeJoin()
      : server_({.port = 0, .name = "Last"}, [](const NetworkGame&, const Client&) {
          // Always puts its ball on the last field that is possible.
          return kaskade_protocol::ServerPlayer{std::make_unique<ScriptedPlayer>(
              [](const Position& at) { return Choice{.move = at.moves().back()}; })};
        }) {}
  ProgramResult join(std::vector<std::string> options, const std::string& input = "") {
    std::vector<std::string> arguments{"kaskade", "join",
                                       "127.0.0.1:" + std::to_string(server_.port())};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_program(arguments, input);
  }

  Server server_;
};

TEST_F(KaskadeJoin, APersonPlays) {
  const auto result =
      join({"--x", "3", "--y", "3", "--name", "Anna"}, "0;0\n9;9\n2;2\n1;0\nquit\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.output,
            "kaskade:3x3 on 127.0.0.1; you are A, Last is B.\n"
            "      0   1   2\n"
            "  0   .   .   .\n"
            "  1   .   .   .\n"
            "  2   .   .   .\n"
            "A> Last plays 2;2.\n"
            "      0   1   2\n"
            "  0 !A1   .   .\n"
            "  1   .   .   .\n"
            "  2   .   . !B1\n"
            "A> Not a move: expected a column from 0 to 2 at character 1, found '9;9' ('help' "
            "explains).\n"
            "A> Not possible: field 2;2 belongs to B.\n"
            "A> Last plays 2;2.\n"
            "      0   1   2\n"
            "  0 !A1  A1   .\n"
            "  1   .   .  B1\n"
            "  2   .  B1   .\n"
            "A> You left the game.\n");
}

TEST_F(KaskadeJoin, AComputerPlaysManyGames) {
  const auto result = join({"--x", "4", "--y", "3", "--begin", "s", "--player", "level:4",
                            "--games", "3", "--time", "100ms", "--seed", "1"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, StartsWith("kaskade:4x3 on 127.0.0.1; you are B, Last is A.\n"
                                        "Last plays 3;2.\nlevel:4 plays "));
  EXPECT_TRUE(result.output.ends_with("Won against Last.\n3 won, 0 lost.\n")) << result.output;
}

TEST_F(KaskadeJoin, ASetupIsSent) {
  const auto result = join({"--x", "3", "--y", "3", "--setup", "1s0n0n2s2s0n1s2c0n"}, "1;2\n");
  EXPECT_THAT(result.output, HasSubstr("A> Won against Last.\n"));
}

TEST_F(KaskadeJoin, SaysWhatIsWrong) {
  const auto complaint = [&](std::vector<std::string> options) {
    const auto result = join(std::move(options));
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    return result.error;
  };
  EXPECT_EQ(complaint({"--x", "2"}),
            "spielwerk kaskade join: --x: expected a whole number from 3 to 20, found '2'\n");
  EXPECT_EQ(complaint({"--x", "3", "--y", "3", "--setup", "1c"}),
            "spielwerk kaskade join: init: setup must have 18 characters, two for each of 3 x 3 "
            "fields, not 2\n");
  EXPECT_THAT(complaint({"--player", "nobody"}),
              StartsWith("spielwerk kaskade join: --player: expected a player of this game"));
  EXPECT_THAT(complaint({"--time", "5"}), StartsWith("spielwerk kaskade join: --time: expected "));
  EXPECT_EQ(
      complaint({"--name", "a;b"}),
      "spielwerk kaskade join: --name: a name must not have ';', ')' or blanks at its ends\n");
  EXPECT_THAT(run_program({"kaskade", "join", "127.0.0.1:1"}).error,
              StartsWith("spielwerk kaskade join: cannot connect to 127.0.0.1:1: "));
  EXPECT_THAT(run_program({"kaskade", "join", "host:port"}).error,
              StartsWith("spielwerk kaskade join: expected a port"));
}

TEST_F(KaskadeJoin, MatchesTakeServersAsPlayers) {
  const std::string remote = "kaskade:127.0.0.1:" + std::to_string(server_.port());
  const auto result =
      run_program({"match", "kaskade:4x4", "max", remote, "--games", "2", "--nodes", "2000"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("max  +2 =0 -0  100.0 %"));
  while (server_.counts().open > 0) std::this_thread::yield();
  EXPECT_EQ(server_.counts().lost, 2u);
  EXPECT_THAT(run_program({"match", "kaskade", "max", "kaskade:x:y"}).error,
              StartsWith("spielwerk match: expected a port from 1 to 65535 at character 11"));
  EXPECT_THAT(run_program({"match", "kaskade", "max", "kaskade:127.0.0.1:1"}).error,
              StartsWith("spielwerk match: kaskade:127.0.0.1:1: cannot connect to "));
}

TEST_F(KaskadeJoin, PlayTakesServersAsPlayers) {
  const std::string remote = "kaskade:127.0.0.1:" + std::to_string(server_.port());
  const auto result = run_program({"play", "kaskade:3x3", "--p2", remote}, "0;0\n1;0\nquit\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("B is played by " + remote + ".\n"));
  EXPECT_THAT(result.output, HasSubstr("B: 2;2\n"));
  while (server_.counts().open > 0) std::this_thread::yield();
  EXPECT_EQ(server_.counts().games, 1u);
}

TEST_F(KaskadeJoin, APersonTakesOverFromAServerThatFails) {
  const auto result =
      run_program({"play", "kaskade:3x3", "--p1", "kaskade:127.0.0.1:1"}, "0;0\nquit\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("A cannot go on: cannot connect to 127.0.0.1:1: "));
  EXPECT_THAT(result.output, HasSubstr("; a person plays instead.\n"));
  EXPECT_THAT(result.output, HasSubstr("A: 0;0\n"));
}

TEST_F(KaskadeJoin, ConsolesTakeServersAsPlayers) {
  const std::string remote = "kaskade:127.0.0.1:" + std::to_string(server_.port());
  const auto result = run_program({"kaskade", "--x", "3", "--y", "3", "--b", remote}, "0;0\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("A plays 0;0\n"));
  EXPECT_THAT(result.output, HasSubstr("B plays 2;2\n"));
  const auto failed = run_program({"kaskade", "--a", "kaskade:127.0.0.1:1"});
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.error, StartsWith("spielwerk kaskade: cannot connect to 127.0.0.1:1: "));
}

TEST(KaskadeServe, TakesNobodyFromTheNetwork) {
  EXPECT_EQ(
      run_program({"kaskade", "serve", "--strategy", "kaskade:localhost"}).error,
      "spielwerk kaskade serve: --strategy: expected a player of this machine: random, max, "
      "level:1 to level:9, mcts, simple, custom:depth=3,nodes=5000,lines=4,noise=0.5 at character "
      "1, found 'kaskade:localhost'\n");
}

TEST(KaskadeServe, TakesCommands) {
  const auto result = run_program({"kaskade", "serve", "--port", "0", "--time", "2s"},
                                  "strategy level:5\nstrategy best\ntime 200ms\ntime soon\n"
                                  "port x\nwho\n\nwhat?\nquit\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.output,
              MatchesRegex("Kaskade server at 127.0.0.1 port [0-9]+: max, at most 2s a move\n"
                           "New games are played by level:5.\n"
                           "expected a player of this game: [^\n]*\n"
                           "In new games a move takes at most 200ms.\n"
                           "expected [^\n]*\n"
                           "The port is a number from 1 to 65535.\n"
                           "0 connected; 0 games so far, 0 won, 0 lost\n"
                           "Unknown command 'what\\?'.\n"
                           "  port 4712 .*"));
}

TEST(KaskadeServe, ChangesItsPort) {
  // A port that was free a moment ago.
  const std::uint16_t port = Server({.port = 0}, {}).port();
  const Server other({.port = 0}, {});
  const auto result = run_program(
      {"kaskade", "serve", "--port", "0"},
      "port " + std::to_string(port) + "\nport " + std::to_string(other.port()) + "\nquit\n");
  EXPECT_THAT(result.output, HasSubstr("Listening at port " + std::to_string(port) + ".\n"));
  EXPECT_THAT(result.output, HasSubstr("Address already in use; the port is still " +
                                       std::to_string(port) + ".\n"));
}

TEST(KaskadeServe, SaysWhatIsWrong) {
  const auto complaint = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"kaskade", "serve"});
    const auto result = run_program(options);
    EXPECT_EQ(result.status, 1);
    return result.error;
  };
  const Server other({.port = 0}, {});
  EXPECT_EQ(complaint({"--port", std::to_string(other.port())}),
            "spielwerk kaskade serve: cannot listen at 127.0.0.1 port " +
                std::to_string(other.port()) + ": Address already in use\n");
  EXPECT_THAT(complaint({"--strategy", "best"}),
              StartsWith("spielwerk kaskade serve: --strategy: expected a player"));
  EXPECT_THAT(complaint({"--time", "5"}), StartsWith("spielwerk kaskade serve: --time: "));
  EXPECT_THAT(complaint({"--name", "a)"}), StartsWith("spielwerk kaskade serve: --name: "));
  EXPECT_THAT(complaint({"--bind", "here"}),
              StartsWith("spielwerk kaskade serve: 'here' is not an address: "));
}

}  // namespace
}  // namespace spielwerk::test
