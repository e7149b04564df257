// The TowerWars text game on foreign input: the first line gives the size and the players.
#include "fuzz/fuzzing.h"
#include "games/towerwars/console.h"
#include "protocols/all_players.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  std::string_view input = fuzz::as_text(data, size);
  std::vector<std::string> arguments = fuzz::take_arguments(input);
  // Waiting finds nothing, two computers may play for ever, and chance hides findings.
  for (const std::string& argument : arguments) {
    if (argument == "-delay" || argument == "-red") return 0;
  }
  arguments.insert(arguments.end(), {"-seed", "1"});
  fuzz::run(input, [&](Streams& streams) {
    towerwars::run_console(arguments, streams, console_players());
  });
  return 0;
}
