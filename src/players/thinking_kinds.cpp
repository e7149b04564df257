#include "players/thinking_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/duration.h"
#include "core/text.h"
#include "search/level.h"

namespace spielwerk {
namespace {

class RandomChooser final : public MoveChooser {
 public:
  explicit RandomChooser(std::uint64_t seed) : random_(seed) {}
  std::expected<Choice, Failure> choose(const Position& at, const SearchLimits&,
                                        std::stop_token) override {
    return Choice{.move = at.random_move(random_)};
  }

 private:
  Random random_;
};

class StrategyChooser final : public MoveChooser {
 public:
  explicit StrategyChooser(std::unique_ptr<Strategy> strategy) : strategy_(std::move(strategy)) {}
  std::expected<Choice, Failure> choose(const Position& at, const SearchLimits& limits,
                                        std::stop_token stop) override {
    return Choice{.move = strategy_->choose(at, limits, std::move(stop))};
  }

 private:
  std::unique_ptr<Strategy> strategy_;
};

class EngineChooser final : public MoveChooser {
 public:
  explicit EngineChooser(search::LevelEngine engine) : engine_(std::move(engine)) {}
  void begin_game() override { engine_.forget(); }
  std::expected<Choice, Failure> choose(const Position& at, const SearchLimits& limits,
                                        std::stop_token stop) override {
    auto [line, report] = engine_.choose(at, limits, std::move(stop));
    return Choice{.move = line.moves.front(),
                  .score = line.score,
                  .depth = report.depth,
                  .nodes = report.nodes,
                  .line = std::move(line.moves)};
  }

 private:
  search::LevelEngine engine_;
};

/// Chooses within limits of its own.
class LimitedChooser final : public MoveChooser {
 public:
  LimitedChooser(std::unique_ptr<MoveChooser> chooser, const SearchLimits& limits)
      : chooser_(std::move(chooser)), limits_(limits) {}
  void begin_game() override { chooser_->begin_game(); }
  std::expected<Choice, Failure> choose(const Position& at, const SearchLimits&,
                                        std::stop_token stop) override {
    return chooser_->choose(at, limits_, std::move(stop));
  }

 private:
  std::unique_ptr<MoveChooser> chooser_;
  SearchLimits limits_;
};

// A node takes at least some nanoseconds: this is hours.
constexpr int kMaxNodes = 2'000'000'000;
constexpr int kMaxDepth = 100;
constexpr int kMaxLines = 1'000;
constexpr double kMaxNoise = 100;

Parsed<double> parse_noise(Cursor& cursor) {
  double value = 0;
  const std::string_view rest = cursor.rest();
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc() || std::isnan(value) || value < 0 || value > kMaxNoise) {
    return cursor.fail(fmt::format("a number from 0 to {}", kMaxNoise));
  }
  cursor.advance(static_cast<std::size_t>(end - rest.data()));
  return value;
}

Parsed<LevelSettings> parse_level_settings(Cursor& cursor) {
  LevelSettings settings{.depth = kMaxDepth, .nodes = kMaxNodes, .is_careful = true};
  do {
    Parsed<int> number = 0;
    if (cursor.skip("depth=")) {
      number = cursor.integer(1, kMaxDepth, "a depth");
      if (number) settings.depth = *number;
    } else if (cursor.skip("nodes=")) {
      number = cursor.integer(1, kMaxNodes, "a number of nodes");
      if (number) settings.nodes = static_cast<std::uint64_t>(*number);
    } else if (cursor.skip("lines=")) {
      number = cursor.integer(1, kMaxLines, "a number of lines");
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
    number = cursor.integer(1, kMaxNodes, "a number of nodes");
    if (number) limits.nodes = static_cast<std::uint64_t>(*number);
  } else if (cursor.skip("depth=")) {
    number = cursor.integer(1, kMaxDepth, "a depth");
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

using Forms = std::vector<std::string>;

/// The engine at a level, which is a number or spelled out.
template <class Level>
ChooserMaker engine_at(const Game& game, const Level& level) {
  return [game, level](const ChooserSettings& settings) {
    return std::make_unique<EngineChooser>(
        search::LevelEngine(game, level, settings.engine, settings.seed));
  };
}

/// A form of a kind that plays every game.
auto in_every_game(std::string form) {
  return [form = std::move(form)](const GameDescription&) { return Forms{form}; };
}

std::optional<Parsed<ChooserMaker>> parse_random(const Game&, std::string_view text) {
  if (text != "random") return std::nullopt;
  return [](const ChooserSettings& settings) {
    return std::make_unique<RandomChooser>(settings.seed);
  };
}

std::optional<Parsed<ChooserMaker>> parse_max(const Game& game, std::string_view text) {
  if (text != "max") return std::nullopt;
  return engine_at(game, kStrongestLevel);
}

std::optional<Parsed<ChooserMaker>> parse_mcts(const Game& game, std::string_view text) {
  if (text != "mcts") return std::nullopt;
  return [game](const ChooserSettings& settings) {
    return std::make_unique<EngineChooser>(
        search::LevelEngine(game.make_general_engine(settings.engine)));
  };
}

std::optional<Parsed<ChooserMaker>> parse_level(const Game& game, std::string_view text) {
  Cursor cursor(text);
  if (!cursor.skip("level:")) return std::nullopt;
  const auto level = cursor.integer(kWeakestLevel, kStrongestLevel, "a level");
  if (!level) return std::unexpected(level.error());
  if (!cursor.at_end()) return cursor.fail("the end after the level");
  return engine_at(game, *level);
}

std::optional<Parsed<ChooserMaker>> parse_custom(const Game& game, std::string_view text) {
  Cursor cursor(text);
  if (!cursor.skip("custom:")) return std::nullopt;
  const auto level = parse_level_settings(cursor);
  if (!level) return std::unexpected(level.error());
  return engine_at(game, *level);
}

std::optional<Parsed<ChooserMaker>> parse_strategy(const Game& game, std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  for (const StrategyDescription& each : game.description().strategies) {
    if (text.substr(0, colon) != each.name) continue;
    const std::size_t begin = std::min(colon + 1, text.size());
    const std::string rest(text.substr(begin));
    if (colon < text.size() && rest.empty()) return parse_error(begin, "parameters");
    // Strategies read their own text; unlike engines they cost nothing to make.
    const auto tried = each.make(game, rest, 1);
    if (!tried) return parse_error(begin + tried.error().position, tried.error().expected);
    return [game, make = each.make, rest](const ChooserSettings& settings) {
      return std::make_unique<StrategyChooser>(make(game, rest, settings.seed).value());
    };
  }
  return std::nullopt;
}

Forms names_of_strategies(const GameDescription& game) {
  Forms names;
  for (const StrategyDescription& each : game.strategies) names.push_back(each.name);
  return names;
}

}  // namespace

const std::vector<ThinkingKind>& thinking_kinds() {
  static const std::vector<ThinkingKind> kinds{
      {.summary = "any legal move, each equally likely",
       .forms = in_every_game("random"),
       .parse = parse_random},
      {.summary = "the engine at full strength",
       .gives_scores = true,
       .forms = in_every_game("max"),
       .parse = parse_max},
      {.summary = "the engine, from a beginner's strength to full strength",
       .gives_scores = true,
       .forms = in_every_game(fmt::format("level:{} to level:{}", kWeakestLevel, kStrongestLevel)),
       .parse = parse_level},
      {.summary = "the general engine, which knows nothing but the rules",
       .gives_scores = true,
       .forms = in_every_game("mcts"),
       .parse = parse_mcts},
      {.summary = "a strategy of the game", .forms = names_of_strategies, .parse = parse_strategy},
      {.summary = "a level with its numbers spelled out",
       .gives_scores = true,
       .forms = in_every_game("custom:depth=3,nodes=5000,lines=4,noise=0.5"),
       .parse = parse_custom},
  };
  return kinds;
}

std::optional<Parsed<ChooserMaker>> parse_chooser(const ThinkingKind& kind, const Game& game,
                                                  std::string_view text) {
  const std::size_t at = text.rfind('@');
  auto plain = kind.parse(game, text.substr(0, at));
  if (!plain || !*plain || at == std::string_view::npos) return plain;
  const auto limits = parse_limit(text.substr(at + 1));
  if (!limits) return parse_error(at + 1 + limits.error().position, limits.error().expected);
  return [make = **plain, limits = *limits](const ChooserSettings& settings) {
    return std::make_unique<LimitedChooser>(make(settings), limits);
  };
}

std::optional<Parsed<ChooserMaker>> parse_chooser(const Game& game, std::string_view text) {
  for (const ThinkingKind& kind : thinking_kinds()) {
    if (auto parsed = parse_chooser(kind, game, text)) return parsed;
  }
  return std::nullopt;
}

}  // namespace spielwerk
