#include "games/towerwars/evaluation.h"

#include <algorithm>

namespace spielwerk::towerwars {
namespace {

/// A stone is 100. Most are guesses; Tower, Mobility and Advance were tried in self-play of 800
/// nodes a move, where all three proved to matter. Advance is a compromise: with less the engine
/// loses less often, but both sides stay behind their towers and games last longer. Share and Press
/// make the side that is ahead exchange and go forward.
constexpr Features make_weights() {
  Features weights{};
  const auto set = [&](Feature feature, int weight) {
    weights[static_cast<std::size_t>(feature)] = weight;
  };
  set(Feature::Stone, 100);
  set(Feature::Tower, 250);
  set(Feature::TowerLevel, 110);
  set(Feature::BlockedTower, 100);
  set(Feature::BlockedLevel, 20);
  set(Feature::Advance, 5);
  set(Feature::Mobility, 3);
  set(Feature::Bonus, 6);
  set(Feature::Short0, 300);
  set(Feature::Short1, 120);
  set(Feature::Short2, 80);
  set(Feature::Short3, 50);
  set(Feature::Short4, 30);
  set(Feature::Short5, 20);
  set(Feature::Short6, 10);
  set(Feature::SafeStrike, 40);
  set(Feature::OpenStrike, 10);
  set(Feature::UncoveredStrike, -15);
  set(Feature::LooseStone, -10);
  set(Feature::AttackedStone, -5);
  set(Feature::AttackedTower, -40);
  set(Feature::AttackedLevel, -20);
  set(Feature::BlockableTower, -10);
  set(Feature::LooseStoneInTurn, -40);
  set(Feature::AttackedTowerInTurn, -100);
  set(Feature::Share, 30);
  set(Feature::Press, 5);
  set(Feature::Turn, 20);
  return weights;
}
constexpr Features kWeights = make_weights();

}  // namespace

template <int Words>
Features Evaluation<Words>::count(const BitboardPosition<Words>& at, const BothForces<Words>& both,
                                  Player player) const {
  using Bits = Bitboard<Words>;
  const Player enemy = opponent_of(player);
  const Force<Words>& own = both[player];
  const Force<Words>& foe = both[enemy];
  const Bits& stones = at.stones(player);
  const Bits& towers = at.towers(player);
  const Bits helpers = towers & ~at.blocked();
  const Bits blocked = towers & at.blocked();
  const bool has_turn = at.side_to_move() == player;

  Features features{};
  const auto set = [&](Feature feature, int count) {
    features[static_cast<std::size_t>(feature)] = count;
  };
  const auto levels = [&](const Bits& of) {
    int sum = 0;
    for (int plane = 0; plane < Planes<Words>::kHeights; ++plane) {
      sum += (of & at.height_plane(plane)).count() << plane;
    }
    return sum;
  };
  const auto sum_of = [](const auto& planes, const Bits& on) {
    int sum = 0;
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
      sum += (planes[plane] & on).count() << plane;
    }
    return sum;
  };

  const int stone_count = stones.count();
  set(Feature::Stone, stone_count);
  set(Feature::Tower, helpers.count());
  set(Feature::TowerLevel, levels(helpers));
  set(Feature::BlockedTower, blocked.count());
  set(Feature::BlockedLevel, levels(blocked));
  set(Feature::Advance,
      stone_count * forces_.longest() - sum_of(forces_.distances(player), stones));
  set(Feature::Mobility, (own.reach & ~(stones | towers)).count());
  set(Feature::Bonus, sum_of(own.bonus, stones));

  for (int steps = 0; steps <= Forces<Words>::kMaxShort; ++steps) {
    const Bits from = steps == 0 ? own.strike : forces_.within(own, player, steps);
    if ((from & stones).none()) continue;
    features[static_cast<std::size_t>(Feature::Short0) + static_cast<std::size_t>(steps)] = 1;
    break;
  }

  const Bits strikes = own.reach & own.strike & ~(stones | towers | at.towers(enemy));
  set(Feature::SafeStrike, std::min((strikes & ~foe.reach).count(), 3));
  set(Feature::OpenStrike, std::min((strikes & foe.reach).count(), 3));
  set(Feature::UncoveredStrike, std::min((foe.strike & ~own.reach).count(), 8));

  const Bits attacked = stones & foe.reach;
  const Bits loose = attacked & ~own.reach;
  const Bits attacked_towers = towers & foe.steps;
  set(Feature::LooseStone, loose.count());
  set(Feature::AttackedStone, (attacked & own.reach).count());
  set(Feature::AttackedTower, attacked_towers.count());
  set(Feature::AttackedLevel, levels(attacked_towers));
  set(Feature::BlockableTower, (helpers & foe.reach & ~foe.steps).count());
  set(Feature::LooseStoneInTurn, int{!has_turn && loose.any()});
  set(Feature::AttackedTowerInTurn, int{!has_turn && attacked_towers.any()});

  // What the sides can still fight with, in stones; of a blocked tower one.
  const int own_material = stone_count + 2 * helpers.count() + levels(helpers) + blocked.count();
  const Bits foe_helpers = at.towers(enemy) & ~at.blocked();
  const int foe_material = at.stones(enemy).count() + 2 * foe_helpers.count() +
                           levels(foe_helpers) + (at.towers(enemy) & at.blocked()).count();
  set(Feature::Share, 64 * own_material / std::max(own_material + foe_material, 1));
  const int surplus = std::clamp(own_material - foe_material, 0, 4);
  set(Feature::Press, stone_count == 0 ? 0
                                       : features[static_cast<std::size_t>(Feature::Advance)] *
                                             surplus / stone_count);
  set(Feature::Turn, int{has_turn});
  return features;
}

template <int Words>
search::Value Evaluation<Words>::for_red(const BitboardPosition<Words>& at,
                                         const BothForces<Words>& both) const {
  const Features red = count(at, both, kRed);
  const Features blue = count(at, both, kBlue);
  int sum = 0;
  for (std::size_t feature = 0; feature < kFeatures; ++feature) {
    sum += kWeights[feature] * (red[feature] - blue[feature]);
  }
  return std::clamp(sum, -search::kMaxEstimate, search::kMaxEstimate);
}

template class Evaluation<1>;
template class Evaluation<2>;
template class Evaluation<4>;
template class Evaluation<11>;

}  // namespace spielwerk::towerwars
