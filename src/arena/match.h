// A match: two players, many games, each opening played twice with colours swapped.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/tally.h"
#include "players/player.h"
#include "records/record.h"

namespace spielwerk::arena {

/// How a game came to its end.
enum class Ending : std::uint8_t {
  Rules,    ///< won or drawn by the rules
  Illegal,  ///< a player made an illegal move and has lost
  Failure,  ///< a player could not go on and has lost
  TooLong,  ///< longer than the match allows: drawn
  Stopped,  ///< the match was stopped; the game does not count
};
std::string_view print_ending(Ending ending);

struct MatchSettings {
  int games = 100;
  /// Limits of every move, unless a player has its own.
  SearchLimits limits{};
  /// Random plies before the players take over; each pair of games shares one such opening.
  int min_opening_plies = 2;
  int max_opening_plies = 4;
  int max_plies = 1000;
  std::uint64_t seed = 1;
  int concurrency = 1;
};

struct MatchGame {
  /// From 0; games 2n and 2n + 1 share an opening, and in the second the players swap seats.
  int number = 0;
  Record record;
  Ending ending = Ending::Rules;
  /// What went wrong, if anything did.
  std::string trouble{};
  /// What the first player of the match got: 1, 1/2 or 0.
  double score = 0;
  /// The longest time each player of the match took for a move.
  std::array<std::chrono::nanoseconds, 2> slowest{};
};

struct MatchResult {
  /// By what the first player got.
  Tally total{};
  /// The same, in the games in which it moved first, and in the others.
  Tally as_first{};
  Tally as_second{};
  std::array<std::chrono::nanoseconds, 2> slowest{};
  int illegal = 0;
  int failures = 0;
  int too_long = 0;
};

/// Makes one of the players anew; each thread has its own. The seed differs from game to game.
using PlayerFactory = std::function<std::unique_ptr<ComputerPlayer>(std::uint64_t seed)>;
/// Hears of each finished game, in the order they finish; never from two threads at once.
using GameObserver = std::function<void(const MatchGame&, const MatchResult& so_far)>;

/// Plays a match of a game for two. The result depends on the seed alone, if the players' moves do,
/// and not on the concurrency.
MatchResult play_match(const Game& game, const std::array<PlayerFactory, 2>& players,
                       const MatchSettings& settings, std::stop_token stop,
                       const GameObserver& observe);

/// The random opening of a pair of games: moves after which the game is not over.
std::vector<Move> random_opening(const Game& game, const MatchSettings& settings, int pair);

}  // namespace spielwerk::arena
