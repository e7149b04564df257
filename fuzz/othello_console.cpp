// The Othello shell on foreign input.
#include "fuzz/fuzzing.h"
#include "games/othello/console.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  const std::string output = fuzz::run(fuzz::as_text(data, size), [](Streams& streams) {
    fuzz::require(othello::run_console({}, streams) == 0, "the shell ends with status 0");
  });
  fuzz::require(output.starts_with("othello> "), "a prompt comes first");
  return 0;
}
