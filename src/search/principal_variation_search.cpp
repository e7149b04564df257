#include "search/principal_variation_search.h"

namespace spielwerk::search {
namespace {

constexpr int kDepths = 64;
constexpr int kMoveNumbers = 64;

using Reductions = std::array<std::array<std::uint8_t, kMoveNumbers>, kDepths>;

/// Grows with the logarithm of the depth and of the move number.
Reductions make_reductions() {
  Reductions reductions{};
  for (int depth = 1; depth < kDepths; ++depth) {
    for (int number = 1; number < kMoveNumbers; ++number) {
      reductions[static_cast<std::size_t>(depth)][static_cast<std::size_t>(number)] =
          static_cast<std::uint8_t>(0.4 + std::log(depth) * std::log(number) / 2.2);
    }
  }
  return reductions;
}

const Reductions kReductions = make_reductions();

}  // namespace

int late_move_reduction(int depth, int index) {
  return kReductions[static_cast<std::size_t>(std::min(depth, kDepths - 1))]
                    [static_cast<std::size_t>(std::min(index, kMoveNumbers - 1))];
}

}  // namespace spielwerk::search
