// spielwerk towerwars: the assignment's program, in text or on the page.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/commands/graphic.h"
#include "games/all_games.h"
#include "games/towerwars/arguments.h"
#include "games/towerwars/console.h"
#include "protocols/all_players.h"

namespace spielwerk::app {

int run_towerwars(std::span<const std::string> arguments, Streams& streams) {
  const auto parsed = towerwars::parse_arguments(arguments);
  const auto players = console_players();
  const Game game =
      all_games().parse(fmt::format("towerwars:{}", parsed ? parsed->size : 8)).value();
  const bool is_graphic = parsed && !parsed->wants_help && parsed->is_graphic &&
                          players(game, parsed->red) && players(game, parsed->blue);
  // The console says what is wrong, too.
  if (!is_graphic) return towerwars::run_console(arguments, streams, players);
  GraphicGame wish{.game = game,
                   .start = game.start(),
                   .players = {parsed->red, parsed->blue},
                   .time = parsed->time};
  if (parsed->delay.count() > 0) wish.delay = parsed->delay;
  return conclude("towerwars", run_graphic(wish, streams), streams);
}

}  // namespace spielwerk::app
