#include "app/commands/command.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "core/text.h"

namespace spielwerk::app {
namespace {

constexpr std::array kCommands{
    Command{"serve", "the page on which all games are played; also without any command", run_serve},
    Command{"play", "any game in the terminal, against the computer or each other", run_play},
    Command{"replay", "check, show and convert recorded games", run_replay},
    Command{"connect6", "the assignment's Connect6 console", run_connect6},
    Command{"kaskade",
            "Kaskade as text, also against the computer; serve and join: over the network",
            run_kaskade},
    Command{"othello", "the assignment's Othello shell", run_othello},
    Command{"tictactoe", "Tic-Tac-Toe of any size at one keyboard, also against the computer",
            run_tictactoe},
    Command{"towerwars", "TowerWars as a text game, also against the computer", run_towerwars},
    Command{"analyse", "the best moves of a position, or how good a game's moves were",
            run_analyse},
    Command{"solve", "what a position is worth with best play, and how", run_solve},
    Command{"ugi", "an engine for other programs, by the Universal Game Interface", run_ugi},
    Command{"bench", "measure the engines, and show whether they search as before", run_bench},
    Command{"match", "two computer players, many games, and who is stronger", run_match},
    Command{"perft", "count move sequences, to check and measure the rules", run_perft},
};

void print_overview(std::ostream& output) {
  fmt::print(output,
             "{}: five abstract board games, for people and programs.\n\n"
             "  spielwerk COMMAND [arguments]      each has --help with examples\n\n",
             kProgram);
  for (const Command& command : commands()) {
    fmt::print(output, "  {:<10} {}\n", command.name, command.summary);
  }
  fmt::print(output, "\nTry: spielwerk play othello\n");
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

int run(std::span<const std::string> arguments, Streams& streams) {
  if (arguments.empty()) return run_application("", streams);
  if (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
    print_overview(streams.output);
    return 0;
  }
  if (arguments[0] == "--version") {
    fmt::print(streams.output, "{}\n", kProgram);
    return 0;
  }
  // The application's options without its name.
  if (arguments[0].starts_with("--")) return run_serve(arguments, streams);
  const auto found = std::find_if(commands().begin(), commands().end(),
                                  [&](const Command& each) { return each.name == arguments[0]; });
  if (found == commands().end()) {
    fmt::print(streams.error, "spielwerk: there is no command {}; 'spielwerk --help' lists them\n",
               in_quotes(arguments[0]));
    return 1;
  }
  return found->run(arguments.subspan(1), streams);
}

bool parse_arguments(CLI::App& parser, std::span<const std::string> arguments, Streams& streams,
                     int& status) {
  // CLI11 takes them in reverse order.
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  status = 0;
  try {
    parser.parse(reversed);
    return true;
  } catch (const CLI::CallForHelp&) {
    streams.output << parser.help() << '\n';
  } catch (const CLI::ParseError& problem) {
    fmt::print(streams.error, "{0}: {1}; see '{0} --help'\n", parser.get_name(), problem.what());
    status = 1;
  }
  return false;
}

}  // namespace spielwerk::app
