// TowerWars a second time, slow and straight from the sentences of the rules: what the fast rules
// are compared with.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spielwerk::test {

class TowerWarsReferee {
 public:
  /// From and to as row * size + column.
  using FromTo = std::pair<int, int>;

  explicit TowerWarsReferee(int size);
  /// Replaces the position by that of a board text, which must be right.
  void set_up(std::string_view board, char side);

  /// 'R' or 'B'.
  char side() const { return side_; }
  /// 'R' or 'B', or ' ' while the game goes on.
  char winner() const { return winner_; }
  std::string board() const;
  /// All legal moves in ascending order.
  std::vector<FromTo> moves() const;
  void play(FromTo move);

 private:
  struct Field {
    char owner = ' ';
    bool is_base = false;
    /// 0 for a stone.
    int height = 0;
    bool is_blocked = false;
    bool is_tower() const { return height > 0; }
  };
  struct Place {
    int column = 0;
    int row = 0;
  };

  Place place(int cell) const { return {cell % size_, cell / size_}; }
  Field& field(Place at);
  const Field& field(Place at) const;
  static int distance(Place from, Place to);
  int range(Place stone) const;
  bool is_legal(Place from, Place to) const;
  bool stone_may_go(Place from, Place to) const;
  bool tower_may_go(Place from, Place to) const;
  void decide();

  int size_;
  int highest_;
  std::vector<std::vector<Field>> rows_;
  char side_ = 'R';
  char winner_ = ' ';
};

}  // namespace spielwerk::test
