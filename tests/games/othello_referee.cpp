#include "tests/games/othello_referee.h"

namespace spielwerk::test {
namespace {

char other(char colour) { return colour == 'B' ? 'W' : 'B'; }

}  // namespace

OthelloReferee::OthelloReferee(std::vector<std::string> rows, char side)
    : rows_(std::move(rows)), side_(side) {
  pass_if_needed();
}

void OthelloReferee::play(int row, int column) {
  for (const auto& [flip_row, flip_column] : flips(row, column, side_)) {
    rows_[static_cast<std::size_t>(flip_row)][static_cast<std::size_t>(flip_column)] = side_;
  }
  rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = side_;
  side_ = other(side_);
  pass_if_needed();
}

int OthelloReferee::stones(char colour) const {
  int count = 0;
  for (const std::string& row : rows_) {
    for (const char field : row) count += field == colour ? 1 : 0;
  }
  return count;
}

std::string OthelloReferee::text() const {
  std::string text;
  for (const std::string& row : rows_) text += (text.empty() ? "" : ",") + row;
  return text + (side_ == 'B' ? ":black" : ":white");
}

char OthelloReferee::at(int row, int column) const {
  if (row < 0 || row >= static_cast<int>(rows_.size())) return '#';
  const std::string& fields = rows_[static_cast<std::size_t>(row)];
  if (column < 0 || column >= static_cast<int>(fields.size())) return '#';
  return fields[static_cast<std::size_t>(column)];
}

std::vector<std::pair<int, int>> OthelloReferee::flips(int row, int column, char colour) const {
  std::vector<std::pair<int, int>> result;
  if (at(row, column) != '-') return result;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      std::vector<std::pair<int, int>> line;
      int next_row = row + down;
      int next_column = column + right;
      while (at(next_row, next_column) == other(colour)) {
        line.emplace_back(next_row, next_column);
        next_row += down;
        next_column += right;
      }
      if (at(next_row, next_column) != colour) continue;
      result.insert(result.end(), line.begin(), line.end());
    }
  }
  return result;
}

std::vector<std::pair<int, int>> OthelloReferee::moves(char colour) const {
  std::vector<std::pair<int, int>> result;
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) {
    for (int column = 0; column < static_cast<int>(rows_[0].size()); ++column) {
      if (!flips(row, column, colour).empty()) result.emplace_back(row, column);
    }
  }
  return result;
}

void OthelloReferee::pass_if_needed() {
  if (moves(side_).empty() && !moves(other(side_)).empty()) side_ = other(side_);
}

}  // namespace spielwerk::test
