// Static evaluation of TowerWars: a weighted sum of features of each side.
#pragma once

#include <array>
#include <cstdint>

#include "games/towerwars/force.h"
#include "search/value.h"

namespace spielwerk::towerwars {

/// What is counted for each side.
enum class Feature : std::uint8_t {
  Stone,
  Tower,       ///< unblocked towers
  TowerLevel,  ///< their levels above the first
  BlockedTower,
  BlockedLevel,
  Advance,   ///< steps of all stones towards the enemy base
  Mobility,  ///< fields in reach without own pieces
  Bonus,     ///< range of stones beyond one step
  Short0,    ///< the best stone can take the enemy base now
  Short1,    ///< it would with one step more range
  Short2,
  Short3,
  Short4,
  Short5,
  Short6,
  SafeStrike,       ///< fields in reach to strike from that the enemy does not reach, up to 3
  OpenStrike,       ///< those that it does, up to 3
  UncoveredStrike,  ///< fields from which the enemy would strike, out of own reach, up to 8
  LooseStone,       ///< stones in reach of the enemy and not of own stones
  AttackedStone,    ///< stones in reach of the enemy and of own stones
  AttackedTower,    ///< towers beside an enemy stone
  AttackedLevel,
  BlockableTower,       ///< unblocked towers in farther reach of the enemy
  LooseStoneInTurn,     ///< one or more loose stones, and it is the enemy's turn
  AttackedTowerInTurn,  ///< likewise
  Share,                ///< of the stones of both sides in towers or not, in 64ths
  Press,  ///< mean steps of stones towards the enemy base, times the surplus of pieces
  Turn,   ///< has the move
  Count
};
inline constexpr std::size_t kFeatures = static_cast<std::size_t>(Feature::Count);
using Features = std::array<int, kFeatures>;

template <int Words>
using BothForces = std::array<Force<Words>, 2>;

template <int Words>
class Evaluation {
 public:
  explicit Evaluation(const Forces<Words>& forces) : forces_(forces) {}

  Features count(const BitboardPosition<Words>& at, const BothForces<Words>& both,
                 Player player) const;
  /// For red; for blue it is the negative.
  search::Value for_red(const BitboardPosition<Words>& at, const BothForces<Words>& both) const;

 private:
  const Forces<Words>& forces_;
};

extern template class Evaluation<1>;
extern template class Evaluation<2>;
extern template class Evaluation<4>;
extern template class Evaluation<11>;

/// The estimate at which 73 % of the games are won.
inline constexpr double kEvaluationScale = 200;

}  // namespace spielwerk::towerwars
