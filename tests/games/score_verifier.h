// Follows exact scores of any game through all replies, to hold the engines' proofs against the
// rules alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/game.h"
#include "core/score.h"

namespace spielwerk::test {

/// Believes nothing but the rules: whoever is said to win makes one move in each position, asked
/// from `attack`, the other side makes every legal one, and each of these games has to be won.
class ScoreVerifier {
 public:
  enum class Verdict : std::uint8_t { Holds, Fails, TooLong };
  /// How the side to move would win within so many plies; nothing if it does not know.
  using Attack = std::function<std::optional<Move>(const Position&, int plies)>;

  explicit ScoreVerifier(Attack attack) : attack_(std::move(attack)) {}

  /// Whether an exact score is that of a position, with this many plies at most. Gives up after
  /// many positions, or where nobody knows how to win.
  Verdict verify(const Position& at, Score score);
  /// Whether it is what the side to move gets by a move.
  Verdict verify(const Position& at, Move move, Score score);
  /// Why the last score failed.
  const std::string& problem() const { return problem_; }

 private:
  enum class Result : std::uint8_t { Loss, Draw, Win };

  void begin(Score score);
  Verdict wins(const Position& at, int plies);
  Verdict loses(const Position& at, int plies);
  /// What becomes of a position in which one of `winner` and the others has just moved.
  Verdict goes_on(const Position& at, Player winner, int plies);
  bool wins_at_once(const Position& at) const;
  /// The result for the side to move, by trying everything; nothing if that takes too long.
  std::optional<Result> value(const Position& at);
  Verdict fail(const Position& at, const std::string& why);

  Attack attack_;
  std::uint64_t left_ = 0;
  /// By the key of a position that is won (or lost) for the side to move: within how many plies.
  std::unordered_map<std::uint64_t, int> won_{};
  std::unordered_map<std::uint64_t, int> lost_{};
  std::unordered_map<std::uint64_t, Result> values_{};
  std::string problem_{};
};

}  // namespace spielwerk::test
