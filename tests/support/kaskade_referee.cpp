#include "tests/support/kaskade_referee.h"

#include <utility>

namespace spielwerk::test {

KaskadeReferee::KaskadeReferee(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      fields_(static_cast<std::size_t>(rows),
              std::vector<Field>(static_cast<std::size_t>(columns))) {}

bool KaskadeReferee::may_play(int column, int row) const {
  return winner_ < 0 && (at(column, row).balls == 0 || at(column, row).owner == side_);
}

void KaskadeReferee::play(int column, int row, Random& random) {
  const int mover = side_;
  const int opponent = 1 - side_;
  const bool opponent_had_balls = balls_of(opponent) > 0;
  at(column, row).balls += 1;
  at(column, row).owner = mover;
  side_ = opponent;
  while (true) {
    std::vector<std::pair<int, int>> overflowing;
    for (int y = 0; y < rows_; ++y) {
      for (int x = 0; x < columns_; ++x) {
        if (at(x, y).balls >= neighbour_count(x, y)) {
          overflowing.emplace_back(x, y);
        }
      }
    }
    if (overflowing.empty()) return;
    const auto [x, y] = overflowing[random.below(static_cast<std::uint32_t>(overflowing.size()))];
    at(x, y).balls -= neighbour_count(x, y);
    if (at(x, y).balls == 0) at(x, y).owner = -1;
    for (const auto& [next_x, next_y] : neighbours(x, y)) {
      at(next_x, next_y).balls += 1;
      at(next_x, next_y).owner = mover;
    }
    if (opponent_had_balls && balls_of(opponent) == 0) {
      winner_ = mover;
      return;
    }
  }
}

void KaskadeReferee::set(int column, int row, int balls, int owner) {
  at(column, row) = {balls, balls == 0 ? -1 : owner};
}

std::string KaskadeReferee::text() const {
  std::string text;
  for (const auto& row : fields_) {
    for (const Field& field : row) {
      text += std::to_string(field.balls);
      text += field.owner < 0 ? 'n' : field.owner == 0 ? 'a' : 'b';
    }
  }
  return text;
}

std::vector<std::pair<int, int>> KaskadeReferee::neighbours(int column, int row) const {
  std::vector<std::pair<int, int>> result;
  if (column > 0) result.emplace_back(column - 1, row);
  if (column < columns_ - 1) result.emplace_back(column + 1, row);
  if (row > 0) result.emplace_back(column, row - 1);
  if (row < rows_ - 1) result.emplace_back(column, row + 1);
  return result;
}

int KaskadeReferee::neighbour_count(int column, int row) const {
  return (column > 0 ? 1 : 0) + (column < columns_ - 1 ? 1 : 0) + (row > 0 ? 1 : 0) +
         (row < rows_ - 1 ? 1 : 0);
}

int KaskadeReferee::balls_of(int owner) const {
  int sum = 0;
  for (const auto& row : fields_) {
    for (const Field& field : row) {
      if (field.owner == owner) sum += field.balls;
    }
  }
  return sum;
}

}  // namespace spielwerk::test
