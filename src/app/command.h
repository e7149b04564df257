// A subcommand of the program: a name, a line of help, and what it does.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/streams.h"

namespace CLI {
class App;
}

namespace spielwerk::app {

struct Command {
  std::string_view name;
  std::string_view summary;
  /// Gets the arguments after the name; returns the exit status: 0 if all went well, 1 if not.
  int (*run)(std::span<const std::string> arguments, Streams& streams);
};

/// All subcommands, in the order of the overview. Each has a file of its own.
std::span<const Command> commands();

/// Runs the program with the arguments after its own name.
int run(std::span<const std::string> arguments, Streams& streams);

/// Reads `arguments` into the options of `parser`. Says whether to go on; if not (help was asked
/// for, or the arguments are wrong), all has been said and `status` is the exit status.
bool parse_arguments(CLI::App& parser, std::span<const std::string> arguments, Streams& streams,
                     int& status);

int run_connect6(std::span<const std::string> arguments, Streams& streams);
int run_othello(std::span<const std::string> arguments, Streams& streams);
int run_towerwars(std::span<const std::string> arguments, Streams& streams);
int run_kaskade(std::span<const std::string> arguments, Streams& streams);
int run_tictactoe(std::span<const std::string> arguments, Streams& streams);
int run_play(std::span<const std::string> arguments, Streams& streams);
int run_replay(std::span<const std::string> arguments, Streams& streams);
int run_match(std::span<const std::string> arguments, Streams& streams);
int run_perft(std::span<const std::string> arguments, Streams& streams);

}  // namespace spielwerk::app
