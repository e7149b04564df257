// Variant texts: reading, printing, standards, and errors with their positions.
#include "core/variant.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace spielwerk {
namespace {

std::vector<Parameter> number_game() {
  return {{.name = "size", .range = {18, 20, 2}, .standard = "18"},
          {.name = "edges",
           .kind = ParameterKind::Choice,
           .choices = {"standard", "torus"},
           .standard = "standard"},
          {.name = "players", .range = {2, 4}, .standard = "2"}};
}

std::vector<Parameter> rectangle_game() {
  return {{.name = "size",
           .kind = ParameterKind::Rectangle,
           .range = {2, 26, 2},
           .second_range = {2, 98, 2},
           .first_name = "width",
           .second_name = "height",
           .standard = "8x8"},
          {.name = "holes", .kind = ParameterKind::Cells, .standard = ""}};
}

TEST(Variant, ReadsNumbersChoicesAndRectangles) {
  const auto torus = parse_variant(number_game(), "20,edges=torus,players=4");
  ASSERT_TRUE(torus);
  EXPECT_EQ(torus->number("size"), 20);
  EXPECT_EQ(torus->text("edges"), "torus");
  EXPECT_EQ(torus->number("edges"), 1);
  EXPECT_EQ(torus->number("players"), 4);

  const auto holes = parse_variant(rectangle_game(), "4x98,holes=C3:C6+F3:F6");
  ASSERT_TRUE(holes);
  EXPECT_EQ(holes->rectangle("size"), (std::pair{4, 98}));
  EXPECT_EQ(holes->text("holes"), "C3:C6+F3:F6");
}

TEST(Variant, FillsInStandards) {
  const auto standard = parse_variant(number_game(), "");
  ASSERT_TRUE(standard);
  EXPECT_EQ(standard->number("size"), 18);
  EXPECT_EQ(standard->text("edges"), "standard");
  EXPECT_EQ(standard, parse_variant(number_game(), "18"));
  EXPECT_EQ(standard, parse_variant(number_game(), "18,players=2"));
  EXPECT_EQ(standard, parse_variant(number_game(), "size=18"));
  EXPECT_EQ(parse_variant(number_game(), "edges=torus"),
            parse_variant(number_game(), "18,edges=torus"));
  EXPECT_NE(standard, parse_variant(number_game(), "20"));
}

TEST(Variant, PrintsTheShortestText) {
  const auto printed = [](const std::vector<Parameter>& parameters, std::string_view text) {
    return print_variant(parameters, parse_variant(parameters, text).value());
  };
  EXPECT_EQ(printed(number_game(), ""), "18");
  EXPECT_EQ(printed(number_game(), "018"), "18");
  EXPECT_EQ(printed(number_game(), "players=3,edges=standard,size=20"), "20,players=3");
  EXPECT_EQ(printed(number_game(), "players=4,edges=torus"), "18,edges=torus,players=4");
  EXPECT_EQ(printed(rectangle_game(), "08x010"), "8x10");
  EXPECT_EQ(printed(rectangle_game(), "8x8,holes="), "8x8");
}

TEST(Variant, PrintingAndReadingAgree) {
  for (const int size : {18, 20}) {
    for (const std::string edges : {"standard", "torus"}) {
      for (int players = 2; players <= 4; ++players) {
        const std::string text = "edges=" + edges + ",players=" + std::to_string(players) +
                                 ",size=" + std::to_string(size);
        const auto variant = parse_variant(number_game(), text);
        ASSERT_TRUE(variant) << text;
        const std::string shortest = print_variant(number_game(), *variant);
        EXPECT_EQ(parse_variant(number_game(), shortest), variant) << shortest;
      }
    }
  }
}

struct BadText {
  std::string_view text;
  std::size_t position;
  std::string_view expected;
};

TEST(Variant, SaysWhatWasExpectedWhere) {
  for (const BadText& bad : std::vector<BadText>{
           {"19", 0, "size 18|20"},
           {"22", 0, "size 18|20"},
           {"x", 0, "size 18|20"},
           {"-18", 0, "size 18|20"},
           {"18 ", 2, "nothing more"},
           {"18x18", 2, "nothing more"},
           {"18,", 3, "one of size=…, edges=…, players=…"},
           {"18,torus", 3, "one of size=…, edges=…, players=…"},
           {"18,colour=red", 3, "one of size=…, edges=…, players=…"},
           {"colour=red", 0, "one of size=…, edges=…, players=…"},
           {"18,edges=klein", 9, "standard|torus"},
           {"18,edges=", 9, "standard|torus"},
           {"18,players=5", 11, "players 2..4"},
           {"18,players=2,players=3", 13, "players only once"},
           {"18,size=20", 3, "size only once"},
       }) {
    const auto variant = parse_variant(number_game(), bad.text);
    ASSERT_FALSE(variant) << bad.text;
    EXPECT_EQ(variant.error(), (ParseError{bad.position, std::string(bad.expected)})) << bad.text;
  }
  for (const BadText& bad : std::vector<BadText>{
           {"8", 1, "'x' and the second number"},
           {"8x", 2, "height 2..98 in steps of 2"},
           {"7x8", 0, "width 2..26 in steps of 2"},
           {"8x7", 2, "height 2..98 in steps of 2"},
           {"28x8", 0, "width 2..26 in steps of 2"},
           {"8x100", 2, "height 2..98 in steps of 2"},
           {"8X8", 1, "'x' and the second number"},
           {"8x8x8", 3, "nothing more"},
       }) {
    const auto variant = parse_variant(rectangle_game(), bad.text);
    ASSERT_FALSE(variant) << bad.text;
    EXPECT_EQ(variant.error(), (ParseError{bad.position, std::string(bad.expected)})) << bad.text;
  }
}

TEST(Variant, TellsWhatMayBeWritten) {
  EXPECT_EQ(print_choices(number_game()[0]), "18|20");
  EXPECT_EQ(print_choices(number_game()[1]), "standard|torus");
  EXPECT_EQ(print_choices(number_game()[2]), "2..4");
  EXPECT_EQ(print_choices(rectangle_game()[0]),
            "width 2..26 in steps of 2 x height 2..98 in steps of 2");
  EXPECT_NE(print_choices(rectangle_game()[1]), "");
}

}  // namespace
}  // namespace spielwerk
