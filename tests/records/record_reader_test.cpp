// What the reader accepts, what it refuses and where, and how it goes on after an error.
#include "records/record_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "records/record_writer.h"
#include "tests/support/random_games.h"
#include "tests/support/reading.h"

namespace spielwerk {
namespace {

constexpr std::string_view kTags = "[Game \"tictactoe\"]\n[Variant \"3x3\"]\n\n";

std::string with_tags(std::string_view moves) { return std::string(kTags) + std::string(moves); }

/// The only game in `text`, which must be right.
Record read_one(const std::string& text) {
  auto results = test::read_all(text);
  EXPECT_EQ(results.size(), 1u);
  if (!results[0]) {
    ADD_FAILURE() << results[0].error().location.line << ":" << results[0].error().location.column
                  << ": " << results[0].error().reason;
    return Record(*all_games().parse("tictactoe"));
  }
  return *results[0];
}

std::string move_texts(const Record& record) {
  std::string text;
  for (const RecordedMove& each : record.moves) {
    if (!text.empty()) text += ' ';
    text += record.game.print_move(each.move);
  }
  return text;
}

TEST(RecordReader, ReadsNothingFromNothing) {
  EXPECT_TRUE(test::read_all("").empty());
  EXPECT_TRUE(test::read_all(" \r\n\n\t").empty());
}

TEST(RecordReader, TakesBlanksLineEndsAndByteOrderMarkAsTheyCome) {
  const Record plain = read_one(with_tags("1. A1 {a b} B2 2. C3 *\n"));
  EXPECT_EQ(move_texts(plain), "A1 B2 C3");
  EXPECT_EQ(plain.moves[0].comment, "a b");
  EXPECT_EQ(read_one("\xEF\xBB\xBF[Game \"tictactoe\"]\r\n[Variant \"3x3\"]\r\n\r\n"
                     "1. A1 {a\r\nb} B2 2. C3 *\r\n"),
            plain);
  EXPECT_EQ(read_one("\n\n[Game \t\"tictactoe\" ]A1{ a b }b2{}\n\n c3\t*").moves.size(), 3u);
}

TEST(RecordReader, TakesMovesWithAndWithoutNumbers) {
  for (const std::string_view moves : {"1. A1 B2 2. C3 *", "1.A1 B2 2.C3 *", "A1 B2 C3 *",
                                       "1.\nA1\nB2\n2.\nC3\n*", "A1 B2 2. C3 *"}) {
    EXPECT_EQ(move_texts(read_one(with_tags(moves))), "A1 B2 C3") << moves;
  }
}

TEST(RecordReader, KeepsTagsInOrderAndUnescapesThem) {
  const Record record = read_one(
      "[Game \"tictactoe\"]\n[Zeta \"a \\\"b\\\" \\\\ c\\n\\rd\"]\n[Alpha \"\"]\n"
      "[Result \"*\"]\n[Player1 \"\xC3\x84nne ] [ { ;\"]\n*");
  const std::vector<Tag> expected{
      {"Zeta", "a \"b\" \\ c\n\rd"}, {"Alpha", ""}, {"Player1", "\xC3\x84nne ] [ { ;"}};
  EXPECT_EQ(record.tags, expected);
  EXPECT_EQ(record.game.text(), "tictactoe:3x3");
}

TEST(RecordReader, ReadsCommentsAndEvaluations) {
  const auto comment_of = [](std::string_view comment) {
    return read_one(with_tags(fmt::format("A1 {} *", comment))).moves[0];
  };
  EXPECT_EQ(comment_of("{}").comment, "");
  EXPECT_EQ(comment_of("{  two  words\t}").comment, "two  words");
  EXPECT_EQ(comment_of("{one \n\t\n line}").comment, "one line");
  EXPECT_EQ(comment_of("{\\ kept\\ }").comment, " kept ");
  EXPECT_EQ(comment_of("{a\\}b\\\\c\\nd\\re\\[f {g}").comment, "a}b\\c\nd\re[f {g");
  EXPECT_EQ(comment_of("{a}{b} {} {c}").comment, "a b c");
  EXPECT_EQ(comment_of("{; % [clk] [%clk 1] [Game}").comment, "; % [clk] [%clk 1] [Game");

  const RecordedMove scored = comment_of("{before [%eval 0.625] after}");
  EXPECT_EQ(scored.comment, "before after");
  EXPECT_EQ(scored.evaluation, Score::estimate(0.625));
  EXPECT_EQ(comment_of("{[%eval win:5]}").evaluation, Score::win_in(5));
  EXPECT_EQ(comment_of("{[%eval win:5]}").comment, "");
  EXPECT_EQ(comment_of("{a} {b [%eval draw]}").evaluation, Score::draw());
  EXPECT_EQ(comment_of("{\\[%eval draw]}").evaluation, std::nullopt);

  EXPECT_EQ(read_one(with_tags("{first} {of all} A1 *")).comment, "first of all");
}

TEST(RecordReader, TakesAnyResultThatTheRulesAllow) {
  EXPECT_EQ(read_one(with_tags("*")).result, Outcome::ongoing());
  EXPECT_EQ(read_one(with_tags("A1 1-0")).result, Outcome::win(0));
  EXPECT_EQ(read_one(with_tags("A1 1/2-1/2")).result, Outcome::draw());
  EXPECT_EQ(read_one(with_tags("A1 B1 A2 B2 A3 1-0")).result, Outcome::win(0));
  EXPECT_EQ(read_one("[Game \"connect6\"]\n[Variant \"18,players=3\"]\n0-0-1").result,
            Outcome::win(2));
}

TEST(RecordReader, BeginsAtTheStartPosition) {
  const Record record = read_one("[Game \"tictactoe\"]\n[Start \"XX./OO./...:O\"]\n1. B3 0-1");
  EXPECT_EQ(record.start.text(), "XX./OO./...:O");
  EXPECT_EQ(record.final_position().text(), "XX./OOO/...:X");
}

struct Mistake {
  std::string text;
  SourceLocation location;
  std::string reason;
  /// The moves before it; "-" if it is not known which game it is.
  std::string moves;
};

class RecordMistake : public testing::TestWithParam<Mistake> {};

TEST_P(RecordMistake, IsExplainedAndLosesNothing) {
  const Mistake& mistake = GetParam();
  // In the midst of a file, the games around must come through.
  const std::string good = with_tags("A1 *\n");
  const auto results = test::read_all(mistake.text + "\n" + good);
  ASSERT_EQ(results.size(), 2u);
  ASSERT_FALSE(results[0]);
  const RecordError& error = results[0].error();
  EXPECT_EQ(error.reason, mistake.reason);
  // Whoever says it in another language knows what was said here.
  EXPECT_NE(error.code, "");
  for (const auto& [name, value] : error.parameters) {
    EXPECT_NE(error.reason.find(value), std::string::npos) << name << " is " << value;
  }
  EXPECT_EQ(error.location, mistake.location)
      << error.location.line << ":" << error.location.column;
  EXPECT_EQ(error.partial ? move_texts(*error.partial) : "-", mistake.moves);
  if (error.partial) {
    EXPECT_EQ(read_one(print_record(*error.partial)), *error.partial);
  }
  ASSERT_TRUE(results[1]) << results[1].error().reason;
  EXPECT_EQ(*results[1], read_one(good));
}

const std::string kLong(kMaxRecordText + 1, 'x');

INSTANTIATE_TEST_SUITE_P(
    Records, RecordMistake,
    testing::Values(
        Mistake{"A1", {1, 1}, "expected a game, beginning with '[Game '", "-"},
        Mistake{"\n  [Event \"x\"]\n*", {2, 3}, "expected a game, beginning with '[Game '", "-"},
        Mistake{"[Game \"chess\"]\n*", {1, 8}, "there is no game 'chess'", "-"},
        Mistake{"[Game chess]\n*", {1, 7}, "expected '\"' and the value of the tag", "-"},
        Mistake{"[Game \"tictactoe\"\n*", {1, 18}, "expected ']' at the end of the tag", "-"},
        Mistake{"[Game \"tictactoe\n*", {1, 17}, "expected '\"' at the end of the value", "-"},
        Mistake{"[Game \"tictactoe\"]\n[Variant \"3x11\"]\n*",
                {2, 13},
                "expected columns 3..10, found '11'",
                "-"},
        Mistake{"[Game \"tictactoe\"]\n[Event \"x\"]\n[Variant \"3x3\"]\n*",
                {3, 1},
                "Game and Variant come first, and once",
                ""},
        Mistake{"[Game \"tictactoe\"]\n[E-mail \"x\"]\n*",
                {2, 1},
                "'E-mail' is not the name of a tag",
                "-"},
        Mistake{"[Game \"tictactoe\"]\n[Event \"x\"]\n[Event \"y\"]\n*",
                {3, 1},
                "a second tag Event",
                ""},
        Mistake{"[Game \"tictactoe\"]\n[Event \"\xC3\xBC\\t\"]\n*",
                {2, 10},
                "after '\\' expected one of '\\ \" n r'",
                "-"},
        Mistake{"[Game \"tictactoe\"]\n[Start \"XX./OO./..:O\"]\n*",
                {2, 19},
                "expected '.' or one of 'XO', found ':O'",
                ""},
        Mistake{"[Game \"tictactoe\"]\n[Result \"2-0\"]\n*",
                {2, 10},
                "expected a result such as 1-0, 1/2-1/2 or *, found '2-0'",
                ""},
        Mistake{with_tags("A1 B2"),
                {5, 1},
                "expected a move or the result, with which every game ends",
                "A1 B2"},
        Mistake{"[Game \"tictactoe\"]\n",
                {3, 1},
                "expected a move or the result, with which every game ends",
                "-"},
        Mistake{with_tags("1. A1 B2\n2. B2 *"),
                {5, 4},
                "B2 is not possible: B2 is taken by O",
                "A1 B2"},
        Mistake{with_tags("A1 B1 A2 B2 A3 B3 1-0"),
                {4, 16},
                "B3 is not possible: the game is over",
                "A1 B1 A2 B2 A3"},
        Mistake{with_tags("A1 B4 *"), {4, 5}, "expected a column from 1 to 3, found '4'", "A1"},
        Mistake{with_tags("A1 B *"), {4, 5}, "expected a column from 1 to 3 after 'B'", "A1"},
        Mistake{with_tags("A1 B2x *"), {4, 6}, "expected the end of the move, found 'x'", "A1"},
        Mistake{with_tags("A1 {\xC3\xBC} ?! *"),
                {4, 8},
                "expected a move or a result, found '?!'",
                "A1"},
        Mistake{
            with_tags("1. A1 2. B2 *"), {4, 7}, "the move number '2.' does not belong here", "A1"},
        Mistake{with_tags("1. 1. A1 *"), {4, 4}, "the move number '1.' does not belong here", ""},
        Mistake{with_tags("A1 {open *"),
                {4, 4},
                "the comment has no end, '}', before the next game",
                "A1"},
        Mistake{with_tags("A1 {a\\tb} *"),
                {4, 6},
                "after '\\' expected one of '\\ } [ n r' or a blank",
                "A1"},
        Mistake{with_tags("A1 {[%eval 2.000]} *"),
                {4, 12},
                "expected a score: 0.000 to 1.000, win:N, loss:N or draw, found '2.000'",
                "A1"},
        Mistake{with_tags("A1 {[%eval draw} *"), {4, 16}, "expected ']'", "A1"},
        Mistake{with_tags("A1 {[%eval draw][%eval draw]} *"),
                {4, 17},
                "a second evaluation of the same move",
                "A1"},
        Mistake{with_tags("A1 {[%eval draw]} {[%eval draw]} *"),
                {4, 19},
                "a second evaluation of the same move",
                "A1"},
        Mistake{
            with_tags("{[%eval draw]} A1 *"), {4, 1}, "an evaluation before the first move", ""},
        Mistake{with_tags("A1 B1 A2 B2 A3 *"),
                {4, 16},
                "the result * contradicts the rules, by which it is 1-0",
                "A1 B1 A2 B2 A3"},
        Mistake{"[Game \"tictactoe\"]\n[Result \"0-1\"]\nA1 1-0",
                {3, 4},
                "the result 1-0 contradicts the tag Result, 0-1",
                "A1"},
        Mistake{with_tags("A1 1-0-0"), {4, 4}, "expected a move or a result, found '1-0-0'", "A1"},
        Mistake{with_tags("A1 " + kLong + " *"), {4, 4}, "a word of more than 65536 bytes", "A1"},
        Mistake{
            with_tags("A1 {" + kLong + "} *"), {4, 4}, "a comment of more than 65536 bytes", "A1"},
        Mistake{with_tags("A1 {" + kLong.substr(40'000) + "} {" + kLong.substr(20'000) + "} *"),
                {4, 25544},
                "a comment of more than 65536 bytes",
                "A1"},
        Mistake{"[Game \"tictactoe\"]\n[Event \"" + kLong + "\"]\n*",
                {2, 9},
                "a tag value of more than 65536 bytes",
                "-"},
        Mistake{"[Game \"tictactoe\"]\n[" + kLong + " \"\"]\n*",
                {2, 1},
                "a tag name of more than 65536 bytes",
                "-"}));

TEST(RecordReader, TellsProblemsWithoutALanguage) {
  const auto problem = [](const std::string& text) -> Problem {
    return test::read_all(text).at(0).error();
  };
  using Parameters = decltype(Problem::parameters);
  const Problem taken = problem(with_tags("A1 A1 *"));
  EXPECT_EQ(taken.code, "not_possible");
  EXPECT_EQ(taken.parameters, (Parameters{{"move", "A1"}, {"objection", "A1 is taken by X"}}));
  const Problem outside = problem(with_tags("A1 B4 *"));
  EXPECT_EQ(outside.code, "expected");
  EXPECT_EQ(outside.parameters, (Parameters{{"expected", "a column from 1 to 3"}, {"found", "4"}}));
  EXPECT_EQ(problem(with_tags("A1 B *")).parameters,
            (Parameters{{"expected", "a column from 1 to 3"}, {"after", "B"}}));
  const Problem result = problem(with_tags("A1 B1 A2 B2 A3 *"));
  EXPECT_EQ(result.code, "contradicts_rules");
  EXPECT_EQ(result.parameters, (Parameters{{"result", "*"}, {"right", "1-0"}}));
}

TEST(RecordReader, FindsTheNextGameOnlyAtTheBeginningOfALine) {
  const auto results = test::read_all(with_tags("A1 A1 [Game \"tictactoe\"] *\n [Game \"x\"]\n") +
                                      "[Game \"tictactoe\"]\n*\n");
  ASSERT_EQ(results.size(), 2u);
  EXPECT_FALSE(results[0]);
  EXPECT_TRUE(results[1]);
}

TEST(RecordReader, TellsWhereEachGameBegan) {
  std::istringstream input(with_tags("A1 *\n\n") + "[Game \"tictactoe\"]\n*\n");
  RecordReader reader(input, all_games());
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.game_location(), (SourceLocation{1, 1}));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.game_location(), (SourceLocation{6, 1}));
}

TEST(RecordReader, LimitsAllCommentsTogether) {
  // 256 comments of the greatest length are just allowed, one byte more is not.
  Random random(1);
  Record record = test::random_game(*all_games().parse("othello:26x98"), random, 256);
  ASSERT_EQ(record.moves.size(), 256u);
  record.comment = kLong.substr(1);
  for (RecordedMove& each : record.moves) each.comment = kLong.substr(1);
  record.moves.back().comment.clear();
  std::string text = print_record(record);
  text.insert(text.rfind('*'), "{x} ");
  const auto results = test::read_all(text);
  ASSERT_EQ(results.size(), 1u);
  ASSERT_FALSE(results[0]);
  EXPECT_EQ(results[0].error().reason, "more than 16777216 bytes of comments");
  EXPECT_EQ(*results[0].error().partial, record);
}

TEST(RecordReader, LimitsTags) {
  std::string many = "[Game \"tictactoe\"]\n";
  for (std::size_t count = 0; count < kMaxTags; ++count) many += fmt::format("[T{} \"\"]\n", count);
  EXPECT_EQ(read_one(many + "*").tags.size(), kMaxTags);
  const auto results = test::read_all(many + "[OneMore \"\"]\n*");
  ASSERT_EQ(results.size(), 1u);
  ASSERT_FALSE(results[0]);
  EXPECT_EQ(results[0].error().reason, "more than 256 tags");
}

/// A stream that never ends, as a device or a hostile peer can be.
class Endless : public std::streambuf {
 public:
  explicit Endless(std::size_t length) : left_(length) {}

 protected:
  int_type underflow() override {
    if (left_ == 0) return traits_type::eof();
    --left_;
    setg(&character_, &character_, &character_ + 1);
    return traits_type::to_int_type(character_);
  }

 private:
  std::size_t left_;
  char character_ = 'x';
};

TEST(RecordReader, SkipsWhatItRefusesWithoutKeepingIt) {
  Endless endless(20'000'000);
  std::istream input(&endless);
  RecordReader reader(input, all_games(), RecordFormat::Auto);
  const auto result = reader.next();
  ASSERT_TRUE(result);
  ASSERT_FALSE(*result);
  EXPECT_EQ(result->error().reason, "a line of more than 65536 bytes");
  EXPECT_FALSE(reader.next());
}

}  // namespace
}  // namespace spielwerk
