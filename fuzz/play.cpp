// Terminal play on foreign input: the first line names the game, the rest is typed.
#include "app/terminal/terminal_game.h"
#include "fuzz/fuzzing.h"
#include "games/all_games.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  std::string_view input = fuzz::as_text(data, size);
  const auto game = all_games().parse(fuzz::take_line(input));
  if (!game) return 0;
  const std::string output = fuzz::run(input, [&](Streams& streams) {
    // An odd length is a person's, so that prompts and questions are tried too.
    streams.is_terminal = size % 2 == 1;
    app::TerminalGameOptions options{.may_use_files = false};
    // Both seats may be computers' only where games are short.
    options.seats.texts[1] = "random";
    options.seats.limits = {.nodes = 100};
    app::play_in_terminal(Record(*game), all_games(), options, streams);
  });
  fuzz::require(output.starts_with(game->description().title), "the game's title comes first");
  fuzz::require(output.find('\x1b') == std::string::npos, "no control characters get through");
  return 0;
}
