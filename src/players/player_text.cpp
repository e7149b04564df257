#include "players/player_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/duration.h"
#include "core/text.h"
#include "search/level.h"

namespace spielwerk {
namespace {

class RandomPlayer final : public ComputerPlayer {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}
  std::string name() const override { return "random"; }
  Choice choose(const Position& at, const SearchLimits&, std::stop_token) override {
    return {.move = at.random_move(random_)};
  }

 private:
  Random random_;
};

class StrategyPlayer final : public ComputerPlayer {
 public:
  StrategyPlayer(std::string name, std::unique_ptr<Strategy> strategy)
      : name_(std::move(name)), strategy_(std::move(strategy)) {}
  std::string name() const override { return name_; }
  Choice choose(const Position& at, const SearchLimits& limits, std::stop_token stop) override {
    return {.move = strategy_->choose(at, limits, std::move(stop))};
  }

 private:
  std::string name_;
  std::unique_ptr<Strategy> strategy_;
};

class EnginePlayer final : public ComputerPlayer {
 public:
  EnginePlayer(std::string name, search::LevelEngine engine)
      : name_(std::move(name)), engine_(std::move(engine)) {}
  std::string name() const override { return name_; }
  void begin_game() override { engine_.forget(); }
  Choice choose(const Position& at, const SearchLimits& limits, std::stop_token stop) override {
    const auto [move, report] = engine_.choose(at, limits, std::move(stop));
    const auto begins = [&](const Line& line) { return line.moves.front() == move; };
    const auto line = std::find_if(report.lines.begin(), report.lines.end(), begins);
    return {move, report.score(), report.depth, report.nodes,
            line == report.lines.end() ? std::vector<Move>{} : line->moves};
  }

 private:
  std::string name_;
  search::LevelEngine engine_;
};

/// Plays within limits of its own.
class LimitedPlayer final : public ComputerPlayer {
 public:
  LimitedPlayer(std::string name, std::unique_ptr<ComputerPlayer> player,
                const SearchLimits& limits)
      : name_(std::move(name)), player_(std::move(player)), limits_(limits) {}
  std::string name() const override { return name_; }
  void begin_game() override { player_->begin_game(); }
  Choice choose(const Position& at, const SearchLimits&, std::stop_token stop) override {
    return player_->choose(at, limits_, std::move(stop));
  }

 private:
  std::string name_;
  std::unique_ptr<ComputerPlayer> player_;
  SearchLimits limits_;
};

// A node takes at least some nanoseconds: this is hours.
constexpr int kMostNodes = 2'000'000'000;
constexpr int kMostDepth = 100;
constexpr int kMostLines = 1'000;
constexpr double kMostNoise = 100;

Parsed<double> parse_noise(Cursor& cursor) {
  double value = 0;
  const std::string_view rest = cursor.rest();
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc() || !(value >= 0 && value <= kMostNoise)) {
    return cursor.fail(fmt::format("a number from 0 to {}", kMostNoise));
  }
  cursor.advance(static_cast<std::size_t>(end - rest.data()));
  return value;
}

Parsed<LevelSettings> parse_level_settings(Cursor& cursor) {
  LevelSettings settings{.depth = kMostDepth, .nodes = kMostNodes, .is_careful = true};
  do {
    Parsed<int> number = 0;
    if (cursor.skip("depth=")) {
      number = cursor.integer(1, kMostDepth, "a depth");
      if (number) settings.depth = *number;
    } else if (cursor.skip("nodes=")) {
      number = cursor.integer(1, kMostNodes, "a number of nodes");
      if (number) settings.nodes = static_cast<std::uint64_t>(*number);
    } else if (cursor.skip("lines=")) {
      number = cursor.integer(1, kMostLines, "a number of lines");
      if (number) settings.lines = *number;
    } else if (cursor.skip("careful=")) {
      number = cursor.integer(0, 1, "0 or 1");
      if (number) settings.is_careful = *number == 1;
    } else if (cursor.skip("noise=")) {
      const auto noise = parse_noise(cursor);
      if (!noise) return std::unexpected(noise.error());
      settings.noise = *noise;
    } else {
      return cursor.fail("depth=, nodes=, lines=, noise= or careful=");
    }
    if (!number) return std::unexpected(number.error());
  } while (cursor.skip(","));
  if (!cursor.at_end()) return cursor.fail("',' or the end");
  return settings;
}

Parsed<SearchLimits> parse_limit(std::string_view text) {
  Cursor cursor(text);
  SearchLimits limits;
  Parsed<int> number = 0;
  if (cursor.skip("nodes=")) {
    number = cursor.integer(1, kMostNodes, "a number of nodes");
    if (number) limits.nodes = static_cast<std::uint64_t>(*number);
  } else if (cursor.skip("depth=")) {
    number = cursor.integer(1, kMostDepth, "a depth");
    if (number) limits.depth = *number;
  } else {
    const auto time = parse_duration(text);
    if (!time) return std::unexpected(time.error());
    limits.move_time = *time;
    return limits;
  }
  if (!number) return std::unexpected(number.error());
  if (!cursor.at_end()) return cursor.fail("the end");
  return limits;
}

std::string names_of(const GameDescription& game) {
  std::string names = "random, max, level:1 to level:9, mcts";
  for (const StrategyDescription& each : game.strategies) names += ", " + each.name;
  return names;
}

/// A player without a limit of its own.
Parsed<PlayerMaker> parse_plain_player(const Game& game, std::string_view text) {
  const GameDescription& description = game.description();
  if (text == "random") {
    return [](const PlayerSettings& settings) {
      return std::make_unique<RandomPlayer>(settings.seed);
    };
  }
  Cursor cursor(text);
  const auto with_level = [&](const auto& level) -> PlayerMaker {
    return [game, level, name = std::string(text)](const PlayerSettings& settings) {
      return std::make_unique<EnginePlayer>(
          name, search::LevelEngine(game, level, settings.engine, settings.seed));
    };
  };
  if (text == "max") return with_level(kStrongestLevel);
  if (cursor.skip("level:")) {
    const auto level = cursor.integer(kWeakestLevel, kStrongestLevel, "a level");
    if (!level) return std::unexpected(level.error());
    if (!cursor.at_end()) return cursor.fail("the end after the level");
    return with_level(*level);
  }
  if (cursor.skip("custom:")) {
    const auto level = parse_level_settings(cursor);
    if (!level) return std::unexpected(level.error());
    return with_level(*level);
  }
  if (text == "mcts") {
    return [game](const PlayerSettings& settings) {
      return std::make_unique<EnginePlayer>(
          "mcts", search::LevelEngine(game.make_general_engine(settings.engine)));
    };
  }
  const std::size_t colon = std::min(text.find(':'), text.size());
  for (const StrategyDescription& each : description.strategies) {
    if (text.substr(0, colon) != each.name) continue;
    const std::size_t begin = std::min(colon + 1, text.size());
    const std::string rest(text.substr(begin));
    // Strategies read their own text; unlike engines they cost nothing to make.
    const auto tried = each.make(game, rest, 1);
    if (!tried) return parse_error(begin + tried.error().position, tried.error().expected);
    return
        [game, make = each.make, rest, name = std::string(text)](const PlayerSettings& settings) {
          return std::make_unique<StrategyPlayer>(name, make(game, rest, settings.seed).value());
        };
  }
  return parse_error(0, "a player of this game: " + names_of(description));
}

}  // namespace

Parsed<PlayerMaker> parse_player(const Game& game, std::string_view text) {
  const std::size_t at = text.rfind('@');
  auto plain = parse_plain_player(game, text.substr(0, at));
  if (!plain || at == std::string_view::npos) return plain;
  const auto limits = parse_limit(text.substr(at + 1));
  if (!limits) return parse_error(at + 1 + limits.error().position, limits.error().expected);
  return [plain = *std::move(plain), limits = *limits,
          name = std::string(text)](const PlayerSettings& settings) {
    return std::make_unique<LimitedPlayer>(name, plain(settings), limits);
  };
}

Parsed<std::unique_ptr<ComputerPlayer>> make_player(const Game& game, std::string_view text,
                                                    const PlayerSettings& settings) {
  const auto maker = parse_player(game, text);
  if (!maker) return std::unexpected(maker.error());
  return (*maker)(settings);
}

}  // namespace spielwerk
