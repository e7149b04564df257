// The Connect6 console on foreign input: the first line gives the start arguments.
#include "fuzz/fuzzing.h"
#include "games/connect6/console.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  std::string_view input = fuzz::as_text(data, size);
  const std::vector<std::string> arguments = fuzz::take_arguments(input);
  fuzz::run(input, [&](Streams& streams) { connect6::run_console(arguments, streams); });
  return 0;
}
