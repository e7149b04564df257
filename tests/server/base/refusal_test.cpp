// Refusals: sentences with their parameters, in the order in which the sentence names them.
#include "server/base/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spielwerk::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Refusal, TellsItsParameters) {
  const Refusal plain = refusal<RefusalCode::NotSeated>();
  EXPECT_EQ(plain.name(), "not_seated");
  EXPECT_EQ(plain.reason, "only players may do that");
  EXPECT_EQ(plain.status(), 403);
  EXPECT_THAT(plain.parameters, IsEmpty());
  const Refusal range = refusal<RefusalCode::OutOfRange>("port", 1, 65'535);
  EXPECT_EQ(range.reason, "port must be a whole number from 1 to 65535");
  EXPECT_THAT(range.parameters,
              ElementsAre(Pair("field", "port"), Pair("min", "1"), Pair("max", "65535")));
  // What is put in is not looked through for further parameters.
  const Refusal move = refusal<RefusalCode::NotPossible>("{objection}", "taken");
  EXPECT_EQ(move.reason, "{objection} is not possible: taken");
}

TEST(Refusal, OfATextSaysWhatWasExpectedWhere) {
  const Refusal misread_text = misread({2, "a row from 1 to 8"}, "A99", "move");
  EXPECT_EQ(misread_text.name(), "expected");
  EXPECT_EQ(misread_text.reason, "expected a row from 1 to 8 at character 3, found '9'");
  EXPECT_THAT(misread_text.parameters,
              ElementsAre(Pair("expected", "a row from 1 to 8"), Pair("found", "9"),
                          Pair("field", "move"), Pair("character", "3")));
}

}  // namespace
}  // namespace spielwerk::server
