// The layout of written records, and what cannot be written.
#include "records/record_writer.h"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "games/all_games.h"

namespace spielwerk {
namespace {

Record record_of(std::string_view game_text, std::initializer_list<std::string_view> moves) {
  const Game game = *all_games().parse(game_text);
  Record record(game);
  for (const std::string_view move : moves) record.moves.push_back({*game.parse_move(move)});
  record.result = record.final_position().outcome();
  return record;
}

TEST(RecordWriter, WritesTagsMovesAndResult) {
  Record record = record_of("tictactoe", {"A1", "B1", "A2", "B2", "A3"});
  record.set_tag("Player1", "Anna \"Ann\" \\");
  record.set_tag("Player2", "two\nlines\r");
  EXPECT_EQ(print_record(record),
            "[Game \"tictactoe\"]\n"
            "[Variant \"3x3\"]\n"
            "[Player1 \"Anna \\\"Ann\\\" \\\\\"]\n"
            "[Player2 \"two\\nlines\\r\"]\n"
            "[Result \"1-0\"]\n"
            "\n"
            "1. A1 B1 2. A2 B2 3. A3 1-0\n");
}

TEST(RecordWriter, WritesANumberForEachRoundOfAllPlayers) {
  const Record record =
      record_of("connect6:18,players=3", {"0;0;0;1", "1;0;1;1", "2;0;2;1", "3;0;3;1", "4;0;4;1"});
  EXPECT_EQ(print_record(record),
            "[Game \"connect6\"]\n"
            "[Variant \"18,players=3\"]\n"
            "[Result \"*\"]\n"
            "\n"
            "1. 0;0;0;1 1;0;1;1 2;0;2;1 2. 3;0;3;1 4;0;4;1 *\n");
}

TEST(RecordWriter, WritesTheStartUnlessItIsTheUsualOne) {
  const Game game = *all_games().parse("tictactoe");
  EXPECT_EQ(print_record(Record(game, *game.parse_position("X../.../...:O"))),
            "[Game \"tictactoe\"]\n"
            "[Variant \"3x3\"]\n"
            "[Result \"*\"]\n"
            "[Start \"X../.../...:O\"]\n"
            "\n"
            "*\n");
}

TEST(RecordWriter, WrapsCommentsAtSingleBlanksOnly) {
  Record record = record_of("tictactoe", {"A1", "B1"});
  record.comment = " a  b } \\ [%eval draw] [x\ny ";
  record.moves[0].comment =
      "The corner is as good as the middle here, if only because nobody who begins can lose "
      "with  either\tof [both]: a line is never broken before a bracket or at two blanks";
  record.moves[0].evaluation = Score::estimate(0.5);
  record.moves[1].evaluation = Score::loss_in(3);
  EXPECT_EQ(
      print_record(record),
      "[Game \"tictactoe\"]\n"
      "[Variant \"3x3\"]\n"
      "[Result \"*\"]\n"
      "\n"
      "{\\ a  b \\} \\\\ \\[%eval draw] [x\\ny\\ } 1. A1 {[%eval 0.500] The corner is as good\n"
      "as the middle here, if only because nobody who begins can lose\n"
      "with  either\tof [both]: a line is never broken before a bracket or at two\n"
      "blanks} B1 {[%eval loss:3]} *\n");
}

TEST(RecordWriter, SeparatesGamesByAnEmptyLine) {
  std::ostringstream output;
  RecordWriter writer(output);
  writer.write(record_of("tictactoe", {}));
  writer.write(record_of("tictactoe", {"A1"}));
  EXPECT_EQ(output.str(),
            "[Game \"tictactoe\"]\n[Variant \"3x3\"]\n[Result \"*\"]\n\n*\n\n"
            "[Game \"tictactoe\"]\n[Variant \"3x3\"]\n[Result \"*\"]\n\n1. A1 *\n");
}

TEST(RecordWriter, RefusesWhatCouldNotBeReadBack) {
  const Record good = record_of("tictactoe", {"A1"});
  const std::string too_long(kMaxRecordText + 1, 'x');
  std::vector<Record> bad(8, good);
  bad[0].tags = {{"Result", "1-0"}};
  bad[1].tags = {{"two words", ""}};
  bad[2].tags = {{"Twice", ""}, {"Twice", ""}};
  bad[3].tags = {{"Event", too_long}};
  bad[4].comment = too_long;
  bad[5].moves[0].comment = too_long;
  for (std::size_t count = 0; count <= kMaxTags; ++count) {
    bad[6].tags.push_back({"Tag" + std::to_string(count), ""});
  }
  bad[7].moves.resize(kMaxRecordMoves + 1);
  for (const Record& record : bad) {
    std::ostringstream output;
    EXPECT_THROW(RecordWriter(output).write(record), std::invalid_argument);
    EXPECT_EQ(output.str(), "");
  }
}

TEST(Record, ChangesItsTags) {
  Record record = record_of("tictactoe", {});
  record.set_tag("A", "1");
  record.set_tag("B", "2");
  record.set_tag("A", "3");
  EXPECT_EQ(record.tags, (std::vector<Tag>{{"A", "3"}, {"B", "2"}}));
  record.set_tag("A", "");
  EXPECT_EQ(record.tag("A"), "");
  EXPECT_EQ(record.tag("B"), "2");
  EXPECT_EQ(record.tags.size(), 1u);
}

}  // namespace
}  // namespace spielwerk
