// TowerWars participants and matches: the order of calls, own boards, and what `simple` plays.
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "games/towerwars/match.h"
#include "games/towerwars/move_tables.h"
#include "games/towerwars/strategies.h"
#include "tests/support/players.h"

namespace spielwerk::test {
namespace {

using namespace towerwars;  // NOLINT(google-build-using-namespace)

constexpr int kSize = 4;

std::optional<Move> move_of(std::string_view text, int size = kSize) {
  return game_of_size(size).parse_move(text).value();
}

/// Makes moves from a list that several share, and leaves at its end; an empty text surrenders.
class ListPlayer final : public GamePlayer {
 public:
  ListPlayer(const Game& game, std::deque<std::string>& moves) : game_(game), moves_(moves) {}

  std::string name() const override { return "list"; }
  void ask(const Position&, const SearchLimits&, Answer answer) override {
    if (moves_.empty()) {
      return answer(std::unexpected(Failure{FailureKind::Left, "", "the list has ended"}));
    }
    const std::string text = moves_.front();
    moves_.pop_front();
    if (text.empty()) return answer(Choice{});
    answer(Choice{.move = game_.parse_move(text).value()});
  }
  void withdraw() override {}

 private:
  const Game game_;
  std::deque<std::string>& moves_;
};

Participant with_list(std::deque<std::string>& moves) {
  return {[&moves](const Game& game) { return std::make_unique<ListPlayer>(game, moves); }, {}};
}
Participant with_player(const std::string& text, std::uint64_t seed) {
  return {[=](const Game& game) { return make_player(game, text, {.seed = seed}); }, {}};
}

/// The message of the ParticipantError that `call` throws.
template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const ParticipantError& problem) {
    return problem.what();
  }
  return "no error";
}

TEST(TowerWarsPlayers, WantTheirCallsInOrder) {
  std::deque<std::string> source({"A2->A3", "A3->A4"});
  Participant red = with_list(source);
  EXPECT_EQ(error_of([&] { red.request(); }), "a player got the call request, but init was due");
  EXPECT_EQ(error_of([&] { red.confirm(Status::Ok); }),
            "a player got the call confirm, but init was due");

  red.init(kSize, kRed);
  EXPECT_EQ(error_of([&] { red.confirm(Status::Ok); }),
            "red got the call confirm, but request was due");
  EXPECT_EQ(error_of([&] { red.update(move_of("D3->D2"), Status::Ok); }),
            "red got the call update, but request was due");
  EXPECT_EQ(red.request(), move_of("A2->A3"));
  EXPECT_EQ(error_of([&] { red.request(); }), "red got the call request, but confirm was due");
  red.confirm(Status::Ok);
  EXPECT_EQ(error_of([&] { red.request(); }), "red got the call request, but update was due");
  red.update(move_of("D3->D2"), Status::Ok);
  EXPECT_EQ(error_of([&] { red.update(move_of("D3->D2"), Status::Ok); }),
            "red got the call update, but request was due");

  Participant blue = with_list(source);
  blue.init(kSize, kBlue);
  EXPECT_EQ(error_of([&] { blue.request(); }), "blue got the call request, but update was due");
}

TEST(TowerWarsPlayers, WantNothingButInitAfterTheEnd) {
  std::deque<std::string> source({"", "A2->A3"});
  Participant red = with_list(source);
  red.init(kSize, kRed);
  EXPECT_EQ(red.request(), std::nullopt);
  red.confirm(Status::BlueWin);
  EXPECT_EQ(error_of([&] { red.update(std::nullopt, Status::RedWin); }),
            "red got the call update, but init was due");
  red.init(kSize, kRed);
  EXPECT_EQ(red.request(), move_of("A2->A3"));
}

TEST(TowerWarsPlayers, BeginANewGameAtAnyTime) {
  std::deque<std::string> source({"A2->A3", "B2->C2"});
  Participant player = with_list(source);
  player.init(kSize, kRed);
  player.request();
  player.init(6, kRed);
  EXPECT_EQ(player.request(), move_of("B2->C2", 6));
}

TEST(TowerWarsPlayers, RefuseImpossibleBoards) {
  Participant player = with_player("random", 1);
  EXPECT_EQ(error_of([&] { player.init(3, kRed); }),
            "a player was told to play on a board of size 3, not 4 to 26");
  EXPECT_EQ(error_of([&] { player.init(27, kRed); }),
            "a player was told to play on a board of size 27, not 4 to 26");
}

TEST(TowerWarsPlayers, ContradictAWrongStatus) {
  for (const Status told : {Status::RedWin, Status::BlueWin, Status::Illegal, Status::Undefined}) {
    const std::string status(print_status(told));
    Participant red = with_player("random", 1);
    red.init(kSize, kRed);
    red.request();
    EXPECT_EQ(error_of([&] { red.confirm(told); }),
              "red was told " + status + " by confirm, but its own board says OK");
    Participant blue = with_player("random", 1);
    blue.init(kSize, kBlue);
    EXPECT_EQ(error_of([&] { blue.update(move_of("A2->A3"), told); }),
              "blue was told " + status + " by update, but its own board says OK");
  }
  Participant blue = with_player("random", 1);
  blue.init(kSize, kBlue);
  EXPECT_EQ(error_of([&] { blue.update(std::nullopt, Status::Ok); }),
            "blue was told OK by update, but its own board says BLUE_WIN");
}

TEST(TowerWarsPlayers, ContradictAnIllegalMoveOfTheOpponent) {
  for (const Status told : {Status::Ok, Status::Illegal}) {
    Participant blue = with_player("random", 1);
    blue.init(kSize, kBlue);
    EXPECT_EQ(error_of([&] { blue.update(move_of("A2->A1"), told); }),
              "blue was told the illegal move A2->A1 of its opponent: no piece moves onto its own "
              "base");
  }
}

TEST(TowerWarsPlayers, RandomPlaysAllMovesEquallyOften) {
  std::map<Move, int> counts;
  Participant player = with_player("random", 7);
  constexpr int kDraws = 20'000;
  for (int draw = 0; draw < kDraws; ++draw) {
    player.init(kSize, kRed);
    ++counts[player.request().value()];
  }
  // 20 legal moves; the standard deviation of a count is 31, five of them are allowed.
  EXPECT_EQ(counts.size(), 20u);
  for (const auto& [move, count] : counts) EXPECT_NEAR(count, kDraws / 20, 155);
}

/// How often simple_move plays each move of a position.
std::map<std::string, int> simple_moves(int size, std::string_view text, int draws = 300) {
  const Game game = game_of_size(size);
  const Position position = game.parse_position(text).value();
  Random random(5);
  std::map<std::string, int> counts;
  for (int draw = 0; draw < draws; ++draw) {
    ++counts[game.print_move(simple_move(game, position, random))];
  }
  return counts;
}

TEST(TowerWarsSimple, ScoresDistanceAndCaptures) {
  const Game game = game_of_size(6);
  const Position position =
      game.parse_position(
              "RB,.,.,.,.,./.,R1,R,.,B2,./.,.,B1,B,.,./.,.,.,.,.,./.,.,.,.,.,./"
              ".,.,.,.,.,BB:red")
          .value();
  const auto score = [&](std::string_view move) {
    return simple_score(game, position, game.parse_move(move).value());
  };
  EXPECT_EQ(score("C2->D2"), 1);
  EXPECT_EQ(score("C2->C1"), -1);
  EXPECT_EQ(score("C2->D1"), 0);
  EXPECT_EQ(score("C2->D3"), 2 + 1);  // far, captures a stone
  EXPECT_EQ(score("C2->C3"), 1 + 2);  // near, captures a tower
  EXPECT_EQ(score("C2->E2"), 2);      // far, only blocks the tower
  EXPECT_EQ(score("C2->B2"), -1);     // builds
}

TEST(TowerWarsSimple, PrefersTheBestScoreAndBreaksTiesAtRandom) {
  const auto counts = simple_moves(
      6, "RB,.,.,.,.,./.,R1,R,.,B2,./.,.,B1,B,.,./.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,BB:red", 1000);
  // The two moves of score 3; five standard deviations of a fair coin are 79.
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_NEAR(counts.at("C2->C3"), 500, 79);
  EXPECT_NEAR(counts.at("C2->D3"), 500, 79);
}

TEST(TowerWarsSimple, TakesTheEnemyBase) {
  // Capturing the tower on D3 would score 3, the base only 1.
  const auto counts = simple_moves(5, "RB,.,.,.,./.,.,.,.,./.,.,R,B1,./.,.,.,.,R/B,.,.,.,BB:red");
  EXPECT_EQ(counts, (std::map<std::string, int>{{"E4->E5", 300}}));
}

TEST(TowerWarsSimple, TakesAWinThatLeavesNoMove) {
  // It scores 0, and moves of the stone on A2 score 1, but it walls the last tower in.
  const auto counts = simple_moves(4, "RB,.,.,./R,.,.,./.,.,R1,B1/.,.,R1,BB:red");
  EXPECT_EQ(counts, (std::map<std::string, int>{{"C3->D2", 300}}));
}

TEST(TowerWarsSimple, AvoidsMovesThatLetTheOpponentWin) {
  // Blue threatens A1 from B1; only capturing that stone helps, though it goes backwards.
  const auto counts = simple_moves(5, "RB,B,.,.,./.,R,.,.,./.,.,.,.,./.,.,.,R,./.,.,.,B,BB:red");
  EXPECT_EQ(counts, (std::map<std::string, int>{{"B2->B1", 300}}));
}

TEST(TowerWarsSimple, PlaysTheBestScoreIfEveryMoveLoses) {
  const auto counts = simple_moves(5, "RB,B,.,.,./B,.,.,.,./.,.,R,.,./.,.,.,.,./.,.,.,.,BB:red");
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_GT(counts.at("C3->D3"), 100);
  EXPECT_GT(counts.at("C3->C4"), 100);
}

TEST(TowerWarsMatch, EndsWithTheBase) {
  std::deque<std::string> source(
      {"C1->D1", "B4->A4", "D1->C1", "A4->A3", "C1->D1", "A3->A2", "D1->C1", "A2->A1"});
  Participant red = with_list(source);
  Participant blue = with_list(source);
  std::vector<std::string> seen;
  const MatchResult result = play_match(kSize, red, blue, [&](const Board& board, Move move) {
    seen.push_back(board.game().print_move(move));
  });
  EXPECT_EQ(result.status, Status::BlueWin);
  EXPECT_EQ(result.ending, towerwars::Ending::BaseTaken);
  EXPECT_EQ(result.message, "blue wins: the base of red is taken");
  EXPECT_EQ(result.moves.size(), 8u);
  EXPECT_EQ(result.moves.back(), move_of("A2->A1"));
  EXPECT_EQ(seen.size(), 8u);
  EXPECT_EQ(seen.front(), "C1->D1");
}

TEST(TowerWarsMatch, EndsWithSurrender) {
  std::deque<std::string> source({"A2->A3", ""});
  Participant red = with_list(source);
  Participant blue = with_list(source);
  const MatchResult result = play_match(kSize, red, blue, [](const Board&, Move) {});
  EXPECT_EQ(result.status, Status::RedWin);
  EXPECT_EQ(result.ending, towerwars::Ending::Surrender);
  EXPECT_EQ(result.message, "red wins: blue surrenders");
  EXPECT_EQ(result.moves.size(), 1u);
}

TEST(TowerWarsMatch, EndsWhenAPlayerLeaves) {
  std::deque<std::string> source({"A2->A3"});
  Participant red = with_list(source);
  Participant blue = with_list(source);
  const MatchResult result = play_match(kSize, red, blue, [](const Board&, Move) {});
  EXPECT_EQ(result.status, Status::Undefined);
  EXPECT_EQ(result.ending, towerwars::Ending::Left);
  EXPECT_EQ(result.message, "the list has ended");
}

TEST(TowerWarsMatch, EndsWithAnIllegalMove) {
  // As of a foreign program.
  std::deque<std::string> source({"A1->B1"});
  Participant red = with_list(source);
  Participant blue = with_player("random", 1);
  const MatchResult result = play_match(kSize, red, blue, [](const Board&, Move) {});
  EXPECT_EQ(result.status, Status::Undefined);
  EXPECT_EQ(result.ending, towerwars::Ending::Error);
  EXPECT_EQ(result.message, "the move A1->B1 of red is illegal: a base cannot move");
  EXPECT_TRUE(result.moves.empty());
}

TEST(TowerWarsMatch, EndsWhenAPlayerFails) {
  Participant red = with_player("random", 1);
  Participant blue(
      [](const Game&) {
        return std::make_unique<ScriptedPlayer>(
            [](const Position&) { return failed("the connection is lost"); });
      },
      {});
  const MatchResult result = play_match(kSize, red, blue, [](const Board&, Move) {});
  EXPECT_EQ(result.status, Status::Undefined);
  EXPECT_EQ(result.ending, towerwars::Ending::Error);
  EXPECT_EQ(result.message, "blue: the connection is lost");
  EXPECT_EQ(result.moves.size(), 1u);
}

TEST(TowerWarsMatch, ComputersPlayToTheEnd) {
  for (const int size : {4, 5, 6, 8}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Participant red = with_player("simple", seed);
      Participant blue = with_player("random", seed + 100);
      const MatchResult result = play_match(size, red, blue, [](const Board&, Move) {});
      EXPECT_NE(result.status, Status::Undefined) << result.message;
      Board board(size);
      for (const Move move : result.moves) board.make(move);
      EXPECT_EQ(board.status(), result.status);
    }
  }
}

}  // namespace
}  // namespace spielwerk::test
