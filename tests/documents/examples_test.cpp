// The worked examples as whoever plays them meets them: their levels, UGI, and tables over the API.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>

#include "app/commands/program.h"
#include "core/level.h"
#include "core/text.h"
#include "games/all_games.h"
#include "tests/server/server_fixture.h"
#include "tests/support/ugi_conversation.h"

namespace spielwerk {
namespace {

using testing::HasSubstr;

/// One with the general engine, one with knowledge of its own; both soon over.
class Examples : public testing::TestWithParam<const char*> {
 protected:
  const Game game_ = all_games().parse(GetParam()).value();
};

INSTANTIATE_TEST_SUITE_P(Documents, Examples, testing::Values("hexapawn:5x4", "hex:5"),
                         [](const auto& example) {
                           const std::string text = example.param;
                           return text.substr(0, text.find(':'));
                         });

/// What `spielwerk match` says of the first player: points of a hundred.
double score_of_match(const std::string& arguments) {
  std::vector<std::string> parts{"match"};
  for (const std::string_view word : words(arguments)) parts.emplace_back(word);
  std::istringstream input;
  std::ostringstream output;
  Streams streams{input, output, output, false};
  EXPECT_EQ(app::run(parts, streams), 0) << output.str();
  std::smatch found;
  const std::string said = output.str();
  EXPECT_TRUE(std::regex_search(said, found, std::regex(R"(([\d.]+) %)"))) << said;
  return found.empty() ? 0 : std::stod(found[1]);
}

TEST_P(Examples, EveryLevelPlaysAndIsNoWorseThanChance) {
  for (int level = kWeakestLevel; level <= kStrongestLevel; ++level) {
    const std::string player = fmt::format("level:{}", level);
    EXPECT_GE(score_of_match(fmt::format("{} {} random --games 6 --nodes 2000 --seed {}",
                                         GetParam(), player, level)),
              level == kWeakestLevel ? 30 : 60)
        << player;
  }
}

TEST_P(Examples, AHigherLevelWinsMoreGames) {
  for (const auto& [higher, lower] : {std::pair{7, 4}, {4, 1}}) {
    EXPECT_GE(score_of_match(fmt::format("{} level:{} level:{} --games 20 --nodes 3000 --seed 3",
                                         GetParam(), higher, lower)),
              65)
        << higher << " against " << lower;
  }
}

TEST_P(Examples, AreKnownToTheSecondOpinion) {
  EXPECT_GE(score_of_match(fmt::format("{} mcts random --games 6 --nodes 2000", GetParam())), 80);
}

TEST_P(Examples, AnswerInUgi) {
  const std::string conversation = test::run_ugi_conversation(
      all_games(), fmt::format("$ spielwerk ugi {}\n> ugi\nugiok\n> isready\nreadyok\n"
                               "> position startpos\n> go nodes 2000\nbestmove ?\n",
                               GetParam()));
  EXPECT_THAT(conversation, HasSubstr("option name Level type spin default 9 min 1 max 9"));
  EXPECT_THAT(conversation, HasSubstr(" score "));
  std::smatch found;
  ASSERT_TRUE(std::regex_search(conversation, found, std::regex("\nbestmove (\\S+)")))
      << conversation;
  const auto move = game_.parse_move(found[1].str());
  ASSERT_TRUE(move) << conversation;
  EXPECT_TRUE(game_.start().is_legal(*move)) << conversation;
}

}  // namespace

namespace server {
namespace {

class ExampleTables : public ServerTest {
 protected:
  /// Somebody who plays whatever comes first, against the computer and to the end.
  json::value play_to_the_end(const char* text) {
    const Game game = all_games().parse(text).value();
    const Created created = create(text, {human("Anna"), computer("level:3")});
    const auto socket = watch(created.id, created.token);
    json::value state = table(created.id);
    while (state.at("result").is_null()) {
      if (state.at("position").at("to_move").as_int64() == 0) {
        const auto at = game.parse_position(state.at("position").at("text").as_string().c_str());
        EXPECT_TRUE(at);
        const std::string next = game.print_move(at->moves().front());
        const auto count = static_cast<int>(state.at("moves").as_array().size());
        EXPECT_EQ(move(*socket, next.c_str(), count), "done") << socket->last_reason();
      } else if (!socket->receive("event")) {
        ADD_FAILURE() << "the computer does not move: " << json::serialize(state);
        break;
      }
      state = table(created.id);
    }
    return state;
  }
};

TEST_F(ExampleTables, AreDescribedWithTheirLevels) {
  const json::value answer = get(port(), "/api/games").json();
  int found = 0;
  for (const json::value& game : answer.at("games").as_array()) {
    const std::string_view name = game.at("name").as_string();
    if (name != "hex" && name != "hexapawn") continue;
    ++found;
    EXPECT_EQ(game.at("levels").as_int64(), kStrongestLevel) << name;
    EXPECT_EQ(game.at("board").at("shape").as_string(), name == "hex" ? "hexagon" : "square");
  }
  EXPECT_EQ(found, 2);
}

TEST_F(ExampleTables, ArePlayedAgainstTheComputer) {
  for (const char* game : {"hexapawn:3x3", "hexapawn:5x4", "hex:4"}) {
    const json::value state = play_to_the_end(game);
    ASSERT_FALSE(state.at("result").is_null());
    EXPECT_EQ(state.at("result").at("reason").as_string(), "rules") << game;
    EXPECT_GE(state.at("result").at("winner").as_int64(), 0) << game;
  }
}

TEST_F(ExampleTables, AreEvaluated) {
  for (const char* text : {"hexapawn:5x4", "hex:5"}) {
    const Game game = all_games().parse(text).value();
    const WebAnswer answer =
        post(port(), "/api/evaluate",
             {{"game", text}, {"position", game.start().text()}, {"time", "50ms"}});
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_TRUE(answer.json().as_object().contains("cells")) << answer.body;
  }
}

}  // namespace
}  // namespace server
}  // namespace spielwerk
