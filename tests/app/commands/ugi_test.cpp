// `spielwerk ugi`: the same answers in this process and in another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/version.h"
#include "games/all_games.h"
#include "tests/support/process.h"
#include "tests/support/program.h"
#include "tests/support/ugi_conversation.h"

namespace spielwerk::test {
namespace {

using testing::HasSubstr;

TEST(Ugi, AnswersTheSameInEveryProcess) {
  for (const auto& each : all_games().games()) {
    SCOPED_TRACE(each->name);
    // The best move is only waited for at the end of the input.
    const std::string input = "ugi\nsetoption name Seed value 3\ngo nodes 2000\n";
    const auto here = run_program({"ugi", each->name}, input);
    EXPECT_EQ(here.status, 0);
    EXPECT_THAT(here.output, HasSubstr("id name " + program_name() + " " + each->title + "\n"));
    EXPECT_THAT(here.output, HasSubstr("\nbestmove "));
    EXPECT_EQ(without_times(run_process({"ugi", each->name}, input)), without_times(here.output));
  }
}

TEST(Ugi, SaysWhatIsWrong) {
  const auto result = run_program({"ugi", "chess"}, "ugi\n");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.error, HasSubstr("spielwerk ugi: expected a game: "));
  EXPECT_EQ(run_program({"ugi"}).status, 1);
  EXPECT_THAT(run_program({"ugi", "--help"}).output, HasSubstr("Examples:"));
}

}  // namespace
}  // namespace spielwerk::test
