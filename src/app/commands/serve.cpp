// spielwerk serve: the application with its page, and how it can be set up.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/commands/application.h"
#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "core/text.h"
#include "server/application.h"

namespace spielwerk::app {
namespace {

/// Days after which something is deleted; 0 for never.
Value days(std::optional<std::chrono::milliseconds>& target) {
  constexpr std::uint64_t kMaxDays = 100 * 366;
  const auto usual =
      std::chrono::duration_cast<std::chrono::days>(target.value_or(std::chrono::days(0)));
  return whole_number(std::to_string(usual.count()), 0, kMaxDays, [&target](std::uint64_t value) {
    target.reset();
    if (value > 0) target = std::chrono::days(value);
  });
}

/// As browsers send it, without what belongs to an address of a page.
bool is_host_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char character) {
    return std::isalnum(character) != 0 || character == '-' || character == '.';
  });
}

class Serve final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Serves the page on which all games are played, against the computer, each other and\n"
        "across the network, and the Kaskade server beside it. 'spielwerk' alone does the same.",
        "Examples:\n"
        "  spielwerk serve\n"
        "  spielwerk serve --port 9000 --no-browser\n"
        "  spielwerk serve --bind 0.0.0.0 --host games.example.org --data /var/lib/spielwerk");
    options.add("--bind", text(settings_.web.address), "the address; 0.0.0.0: all of this machine");
    Value page_port = port(port_);
    page_port.usual = std::to_string(settings_.web.port);
    options.add("--port", std::move(page_port),
                "where the page is; the next free one if it is taken and was not asked for");
    options.add_list("--host", settings_.web.hosts,
                     "a name under which browsers may ask, besides localhost and addresses");
    options.add_list(
        "--trusted-proxy", proxies_,
        "ADDRESS[/BITS] of a proxy that tells by X-Forwarded-For or Forwarded who asks");
    options.add_list("--allow-remote", remotes_,
                     "HOST[:PORT] of a server at which games may be played from here; usually all "
                     "if only this machine is served, else none");
    options.add("--data", text(data_), "the folder where games are kept");
    options.add("--kaskade-port", port(settings_.kaskade.port), "where the Kaskade server listens");
    options.add("--kaskade-strategy", text(settings_.kaskade_strategy),
                "who plays there: " + server::KaskadeService::strategies());
    options.add("--kaskade-time", duration(settings_.kaskade_time),
                "at most so long for a move there");
    options.add("--threads", number(settings_.threads, 1, 256),
                "how many positions are thought about at a time");
    options.add("--max-tables", number(settings_.hall.max_tables, 1, 1'000'000),
                "games that go on at a time");
    options.add("--keep-empty", days(settings_.hall.keep_without_move),
                "days after which a table is deleted where nobody has made a move; 0: never");
    options.add("--keep-unfinished", days(settings_.hall.keep_unfinished),
                "the same for other games that have not ended");
    options.add("--keep-finished", days(settings_.hall.keep_finished),
                "the same for finished games");
    options.add("--max-absence", duration(settings_.hall.max_absence),
                "so long somebody may be away before a computer can take over");
    add_connection_limits(options, settings_.web.visitors.max_connections,
                          settings_.web.visitors.max_per_address);
    options.add_flag("--log-dates", log_.has_dates,
                     "begin reports with the date, as they do where the output is no terminal");
    options.add("--access-log", text(log_.access),
                "a file to which every request is added in the combined format; -: the output");
    options.add_flag("--no-browser", has_no_browser_, "do not open the page");
  }

  ExitStatus run(Streams& streams) override {
    const std::string problem =
        server::KaskadeService::problem_with_strategy(settings_.kaskade_strategy);
    if (!problem.empty()) return std::unexpected("--kaskade-strategy: " + problem);
    for (const std::string& each : settings_.web.hosts) {
      if (!is_host_name(each)) {
        return std::unexpected(fmt::format(
            "--host takes a name like games.example.org, without a port, not {}", in_quotes(each)));
      }
    }
    for (const std::string& each : proxies_) {
      const auto proxy = tcp::Network::parse(each);
      if (!proxy) return std::unexpected("--trusted-proxy: " + proxy.error().message(each));
      settings_.web.trusted_proxies.push_back(*proxy);
    }
    for (const std::string& each : remotes_) {
      const std::string wrong = server::AllowedRemotes::problem_with(each);
      if (!wrong.empty()) return std::unexpected("--allow-remote: " + wrong);
    }
    if (!remotes_.empty()) settings_.allowed_remotes = remotes_;
    settings_.data = data_;
    if (port_) {
      settings_.web.port = *port_;
      settings_.other_ports = 0;
    }
    return serve(settings_, log_, !has_no_browser_, streams);
  }

 private:
  server::ApplicationSettings settings_ = standard_settings();
  std::string data_ = settings_.data.string();
  std::vector<std::string> proxies_;
  std::vector<std::string> remotes_;
  std::optional<std::uint16_t> port_;
  LogSettings log_;
  bool has_no_browser_ = false;
};

}  // namespace

std::unique_ptr<Command> make_serve() { return std::make_unique<Serve>(); }

}  // namespace spielwerk::app
