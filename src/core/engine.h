// Who thinks about a position: what every engine is asked and what it answers.
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

/// When a search ends; the first limit that is reached counts. With none it goes on until it is
/// stopped or the position is solved.
struct SearchLimits {
  std::optional<std::chrono::milliseconds> move_time{};
  /// The clock of the side to move.
  std::optional<Clock> clock{};
  std::optional<int> depth{};
  /// A search limited by nodes in one thread begins with empty tables, so that its result depends
  /// on nothing that was searched before.
  std::optional<std::uint64_t> nodes{};
  /// How many of the best moves get an exact score and a line of their own.
  int lines = 1;
};

/// A move, what it is worth for the player who makes it, and the play expected from there.
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
  /// The part of the table that this search has filled, 0 to 1.
  double table_fill = 0;
  /// The best lines, the best first: as many as were asked for, or as there are moves. Where each
  /// line begins with another move, a move without a line is no better than the last.
  std::vector<Line> lines{};

  Move best() const { return lines.front().moves.front(); }
  Score score() const { return lines.front().score; }
  std::uint64_t nodes_per_second() const {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds <= 0 ? 0 : static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds);
  }
};

/// Hears of every finished depth, on the thread that searches.
using SearchListener = std::function<void(const SearchReport&)>;

struct EngineSettings {
  /// The size of the table of searched positions.
  int table_megabytes = 16;
  int threads = 1;
  /// Decides between moves that look equally good at first sight; 0 leaves them in board order.
  std::uint64_t seed = 0;
};

/// Thinks about positions of one game. One search at a time; it is stopped from any thread by its
/// stop token and then answers within 20 ms with what it has.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Forgets what was searched before, as for a new game.
  virtual void forget() = 0;
  /// The best moves of a position that is not over. Always answers with a legal move, however
  /// short the time.
  virtual SearchReport search(const Position& at, const SearchLimits& limits, std::stop_token stop,
                              const SearchListener& listener) = 0;
  /// The same, but goes for the exact value with the shortest way to it: the report's score is
  /// exact if that was reached within the limits.
  virtual SearchReport solve(const Position& at, const SearchLimits& limits, std::stop_token stop,
                             const SearchListener& listener) = 0;
};

/// Chooses moves in its own way; a search within it keeps to the limits as far as it can.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// A legal move of a position that is not over.
  virtual Move choose(const Position& at, const SearchLimits& limits, std::stop_token stop) = 0;
};

}  // namespace spielwerk
