// Wins, draws and losses, and what they say about the difference in strength.
#pragma once

#include <string>

namespace spielwerk::arena {

struct Tally {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  /// How many share what a draw is worth.
  int players = 2;

  void add(double score);
  int games() const { return wins + draws + losses; }
  /// The part of all points, 0 to 1; an equal one without games.
  double share() const;
  /// Half the width of the interval that holds the true share with 95 %, by the normal
  /// approximation.
  double share_error() const;
};

/// The Elo difference at which this share is expected. A share of 0 or 1 is taken as half a point
/// short of it, since no finite difference would do.
struct EloDifference {
  double difference = 0;
  /// Where the interval of 95 % begins and ends.
  double low = 0;
  double high = 0;
};
EloDifference elo_difference(const Tally& tally);

/// `+98 =0 -2  98.0 %  Elo +676 (+505 .. +890)`; with more than two players, where Elo says
/// nothing,
/// `+5 =2 -5  47.2 % ± 26.2, an equal part is 33.3 %`.
std::string print_tally(const Tally& tally);

}  // namespace spielwerk::arena
