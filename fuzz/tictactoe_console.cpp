// The Tic-Tac-Toe console on foreign input: the first line gives the start arguments.
#include "fuzz/fuzzing.h"
#include "games/tictactoe/console.h"
#include "protocols/all_players.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  std::string_view input = fuzz::as_text(data, size);
  const std::vector<std::string> arguments = fuzz::take_arguments(input);
  fuzz::run(input, [&](Streams& streams) {
    tictactoe::run_console(arguments, streams, console_players());
  });
  return 0;
}
