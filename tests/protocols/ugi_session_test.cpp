// Conversations in the Universal Game Interface, byte for byte, and how searches begin and end.
#include "protocols/ugi/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <new>
#include <set>
#include <sstream>

#include "core/registry.h"
#include "games/all_games.h"
#include "games/tictactoe/rules.h"
#include "tests/support/bounded.h"
#include "tests/support/files.h"
#include "tests/support/scripted_engine.h"
#include "tests/support/ugi_conversation.h"

namespace spielwerk::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

GameDescription tictactoe_with(
    std::function<std::unique_ptr<Engine>(const Game&, const EngineSettings&)> make_engine) {
  GameDescription description = tictactoe::description();
  description.make_engine = std::move(make_engine);
  return description;
}

/// Levels that differ from full strength by their errors.
constexpr std::array<LevelSettings, 8> kNoisyLevels = [] {
  std::array<LevelSettings, 8> levels;
  levels.fill({.depth = 2, .nodes = 500, .lines = 9, .noise = 3});
  return levels;
}();

/// All games, with an engine whose answers never change.
const Registry& games_of_conversations() {
  static const Registry registry = [] {
    std::vector<GameDescription> games;
    for (const auto& each : all_games().games()) games.push_back(*each);
    for (GameDescription& each : games) {
      each.make_engine = ScriptedEngine::make;
      each.levels = kNoisyLevels;
    }
    return Registry(std::move(games));
  }();
  return registry;
}

TEST(UgiConversation, AllAreAsWritten) {
  int conversations = 0;
  const std::filesystem::path folder = std::filesystem::path(SPIELWERK_TEST_DATA) / "ugi";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    const std::string text = read_data("ugi/" + entry.path().filename().string());
    EXPECT_EQ(run_ugi_conversation(games_of_conversations(), text), text);
    ++conversations;
  }
  EXPECT_GE(conversations, 4);
}

TEST(UgiConversation, TimesAreTheOnlyNumbersLeftOut) {
  EXPECT_EQ(without_times("info depth 3 nodes 5 nps 17 time 250 hashfull 4 pv A1\nlifetime 3"),
            "info depth 3 nodes 5 nps # time # hashfull 4 pv A1\nlifetime 3");
}

/// Keeps what a session says, and waits for it.
class Listener {
 public:
  ugi::UgiSession::Output output() {
    return [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      lines_.emplace_back(line);
      heard_.notify_all();
    };
  }
  /// Everything said since the last call, up to a line that begins like this.
  std::vector<std::string> hear_until(std::string_view beginning) {
    std::unique_lock lock(mutex_);
    auto end = lines_.end();
    heard_.wait(lock, [&] {
      end = std::ranges::find_if(
          lines_, [&](const std::string& line) { return line.starts_with(beginning); });
      return end != lines_.end();
    });
    std::vector<std::string> result(lines_.begin(), end + 1);
    lines_.erase(lines_.begin(), end + 1);
    return result;
  }
  std::vector<std::string> heard() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable heard_;
  std::vector<std::string> lines_;
};

/// Thinks until it is stopped, whatever the limits.
class PatientEngine final : public Engine {
 public:
  void forget() override {}
  SearchReport search(const Position& at, const SearchLimits&, std::stop_token stop,
                      const SearchListener&) override {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
    return {.depth = 1, .nodes = 7, .lines = {{Score::draw(), {at.moves().front()}}}};
  }
  SearchReport solve(const Position& at, const SearchLimits& limits, std::stop_token stop,
                     const SearchListener& listener) override {
    return search(at, limits, std::move(stop), listener);
  }
};

class PatientSession : public testing::Test {
 protected:
  static Game patient_game() {
    static const GameDescription description = tictactoe_with(
        [](const Game&, const EngineSettings&) { return std::make_unique<PatientEngine>(); });
    return *parse_game(description, "");
  }
  static constexpr std::string_view kInfo =
      "info depth 1 score cp 0 value draw nodes 7 nps 0 time 0 hashfull 0 pv A1";

  Listener listener_;
  ugi::UgiSession session_{patient_game(), "Test", listener_.output()};
};

TEST_F(PatientSession, ListensWhileItThinks) {
  session_.handle("go movetime 100000");
  session_.handle("isready");
  session_.handle("query p1turn");
  session_.handle("go depth 1");
  session_.handle("setoption name Hash value 1");
  session_.handle("uginewgame");
  session_.handle("position startpos moves B2");
  session_.handle("query p1turn");
  EXPECT_THAT(listener_.heard(),
              ElementsAre("readyok", "response true",
                          "info string 'go' is ignored during a search; 'stop' ends it",
                          "info string 'setoption' is ignored during a search; 'stop' ends it",
                          "info string 'uginewgame' is ignored during a search; 'stop' ends it",
                          "response false"));
  session_.handle("stop");
  EXPECT_THAT(listener_.hear_until("bestmove"), ElementsAre(kInfo, "bestmove A1"));
  // The position was changed for the next search only.
  session_.handle("position startpos moves A1 A1");
  session_.handle("query p1turn");
  EXPECT_THAT(listener_.hear_until("response"), Contains("response false"));
}

TEST_F(PatientSession, StopsAreForOneSearchEach) {
  for (int round = 0; round < 50; ++round) {
    session_.handle("stop");
    session_.handle("go");
    EXPECT_THAT(listener_.heard(), ElementsAre());
    session_.handle("stop");
    session_.handle("stop");
    EXPECT_THAT(listener_.hear_until("bestmove"), ElementsAre(kInfo, "bestmove A1"));
  }
}

TEST_F(PatientSession, QuitEndsTheSearch) {
  session_.handle("go infinite");
  EXPECT_FALSE(session_.handle("quit"));
  EXPECT_THAT(listener_.heard(), ElementsAre(kInfo, "bestmove A1"));
}

TEST_F(PatientSession, IsGoneWithItsSearch) {
  Listener listener;
  {
    ugi::UgiSession session(patient_game(), "Test", listener.output());
    session.handle("go infinite");
  }
  EXPECT_THAT(listener.heard(), ElementsAre(kInfo, "bestmove A1"));
}

TEST_F(PatientSession, TheEndOfTheInputEndsAnInfiniteSearch) {
  std::istringstream input("go infinite\n");
  std::ostringstream output;
  ugi::converse(patient_game(), "Test", input, output);
  EXPECT_EQ(output.str(), std::string(kInfo) + "\nbestmove A1\n");
}

Game scripted_game() { return *games_of_conversations().parse("tictactoe"); }

std::string converse(const Game& game, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  ugi::converse(game, "Test", in, out);
  return out.str();
}

TEST(UgiSession, TheEndOfTheInputLetsALimitedSearchEnd) {
  const Game game = *all_games().parse("tictactoe:5x5,k=4");
  const std::string output = converse(game, "go nodes 3000");
  // Not cut short.
  EXPECT_THAT(output, HasSubstr(" nodes 300"));
  EXPECT_THAT(output, HasSubstr("\nbestmove "));
  EXPECT_TRUE(output.ends_with('\n'));
}

TEST(UgiSession, AnInfiniteSearchThatIsFinishedStillWaits) {
  Listener listener;
  ugi::UgiSession session(scripted_game(), "Test", listener.output());
  // One field is left: there is nothing to think about.
  session.handle("position fen XOX/OXX/O.O:X");
  session.handle("go infinite");
  listener.hear_until("info depth 1 ");
  session.handle("isready");
  EXPECT_THAT(listener.hear_until("readyok"), Not(Contains(StartsWith("bestmove"))));
  session.handle("stop");
  EXPECT_EQ(listener.hear_until("bestmove").back(), "bestmove C2");
}

TEST(UgiSession, WhoHasHeardTheBestMoveMayAskAgain) {
  Listener listener;
  ugi::UgiSession session(scripted_game(), "Test", listener.output());
  for (int round = 0; round < 300; ++round) {
    session.handle("go depth 1");
    EXPECT_THAT(listener.hear_until("bestmove"), Not(Contains(HasSubstr("ignored"))));
  }
}

TEST(UgiSession, LongLinesAreRefused) {
  EXPECT_EQ(converse(scripted_game(), std::string(70'000, 'x') + "\nisready\n"),
            "info string a line has at most 65536 characters; this one is ignored\nreadyok\n");
}

TEST(UgiSession, WithoutMemoryTheTableIsSmall) {
  const GameDescription description =
      tictactoe_with([](const Game& game, const EngineSettings& settings) {
        if (settings.table_megabytes > 16) throw std::bad_alloc();
        return ScriptedEngine::make(game, settings);
      });
  const std::string output = converse(
      *parse_game(description, ""), "setoption name Hash value 4096\nisready\nisready\ngo depth 1");
  EXPECT_THAT(output, StartsWith("info string there is not enough memory for Hash 4096; it is 16 "
                                 "now\nreadyok\nreadyok\ninfo depth 1 "));
}

TEST(UgiSession, LevelsErrTheSameWayWithTheSameSeed) {
  const auto moves = [](int seed) {
    Listener listener;
    ugi::UgiSession session(scripted_game(), "Test", listener.output());
    session.handle("setoption name Level value 1");
    session.handle("setoption name Seed value " + std::to_string(seed));
    std::string chosen;
    for (const char* at : {"startpos", "startpos moves B2", "fen X../.O./..X:O"}) {
      session.handle(std::string("position ") + at);
      session.handle("go depth 9");
      chosen += listener.hear_until("bestmove").back() + "\n";
    }
    return chosen;
  };
  std::set<std::string> all;
  for (int seed = 0; seed < 8; ++seed) {
    const std::string chosen = moves(seed);
    EXPECT_EQ(moves(seed), chosen);
    all.insert(chosen);
  }
  EXPECT_GT(all.size(), 3u);
}

/// Every game with its real engine.
class UgiGame : public testing::TestWithParam<std::string> {
 protected:
  Game game() const { return *all_games().parse(GetParam()); }
};

std::vector<std::string> names_of_games() {
  std::vector<std::string> names;
  for (const auto& each : all_games().games()) names.push_back(each->name);
  return names;
}

TEST_P(UgiGame, SameNodesSameAnswer) {
  Listener listener;
  ugi::UgiSession session(game(), "Test", listener.output());
  const auto answer = [&](std::string_view position) {
    session.handle(position);
    session.handle("go nodes 1500");
    std::string all;
    for (const std::string& line : listener.hear_until("bestmove")) all += line + "\n";
    return without_times(all);
  };
  const std::string first = answer("position startpos");
  const std::string move = first.substr(first.rfind(' ') + 1);
  const std::string second = answer("position startpos moves " + move.substr(0, move.size() - 1));
  EXPECT_NE(first, second);
  EXPECT_EQ(answer("position startpos"), first);
}

TEST_P(UgiGame, PlaysAGameByItself) {
  Listener listener;
  ugi::UgiSession session(game(), "Test", listener.output());
  Position position = game().start();
  std::string command = "position startpos moves";
  for (int ply = 0; ply < 30 && !position.outcome().is_over(); ++ply) {
    session.handle(command);
    // Once at each level.
    session.handle("setoption name Level value " + std::to_string(ply % kStrongestLevel + 1));
    session.handle("go nodes 60");
    const auto heard = listener.hear_until("bestmove ");
    EXPECT_THAT(heard, Not(Contains(HasSubstr("string"))));
    const std::string text = heard.back().substr(9);
    const auto move = game().parse_move(text);
    ASSERT_TRUE(move) << text;
    ASSERT_TRUE(position.is_legal(*move)) << text;
    position.play(*move);
    command += " " + text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, UgiGame, testing::ValuesIn(names_of_games()),
                         [](const auto& tested) { return tested.param; });

TEST(UgiSession, WhoHearsAnAnswerMayAskAtOnce) {
  EXPECT_TRUE(ends([] {
    std::vector<std::string> lines;
    ugi::UgiSession* own = nullptr;
    ugi::UgiSession session(*games_of_conversations().parse("tictactoe"), "Spielwerk",
                            [&](std::string_view line) {
                              lines.emplace_back(line);
                              if (line.starts_with("bestmove")) own->handle("isready");
                            });
    own = &session;
    session.handle("go depth 1");
    session.wait();
    EXPECT_EQ(lines.back(), "readyok");
  }));
}

}  // namespace
}  // namespace spielwerk::test
