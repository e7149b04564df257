#include "search/worker.h"

namespace spielwerk::search {
namespace {

constexpr int kDepths = 64;
constexpr int kPlaces = 64;

using Reductions = std::array<std::array<std::uint8_t, kPlaces>, kDepths>;

/// Grows with the logarithms of both: the twentieth move of a deep search is rarely the best.
Reductions make_reductions() {
  Reductions reductions{};
  for (int depth = 1; depth < kDepths; ++depth) {
    for (int place = 1; place < kPlaces; ++place) {
      reductions[static_cast<std::size_t>(depth)][static_cast<std::size_t>(place)] =
          static_cast<std::uint8_t>(0.4 + std::log(depth) * std::log(place) / 2.2);
    }
  }
  return reductions;
}

const Reductions kReductions = make_reductions();

}  // namespace

int late_move_reduction(int depth, int index) {
  return kReductions[static_cast<std::size_t>(std::min(depth, kDepths - 1))]
                    [static_cast<std::size_t>(std::min(index, kPlaces - 1))];
}

}  // namespace spielwerk::search
