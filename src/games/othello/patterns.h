// Pattern evaluation of the 8×8 board: rows, diagonals and corners, each looked up as a whole.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace spielwerk::othello {

/// A pattern is a shape of up to nine squares with two or four instances on the board. The
/// configuration of an instance is one number with a base-3 digit for each square: 0 empty, 1 own,
/// 2 the opponent's.
class Patterns {
 public:
  static constexpr int kShapes = 10;
  static constexpr int kInstances = 38;
  /// The configuration of each instance, in vectors of eight.
  struct Configurations {
    using Part __attribute__((vector_size(16))) = std::uint16_t;
    static constexpr std::size_t kLanes = 8;
    static constexpr std::size_t kParts = (kInstances + kLanes - 1) / kLanes;
    Part parts[kParts] = {};

    int operator[](std::size_t instance) const {
      return parts[instance / kLanes][instance % kLanes];
    }
  };

  static const Patterns& instance();

  Configurations configurations(std::uint64_t own, std::uint64_t other) const {
    Configurations mine;
    Configurations theirs;
    for (std::size_t row = 0; row < 8; ++row) {
      const Configurations& more_of_mine = of_row_[row][own >> (8 * row) & 0xFF];
      const Configurations& more_of_theirs = of_row_[row][other >> (8 * row) & 0xFF];
      for (std::size_t part = 0; part < Configurations::kParts; ++part) {
        mine.parts[part] += more_of_mine.parts[part];
        theirs.parts[part] += more_of_theirs.parts[part];
      }
    }
    for (std::size_t part = 0; part < Configurations::kParts; ++part) {
      mine.parts[part] += theirs.parts[part] + theirs.parts[part];
    }
    return mine;
  }

  /// The configurations of all shapes are numbered consecutively; those of an instance begin here.
  int first_configuration(int instance) const {
    return first_configuration_[static_cast<std::size_t>(instance)];
  }
  int configuration_count() const { return static_cast<int>(weight_of_configuration_.size()); }

  /// Mirror images share a weight, exchanged colours negate it: there are fewer weights than
  /// configurations.
  struct WeightOfConfiguration {
    int number = 0;
    /// 1, -1, or 0 where colours exchanged give the mirror image.
    int sign = 0;
  };
  WeightOfConfiguration weight_of_configuration(int configuration) const {
    return weight_of_configuration_[static_cast<std::size_t>(configuration)];
  }
  int weight_count() const { return weight_count_; }

 private:
  Patterns();

  std::array<std::array<Configurations, 256>, 8> of_row_{};
  std::array<int, kInstances> first_configuration_{};
  std::vector<WeightOfConfiguration> weight_of_configuration_;
  int weight_count_ = 0;
};

/// Mobility and tempo, the terms beside the patterns; in hundredths of a stone.
struct MobilityWeights {
  /// Each move more than the opponent has.
  int mobility = 0;
  /// Each empty square more beside the opponent's stones than beside own ones.
  int potential_mobility = 0;
  /// For the side to move, with an even and with an odd number of empty squares (parity).
  int turn_even = 0;
  int turn_odd = 0;
};

/// Weights are learnt for these numbers of stones and interpolated between them.
inline constexpr std::array<int, 4> kLearntStones{12, 26, 40, 54};

/// The learnt weights: those of patterns as text, a character each.
struct LearntWeights {
  std::array<std::string_view, kLearntStones.size()> patterns;
  std::array<MobilityWeights, kLearntStones.size()> mobility;
};
extern const LearntWeights kLearntWeights;

// A character stands for a number of steps up or down from 'P'. Steps grow with the distance, for
// most weights are small. The quotation mark is not among the characters.
inline constexpr char kNoStep = 'P';
inline constexpr int kMaxSteps = 45;
constexpr int weight_of_steps(int steps) {
  return steps + steps * (steps < 0 ? -steps : steps) / 3;
}

/// The weights ready for use.
class PatternValues {
 public:
  static const PatternValues& instance();

  /// What the patterns are worth for `own`, in hundredths of a stone.
  int of(std::uint64_t own, std::uint64_t other, int stones) const {
    const Patterns::Configurations configurations = patterns_.configurations(own, other);
    const std::int16_t* weights = &weights_[phase(stones) * configurations_per_phase_];
    int sum = 0;
    for (std::size_t instance = 0; instance < Patterns::kInstances; ++instance) {
      sum += weights[first_configuration_[instance] +
                     static_cast<std::size_t>(configurations[instance])];
    }
    return sum;
  }
  const MobilityWeights& mobility(int stones) const { return mobility_[phase(stones)]; }

 private:
  PatternValues();

  /// Four plies share their weights: more tables would not fit the processor's cache.
  static constexpr std::size_t kPhases = 16;
  static std::size_t phase(int stones) { return static_cast<std::size_t>(stones - 1) / 4; }

  const Patterns& patterns_;
  std::size_t configurations_per_phase_;
  std::array<std::size_t, Patterns::kInstances> first_configuration_{};
  std::vector<std::int16_t> weights_;
  std::array<MobilityWeights, kPhases> mobility_{};
};

/// The interpolation weight, 0 to 1, of what was learnt for kLearntStones[index].
double learnt_share(std::size_t index, double stones);

}  // namespace spielwerk::othello
