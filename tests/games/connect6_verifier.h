// Checks won Connect6 positions by its own reasoning, to hold the engine's proofs against.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace spielwerk::connect6::test {

/// A board as text: one character a field, row by row without separators, '.' where it is free.
/// Shares no code with the engine and looks at whole boards every time.
class AttackVerifier {
 public:
  using Fields = std::pair<int, int>;
  /// The attacker's next turn on a board.
  using Attack = std::function<Fields(const std::string& board)>;

  AttackVerifier(int size, bool is_torus, char attacker, char defender, Attack attack);

  /// Whether the attacker, who is to move, wins against every defence: with `turn` now, and what
  /// `attack` says later. Every turn must either complete a row or threaten so much that one
  /// stone cannot stop it. Else `problem` says why not.
  bool wins(const std::string& board, Fields turn);
  /// Whether the defender, who is to move, is lost whatever he does.
  bool is_lost(const std::string& board);
  const std::string& problem() const { return problem_; }
  /// How many boards `attack` was asked about.
  int asked() const { return asked_; }

 private:
  bool fail(const std::string& board, const std::string& why);
  bool has_six(const std::string& board, char player) const;
  /// The free fields of every six in a line that holds no other stones than the player's, at least
  /// four of them.
  std::vector<std::vector<int>> completions(const std::string& board, char player) const;

  int size_;
  /// The fields of every six in a line.
  std::vector<std::vector<int>> sixes_{};
  char attacker_;
  char defender_;
  Attack attack_;
  std::map<std::string, bool> known_{};
  std::string problem_{};
  int asked_ = 0;
};

}  // namespace spielwerk::connect6::test
