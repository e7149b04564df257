// spielwerk kaskade serve: the Kaskade game server, with a few commands while it runs.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "app/commands/open_files.h"
#include "app/commands/signals.h"
#include "app/terminal/printer.h"
#include "app/terminal/report_lines.h"
#include "core/duration.h"
#include "core/line_reader.h"
#include "core/text.h"
#include "server/api/kaskade_service.h"

namespace spielwerk::app {
namespace {

using kaskade_protocol::ServerSettings;
using server::KaskadeService;
using std::chrono::milliseconds;

constexpr std::string_view kHelp =
    "  port 4712        listen there from now on; games go on\n"
    "  strategy level:5 who plays the games that begin from now on, as for --strategy\n"
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
        reports_(!streams.is_terminal),
        pool_({.threads = threads}),
        service_(pool_, settings, strategy, time, [this](std::string_view event) {
          for (const std::string& line : reports_.lines_for(event)) say(line);
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
    for (const auto& [each, table] : state.connections) {
      say(each.game.empty()
              ? fmt::format("  {}", each.connection)
              : fmt::format("  {} {}: {}, {} moves{}", each.connection, each.user, each.game,
                            each.moves, each.is_thinking ? ", thinking" : ""));
    }
  }

  Printer printer_;
  ReportLines reports_;
  ThinkingPool pool_;
  KaskadeService service_;
};

class KaskadeServe final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Serves Kaskade to any program or person that speaks its protocol "
        "(docs/protocols/kaskade.md),\n"
        "many games at once.",
        "While it runs it takes commands:\n" + std::string(kHelp) +
            "\nExamples:\n"
            "  spielwerk kaskade serve\n"
            "  spielwerk kaskade serve --bind 0.0.0.0 --strategy level:6 --time 2s\n"
            "  telnet localhost 4711");
    options.add("--port", port(settings_.port), "where it listens; 0: any free port");
    options.add("--bind", text(settings_.address), "the address; 0.0.0.0: all of this machine");
    options.add("--time", duration(time_), "at most so long for a move: 200ms, 5s, 2m");
    options.add("--strategy", text(strategy_), "who plays: " + KaskadeService::strategies());
    options.add("--name", text(settings_.name), "what it calls itself");
    options.add("--threads", number(threads_, 1, 256),
                "how many moves are thought about at a time");
    options.add("--idle", duration(settings_.idle_time),
                "who is silent for so long is disconnected");
    add_connection_limits(options, settings_.max_connections, settings_.max_per_address);
  }

  ExitStatus run(Streams& streams) override {
    if (auto problem = problem_with_settings(); !problem.empty()) return std::unexpected(problem);
    settings_.max_connections = allow_connections(settings_.max_connections);
    survive_failed_writes();
    try {
      RunningServer server(settings_, threads_, strategy_, time_, streams);
      obey(server, streams);
      return 0;
    } catch (const std::runtime_error& error) {
      return std::unexpected(error.what());
    }
  }

 private:
  /// Empty if there is none.
  std::string problem_with_settings() const {
    if (auto problem = KaskadeService::problem_with_strategy(strategy_); !problem.empty()) {
      return "--strategy: " + problem;
    }
    if (settings_.name.empty() || !kaskade_protocol::is_printable(settings_.name)) {
      return "--name: a name without ';', ')' and control characters is needed";
    }
    if (settings_.idle_time < std::chrono::seconds(1)) return "--idle: at least 1s is needed";
    return {};
  }

  /// Hands the lines of the input to the server until one of them ends it.
  static void obey(RunningServer& server, Streams& streams) {
    // In the background a terminal may not be read: that is the end of the input, not of the
    // server.
    std::signal(SIGTTIN, SIG_IGN);
    LineReader reader(streams.input, streams.output);
    std::string line;
    LineStatus read = LineStatus::Line;
    while ((read = reader.next(line)) != LineStatus::End) {
      if (read == LineStatus::Line && !server.handle(line)) return;
    }
    // Without anybody to give commands it serves until it is killed.
    while (true) ::pause();
  }

  ServerSettings settings_;
  int threads_ = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  std::string strategy_ = "max";
  milliseconds time_ = std::chrono::seconds(5);
};

}  // namespace

std::unique_ptr<Command> make_kaskade_serve() { return std::make_unique<KaskadeServe>(); }

}  // namespace spielwerk::app
