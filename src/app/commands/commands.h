// The list of all commands.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/commands/command.h"

namespace spielwerk::app {

struct CommandEntry {
  /// One word, or two where a command has its own: `kaskade serve`.
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Command> (*make)() = nullptr;
  /// Instead, for the assignments' programs: they read their arguments as the assignments say.
  int (*console)(std::span<const std::string> arguments, Streams& streams) = nullptr;
};

/// In the order of the overview.
std::span<const CommandEntry> commands();

// Each in the source of its name, or of its first word.
std::unique_ptr<Command> make_analyse();
std::unique_ptr<Command> make_bench();
std::unique_ptr<Command> make_kaskade();
std::unique_ptr<Command> make_kaskade_join();
std::unique_ptr<Command> make_kaskade_serve();
std::unique_ptr<Command> make_match();
std::unique_ptr<Command> make_perft();
std::unique_ptr<Command> make_play();
std::unique_ptr<Command> make_replay();
std::unique_ptr<Command> make_serve();
std::unique_ptr<Command> make_solve();
std::unique_ptr<Command> make_store_backup();
std::unique_ptr<Command> make_store_check();
std::unique_ptr<Command> make_store_export();
std::unique_ptr<Command> make_store_import();
std::unique_ptr<Command> make_ugi();
int run_towerwars(std::span<const std::string> arguments, Streams& streams);

}  // namespace spielwerk::app
