// What a position is worth for a player: exactly known, or estimated.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/parsed.h"

namespace spielwerk {

/// Either exact (a result and how many plies until it) or an expected share between 0 and 1, so
/// that one evaluation bar and graph serve all games.
class Score {
 public:
  enum class Kind : std::uint8_t { Estimate, Win, Loss, Draw };

  static constexpr Score estimate(double expected) { return Score(Kind::Estimate, expected, 0); }
  static constexpr Score win_in(int plies) { return Score(Kind::Win, 1.0, plies); }
  static constexpr Score loss_in(int plies) { return Score(Kind::Loss, 0.0, plies); }
  static constexpr Score draw() { return Score(Kind::Draw, 0.5, 0); }

  constexpr Kind kind() const { return kind_; }
  constexpr bool is_exact() const { return kind_ != Kind::Estimate; }
  constexpr double expected() const { return expected_; }
  constexpr int plies() const { return plies_; }
  friend constexpr bool operator==(const Score&, const Score&) = default;

 private:
  constexpr Score(Kind kind, double expected, int plies)
      : kind_(kind), expected_(expected), plies_(plies) {}
  Kind kind_;
  double expected_;
  int plies_;
};

/// `0.625` (three decimals), `win:5`, `loss:4`, `draw`.
std::string print_score(Score score);
Parsed<Score> parse_score(std::string_view text);

}  // namespace spielwerk
