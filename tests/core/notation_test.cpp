// The text forms of cells and moves in all five styles.
#include "core/notation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace spielwerk {
namespace {

struct Style {
  std::string name;
  Notation notation;
  int columns;
  int rows;
  /// The text of the first cell (or, for moves of two, of the first two in order).
  std::string first;
  /// The text of the move to the last cell (from the one left of it).
  std::string last;
};

std::vector<Style> styles() {
  return {
      {"Othello", {}, 26, 98, "A1", "Z98"},
      {"Kaskade",
       {.column_labels = Labels::FromZero, .row_labels = Labels::FromZero, .cell_separator = ";"},
       20,
       3,
       "0;0",
       "19;2"},
      {"TicTacToe",
       {.column_labels = Labels::FromOne, .row_labels = Labels::Letters, .row_first = true},
       10,
       9,
       "A1",
       "I10"},
      {"TowerWars", {.cells_per_move = 2, .move_separator = "->"}, 26, 26, "A1->B1", "Y26->Z26"},
      {"Connect6",
       {.column_labels = Labels::FromZero,
        .row_labels = Labels::FromZero,
        .row_first = true,
        .cell_separator = ";",
        .cells_per_move = 2,
        .move_separator = ";",
        .unordered = true},
       18,
       18,
       "0;0;0;1",
       "17;16;17;17"},
  };
}

class NotationStyle : public testing::TestWithParam<Style> {
 protected:
  Notation notation_ = GetParam().notation;
  Geometry geometry_{Shape::Square, Edges::Closed, GetParam().columns, GetParam().rows};
};

TEST_P(NotationStyle, WritesFirstAndLastMove) {
  const Cell last = to_cell(geometry_.cell_count() - 1);
  const bool is_pair = notation_.cells_per_move == 2;
  const Move first_move = is_pair ? Move{0, 1} : Move{0, kNoCell};
  const Move last_move = is_pair ? Move{to_cell(last - 1), last} : Move{last, kNoCell};
  EXPECT_EQ(print_move(notation_, geometry_, first_move), GetParam().first);
  EXPECT_EQ(print_move(notation_, geometry_, last_move), GetParam().last);
  EXPECT_EQ(parse_move(notation_, geometry_, GetParam().first), first_move);
  EXPECT_EQ(parse_move(notation_, geometry_, GetParam().last), last_move);
}

TEST_P(NotationStyle, EveryCellHasOneTextOfItsOwn) {
  std::set<std::string> texts;
  for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) {
    const std::string text = print_cell(notation_, geometry_, cell);
    EXPECT_EQ(parse_cell(notation_, geometry_, text), cell);
    EXPECT_EQ(text.find(' '), std::string::npos);
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(geometry_.cell_count()));
}

TEST_P(NotationStyle, RefusesCutAndContinuedTexts) {
  for (const std::string& text : {GetParam().first, GetParam().last}) {
    EXPECT_FALSE(parse_move(notation_, geometry_, text + " "));
    EXPECT_FALSE(parse_move(notation_, geometry_, text + "x"));
    EXPECT_FALSE(parse_move(notation_, geometry_, " " + text));
    EXPECT_FALSE(parse_move(notation_, geometry_, text + text));
  }
  EXPECT_FALSE(parse_move(notation_, geometry_, ""));
  const std::string& first = GetParam().first;
  for (std::size_t length = 0; length < first.size(); ++length) {
    const auto move = parse_move(notation_, geometry_, first.substr(0, length));
    ASSERT_FALSE(move);
    EXPECT_LE(move.error().position, length);
  }
}

INSTANTIATE_TEST_SUITE_P(Core, NotationStyle, testing::ValuesIn(styles()),
                         [](const auto& each) { return each.param.name; });

TEST(Notation, ReadsLowerCaseLettersAndLeadingZeros) {
  const Geometry geometry(Shape::Square, Edges::Closed, 8, 8);
  EXPECT_EQ(parse_cell({}, geometry, "d6"), geometry.cell(3, 5));
  EXPECT_EQ(parse_cell({}, geometry, "D06"), geometry.cell(3, 5));
}

TEST(Notation, SaysWhatWasExpectedWhere) {
  const Geometry geometry(Shape::Square, Edges::Closed, 8, 6);
  const auto error_of = [&](std::string_view text) {
    return parse_cell({}, geometry, text).error();
  };
  EXPECT_EQ(error_of("I1"), (ParseError{0, "a column from A to H"}));
  EXPECT_EQ(error_of("@1"), (ParseError{0, "a column from A to H"}));
  EXPECT_EQ(error_of("A7"), (ParseError{1, "a row from 1 to 6"}));
  EXPECT_EQ(error_of("A0"), (ParseError{1, "a row from 1 to 6"}));
  EXPECT_EQ(error_of("A1x"), (ParseError{2, "the end of the field"}));
  const Notation arrow{.cells_per_move = 2, .move_separator = "->"};
  EXPECT_EQ(parse_move(arrow, geometry, "A1-B2").error(), (ParseError{2, "'->'"}));
  EXPECT_EQ(parse_move(arrow, geometry, "A1->B9").error(), (ParseError{5, "a row from 1 to 6"}));
  EXPECT_EQ(parse_move(arrow, geometry, "A1->B2->").error(),
            (ParseError{6, "the end of the move"}));
}

TEST(Notation, KeepsPairsWithoutOrderInOrder) {
  const Geometry geometry(Shape::Square, Edges::Closed, 8, 8);
  Notation notation{.cells_per_move = 2, .move_separator = "+", .unordered = true};
  EXPECT_EQ(parse_move(notation, geometry, "C1+A1"), (Move{0, 2}));
  notation.unordered = false;
  EXPECT_EQ(parse_move(notation, geometry, "C1+A1"), (Move{2, 0}));
}

TEST(Notation, LabelsRowsAndColumns) {
  EXPECT_EQ(print_label(0, Labels::Letters), "A");
  EXPECT_EQ(print_label(25, Labels::Letters), "Z");
  EXPECT_EQ(print_label(9, Labels::FromZero), "9");
  EXPECT_EQ(print_label(9, Labels::FromOne), "10");
}

}  // namespace
}  // namespace spielwerk
