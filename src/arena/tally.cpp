#include "arena/tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spielwerk::arena {
namespace {

/// Of the normal distribution, for an interval of 95 %.
constexpr double kQuantile = 1.96;

}  // namespace

void Tally::add(double score) {
  if (score > 0.75) {
    ++wins;
  } else if (score < 0.25) {
    ++losses;
  } else {
    ++draws;
  }
}

double Tally::share() const {
  const double equal = 1.0 / players;
  return games() == 0 ? equal : (wins + equal * draws) / games();
}

double Tally::share_error() const {
  if (games() == 0) return 0.5;
  const double mean = share();
  const double equal = 1.0 / players;
  const double variance = (wins * (1 - mean) * (1 - mean) +
                           draws * (equal - mean) * (equal - mean) + losses * mean * mean) /
                          games();
  if (variance > 0) return kQuantile * std::sqrt(variance / games());
  // Games that all ended alike are no proof that the next one will: as if four more had been
  // shared equally (Agresti and Coull).
  const double all = games() + 4;
  const double nearer = (mean * games() + 4 * equal) / all;
  return std::abs(mean - nearer) + kQuantile * std::sqrt(nearer * (1 - nearer) / all);
}

EloDifference elo_difference(const Tally& tally) {
  const double half_point = 0.5 / std::max(tally.games(), 1);
  const auto elo_of = [&](double share) {
    const double inside = std::clamp(share, half_point, 1 - half_point);
    // Never minus zero.
    return -400 * std::log10(1 / inside - 1) + 0.0;
  };
  const double share = tally.share();
  const double error = tally.share_error();
  return {elo_of(share), elo_of(share - error), elo_of(share + error)};
}

std::string print_tally(const Tally& tally) {
  if (tally.players > 2) {
    return fmt::format("+{} ={} -{}  {:.1f} % ± {:.1f}, an equal part is {:.1f} %", tally.wins,
                       tally.draws, tally.losses, tally.share() * 100, tally.share_error() * 100,
                       100.0 / tally.players);
  }
  const EloDifference elo = elo_difference(tally);
  return fmt::format("+{} ={} -{}  {:.1f} %  Elo {:+.0f} ({:+.0f} .. {:+.0f})", tally.wins,
                     tally.draws, tally.losses, tally.share() * 100, elo.difference, elo.low,
                     elo.high);
}

}  // namespace spielwerk::arena
