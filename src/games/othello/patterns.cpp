#include "games/othello/patterns.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace spielwerk::othello {
namespace {

using Shape = std::vector<int>;

constexpr int square_of(int column, int row) { return row * 8 + column; }

Shape row_shape(int row) {
  Shape shape;
  for (int column = 0; column < 8; ++column) shape.push_back(square_of(column, row));
  return shape;
}
/// A diagonal that ends at the edges.
Shape diagonal_shape(int length) {
  Shape shape;
  for (int index = 0; index < length; ++index)
    shape.push_back(square_of(8 - length + index, index));
  return shape;
}
Shape corner_shape() {
  Shape shape;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) shape.push_back(square_of(column, row));
  }
  return shape;
}

std::vector<Shape> all_shapes() {
  return {row_shape(0),      row_shape(1),      row_shape(2),      row_shape(3),
          diagonal_shape(8), diagonal_shape(7), diagonal_shape(6), diagonal_shape(5),
          diagonal_shape(4), corner_shape()};
}

/// One of the eight ways to turn and mirror the board.
int turned(int square, int way) {
  int column = square % 8;
  int row = square / 8;
  if (way & 1) column = 7 - column;
  if (way & 2) row = 7 - row;
  if (way & 4) std::swap(column, row);
  return square_of(column, row);
}
Shape turned(const Shape& shape, int way) {
  Shape result;
  for (const int square : shape) result.push_back(turned(square, way));
  return result;
}

/// The digits of a configuration, lowest first, and back.
std::vector<int> digits_of(int configuration, std::size_t count) {
  std::vector<int> digits(count);
  for (int& digit : digits) {
    digit = configuration % 3;
    configuration /= 3;
  }
  return digits;
}
int configuration_of(const std::vector<int>& digits) {
  int configuration = 0;
  for (std::size_t index = digits.size(); index-- > 0;)
    configuration = configuration * 3 + digits[index];
  return configuration;
}

/// The order of a shape's squares seen in a mirror that maps the shape onto itself.
std::vector<std::size_t> mirror_of(const Shape& shape) {
  const std::set<int> squares(shape.begin(), shape.end());
  for (int way = 1; way < 8; ++way) {
    const Shape other = turned(shape, way);
    if (other == shape || std::set<int>(other.begin(), other.end()) != squares) continue;
    std::vector<std::size_t> order;
    for (const int square : other) {
      order.push_back(static_cast<std::size_t>(std::ranges::find(shape, square) - shape.begin()));
    }
    return order;
  }
  assert(false);
  return {};
}

}  // namespace

const Patterns& Patterns::instance() {
  static const Patterns patterns;
  return patterns;
}

Patterns::Patterns() {
  std::size_t instance = 0;
  int first_configuration = 0;
  for (const Shape& shape : all_shapes()) {
    std::set<std::set<int>> seen;
    for (int way = 0; way < 8; ++way) {
      const Shape here = turned(shape, way);
      if (!seen.insert({here.begin(), here.end()}).second) continue;
      first_configuration_[instance] = first_configuration;
      std::uint16_t power = 1;
      for (const int square : here) {
        const auto row = static_cast<std::size_t>(square / 8);
        for (std::size_t byte = 0; byte < 256; ++byte) {
          if (byte >> (square % 8) & 1) {
            of_row_[row][byte]
                .parts[instance / Configurations::kLanes][instance % Configurations::kLanes] +=
                power;
          }
        }
        power = static_cast<std::uint16_t>(power * 3);
      }
      ++instance;
    }

    const std::vector<std::size_t> mirror = mirror_of(shape);
    const int count = static_cast<int>(std::lround(std::pow(3, shape.size())));
    for (int configuration = 0; configuration < count; ++configuration) {
      const std::vector<int> digits = digits_of(configuration, shape.size());
      std::vector<int> mirrored(digits.size());
      for (std::size_t index = 0; index < digits.size(); ++index) {
        mirrored[index] = digits[mirror[index]];
      }
      const auto exchanged = [](std::vector<int> each) {
        for (int& digit : each) digit = (3 - digit) % 3;
        return each;
      };
      const int same = std::min(configuration, configuration_of(mirrored));
      const int opposite =
          std::min(configuration_of(exchanged(digits)), configuration_of(exchanged(mirrored)));
      // The lowest of the four is met first and gets a number.
      if (same == opposite) {
        weight_of_configuration_.push_back({0, 0});
      } else if (same == configuration && configuration < opposite) {
        weight_of_configuration_.push_back({weight_count_++, 1});
      } else {
        const int lowest = std::min(same, opposite);
        weight_of_configuration_.push_back(
            {weight_of_configuration(first_configuration + lowest).number,
             lowest == same ? 1 : -1});
      }
    }
    first_configuration += count;
  }
  assert(instance == kInstances);
}

double learnt_share(std::size_t index, double stones) {
  const auto at = [](std::size_t each) { return static_cast<double>(kLearntStones[each]); };
  if (index > 0 && stones < at(index)) {
    return std::max(0.0, (stones - at(index - 1)) / (at(index) - at(index - 1)));
  }
  if (index + 1 < kLearntStones.size() && stones > at(index)) {
    return std::max(0.0, (at(index + 1) - stones) / (at(index + 1) - at(index)));
  }
  return 1;
}

const PatternValues& PatternValues::instance() {
  static const PatternValues values;
  return values;
}

PatternValues::PatternValues()
    : patterns_(Patterns::instance()),
      configurations_per_phase_(static_cast<std::size_t>(patterns_.configuration_count())),
      weights_(kPhases * configurations_per_phase_) {
  for (std::size_t instance = 0; instance < Patterns::kInstances; ++instance) {
    first_configuration_[instance] =
        static_cast<std::size_t>(patterns_.first_configuration(static_cast<int>(instance)));
  }
  // The texts are broken into lines.
  std::array<std::vector<int>, kLearntStones.size()> learnt;
  for (std::size_t index = 0; index < learnt.size(); ++index) {
    for (const char each : kLearntWeights.patterns[index]) {
      if (each != '\n') learnt[index].push_back(weight_of_steps(each - kNoStep));
    }
    assert(static_cast<int>(learnt[index].size()) == patterns_.weight_count());
  }
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    const double stones = static_cast<double>(phase) * 4 + 2.5;
    const auto mixed = [&](auto&& weight_at) {
      double sum = 0;
      for (std::size_t index = 0; index < learnt.size(); ++index) {
        const double share = learnt_share(index, stones);
        // In one step wherever this runs: sums that lie at a half have to be rounded alike.
        if (share > 0) sum = std::fma(share, weight_at(index), sum);
      }
      return static_cast<int>(std::lround(sum));
    };
    for (std::size_t configuration = 0; configuration < configurations_per_phase_;
         ++configuration) {
      const auto [number, sign] =
          patterns_.weight_of_configuration(static_cast<int>(configuration));
      const int weight = mixed([&, each = static_cast<std::size_t>(number)](std::size_t index) {
        return learnt[index][each];
      });
      weights_[phase * configurations_per_phase_ + configuration] =
          static_cast<std::int16_t>(sign * weight);
    }
    const auto mobility = [&](int MobilityWeights::* member) {
      return mixed([&](std::size_t index) { return kLearntWeights.mobility[index].*member; });
    };
    mobility_[phase] = {
        mobility(&MobilityWeights::mobility), mobility(&MobilityWeights::potential_mobility),
        mobility(&MobilityWeights::turn_even), mobility(&MobilityWeights::turn_odd)};
  }
}

}  // namespace spielwerk::othello
