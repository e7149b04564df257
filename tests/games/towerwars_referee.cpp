#include "tests/games/towerwars_referee.h"

#include <array>
#include <cstdlib>

namespace spielwerk::test {
namespace {

char other(char colour) { return colour == 'R' ? 'B' : 'R'; }

}  // namespace

TowerWarsReferee::TowerWarsReferee(int size)
    : size_(size),
      highest_(size / 3),
      rows_(static_cast<std::size_t>(size), std::vector<Field>(static_cast<std::size_t>(size))) {
  const Place red_base{0, 0};
  const Place blue_base{size - 1, size - 1};
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      if (distance(red_base, {column, row}) <= size / 2) field({column, row}).owner = 'R';
      if (distance(blue_base, {column, row}) <= size / 2) field({column, row}).owner = 'B';
    }
  }
  field(red_base).is_base = true;
  field(blue_base).is_base = true;
}

void TowerWarsReferee::set_up(std::string_view board, char side) {
  std::size_t at = 0;
  for (auto& row : rows_) {
    for (Field& each : row) {
      each = Field();
      std::string text;
      while (at < board.size() && board[at] != ',' && board[at] != '/') text += board[at++];
      ++at;
      if (text == ".") continue;
      each.owner = text[0];
      if (text.size() == 1) continue;
      if (text[1] == 'B') {
        each.is_base = true;
      } else {
        each.height = text[1] - '0';
        each.is_blocked = text.size() == 3;
      }
    }
  }
  side_ = side;
  decide();
}

std::string TowerWarsReferee::board() const {
  std::string text;
  for (int row = 0; row < size_; ++row) {
    for (int column = 0; column < size_; ++column) {
      if (column > 0) text += ',';
      const Field& each = field({column, row});
      text += each.owner == ' ' ? '.' : each.owner;
      if (each.is_base) text += 'B';
      if (each.is_tower()) text += std::to_string(each.height);
      if (each.is_blocked) text += '*';
    }
    if (row < size_ - 1) text += '/';
  }
  return text;
}

std::vector<TowerWarsReferee::FromTo> TowerWarsReferee::moves() const {
  std::vector<FromTo> result;
  if (winner_ != ' ') return result;
  for (int from = 0; from < size_ * size_; ++from) {
    if (field(place(from)).owner != side_) continue;
    for (int to = 0; to < size_ * size_; ++to) {
      if (is_legal(place(from), place(to))) result.emplace_back(from, to);
    }
  }
  return result;
}

void TowerWarsReferee::play(FromTo move) {
  const Place from_place = place(move.first);
  const Place to_place = place(move.second);
  Field& from = field(from_place);
  Field& to = field(to_place);
  const bool takes_base = to.is_base;

  // One stone leaves; under the top of a tower of height 1 lies a stone.
  if (from.is_tower()) {
    --from.height;
  } else {
    from = Field();
  }
  if (to.owner == side_) {
    if (to.is_blocked) {
      to.is_blocked = false;
    } else {
      ++to.height;
    }
  } else if (to.is_tower() && distance(from_place, to_place) > 1) {
    to.is_blocked = true;
  } else {
    to = Field();
    to.owner = side_;
  }

  side_ = other(side_);
  if (takes_base) {
    winner_ = other(side_);
  } else {
    decide();
  }
}

TowerWarsReferee::Field& TowerWarsReferee::field(Place at) {
  return rows_[static_cast<std::size_t>(at.row)][static_cast<std::size_t>(at.column)];
}

const TowerWarsReferee::Field& TowerWarsReferee::field(Place at) const {
  return rows_[static_cast<std::size_t>(at.row)][static_cast<std::size_t>(at.column)];
}

int TowerWarsReferee::distance(Place from, Place to) {
  const int columns = to.column - from.column;
  const int rows = to.row - from.row;
  return (std::abs(columns) + std::abs(rows) + std::abs(columns + rows)) / 2;
}

int TowerWarsReferee::range(Place stone) const {
  constexpr std::array<Place, 6> kNeighbours{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}};
  int sum = 1;
  for (const Place& offset : kNeighbours) {
    const Place next{stone.column + offset.column, stone.row + offset.row};
    if (next.column < 0 || next.column >= size_ || next.row < 0 || next.row >= size_) continue;
    const Field& beside = field(next);
    if (beside.owner == side_ && beside.is_tower() && !beside.is_blocked) sum += beside.height;
  }
  return sum;
}

bool TowerWarsReferee::is_legal(Place from, Place to) const {
  const Field& mover = field(from);
  if (mover.owner != side_ || mover.is_base || mover.is_blocked) return false;
  if (from.column == to.column && from.row == to.row) return false;
  return mover.is_tower() ? tower_may_go(from, to) : stone_may_go(from, to);
}

bool TowerWarsReferee::stone_may_go(Place from, Place to) const {
  if (distance(from, to) > range(from)) return false;
  const bool is_near = distance(from, to) == 1;
  const Field& target = field(to);
  if (target.owner == ' ') return true;
  if (target.owner == side_) {
    if (target.is_base) return false;
    return target.is_blocked || target.height < highest_;
  }
  if (target.is_tower() && !is_near) return !target.is_blocked;
  return true;
}

bool TowerWarsReferee::tower_may_go(Place from, Place to) const {
  if (distance(from, to) > 1) return false;
  const Field& target = field(to);
  if (target.owner == ' ') return true;
  if (target.owner != side_ || target.is_base) return false;
  return target.is_blocked || target.height < highest_;
}

/// The other side has won if the one to move cannot.
void TowerWarsReferee::decide() {
  winner_ = ' ';
  for (int from = 0; from < size_ * size_; ++from) {
    for (int to = 0; to < size_ * size_; ++to) {
      if (is_legal(place(from), place(to))) return;
    }
  }
  winner_ = other(side_);
}

}  // namespace spielwerk::test
