// spielwerk kaskade serve: the Kaskade game server, with a few commands while it runs.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <thread>

#include "app/commands/command.h"
#include "app/commands/open_files.h"
#include "app/commands/signals.h"
#include "app/terminal/printer.h"
#include "core/duration.h"
#include "core/line_reader.h"
#include "core/text.h"
#include "server/kaskade_service.h"

namespace spielwerk::app {
namespace {

using kaskade_protocol::ServerSettings;
using server::KaskadeService;
using std::chrono::milliseconds;

constexpr std::string_view kHelp =
    "  port 4712        listen there from now on; games go on\n"
    "  strategy level:5 who plays the games that begin from now on: max, level:1 to level:9,\n"
    "                   simple[:n=1,x=0.5,y=0.2,depth=2]\n"
    "  time 2s          the time for a move in the games that begin from now on\n"
    "  who              who is connected\n"
    "  quit             end the server and all games\n";

/// The server with its commands.
class RunningServer {
 public:
  /// Throws std::runtime_error if it cannot listen.
  RunningServer(const ServerSettings& settings, int threads, const std::string& strategy,
                milliseconds time, Streams& streams)
      : printer_(streams),
        pool_({.threads = threads}),
        service_(pool_, settings, strategy, time, [this](std::string_view event) {
          // In UTC, for whoever compares it with other machines.
          say(fmt::format("{:%H:%M:%S} {}", fmt::gmtime(std::time(nullptr)), event));
        }) {
    if (const auto done = service_.switch_on(); !done) throw std::runtime_error(done.error());
    say(fmt::format("Kaskade server at {} port {}: {}, at most {} a move", settings.address,
                    service_.state().port, strategy, print_duration(time)));
  }

  /// Handles a command; false if the server is to end.
  bool handle(std::string_view line) {
    const auto parts = words(line);
    if (parts.empty()) return true;
    const std::string value(parts.size() == 2 ? parts[1] : "");
    if (parts.size() == 1 && (parts[0] == "quit" || parts[0] == "exit")) return false;
    if (parts[0] == "who" && parts.size() == 1) {
      tell_who();
    } else if (parts[0] == "port" && !value.empty()) {
      set_port(value);
    } else if (parts[0] == "strategy" && !value.empty()) {
      set_strategy(value);
    } else if (parts[0] == "time" && !value.empty()) {
      set_time(value);
    } else {
      if (line != "help") say(fmt::format("Unknown command {}.", in_quotes(line)));
      say(kHelp.substr(0, kHelp.size() - 1));
    }
    return true;
  }

 private:
  void say(std::string_view text) { printer_.say(std::string(text)); }
  /// What has changed, or why nothing has.
  void tell(const KaskadeService::Done& done, std::string_view change) {
    say(done ? change : fmt::format("{}.", done.error()));
  }

  void set_port(const std::string& text) {
    Cursor cursor(text);
    const auto port = cursor.integer(1, 65'535, "a port");
    if (!port || !cursor.at_end()) return say("The port is a number from 1 to 65535.");
    tell(service_.set_port(*port), fmt::format("Listening at port {}.", *port));
  }
  void set_strategy(const std::string& text) {
    tell(service_.set_strategy(text), fmt::format("New games are played by {}.", text));
  }
  void set_time(const std::string& text) {
    const auto time = parse_duration(text);
    if (!time) return say(time.error().message(text));
    tell(service_.set_time(*time),
         fmt::format("In new games a move takes at most {}.", print_duration(*time)));
  }
  void tell_who() {
    const auto state = service_.state();
    say(fmt::format("{} connected; {} games so far, {} won, {} lost", state.counts.open,
                    state.counts.games, state.counts.won, state.counts.lost));
    for (const auto& each : state.connections) {
      say(each.game.empty()
              ? fmt::format("  {}", each.address)
              : fmt::format("  {} {}: {}, {} moves{}", each.address, each.user, each.game,
                            each.moves, each.is_thinking ? ", thinking" : ""));
    }
  }

  Printer printer_;
  ThinkingPool pool_;
  KaskadeService service_;
};

struct Options {
  ServerSettings server{};
  int port = kaskade_protocol::kDefaultPort;
  int threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  std::string strategy = "max";
  std::string time = "5s";
  std::string idle = "10m";
};

int complain(Streams& streams, const std::string& problem) {
  fmt::print(streams.error, "spielwerk kaskade serve: {}\n", problem);
  return 1;
}

}  // namespace

int run_kaskade_server(std::span<const std::string> arguments, Streams& streams) {
  CLI::App parser(
      "Serves Kaskade to any program or person that speaks its protocol "
      "(docs/protocols/kaskade.md),\n"
      "many games at once.",
      "spielwerk kaskade serve");
  parser.footer("While it runs it takes commands:\n" + std::string(kHelp) +
                "\nExamples:\n"
                "  spielwerk kaskade serve\n"
                "  spielwerk kaskade serve --bind 0.0.0.0 --strategy level:6 --time 2s\n"
                "  telnet localhost 4711");
  Options options;
  parser.add_option("--port", options.port, "where it listens; 0: any free port")
      ->capture_default_str()
      ->check(CLI::Range(0, 65'535));
  parser.add_option("--bind", options.server.address, "the address; 0.0.0.0: all of this machine")
      ->capture_default_str();
  parser.add_option("--time", options.time, "at most so long for a move: 200ms, 5s, 2m")
      ->capture_default_str();
  parser
      .add_option("--strategy", options.strategy,
                  "max, level:1 to level:9, simple[:n=1,x=0.5,y=0.2,depth=2]")
      ->capture_default_str();
  parser.add_option("--name", options.server.name, "what it calls itself")->capture_default_str();
  parser.add_option("--threads", options.threads, "how many moves are thought about at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  parser.add_option("--idle", options.idle, "who is silent for so long is disconnected")
      ->capture_default_str();
  parser
      .add_option("--most-connections", options.server.most_connections,
                  "more are refused at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  parser
      .add_option("--most-per-address", options.server.most_per_address,
                  "more from one address are refused")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;

  const auto time = parse_duration(options.time);
  if (!time) return complain(streams, "--time: " + time.error().message(options.time));
  const auto idle = parse_duration(options.idle);
  if (!idle) return complain(streams, "--idle: " + idle.error().message(options.idle));
  if (const auto problem = KaskadeService::problem_with_strategy(options.strategy);
      !problem.empty()) {
    return complain(streams, "--strategy: " + problem);
  }
  if (options.server.name.empty() || !kaskade_protocol::is_printable(options.server.name)) {
    return complain(streams, "--name: a name without ';', ')' and control characters is needed");
  }
  if (*idle < std::chrono::seconds(1)) return complain(streams, "--idle: at least 1s is needed");
  options.server.idle_time = *idle;
  options.server.most_connections = allow_connections(options.server.most_connections);
  options.server.port = static_cast<std::uint16_t>(options.port);
  survive_failed_writes();
  try {
    RunningServer server(options.server, options.threads, options.strategy, *time, streams);
    // In the background a terminal may not be read: that is the end of the input, not of the
    // server.
    std::signal(SIGTTIN, SIG_IGN);
    LineReader reader(streams.input, streams.output);
    std::string line;
    LineStatus read = LineStatus::Line;
    while ((read = reader.next(line)) != LineStatus::End) {
      if (read == LineStatus::Line && !server.handle(line)) return 0;
    }
    // Without anybody to give commands it serves until it is killed.
    while (true) ::pause();
  } catch (const std::runtime_error& error) {
    return complain(streams, error.what());
  }
}

}  // namespace spielwerk::app
