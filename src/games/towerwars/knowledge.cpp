#include "games/towerwars/knowledge.h"

#include <algorithm>

namespace spielwerk::towerwars {

using search::kTactical;
using search::MoveList;
using search::Value;

namespace {

/// At most this many moves are searched: a node of the largest boards would have thousands.
constexpr int kMaxMoves = 200;

// Ordering scores, roughly in hundredths of a stone.
constexpr int kWinScore = kTactical + 20'000;
constexpr int kTowerScore = kTactical + 2'000;
constexpr int kStrikeScore = kTactical + 1'500;
constexpr int kStoneScore = kTactical + 1'000;
/// Quiet moves stay within this on both sides.
constexpr int kMaxQuietScore = 1'023;

}  // namespace

template <int Words>
Knowledge<Words>::Knowledge(const Rules& rules, const EngineSettings&)
    : rules_(rules), forces_(rules.tables()), evaluation_(forces_) {}

template <int Words>
typename Knowledge<Words>::State Knowledge<Words>::root(
    const typename Rules::Position& position) const {
  State state{position, {}};
  for (const Player player : {kRed, kBlue}) {
    forces_.update_towers(position, player, state.forces[player]);
    forces_.update_stones(position, player, state.forces[player]);
  }
  return state;
}

template <int Words>
void Knowledge<Words>::play(State& state, Move move) const {
  auto& position = state.position;
  const Player mover = position.side_to_move();
  const Player enemy = opponent_of(mover);
  const bool had_tower = position.towers(mover).test(move.first);
  const bool meets_enemy =
      position.stones(enemy).test(move.second) || position.towers(enemy).test(move.second);
  const bool meets_enemy_tower = position.towers(enemy).test(move.second);
  rules_.play(position, move);
  if (had_tower || position.towers(mover).test(move.second)) {
    forces_.update_towers(position, mover, state.forces[mover]);
  }
  forces_.update_stones(position, mover, state.forces[mover]);
  if (meets_enemy_tower) forces_.update_towers(position, enemy, state.forces[enemy]);
  if (meets_enemy) forces_.update_stones(position, enemy, state.forces[enemy]);
}

template <int Words>
std::optional<Value> Knowledge<Words>::probe(const State& at, int, Value, Value, Memory&,
                                             search::SearchControl&) const {
  const Player mover = at.side_to_move();
  if (attackers(at, mover).any()) return search::win_in(1);
  if (attackers(at, opponent_of(mover)).none()) return {};
  if ((defence_targets(at) & at.forces[mover].reach).any()) return {};
  return search::loss_in(2);
}

template <int Words>
typename Knowledge<Words>::Bits Knowledge<Words>::defence_targets(const State& at) const {
  const Player enemy = opponent_of(at.side_to_move());
  const auto& position = at.position;
  const Bits helpers = position.towers(enemy) & ~position.blocked();
  Bits common = rules_.tables().board;
  attackers(at, enemy).for_each([&](int attacker) {
    // The range it has to lose to fall short of the base.
    const int surplus = 2 + at.forces[enemy].bonus_at(attacker) - forces_.distance(enemy, attacker);
    Bits stopping = Bits::single(attacker);
    (helpers & rules_.tables().near(attacker)).for_each([&](int helper) {
      if (position.height(helper) >= surplus) stopping.set(helper);
    });
    common &= stopping;
  });
  return common;
}

template <int Words>
void Knowledge<Words>::add_moves_to(const State& at, const Bits& targets, MoveList& moves) const {
  const auto& position = at.position;
  const Player mover = at.side_to_move();
  const Player enemy = opponent_of(mover);
  const auto& tables = rules_.tables();
  const Bits& guarded = at.forces[enemy].reach;
  targets.for_each([&](int to) {
    const bool is_tower = position.towers(enemy).test(to);
    position.stones(mover).for_each([&](int from) {
      const bool is_near = tables.near(from).test(to);
      if (!is_near) {
        const int bonus = at.forces[mover].bonus_at(from);
        if (bonus == 0 || tables.geometry.distance(to_cell(from), to_cell(to)) > 1 + bonus) {
          return;
        }
      }
      int score = kStoneScore;
      if (is_tower) score = is_near ? kTowerScore + 100 * position.height(to) : kTactical;
      if (!guarded.test(to)) score += 200;
      moves.add({to_cell(from), to_cell(to)}, score);
    });
  });
}

template <int Words>
template <class Visitor>
void Knowledge<Words>::for_each_scored(const State& at, Visitor&& visit) const {
  const auto& position = at.position;
  const auto& tables = rules_.tables();
  const Player mover = at.side_to_move();
  const Player enemy = opponent_of(mover);
  const Force<Words>& own = at.forces[mover];
  const Force<Words>& foe = at.forces[enemy];
  const auto targets = rules_.targets_for(position);
  const Bits& stones = position.stones(mover);
  const Bits own_pieces = stones | position.towers(mover);
  const Bits& enemy_stones = position.stones(enemy);
  const Bits& enemy_towers = position.towers(enemy);
  Bits boosted;
  for (const Bits& plane : own.bonus) boosted |= plane;
  // One more tower level beside these lets them take the base.
  const Bits nearly = stones & forces_.within(own, mover, 1) & ~foe.reach;
  const Bits boosting = forces_.around(nearly);

  const auto build_score = [&](int from, int to) {
    if (boosting.test(to) && !nearly.test(from)) return kStrikeScore - 100;
    int score = position.blocked().test(to) ? 100 : 20;
    // Towers help in front.
    score += forces_.longest() / 2 - forces_.distance(mover, to);
    if (foe.steps.test(to)) score -= 100;
    return score;
  };
  stones.for_each([&](int from) {
    const Bits& near = tables.near(from);
    const int start = forces_.distance(mover, from);
    int leaving = 0;
    if (boosted.test(from)) leaving -= 30;
    if (foe.reach.test(from)) leaving += 100;
    rules_.stone_targets(position, targets, from).for_each([&](int to) {
      int score = 0;
      if (own_pieces.test(to)) {
        score = build_score(from, to) + leaving;
      } else if (enemy_stones.test(to)) {
        score = kStoneScore + (foe.reach.test(to) ? 0 : 200);
      } else if (enemy_towers.test(to)) {
        const int height = position.height(to);
        score = near.test(to) ? kTowerScore + 100 * height : 300 + 50 * height;
      } else {
        score = leaving + 20 * (start - forces_.distance(mover, to));
        if (boosted.test(to)) score += 30;
        const bool is_safe = !foe.reach.test(to);
        if (!is_safe) score -= own.reach.test(to) ? 60 : 150;
        if (own.strike.test(to)) score = is_safe ? kStrikeScore : score + 300;
      }
      if (score < kTactical) score = std::clamp(score, -kMaxQuietScore, kMaxQuietScore);
      visit(Move{to_cell(from), to_cell(to)}, score);
    });
  });
  targets.helpers.for_each([&](int from) {
    const int start = forces_.distance(mover, from);
    (tables.near(from) & targets.tower).for_each([&](int to) {
      int score = 10 * (start - forces_.distance(mover, to)) - 30;
      if (foe.steps.test(from)) score += 100;
      if (own_pieces.test(to)) {
        score += build_score(from, to);
      } else if (foe.reach.test(to)) {
        score -= 60;
      }
      visit(Move{to_cell(from), to_cell(to)}, score);
    });
  });
}

template <int Words>
bool Knowledge<Words>::generate(const State& at, MoveList& moves) const {
  const Player mover = at.side_to_move();
  const Player enemy = opponent_of(mover);
  const Cell base = rules_.tables().bases[enemy];
  attackers(at, mover).for_each([&](int from) { moves.add({to_cell(from), base}, kWinScore); });
  if (moves.size() > 0) return true;
  if (attackers(at, enemy).any()) {
    add_moves_to(at, defence_targets(at), moves);
    if (moves.size() > 0) return true;
  }
  if (rules_.move_count(at.position) <= kMaxMoves) {
    for_each_scored(at, [&](Move move, int score) { moves.add(move, score); });
    return true;
  }
  // Counting sort: quiet moves are counted by score first, to find the threshold of the best ones.
  constexpr int kClass = 8;
  std::array<int, 2 * (kMaxQuietScore + 1) / kClass> counts{};
  const auto class_of = [](int score) {
    return static_cast<std::size_t>((score + kMaxQuietScore + 1) / kClass);
  };
  int room = kMaxMoves;
  for_each_scored(at, [&](Move, int score) {
    if (score < kTactical) {
      ++counts[class_of(score)];
    } else {
      --room;
    }
  });
  std::size_t lowest = counts.size();
  while (lowest > 0 && room > 0) room -= counts[--lowest];
  // How many of the lowest class exceed the limit.
  int surplus = std::max(-room, 0);
  for_each_scored(at, [&](Move move, int score) {
    if (score < kTactical) {
      const std::size_t its_class = class_of(score);
      if (its_class < lowest || (its_class == lowest && surplus-- > 0)) return;
    }
    moves.add(move, score);
  });
  return false;
}

template <int Words>
void Knowledge<Words>::generate_tactical(const State& at, MoveList& moves) const {
  const Player mover = at.side_to_move();
  const Player enemy = opponent_of(mover);
  if (attackers(at, enemy).any()) {
    add_moves_to(at, defence_targets(at), moves);
    return;
  }
  const Bits& reach = at.forces[mover].reach;
  const Bits loose = at.position.stones(enemy) & reach & ~at.forces[enemy].reach;
  add_moves_to(at, loose, moves);
  const Bits towers = at.position.towers(enemy) & at.forces[mover].steps;
  towers.for_each([&](int to) {
    (rules_.tables().near(to) & at.position.stones(mover)).for_each([&](int from) {
      moves.add({to_cell(from), to_cell(to)}, kTowerScore + 100 * at.position.height(to));
    });
  });
}

template class Knowledge<1>;
template class Knowledge<2>;
template class Knowledge<4>;
template class Knowledge<11>;

}  // namespace spielwerk::towerwars
