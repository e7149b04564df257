// The grammar of players: what is understood, what may sit where, and what is said if not.
#include "players/player_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/all_games.h"
#include "players/thinking_kinds.h"
#include "tests/support/players.h"

namespace spielwerk {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr AllowedPlayers kEverybody{.people = true, .network = true};

Game game_of(std::string_view text) { return *all_games().parse(text); }

/// Who may sit where, or what is said.
std::string answer(std::string_view game, std::string_view text, AllowedPlayers allowed) {
  const auto plan = all_players().parse(game_of(game), text, allowed);
  return plan ? "yes" : plan.error().message(text);
}

TEST(PlayerKinds, EveryGameHasTheEngineAndItsLevels) {
  for (const auto& description : all_games().games()) {
    const Game game = game_of(description->name);
    for (const char* text : {"random", "max", "level:1", "level:9", "max@200ms", "level:3@50ms",
                             "custom:depth=2,nodes=100,lines=3,noise=0.5", "max@nodes=100", "mcts",
                             "mcts@20ms", "mcts@nodes=500"}) {
      const auto plan = all_players().parse(game, text, {});
      ASSERT_TRUE(plan) << plan.error().message(text);
      EXPECT_EQ(plan->text, text);
      EXPECT_TRUE(plan->traits.thinks_here);
      EXPECT_EQ(plan->traits.gives_scores, std::string_view(text) != "random");
      const auto player = plan->make({.engine = {.table_megabytes = 1}});
      EXPECT_EQ(player->name(), text);
      const auto choice = choose(*player, game.start(), {.nodes = 300});
      ASSERT_TRUE(choice);
      EXPECT_TRUE(game.start().is_legal(choice->move.value()));
      EXPECT_EQ(choice->score.has_value(), plan->traits.gives_scores);
    }
  }
}

TEST(PlayerKinds, EveryStrategyOfAGameIsAPlayer) {
  for (const auto& description : all_games().games()) {
    for (const StrategyDescription& strategy : description->strategies) {
      const auto plan = all_players().parse(game_of(description->name), strategy.name, {});
      ASSERT_TRUE(plan) << strategy.name;
      EXPECT_TRUE(plan->traits.thinks_here);
      EXPECT_FALSE(plan->traits.gives_scores);
    }
  }
}

TEST(PlayerKinds, EveryFormThatIsNamedIsUnderstood) {
  for (const auto& description : all_games().games()) {
    const Game game = game_of(description->name);
    for (const ThinkingKind& kind : thinking_kinds()) {
      for (const std::string& form : kind.forms(*description)) {
        // `level:1 to level:9` are two.
        const std::string first = form.substr(0, form.find(' '));
        const std::string last = form.substr(form.rfind(' ') + 1);
        EXPECT_TRUE(all_players().parse(game, first, {})) << first;
        EXPECT_TRUE(all_players().parse(game, last, {})) << last;
      }
    }
  }
}

TEST(PlayerKinds, KnowWhatTheyAre) {
  const Game game = game_of("kaskade");
  const auto traits = [&](std::string_view text) {
    return all_players().parse(game, text, kEverybody).value().traits;
  };
  EXPECT_EQ(traits("human"), (PlayerTraits{.is_person = true}));
  EXPECT_EQ(traits("max"), (PlayerTraits{.thinks_here = true, .gives_scores = true}));
  EXPECT_EQ(traits("simple:depth=1"), (PlayerTraits{.thinks_here = true}));
  EXPECT_EQ(traits("kaskade:localhost:4711"), (PlayerTraits{.needs_network = true}));
  EXPECT_TRUE(all_players().has_network_players(game.description()));
  EXPECT_FALSE(all_players().has_network_players(game_of("othello").description()));
}

TEST(PlayerKinds, SayWhatWasExpectedWhere) {
  EXPECT_EQ(answer("kaskade", "bogus", kEverybody),
            "expected a player of this game: human, random, max, level:1 to level:9, mcts, simple, "
            "custom:depth=3,nodes=5000,lines=4,noise=0.5, kaskade:HOST:PORT at character 1, found "
            "'bogus'");
  EXPECT_EQ(answer("kaskade", "level:0", {}),
            "expected a level from 1 to 9 at character 7, found '0'");
  EXPECT_EQ(answer("kaskade", "level:5x", {}),
            "expected the end after the level at character 8, found 'x'");
  EXPECT_EQ(answer("kaskade", "max@5", {}), "expected one of the units ms, s, m after 'max@5'");
  EXPECT_EQ(answer("kaskade", "kaskade:x:y", kEverybody),
            "expected a port from 1 to 65535 at character 11, found 'y'");
  for (const char* text : {"", "Human", "max:1", "level", "level:10", "level:3 ", "max@", "@5s",
                           "custom:noise=-1", "custom:depth=3,", "simple:", "simpleton",
                           "simple:depth=banana", "human@5s", "remote:localhost", "kaskade:"}) {
    EXPECT_THAT(answer("kaskade", text, kEverybody), StartsWith("expected ")) << text;
  }
}

TEST(PlayerKinds, SitOnlyWhereTheyMay) {
  EXPECT_EQ(answer("kaskade", "human", kEverybody), "yes");
  EXPECT_EQ(answer("kaskade", "human", {.network = true}),
            "expected a player other than a person: random, max, level:1 to level:9, mcts, simple, "
            "custom:depth=3,nodes=5000,lines=4,noise=0.5, kaskade:HOST:PORT at character 1, found "
            "'human'");
  EXPECT_EQ(answer("kaskade", "kaskade:localhost", kEverybody), "yes");
  EXPECT_EQ(
      answer("kaskade", "kaskade:localhost", {.people = true}),
      "expected a player of this machine: human, random, max, level:1 to level:9, mcts, simple, "
      "custom:depth=3,nodes=5000,lines=4,noise=0.5 at character 1, found "
      "'kaskade:localhost'");
  // Not even a mistake in it is told where it may not sit.
  EXPECT_THAT(answer("kaskade", "kaskade:x:y", {}), HasSubstr("a player of this machine"));
  // Kaskade's servers play nothing else.
  EXPECT_THAT(answer("othello", "kaskade:localhost", kEverybody),
              StartsWith("expected a player of this game: human, random, max, level:1 to level:9, "
                         "mcts, mobility, custom"));
}

TEST(PlayerKinds, HelpNamesAllWhoMayPlay) {
  const std::string all = all_players().help(all_games(), kEverybody);
  EXPECT_THAT(all, StartsWith("Players:\n  human "));
  EXPECT_THAT(all,
              HasSubstr("  simple               a strategy of the game (kaskade, towerwars)\n"));
  EXPECT_THAT(all, HasSubstr("  kaskade:HOST:PORT    a Kaskade server; its moves take the time it "
                             "takes (kaskade)\n"));
  const std::string match = all_players().help(all_games(), {}, "othello");
  EXPECT_EQ(match.find("human"), std::string::npos);
  EXPECT_EQ(match.find("kaskade"), std::string::npos);
  EXPECT_EQ(match.find("simple"), std::string::npos);
  EXPECT_THAT(match, HasSubstr("  mobility             a strategy of the game\n"));
}

TEST(PlayerKinds, TheSeedDecidesALevelsMoves) {
  const Game game = game_of("othello");
  const auto moves = [&](std::uint64_t seed) {
    const auto player = test::make_player(game, "level:1", {.seed = seed});
    Position position = game.start();
    std::vector<Move> chosen;
    for (int ply = 0; ply < 20; ++ply) {
      chosen.push_back(test::chosen_move(*player, position));
      position.play(chosen.back());
    }
    return chosen;
  };
  EXPECT_EQ(moves(1), moves(1));
  EXPECT_NE(moves(1), moves(2));
}

TEST(PlayerKinds, AScoreIsThatOfTheMoveThatIsPlayed) {
  // With so much noise a level plays any of its moves, and every one of them has its own worth.
  const Game game = game_of("othello");
  const auto player = test::make_player(game, "custom:depth=2,nodes=5000,lines=30,noise=50");
  const auto engine = game.make_engine({});
  Position position = game.start();
  int weaker = 0;
  for (int ply = 0; ply < 20; ++ply) {
    const SearchReport report =
        engine->search(position, {.depth = 2, .nodes = 5'000, .lines = 30}, {}, {});
    const Choice choice = choose(*player, position, {}).value();
    const auto line = std::find_if(report.lines.begin(), report.lines.end(), [&](const Line& each) {
      return each.moves.front() == choice.move;
    });
    ASSERT_NE(line, report.lines.end());
    EXPECT_EQ(choice.score, line->score) << position.text();
    EXPECT_EQ(choice.line, line->moves);
    weaker += line->score != report.score() ? 1 : 0;
    position.play(*choice.move);
  }
  EXPECT_GT(weaker, 5);
}

}  // namespace
}  // namespace spielwerk
