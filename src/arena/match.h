// A match: two players, many games, each opening played from every seat.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/tally.h"
#include "core/game_player.h"
#include "records/record.h"

namespace spielwerk::arena {

/// How a game came to its end.
enum class Ending : std::uint8_t {
  Rules,    ///< won or drawn by the rules
  Illegal,  ///< a player made an illegal move and has lost
  Failure,  ///< a player could not go on and has lost
  Resignation,
  TooLong,  ///< longer than the match allows: drawn
  Stopped,  ///< the match was stopped; the game does not count
};
std::string_view print_ending(Ending ending);

struct MatchSettings {
  int games = 100;
  /// Limits of every move, unless a player has its own.
  SearchLimits limits{};
  /// Random plies before the players take over; as many games as there are seats share an opening.
  int min_opening_plies = 2;
  int max_opening_plies = 4;
  int max_plies = 1000;
  std::uint64_t seed = 1;
  int concurrency = 1;
};

struct MatchGame {
  /// From 0; in a game for n, games 0 to n - 1 share an opening, and so on. In them the first
  /// player takes each seat in turn, and the second all others.
  int number = 0;
  Record record;
  Ending ending = Ending::Rules;
  /// What went wrong, if anything did.
  std::string trouble{};
  /// What the first player of the match got: 1, an equal part of 1, or 0.
  double score = 0;
  /// The longest time each player of the match took for a move.
  std::array<std::chrono::nanoseconds, 2> slowest{};
};

struct MatchResult {
  /// By what the first player got.
  Tally total{};
  /// The same, by its seat: in the games in which it moved first, second, ...
  std::array<Tally, kMaxPlayers> by_seat{};
  std::array<std::chrono::nanoseconds, 2> slowest{};
  int illegal = 0;
  int failures = 0;
  int too_long = 0;
};

/// Makes one of the players anew; each thread has its own. The seed differs from game to game.
using PlayerFactory = std::function<std::unique_ptr<GamePlayer>(std::uint64_t seed)>;
/// Hears of each finished game, in the order they finish; never from two threads at once.
using GameObserver = std::function<void(const MatchGame&, const MatchResult& so_far)>;

/// Plays a match. The result depends on the seed alone, if the players' moves do,
/// and not on the concurrency.
MatchResult play_match(const Game& game, const std::array<PlayerFactory, 2>& players,
                       const MatchSettings& settings, std::stop_token stop,
                       const GameObserver& observe);

/// The random opening that some games share: moves after which the game is not over.
std::vector<Move> random_opening(const Game& game, const MatchSettings& settings, int number);

}  // namespace spielwerk::arena
