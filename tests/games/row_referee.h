// A second, slow and obvious implementation of k in a row, straight from the specifications and
// without any code of the program, to compare the fast one with.
#pragma once

#include <vector>

namespace spielwerk::test {

class RowReferee {
 public:
  struct Setup {
    int rows = 3;
    int columns = 3;
    /// Own stones in an unbroken row that win; more win too.
    int length = 3;
    int players = 2;
    /// Stones a turn, 1 or 2.
    int stones = 1;
    /// Whether opposite edges are adjacent.
    bool torus = false;
  };
  struct Field {
    int row = 0;
    int column = 0;
  };
  enum class Result { Ongoing, Win, Draw };

  explicit RowReferee(const Setup& setup);

  /// The player on a field, counted from 0, or -1.
  int owner(Field field) const;
  /// Who is to move; after the end, who would be.
  int player_to_move() const { return player_; }
  /// The number of turns that are allowed now; a pair of fields has no order.
  long legal_turns() const;
  /// Places all stones of a turn, or changes nothing and returns false if that is not allowed.
  bool place(const std::vector<Field>& fields);

  Result result() const { return result_; }
  int winner() const { return winner_; }

 private:
  bool is_inside(Field field) const;
  /// Looks at every field and every direction of the whole board.
  bool has_row(int player) const;
  int free_fields() const;

  Setup setup_;
  std::vector<std::vector<int>> board_;
  int player_ = 0;
  Result result_ = Result::Ongoing;
  int winner_ = -1;
};

}  // namespace spielwerk::test
