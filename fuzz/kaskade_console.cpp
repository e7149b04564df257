// The Kaskade text game on foreign input: the first line is a board size and a position.
#include "fuzz/fuzzing.h"
#include "games/all_games.h"
#include "games/kaskade/console.h"
#include "protocols/all_players.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  std::string_view input = fuzz::as_text(data, size);
  const auto game = all_games().parse("kaskade:" + std::string(fuzz::take_line(input)));
  if (!game) return 0;
  const auto start = game->parse_position(fuzz::take_line(input));
  kaskade::ConsoleSettings settings;
  // Every other game is against the strategy.
  settings.players[0] = console_players()(*game, "human").value();
  settings.players[1] =
      console_players()(*game, size % 2 == 1 ? "simple:depth=1" : "human").value();
  fuzz::run(input, [&](Streams& streams) {
    const int status =
        kaskade::run_console(*game, start ? *start : game->start(), settings, streams);
    fuzz::require(status == 0, "the game ends with status 0");
  });
  return 0;
}
