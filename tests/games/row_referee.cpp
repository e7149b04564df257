#include "tests/games/row_referee.h"

namespace spielwerk::test {

RowReferee::RowReferee(const Setup& setup)
    : setup_(setup),
      board_(static_cast<std::size_t>(setup.rows),
             std::vector<int>(static_cast<std::size_t>(setup.columns), -1)) {}

int RowReferee::owner(Field field) const {
  return board_[static_cast<std::size_t>(field.row)][static_cast<std::size_t>(field.column)];
}

bool RowReferee::is_inside(Field field) const {
  return field.row >= 0 && field.row < setup_.rows && field.column >= 0 &&
         field.column < setup_.columns;
}

int RowReferee::free_fields() const {
  int count = 0;
  for (int row = 0; row < setup_.rows; ++row) {
    for (int column = 0; column < setup_.columns; ++column) {
      if (owner({row, column}) == -1) ++count;
    }
  }
  return count;
}

long RowReferee::legal_turns() const {
  if (result_ != Result::Ongoing) return 0;
  const long free = free_fields();
  return setup_.stones == 1 ? free : free * (free - 1) / 2;
}

bool RowReferee::place(const std::vector<Field>& fields) {
  if (result_ != Result::Ongoing) return false;
  if (static_cast<int>(fields.size()) != setup_.stones) return false;
  for (const Field& field : fields) {
    if (!is_inside(field) || owner(field) != -1) return false;
  }
  if (setup_.stones == 2 && fields[0].row == fields[1].row &&
      fields[0].column == fields[1].column) {
    return false;
  }
  for (const Field& field : fields) {
    board_[static_cast<std::size_t>(field.row)][static_cast<std::size_t>(field.column)] = player_;
  }
  if (has_row(player_)) {
    result_ = Result::Win;
    winner_ = player_;
  } else if (free_fields() == 0) {
    result_ = Result::Draw;
  }
  player_ = (player_ + 1) % setup_.players;
  return true;
}

bool RowReferee::has_row(int player) const {
  const std::vector<Field> directions{{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  for (int row = 0; row < setup_.rows; ++row) {
    for (int column = 0; column < setup_.columns; ++column) {
      for (const Field& direction : directions) {
        int run = 0;
        while (run < setup_.length) {
          Field field{row + run * direction.row, column + run * direction.column};
          if (setup_.torus) {
            // No run is as long as the board, so one board's length to the left is enough.
            field.row = field.row % setup_.rows;
            field.column = (field.column + setup_.columns) % setup_.columns;
          }
          if (!is_inside(field) || owner(field) != player) break;
          ++run;
        }
        if (run == setup_.length) return true;
      }
    }
  }
  return false;
}

}  // namespace spielwerk::test
