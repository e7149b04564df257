#include "app/commands/commands.h"

#include <array>

#include "games/connect6/console.h"
#include "games/othello/console.h"
#include "games/tictactoe/console.h"
#include "protocols/all_players.h"

namespace spielwerk::app {
namespace {

int run_tictactoe(std::span<const std::string> arguments, Streams& streams) {
  return tictactoe::run_console(arguments, streams, console_players());
}

constexpr std::array kCommands{
    CommandEntry{.name = "serve",
                 .summary = "the page on which all games are played; also without any command",
                 .make = make_serve},
    CommandEntry{.name = "play",
                 .summary = "any game in the terminal, against the computer or each other",
                 .make = make_play},
    CommandEntry{
        .name = "replay", .summary = "check, show and convert recorded games", .make = make_replay},
    CommandEntry{.name = "store check",
                 .summary = "whether all games that a server keeps are whole",
                 .make = make_store_check},
    CommandEntry{.name = "store backup",
                 .summary = "a copy of them, also while the server runs",
                 .make = make_store_backup},
    CommandEntry{
        .name = "store export", .summary = "all of them as records", .make = make_store_export},
    CommandEntry{.name = "store import",
                 .summary = "records as games of a server",
                 .make = make_store_import},
    CommandEntry{.name = "connect6",
                 .summary = "the assignment's Connect6 console",
                 .console = connect6::run_console},
    CommandEntry{.name = "kaskade",
                 .summary = "Kaskade as text, also against the computer",
                 .make = make_kaskade},
    CommandEntry{.name = "kaskade serve",
                 .summary = "a Kaskade server for programs and people, many games at once",
                 .make = make_kaskade_serve},
    CommandEntry{.name = "kaskade join",
                 .summary = "you or a computer on somebody's Kaskade server",
                 .make = make_kaskade_join},
    CommandEntry{.name = "othello",
                 .summary = "the assignment's Othello shell",
                 .console = othello::run_console},
    CommandEntry{.name = "tictactoe",
                 .summary = "Tic-Tac-Toe of any size at one keyboard, also against the computer",
                 .console = run_tictactoe},
    CommandEntry{.name = "towerwars",
                 .summary = "TowerWars as a text game, also against the computer",
                 .console = run_towerwars},
    CommandEntry{.name = "analyse",
                 .summary = "the best moves of a position, or how good a game's moves were",
                 .make = make_analyse},
    CommandEntry{.name = "solve",
                 .summary = "what a position is worth with best play, and how",
                 .make = make_solve},
    CommandEntry{.name = "ugi",
                 .summary = "an engine for other programs, by the Universal Game Interface",
                 .make = make_ugi},
    CommandEntry{.name = "bench",
                 .summary = "measure the engines, and show whether they search as before",
                 .make = make_bench},
    CommandEntry{.name = "match",
                 .summary = "two computer players, many games, and who is stronger",
                 .make = make_match},
    CommandEntry{.name = "perft",
                 .summary = "count move sequences, to check and measure the rules",
                 .make = make_perft},
};

}  // namespace

std::span<const CommandEntry> commands() { return kCommands; }

}  // namespace spielwerk::app
