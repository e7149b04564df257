// One frame for all commands: what they share in reading their arguments, in complaining and in
// ending.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>

#include "app/commands/options.h"
#include "core/streams.h"

namespace spielwerk::app {

/// With what a command ends: 0 if all went well, 1 if not, 2 where a command says what that means.
/// An error is a sentence without full stop; it is told as `spielwerk NAME: …`, with status 1.
using ExitStatus = std::expected<int, std::string>;

class Command {
 public:
  virtual ~Command() = default;

  /// Says which options there are, and where they go.
  virtual void declare(Options& options) = 0;
  /// Does it, once the options are there. Whatever is wrong with them is found out before anything
  /// is written.
  virtual ExitStatus run(Streams& streams) = 0;
};

/// Reads the arguments behind a command's name and runs it; returns the exit status of the program.
int run_command(const std::string& name, Command& command, std::span<const std::string> arguments,
                Streams& streams);

/// Tells what went wrong, if anything did; returns the exit status of the program.
int conclude(const std::string& name, const ExitStatus& status, Streams& streams);

}  // namespace spielwerk::app
