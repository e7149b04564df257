#include "app/commands/command.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace spielwerk::app {

int run_command(const std::string& name, Command& command, std::span<const std::string> arguments,
                Streams& streams) {
  Options options("spielwerk " + name);
  command.declare(options);
  const auto wish = options.read(arguments);
  if (!wish) return conclude(name, std::unexpected(wish.error()), streams);
  if (*wish == Options::Wish::Help) {
    streams.output << options.help() << '\n';
    return 0;
  }
  return conclude(name, command.run(streams), streams);
}

int conclude(const std::string& name, const ExitStatus& status, Streams& streams) {
  if (status) return *status;
  // So that on a terminal the complaint stands behind what was said before.
  streams.output.flush();
  fmt::print(streams.error, "spielwerk {}: {}\n", name, status.error());
  return 1;
}

}  // namespace spielwerk::app
