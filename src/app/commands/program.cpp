#include "app/commands/program.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <vector>

#include "app/commands/application.h"
#include "app/commands/commands.h"
#include "core/text.h"
#include "core/version.h"

namespace spielwerk::app {
namespace {

void print_overview(std::ostream& output) {
  fmt::print(output,
             "{}: abstract board games, for people and programs.\n\n"
             "  spielwerk COMMAND [arguments]      each has --help with examples\n\n",
             program_name());
  for (const CommandEntry& command : commands()) {
    fmt::print(output, "  {:<14} {}\n", command.name, command.summary);
  }
  fmt::print(output, "\nTry: spielwerk play othello\n");
}

/// How many of the first arguments are the command's name; 0 if they are another's.
std::size_t words_named(const CommandEntry& command, std::span<const std::string> arguments) {
  const auto names = words(command.name);
  if (names.size() > arguments.size()) return 0;
  return std::equal(names.begin(), names.end(), arguments.begin()) ? names.size() : 0;
}

int run(const CommandEntry& command, std::span<const std::string> arguments, Streams& streams) {
  if (command.console != nullptr) return command.console(arguments, streams);
  return run_command(std::string(command.name), *command.make(), arguments, streams);
}

/// Why these arguments name no command.
std::string objection_to(std::span<const std::string> arguments) {
  std::vector<std::string_view> longer;
  for (const CommandEntry& each : commands()) {
    if (each.name.starts_with(arguments[0] + " ")) longer.push_back(each.name);
  }
  if (!longer.empty()) {
    return fmt::format("the commands of {} are {}; each has --help", in_quotes(arguments[0]),
                       fmt::join(longer, ", "));
  }
  return fmt::format("there is no command {}; 'spielwerk --help' lists them",
                     in_quotes(arguments[0]));
}

}  // namespace

int run(std::span<const std::string> arguments, Streams& streams) {
  if (arguments.empty()) return conclude("serve", run_application("", streams), streams);
  const std::string& first = arguments[0];
  if (first == "--help" || first == "-h" || first == "help") {
    print_overview(streams.output);
    return 0;
  }
  if (first == "--version") {
    fmt::print(streams.output, "{}\n", describe_build());
    return 0;
  }
  // The application's options without its name.
  if (first.starts_with("--")) return run_command("serve", *make_serve(), arguments, streams);
  const CommandEntry* found = nullptr;
  std::size_t length = 0;
  for (const CommandEntry& each : commands()) {
    // The longest name that fits: commands of two words come before the one of their first word.
    if (const std::size_t named = words_named(each, arguments); named > length) {
      found = &each;
      length = named;
    }
  }
  if (found != nullptr) return run(*found, arguments.subspan(length), streams);
  fmt::print(streams.error, "spielwerk: {}\n", objection_to(arguments));
  return 1;
}

}  // namespace spielwerk::app
