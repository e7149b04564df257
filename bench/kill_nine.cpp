// Kills a server with SIGKILL again and again while people play there, and tells whether anything
// that they were told has happened is missing.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "tests/support/kill_rounds.h"
#include "tests/support/temporary_folder.h"

namespace {

using spielwerk::test::KillFigures;

void print(const KillFigures& figures) {
  fmt::print("kills {}  moves acknowledged {}  guests seated {}  lost {}  doubled {}\n",
             figures.kills, figures.moves, figures.joined, figures.lost, figures.doubled);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const int kills = count > 1 ? std::atoi(arguments[1]) : 1'000;
  if (kills < 1 || count > 2) {
    fmt::print(stderr, "usage: kill_nine [KILLS]\n");
    return 2;
  }
  const spielwerk::test::TemporaryFolder folder;
  const KillFigures figures = spielwerk::test::kill_again_and_again(folder.path("data"), kills, 7,
                                                                    [](const KillFigures& so_far) {
                                                                      if (so_far.kills % 100 == 0)
                                                                        print(so_far);
                                                                    });
  fmt::print("at the end: ");
  print(figures);
  fmt::print("stored but not acknowledged {}  tables {}  damaged {}\n", figures.unsaid,
             figures.tables, figures.damaged);
  for (const std::string& each : figures.problems) fmt::print("{}\n", each);
  const bool is_well = figures.problems.empty() && figures.kills == kills && figures.lost == 0 &&
                       figures.doubled == 0 && figures.damaged == 0;
  return is_well ? 0 : 1;
}
