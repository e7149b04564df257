#include "tests/games/connect6_verifier.h"

#include <algorithm>
#include <set>

namespace spielwerk::connect6::test {

namespace {

std::string place(std::string on, AttackVerifier::Fields fields, char player) {
  on[static_cast<std::size_t>(fields.first)] = player;
  on[static_cast<std::size_t>(fields.second)] = player;
  return on;
}

}  // namespace

bool AttackVerifier::fail(const std::string& board, const std::string& why) {
  problem_ = why + " on\n";
  for (int row = 0; row < size_; ++row) {
    problem_ +=
        board.substr(static_cast<std::size_t>(row * size_), static_cast<std::size_t>(size_)) + "\n";
  }
  return false;
}

AttackVerifier::AttackVerifier(int size, bool is_torus, char attacker, char defender, Attack attack)
    : size_(size), attacker_(attacker), defender_(defender), attack_(std::move(attack)) {
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        std::vector<int> six;
        for (int step = 0; step < 6; ++step) {
          int r = row + step * down;
          int c = column + step * right;
          if (is_torus) {
            r = (r + size) % size;
            c = (c + size) % size;
          }
          if (r >= 0 && r < size && c >= 0 && c < size) six.push_back(r * size + c);
        }
        if (six.size() == 6) sixes_.push_back(six);
      }
    }
  }
}

bool AttackVerifier::has_six(const std::string& board, char player) const {
  for (const auto& six : sixes_) {
    if (std::all_of(six.begin(), six.end(),
                    [&](int field) { return board[static_cast<std::size_t>(field)] == player; })) {
      return true;
    }
  }
  return false;
}

std::vector<std::vector<int>> AttackVerifier::completions(const std::string& board,
                                                          char player) const {
  std::set<std::vector<int>> all;
  for (const auto& six : sixes_) {
    std::vector<int> free;
    bool is_possible = true;
    for (const int field : six) {
      const char there = board[static_cast<std::size_t>(field)];
      if (there == '.') {
        free.push_back(field);
      } else if (there != player) {
        is_possible = false;
      }
    }
    std::sort(free.begin(), free.end());
    if (is_possible && free.size() <= 2) all.insert(free);
  }
  return {all.begin(), all.end()};
}

bool AttackVerifier::wins(const std::string& board, Fields turn) {
  if (const auto found = known_.find(board); found != known_.end()) return found->second;
  known_[board] = false;

  const auto is_free = [&](int field) {
    return field >= 0 && field < size_ * size_ && board[static_cast<std::size_t>(field)] == '.';
  };
  if (!is_free(turn.first) || !is_free(turn.second) || turn.first == turn.second) {
    return fail(board, "not a legal turn");
  }
  const std::string attacked = place(board, turn, attacker_);
  if (has_six(attacked, attacker_)) return known_[board] = true;
  return known_[board] = is_lost(attacked);
}

bool AttackVerifier::is_lost(const std::string& board) {
  if (!completions(board, defender_).empty()) return fail(board, "the defender wins");
  const auto threats = completions(board, attacker_);
  const auto is_stopped = [&](int first, int second) {
    return std::all_of(threats.begin(), threats.end(), [&](const std::vector<int>& free) {
      return std::find(free.begin(), free.end(), first) != free.end() ||
             std::find(free.begin(), free.end(), second) != free.end();
    });
  };
  std::set<int> fields;
  for (const auto& free : threats) fields.insert(free.begin(), free.end());
  if (threats.empty()) return fail(board, "no threat");
  // A stone outside these fields stops nothing: if it were part of a defence, the other stone
  // alone would be one.
  for (const int field : fields) {
    if (is_stopped(field, field)) return fail(board, "one stone is enough to stop the threats");
  }
  for (const int first : fields) {
    for (const int second : fields) {
      if (second <= first || !is_stopped(first, second)) continue;
      const std::string next = place(board, {first, second}, defender_);
      if (has_six(next, defender_)) return fail(next, "the defender has six");
      if (const auto found = known_.find(next); found != known_.end()) {
        if (!found->second) return false;
        continue;
      }
      ++asked_;
      if (!wins(next, attack_(next))) return false;
    }
  }
  return true;
}

}  // namespace spielwerk::connect6::test
