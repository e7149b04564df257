// What rows, diagonals and corners of the 8×8 board are worth, each looked up as a whole.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace spielwerk::othello {

/// A pattern is a shape of up to nine squares that fits the board in two or four places. What
/// stands there is one number with a digit to the base 3 for each square: 0 empty, 1 own, 2 the
/// other side's.
class Patterns {
 public:
  static constexpr int kShapes = 10;
  static constexpr int kPlaces = 38;
  /// What stands at each place, in vectors of eight.
  struct Contents {
    using Part __attribute__((vector_size(16))) = std::uint16_t;
    static constexpr std::size_t kLanes = 8;
    static constexpr std::size_t kParts = (kPlaces + kLanes - 1) / kLanes;
    Part parts[kParts] = {};

    int operator[](std::size_t place) const { return parts[place / kLanes][place % kLanes]; }
  };

  static const Patterns& instance();

  Contents contents(std::uint64_t own, std::uint64_t other) const {
    Contents mine;
    Contents theirs;
    for (std::size_t row = 0; row < 8; ++row) {
      const Contents& more_of_mine = of_row_[row][own >> (8 * row) & 0xFF];
      const Contents& more_of_theirs = of_row_[row][other >> (8 * row) & 0xFF];
      for (std::size_t part = 0; part < Contents::kParts; ++part) {
        mine.parts[part] += more_of_mine.parts[part];
        theirs.parts[part] += more_of_theirs.parts[part];
      }
    }
    for (std::size_t part = 0; part < Contents::kParts; ++part) {
      mine.parts[part] += theirs.parts[part] + theirs.parts[part];
    }
    return mine;
  }

  /// All contents of all shapes are numbered through; here those of a place begin.
  int first_content(int place) const { return first_content_[static_cast<std::size_t>(place)]; }
  int content_count() const { return static_cast<int>(weight_of_content_.size()); }

  /// Contents that are mirror images have the same weight, those with the colours exchanged the
  /// opposite one. So there are fewer weights than contents.
  struct WeightOfContent {
    int number = 0;
    /// 1, -1, or 0 where colours exchanged give the mirror image.
    int sign = 0;
  };
  WeightOfContent weight_of_content(int content) const {
    return weight_of_content_[static_cast<std::size_t>(content)];
  }
  int weight_count() const { return weight_count_; }

 private:
  Patterns();

  std::array<std::array<Contents, 256>, 8> of_row_{};
  std::array<int, kPlaces> first_content_{};
  std::vector<WeightOfContent> weight_of_content_;
  int weight_count_ = 0;
};

/// What else counts, apart from patterns; in hundredths of a stone.
struct PlainWeights {
  /// Each move more than the other side has.
  int move = 0;
  /// Each empty square more beside stones of the other side.
  int prospect = 0;
  /// To be the one who moves, with an even and with an odd number of empty squares.
  int turn_even = 0;
  int turn_odd = 0;
};

/// Weights are learnt for these numbers of stones; between them they change evenly.
inline constexpr std::array<int, 4> kLearntStones{12, 26, 40, 54};

/// The learnt weights of patterns as text, a character each, and the others.
struct LearntWeights {
  std::array<std::string_view, kLearntStones.size()> patterns;
  std::array<PlainWeights, kLearntStones.size()> plain;
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
    const Patterns::Contents contents = patterns_.contents(own, other);
    const std::int16_t* weights = &weights_[phase(stones) * contents_per_phase_];
    int sum = 0;
    for (std::size_t place = 0; place < Patterns::kPlaces; ++place) {
      sum += weights[first_content_[place] + static_cast<std::size_t>(contents[place])];
    }
    return sum;
  }
  const PlainWeights& plain(int stones) const { return plain_[phase(stones)]; }

 private:
  PatternValues();

  /// Four moves share their weights: more tables would not fit the processor's cache.
  static constexpr std::size_t kPhases = 16;
  static std::size_t phase(int stones) { return static_cast<std::size_t>(stones - 1) / 4; }

  const Patterns& patterns_;
  std::size_t contents_per_phase_;
  std::array<std::size_t, Patterns::kPlaces> first_content_{};
  std::vector<std::int16_t> weights_;
  std::array<PlainWeights, kPhases> plain_{};
};

/// How much of the weights learnt for kLearntStones[index] counts with that many stones, 0 to 1.
double learnt_share(std::size_t index, double stones);

}  // namespace spielwerk::othello
