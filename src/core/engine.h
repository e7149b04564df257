// The interface of engines: search limits, what a search reports, and strategies without search.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/game.h"
#include "core/score.h"

namespace spielwerk {

/// A player's time for the rest of the game.
struct Clock {
  std::chrono::milliseconds remaining{0};
  /// Added after each move.
  std::chrono::milliseconds increment{0};
};

/// When a search ends: at the first limit that is reached. Without limits it goes on until it is
/// stopped or the position is solved.
struct SearchLimits {
  std::optional<std::chrono::milliseconds> move_time{};
  /// The clock of the side to move.
  std::optional<Clock> clock{};
  std::optional<int> depth{};
  /// A search limited by nodes in one thread begins with an empty transposition table, so that its
  /// result depends on no earlier search.
  std::optional<std::uint64_t> nodes{};
  /// Multi-PV: how many of the best moves get a score and a principal variation of their own.
  int lines = 1;
};

/// A principal variation: a move, its score for the player who makes it, and the expected play.
struct Line {
  Score score = Score::draw();
  /// Begins with the move itself; never empty.
  std::vector<Move> moves{};
};

/// What a search has found so far, or at its end.
struct SearchReport {
  int depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds time{0};
  /// The part of the transposition table that this search has filled, 0 to 1.
  double table_fill = 0;
  /// The best lines, the best first: as many as were asked for, or as there are moves. Each begins
  /// with a different move; a move without a line is no better than the last one.
  std::vector<Line> lines{};

  Move best() const { return lines.front().moves.front(); }
  Score score() const { return lines.front().score; }
  std::uint64_t nodes_per_second() const {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds <= 0 ? 0 : static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds);
  }
};

/// Called after every finished iteration, on the thread that searches.
using SearchListener = std::function<void(const SearchReport&)>;

struct EngineSettings {
  /// The size of the transposition table.
  int table_megabytes = 16;
  int threads = 1;
  /// Breaks ties between moves with equal ordering scores; 0 keeps board order.
  std::uint64_t seed = 0;
};

/// Searches positions of one game. One search at a time; its stop token may be triggered from any
/// thread, and it then returns within 20 ms with what it has.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Forgets what was searched before, as for a new game.
  virtual void forget() = 0;
  /// The best moves of a position that is not over. Always answers with a legal move, however
  /// short the time.
  virtual SearchReport search(const Position& at, const SearchLimits& limits, std::stop_token stop,
                              const SearchListener& listener) = 0;
  /// The same, but tries to solve the position with the shortest win: the report's score is exact
  /// if that succeeded within the limits.
  virtual SearchReport solve(const Position& at, const SearchLimits& limits, std::stop_token stop,
                             const SearchListener& listener) = 0;
};

/// Chooses moves in its own way, within the limits as far as it can keep them.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// A legal move of a position that is not over.
  virtual Move choose(const Position& at, const SearchLimits& limits, std::stop_token stop) = 0;
};

}  // namespace spielwerk
