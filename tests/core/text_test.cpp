// Reading texts: cursor, integers, splitting and quoting.
#include "core/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace spielwerk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Cursor, WalksFromLeftToRight) {
  Cursor cursor("ab->7");
  EXPECT_EQ(cursor.peek(), 'a');
  cursor.advance();
  EXPECT_EQ(cursor.position(), 1u);
  EXPECT_EQ(cursor.rest(), "b->7");
  EXPECT_FALSE(cursor.skip("->"));
  EXPECT_EQ(cursor.position(), 1u);
  cursor.advance();
  EXPECT_TRUE(cursor.skip("->"));
  EXPECT_EQ(cursor.integer(0, 9, "a digit"), 7);
  EXPECT_TRUE(cursor.at_end());
  EXPECT_EQ(cursor.peek(), '\0');
  EXPECT_EQ(cursor.rest(), "");
}

TEST(Cursor, ReadsWholeNumbersInRange) {
  Cursor cursor("007x12");
  EXPECT_EQ(cursor.integer(1, 7, "a row"), 7);
  EXPECT_EQ(cursor.position(), 3u);
  EXPECT_TRUE(cursor.skip("x"));
  EXPECT_EQ(cursor.integer(12, 12, "a row"), 12);
}

TEST(Cursor, StaysWhereItIsWhenANumberDoesNotFit) {
  for (const std::string_view text :
       {"", "x", "-1", "+1", "0", "11", "99999999999999999999999999999999999999"}) {
    Cursor cursor(text);
    const auto number = cursor.integer(1, 10, "a row");
    ASSERT_FALSE(number) << text;
    EXPECT_EQ(number.error(), (ParseError{0, "a row from 1 to 10"}));
    EXPECT_EQ(cursor.position(), 0u);
  }
  Cursor cursor("2147483647");
  EXPECT_EQ(cursor.integer(0, std::numeric_limits<int>::max(), "a number"), 2147483647);
}

TEST(Cursor, SaysWhereItFails) {
  Cursor cursor("abc");
  cursor.advance(2);
  EXPECT_EQ(cursor.fail("a 'd'").error(), (ParseError{2, "a 'd'"}));
}

TEST(ParseError, MakesASentence) {
  const ParseError error{2, "a row from 1 to 8"};
  EXPECT_EQ(error.message("D:9"), "expected a row from 1 to 8 at character 3, found '9'");
  EXPECT_EQ(error.message("D:"), "expected a row from 1 to 8 after 'D:'");
  EXPECT_EQ((ParseError{0, "a move"}).message(""), "expected a move");
}

TEST(ParseInt32, TakesSignedNumbersOf32Bits) {
  EXPECT_EQ(parse_int32("0"), 0);
  EXPECT_EQ(parse_int32("-0"), 0);
  EXPECT_EQ(parse_int32("0042"), 42);
  EXPECT_EQ(parse_int32("-0042"), -42);
  EXPECT_EQ(parse_int32("2147483647"), std::numeric_limits<int>::max());
  EXPECT_EQ(parse_int32("-2147483648"), std::numeric_limits<int>::min());
  EXPECT_EQ(parse_int32(std::string(1000, '0') + "5"), 5);
}

TEST(ParseInt32, RefusesEverythingElse) {
  for (const std::string_view text :
       {"", "-", "--1", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "x", "1-", "2147483648",
        "-2147483649", "99999999999999999999", "\t1", "1\r", "\xC2\xB2"}) {
    EXPECT_FALSE(parse_int32(text)) << text;
  }
  EXPECT_FALSE(parse_int32(std::string_view("1\0", 2)));
}

TEST(Split, MakesOnePartMoreThanThereAreSeparators) {
  EXPECT_THAT(split("", ';'), ElementsAre(""));
  EXPECT_THAT(split("a", ';'), ElementsAre("a"));
  EXPECT_THAT(split("a;;b", ';'), ElementsAre("a", "", "b"));
  EXPECT_THAT(split(";a;", ';'), ElementsAre("", "a", ""));
}

TEST(Words, IgnoresSurplusBlanks) {
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words("   "), IsEmpty());
  EXPECT_THAT(words("  newGame   8 8 "), ElementsAre("newGame", "8", "8"));
  EXPECT_THAT(words("a\tb"), ElementsAre("a\tb"));
}

TEST(InQuotes, ShowsForeignTextOnOneLine) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("place 1;2"), "'place 1;2'");
  EXPECT_EQ(in_quotes(std::string_view("a\nb\r\t\x1B[31m\x7F\0", 12)),
            "'a\\x0ab\\x0d\\x09\\x1b[31m\\x7f\\x00'");
  EXPECT_EQ(in_quotes("Zürich"), "'Zürich'");
}

TEST(InQuotes, CutsLongTextAfter40Characters) {
  const std::string forty(40, 'x');
  EXPECT_EQ(in_quotes(forty), "'" + forty + "'");
  EXPECT_EQ(in_quotes(forty + "y"), "'" + forty + "…'");
  EXPECT_EQ(in_quotes(std::string(1'000'000, 'x')), "'" + forty + "…'");
}

TEST(InQuotes, NeverCutsInsideACharacter) {
  // The two, three and four bytes of these begin before the fortieth byte and end after it.
  for (const std::string letter : {"ü", "€", "🎲"}) {
    const std::string text = std::string(39, 'x') + letter;
    EXPECT_EQ(in_quotes(text), "'" + text + "'");
    EXPECT_EQ(in_quotes(text + "yz"), "'" + text + "…'");
  }
  // Continuation bytes without end belong to no character.
  const std::string noise(100, '\x80');
  EXPECT_LT(in_quotes(noise).size(), 60u);
}

}  // namespace
}  // namespace spielwerk
