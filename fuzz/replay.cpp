// The whole command `replay` on foreign input: the first line gives its options.
#include "app/commands/program.h"
#include "fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  std::string_view input = fuzz::as_text(data, size);
  std::vector<std::string> arguments{"replay"};
  // Only options: a name would be a file to open.
  for (std::string& word : fuzz::take_arguments(input)) {
    if (word == "--quiet" || word == "--as=record" || word == "--as=transcript") {
      arguments.push_back(std::move(word));
    }
  }
  arguments.emplace_back("-");
  fuzz::run(input, [&](Streams& streams) {
    const int status = app::run(arguments, streams);
    fuzz::require(status == 0 || status == 1, "the command ends with status 0 or 1");
  });
  return 0;
}
