// spielwerk serve, and spielwerk alone: the application with its page.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <thread>

#include "app/commands/command.h"
#include "app/commands/open_files.h"
#include "app/commands/signals.h"
#include "app/terminal/printer.h"
#include "core/duration.h"
#include "server/application.h"
#include "server/hosts.h"

namespace spielwerk::app {
namespace {

using server::Application;
using server::ApplicationSettings;

/// If the port is taken and nobody asked for it, so many after it are tried.
constexpr int kOtherPorts = 20;

int complain(Streams& streams, const std::string& problem) {
  fmt::print(streams.error, "spielwerk serve: {}\n", problem);
  return 1;
}

std::filesystem::path standard_data_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
    return std::filesystem::path(data) / "spielwerk";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return std::filesystem::path(home) / ".local/share/spielwerk";
  }
  return "spielwerk-data";
}

/// Shows a page in the user's browser. Says whether there is a screen and a way to open one; if
/// that turns out not to work, `failed` is called later, on another thread.
bool open_browser(const std::string& address, std::function<void()> failed) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
  std::string program = "xdg-open";
  std::string argument = address;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, program.c_str(), nullptr, nullptr, arguments, environ) != 0) {
    return false;
  }
  std::thread([process, failed = std::move(failed)] {
    int status = 0;
    ::waitpid(process, &status, 0);
    if (status != 0) failed();
  }).detach();
  return true;
}

ApplicationSettings standard_settings() {
  ApplicationSettings settings;
  settings.threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  return settings;
}

struct Options {
  ApplicationSettings application = standard_settings();
  int port = 8080;
  int kaskade_port = kaskade_protocol::kDefaultPort;
  std::string kaskade_time = "5s";
  std::string data = standard_data_folder().string();
  bool has_no_browser = false;
};

std::string address_of(const std::string& bound, std::uint16_t port, const std::string& path) {
  const bool is_local =
      bound == "127.0.0.1" || bound == "::1" || bound == "0.0.0.0" || bound == "::";
  const std::string host = is_local                               ? "localhost"
                           : bound.find(':') != std::string::npos ? "[" + bound + "]"
                                                                  : bound;
  return fmt::format("http://{}:{}/{}", host, port, path);
}

/// The same path, with a secret for the page in front of it. What stands behind the # is never sent
/// to anybody, and the page takes the secret out of its address at once.
std::string path_with(const std::string& secret, const std::string& path) {
  return "#/key/" + secret + (path.empty() ? "" : path.substr(1));
}

std::string told_key(const std::string& address) {
  return "Your own address, which may end it and change its settings: " + address;
}

/// Throws std::runtime_error, a sentence, if it cannot serve.
void serve(const Options& options, const std::string& path, Streams& streams) {
  const ApplicationSettings& settings = options.application;
  survive_failed_writes();
  StopSignals signals;
  const auto printer = std::make_shared<Printer>(streams);
  Application application(settings, [&](std::string_view event) {
    printer->say(fmt::format("{:%H:%M:%S} {}", fmt::gmtime(std::time(nullptr)), event));
  });
  const auto address = [&](const std::string& at) {
    return address_of(settings.web.address, application.port(), at);
  };
  printer->say(fmt::format("Spielwerk is at {}", address(path)));
  for (const std::string& host : server::hosts_of(settings.web)) {
    printer->say(fmt::format("for others at http://{}:{}/", host, application.port()));
  }
  if (const auto kaskade = application.kaskade().state(); kaskade.is_on) {
    printer->say(fmt::format("Kaskade server at port {}; games are kept in {}; Ctrl-C ends it",
                             kaskade.port, settings.data.string()));
  }
  const server::HostKey& key = application.key();
  const std::string own = told_key(address(path_with(key.text(), path)));
  const auto tell_key = [own, weak = std::weak_ptr(printer)] {
    if (const auto still_there = weak.lock()) still_there->say(own);
  };
  const auto ticket = options.has_no_browser ? std::nullopt : key.make_ticket();
  if (!ticket || !open_browser(address(path_with(*ticket, path)), tell_key)) tell_key();
  signals.call([&] { application.stop(); });
  application.run();
  signals.let_through();
}

void complete(Options& options) {
  ApplicationSettings& settings = options.application;
  settings.web.port = static_cast<std::uint16_t>(options.port);
  settings.kaskade.address = settings.web.address;
  settings.kaskade.port = static_cast<std::uint16_t>(options.kaskade_port);
  settings.data = options.data;
  const int connections =
      allow_connections(settings.web.max_connections + settings.kaskade.most_connections);
  settings.web.max_connections = std::min(settings.web.max_connections, connections);
}

}  // namespace

int run_application(const std::string& path, Streams& streams) {
  Options options;
  options.application.other_ports = kOtherPorts;
  complete(options);
  try {
    serve(options, path, streams);
    return 0;
  } catch (const server::FolderInUse& failure) {
    const auto port = server::port_of_running(options.application.data);
    if (!port) return complain(streams, failure.what());
    const auto address = [&](const std::string& at) {
      return address_of(options.application.web.address, *port, at);
    };
    fmt::print(streams.output, "Spielwerk is running already, at {}\n", address(path));
    const auto key = server::HostKey::find(options.application.data);
    const auto ticket = key ? key->make_ticket() : std::nullopt;
    const std::string opened = ticket ? path_with(*ticket, path) : path;
    // Whether the browser opens will be known only when this program has ended.
    open_browser(address(opened), [] {});
    if (key) fmt::print(streams.output, "{}\n", told_key(address(path_with(key->text(), path))));
    return 0;
  } catch (const std::runtime_error& failure) {
    return complain(streams, failure.what());
  }
}

int run_serve(std::span<const std::string> arguments, Streams& streams) {
  CLI::App parser(
      "Serves the page on which all games are played, against the computer, each other and\n"
      "across the network, and the Kaskade server beside it. 'spielwerk' alone does the same.",
      "spielwerk serve");
  parser.footer(
      "Examples:\n"
      "  spielwerk serve\n"
      "  spielwerk serve --port 9000 --no-browser\n"
      "  spielwerk serve --bind 0.0.0.0 --host games.example.org --data /var/lib/spielwerk");
  Options options;
  ApplicationSettings& settings = options.application;
  parser.add_option("--bind", settings.web.address, "the address; 0.0.0.0: all of this machine")
      ->capture_default_str();
  parser
      .add_option("--port", options.port,
                  "where the page is; the next free one if it is taken and was not asked for")
      ->capture_default_str()
      ->check(CLI::Range(0, 65'535));
  parser.add_option("--host", settings.web.hosts,
                    "a name under which browsers may ask, besides localhost and addresses");
  parser.add_option("--data", options.data, "the folder where games are kept")
      ->capture_default_str();
  parser.add_option("--kaskade-port", options.kaskade_port, "where the Kaskade server listens")
      ->capture_default_str()
      ->check(CLI::Range(0, 65'535));
  parser
      .add_option("--kaskade-strategy", settings.kaskade_strategy,
                  "who plays there: max, level:1 to level:9, simple")
      ->capture_default_str();
  parser.add_option("--kaskade-time", options.kaskade_time, "at most so long for a move there")
      ->capture_default_str();
  parser
      .add_option("--threads", settings.threads, "how many positions are thought about at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  parser.add_option("--most-tables", settings.hall.max_tables, "games that go on at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  parser
      .add_option("--most-connections", settings.web.max_connections, "more are refused at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  parser
      .add_option("--most-per-address", settings.web.max_per_address,
                  "more from one address are refused")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  parser.add_flag("--no-browser", options.has_no_browser, "do not open the page");
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;

  const auto time = parse_duration(options.kaskade_time);
  if (!time) {
    return complain(streams, "--kaskade-time: " + time.error().message(options.kaskade_time));
  }
  settings.kaskade_time = *time;
  if (const auto problem = server::KaskadeService::problem_with_strategy(settings.kaskade_strategy);
      !problem.empty()) {
    return complain(streams, "--kaskade-strategy: " + problem);
  }
  settings.other_ports = parser.count("--port") == 0 ? kOtherPorts : 0;
  complete(options);
  try {
    serve(options, "", streams);
    return 0;
  } catch (const std::runtime_error& failure) {
    return complain(streams, failure.what());
  }
}

}  // namespace spielwerk::app
