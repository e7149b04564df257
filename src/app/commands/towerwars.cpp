// spielwerk towerwars: the assignment's program, in text or on the page.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/commands/graphic.h"
#include "games/all_games.h"
#include "games/towerwars/arguments.h"
#include "games/towerwars/console.h"

namespace spielwerk::app {

int run_towerwars(std::span<const std::string> arguments, Streams& streams) {
  const auto parsed = towerwars::parse_arguments(arguments);
  // The console says what is wrong, too.
  if (!parsed || parsed->wants_help || !parsed->is_graphic) {
    return towerwars::run_console(arguments, streams);
  }
  const Game game = all_games().parse(fmt::format("towerwars:{}", parsed->size)).value();
  GraphicGame wish{.game = game,
                   .start = game.start(),
                   .players = {std::string(towerwars::print_player_type(parsed->red)),
                               std::string(towerwars::print_player_type(parsed->blue))},
                   .time = parsed->time};
  if (parsed->delay.count() > 0) wish.delay = parsed->delay;
  return conclude("towerwars", run_graphic(wish, streams), streams);
}

}  // namespace spielwerk::app
