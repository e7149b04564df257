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

/// The program's name and version.
inline constexpr std::string_view kProgram = "Spielwerk 0.1.0";

struct Command {
  std::string_view name;
  std::string_view summary;
  /// Gets the arguments after the name; returns the exit status: 0 if all went well, 1 if not (and
  /// 2 where a command says what that means).
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
/// `spielwerk kaskade serve` and `join` get the arguments behind these words.
int run_kaskade_server(std::span<const std::string> arguments, Streams& streams);
int run_kaskade_client(std::span<const std::string> arguments, Streams& streams);
int run_tictactoe(std::span<const std::string> arguments, Streams& streams);
int run_play(std::span<const std::string> arguments, Streams& streams);
int run_replay(std::span<const std::string> arguments, Streams& streams);
int run_match(std::span<const std::string> arguments, Streams& streams);
int run_perft(std::span<const std::string> arguments, Streams& streams);
int run_ugi(std::span<const std::string> arguments, Streams& streams);
int run_analyse(std::span<const std::string> arguments, Streams& streams);
int run_solve(std::span<const std::string> arguments, Streams& streams);
int run_serve(std::span<const std::string> arguments, Streams& streams);
/// The application as it is started without a command. Opens the page at `path` behind its address;
/// if it is running already, there.
int run_application(const std::string& path, Streams& streams);
int run_bench(std::span<const std::string> arguments, Streams& streams);

}  // namespace spielwerk::app
