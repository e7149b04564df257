// spielwerk ugi: lets another program drive an engine.
#include "protocols/ugi/session.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>

#include "app/analysis/thinking.h"
#include "app/commands/command.h"

namespace spielwerk::app {

int run_ugi(std::span<const std::string> arguments, Streams& streams) {
  CLI::App parser(
      "Runs a game's engine for another program, which sends lines of the Universal Game\n"
      "Interface and reads the answers; docs/protocols/ugi.md describes it.",
      "spielwerk ugi");
  parser.footer(
      "Examples:\n"
      "  spielwerk ugi othello\n"
      "  printf 'position startpos moves D3 C5\\ngo movetime 500\\n' | spielwerk ugi othello");
  std::string game_text;
  parser.add_option("game", game_text, "the game, with its variant: GAME[:variant]")->required();
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;
  const auto game = read_game(game_text);
  if (!game) {
    fmt::print(streams.error, "spielwerk ugi: {}\n", game.error());
    return 1;
  }
  ugi::converse(*game, kProgram, streams.input, streams.output);
  return 0;
}

}  // namespace spielwerk::app
