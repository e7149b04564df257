#include "games/towerwars/strategies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "games/towerwars/move_tables.h"
#include "search/level.h"

namespace spielwerk::towerwars {
namespace {

// The noise is in units of which a stone is about one half (evaluation.h): adv1 now and then gives
// a stone away without noticing, adv4 hardly ever. Depth does the rest. Neighbours score 83 to 96 %
// against each other (docs/engines/towerwars.md).
constexpr std::array<LevelSettings, kGrades - 1> kGradeSettings{{
    {.depth = 1, .nodes = 2'000, .lines = 6, .noise = 0.8, .is_careful = true},
    {.depth = 2, .nodes = 4'000, .lines = 6, .noise = 0.6, .is_careful = true},
    {.depth = 3, .nodes = 6'000, .lines = 5, .noise = 0.4, .is_careful = true},
    {.depth = 4, .nodes = 12'000, .lines = 4, .noise = 0.25, .is_careful = true},
}};

// Found by `scripts/calibrate_levels.py towerwars --top-nodes 8000 --min-nodes 3000 --schedule
// narrow
// --target 0.75`;
// docs/levels.md has the method and how the levels score against each other.
constexpr std::array<LevelSettings, kStrongestLevel - 1> kLevels{{
    {.depth = 1, .nodes = 3'000, .lines = 12, .noise = 1.9},
    {.depth = 1, .nodes = 3'000, .lines = 8, .noise = 1.47},
    {.depth = 1, .nodes = 3'000, .lines = 6, .noise = 1.35},
    {.depth = 2, .nodes = 3'000, .lines = 6, .noise = 2.53, .is_careful = true},
    {.depth = 3, .nodes = 3'000, .lines = 5, .noise = 1.69, .is_careful = true},
    {.depth = 4, .nodes = 3'000, .lines = 4, .noise = 1.12, .is_careful = true},
    {.depth = 6, .nodes = 4'000, .lines = 3, .noise = 0.75, .is_careful = true},
    {.depth = 20, .nodes = 8'000, .lines = 3, .noise = 0.5, .is_careful = true},
}};

/// Whoever moves last wins, so a move wins if it ends the game.
bool wins(const Position& position, Move move) {
  Position next = position;
  next.play(move);
  return next.outcome().is_over();
}

bool allows_win(const Position& position, Move move) {
  Position next = position;
  next.play(move);
  const std::vector<Move> replies = next.moves();
  return std::any_of(replies.begin(), replies.end(), [&](Move reply) { return wins(next, reply); });
}

struct Candidate {
  Move move;
  int score = 0;
  /// Puts equal scores in random order.
  std::uint64_t lot = 0;
};

class SimpleStrategy final : public Strategy {
 public:
  SimpleStrategy(const Game& game, std::uint64_t seed) : game_(game), random_(seed) {}
  Move choose(const Position& at, const SearchLimits&, std::stop_token) override {
    return simple_move(game_, at, random_);
  }

 private:
  const Game game_;
  Random random_;
};

search::LevelEngine engine_of_grade(const Game& game, int grade, std::uint64_t seed) {
  const EngineSettings settings{.seed = seed};
  if (grade == kGrades) return {game, kStrongestLevel, settings, seed};
  return {game, kGradeSettings[static_cast<std::size_t>(grade - 1)], settings, seed};
}

class AdvancedStrategy final : public Strategy {
 public:
  AdvancedStrategy(const Game& game, int grade, std::uint64_t seed)
      : engine_(engine_of_grade(game, grade, seed)), has_own_limits_(grade < kGrades) {}

  Move choose(const Position& at, const SearchLimits& limits, std::stop_token stop) override {
    SearchLimits own = limits;
    const bool is_limited = own.move_time || own.clock || own.depth || own.nodes;
    if (!has_own_limits_ && !is_limited) own.move_time = kStandardTime;
    return engine_.choose(at, own, std::move(stop)).line.moves.front();
  }

 private:
  search::LevelEngine engine_;
  const bool has_own_limits_;
};

/// A strategy without parameters.
template <class Make>
StrategyDescription describe(std::string name, std::string summary, Make make) {
  return {std::move(name), std::move(summary),
          [make](const Game& game, std::string_view parameters,
                 std::uint64_t seed) -> Parsed<std::unique_ptr<Strategy>> {
            if (!parameters.empty()) return parse_error(0, "no parameters");
            return make(game, seed);
          }};
}

}  // namespace

Move simple_move(const Game& game, const Position& position, Random& random) {
  std::vector<Candidate> candidates;
  for (const Move move : position.moves()) {
    candidates.push_back({move, simple_score(game, position, move), random()});
  }
  // With equals in random order, the first fitting move is each of them with equal chance; and few
  // moves need to be looked at more closely.
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& left, const Candidate& right) {
              return left.score != right.score ? left.score > right.score : left.lot < right.lot;
            });
  for (const Candidate& each : candidates) {
    if (wins(position, each.move)) return each.move;
  }
  for (const Candidate& each : candidates) {
    if (!allows_win(position, each.move)) return each.move;
  }
  return candidates.front().move;
}

int simple_score(const Game& game, const Position& position, Move move) {
  const Geometry& geometry = game.geometry();
  const Player mover = position.side_to_move();
  const Cell enemy_base = base_of(opponent_of(mover), geometry.columns());
  const Piece target = position.piece(move.second);
  const bool is_enemy = target.owner == opponent_of(mover);
  const bool is_tower = target.kind == PieceKind::Tower || target.kind == PieceKind::BlockedTower;
  int captured = 0;
  if (is_enemy && target.kind == PieceKind::Stone) captured = 1;
  // A far move onto a tower only blocks it.
  if (is_enemy && is_tower && geometry.distance(move.first, move.second) == 1) captured = 2;
  return geometry.distance(move.first, enemy_base) - geometry.distance(move.second, enemy_base) +
         captured;
}

std::vector<StrategyDescription> strategies() {
  std::vector<StrategyDescription> result;
  result.push_back(describe("simple", "the assignment's: captures and marches on the base",
                            [](const Game& game, std::uint64_t seed) {
                              return std::make_unique<SimpleStrategy>(game, seed);
                            }));
  for (int grade = 1; grade <= kGrades; ++grade) {
    std::string summary = grade == kGrades
                              ? "the engine at full strength"
                              : fmt::format("the engine at strength {} of {}", grade, kGrades);
    result.push_back(describe(fmt::format("adv{}", grade), std::move(summary),
                              [grade](const Game& game, std::uint64_t seed) {
                                return std::make_unique<AdvancedStrategy>(game, grade, seed);
                              }));
  }
  return result;
}

std::span<const LevelSettings> levels() { return kLevels; }

}  // namespace spielwerk::towerwars
