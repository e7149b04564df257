// How a game stands for two to four players: going on, won by one of them, or drawn.
#pragma once

#include <string>
#include <string_view>

#include "core/move.h"
#include "core/parsed.h"

namespace spielwerk {

class Outcome {
 public:
  constexpr Outcome() = default;
  static constexpr Outcome ongoing() { return Outcome(); }
  static constexpr Outcome win(Player winner) { return Outcome(Kind::Won, winner); }
  static constexpr Outcome draw() { return Outcome(Kind::Drawn, kNoPlayer); }

  constexpr bool is_over() const { return kind_ != Kind::Ongoing; }
  constexpr bool is_win() const { return kind_ == Kind::Won; }
  constexpr bool is_draw() const { return kind_ == Kind::Drawn; }
  /// The winner, or kNoPlayer.
  constexpr Player winner() const { return winner_; }

  /// What `player` gets: 1 for a win, an equal part of 1 for a draw, else 0. The shares of a
  /// finished game add up to 1.
  constexpr double share(Player player, int players) const {
    if (is_draw()) return 1.0 / players;
    return is_win() && winner_ == player ? 1.0 : 0.0;
  }

  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;

 private:
  enum class Kind : std::uint8_t { Ongoing, Won, Drawn };
  constexpr Outcome(Kind kind, Player winner) : kind_(kind), winner_(winner) {}

  Kind kind_ = Kind::Ongoing;
  Player winner_ = kNoPlayer;
};

/// The text of an outcome: `*` while the game goes on, else each player's share: `1-0`,
/// `1/2-1/2`, `0-0-1`, `1/4-1/4-1/4-1/4`.
std::string print_outcome(Outcome outcome, int players);
Parsed<Outcome> parse_outcome(std::string_view text, int players);

}  // namespace spielwerk
