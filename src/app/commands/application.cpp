#include "app/commands/application.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>

#include "app/commands/browser.h"
#include "app/commands/open_files.h"
#include "app/commands/signals.h"
#include "app/terminal/printer.h"
#include "app/terminal/report_lines.h"
#include "server/application.h"
#include "server/web/hosts.h"

namespace spielwerk::app {
namespace {

using server::Application;
using server::ApplicationSettings;

/// If the port is taken and nobody asked for it, so many after it are tried.
constexpr int kOtherPorts = 20;

std::filesystem::path standard_data_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
    return std::filesystem::path(data) / "spielwerk";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return std::filesystem::path(home) / ".local/share/spielwerk";
  }
  return "spielwerk-data";
}

/// Addresses of the page, as browsers of this machine take them.
class PageAddress {
 public:
  PageAddress(const std::string& bound, std::uint16_t port, std::string path)
      : server_(fmt::format("http://{}:{}/", host_of(bound), port)), path_(std::move(path)) {}

  std::string plain() const { return server_ + path_; }
  /// With a secret for the page. What stands behind the # is never sent to anybody, and the page
  /// takes the secret out of its address at once.
  std::string with(const std::string& secret) const {
    return server_ + "#/key/" + secret + (path_.empty() ? "" : path_.substr(1));
  }
  /// What the terminal tells whoever started the program.
  std::string told_with(const std::string& key) const {
    return "Your own address, which may end it and change its settings: " + with(key);
  }

 private:
  static std::string host_of(const std::string& bound) {
    const bool is_local =
        bound == "127.0.0.1" || bound == "::1" || bound == "0.0.0.0" || bound == "::";
    if (is_local) return "localhost";
    return bound.find(':') != std::string::npos ? "[" + bound + "]" : bound;
  }

  std::string server_;
  std::string path_;
};

void tell_where(Application& application, const ApplicationSettings& settings,
                const PageAddress& address, Printer& printer) {
  printer.say(fmt::format("Spielwerk is at {}", address.plain()));
  for (const std::string& host : server::hosts_of(settings.web)) {
    printer.say(fmt::format("for others at http://{}:{}/", host, application.port()));
  }
  if (const auto kaskade = application.kaskade().state(); kaskade.is_on) {
    printer.say(fmt::format("Kaskade server at port {}; games are kept in {}; Ctrl-C ends it",
                            kaskade.port, settings.data.string()));
  }
}

/// Throws std::runtime_error, a sentence, if it cannot serve.
void serve_at(ApplicationSettings settings, const LogSettings& log, const std::string& path,
              bool opens_browser, Streams& streams) {
  survive_failed_writes();
  StopSignals signals;
  const auto printer = std::make_shared<Printer>(streams);
  ReportLines reports(log.has_dates || !streams.is_terminal);
  const auto report = [&](std::string_view event) {
    for (std::string& line : reports.lines_for(event)) printer->say(std::move(line));
  };
  std::optional<Printer> accesses;
  if (log.access == "-") {
    settings.web.on_access = [&](const auto& access) { printer->say(print_access(access)); };
  } else if (!log.access.empty()) {
    // Whoever makes room in the file copies it and cuts it off.
    accesses.emplace(log.access, [&](std::string_view problem) {
      report(fmt::format("{}: {}; requests are not noted there", log.access, problem));
    });
    settings.web.on_access = [&](const auto& access) { accesses->say(print_access(access)); };
  }
  Application application(settings, report);
  const PageAddress address(settings.web.address, application.port(), path);
  tell_where(application, settings, address, *printer);
  const server::HostKey& key = application.key();
  const auto tell_key = [told = address.told_with(key.text()), weak = std::weak_ptr(printer)] {
    if (const auto still_there = weak.lock()) still_there->say(told);
  };
  const auto ticket = opens_browser ? key.make_ticket() : std::nullopt;
  if (!ticket || !open_browser(address.with(*ticket), tell_key)) tell_key();
  signals.call([&] { application.stop(); });
  application.run();
  for (std::string& line : reports.rest()) printer->say(std::move(line));
  signals.let_through();
}

/// Opens the page of the application that uses the data folder already; false if it is not known
/// where that is.
bool open_running(const ApplicationSettings& settings, const std::string& path, Streams& streams) {
  const auto port = server::port_of_running(settings.data);
  if (!port) return false;
  const PageAddress address(settings.web.address, *port, path);
  fmt::print(streams.output, "Spielwerk is running already, at {}\n", address.plain());
  const auto key = server::HostKey::find(settings.data);
  const auto ticket = key ? key->make_ticket() : std::nullopt;
  // Whether the browser opens will be known only when this program has ended.
  open_browser(ticket ? address.with(*ticket) : address.plain(), [] {});
  if (key) fmt::print(streams.output, "{}\n", address.told_with(key->text()));
  return true;
}

/// As many connections as the system allows, each side with its part, so that neither can take all;
/// the Kaskade server listens where the page is.
ApplicationSettings completed(ApplicationSettings settings) {
  settings.kaskade.address = settings.web.address;
  int& page = settings.web.visitors.max_connections;
  int& kaskade = settings.kaskade.max_connections;
  const int wanted = page + kaskade;
  const int possible = allow_connections(wanted);
  if (possible < wanted) {
    kaskade = std::max(1, static_cast<int>(std::int64_t{possible} * kaskade / wanted));
    page = std::max(1, possible - kaskade);
  }
  return settings;
}

}  // namespace

ApplicationSettings standard_settings() {
  ApplicationSettings settings;
  settings.threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  settings.data = standard_data_folder();
  settings.other_ports = kOtherPorts;
  return settings;
}

ExitStatus serve(const ApplicationSettings& settings, const LogSettings& log, bool opens_browser,
                 Streams& streams) {
  try {
    serve_at(completed(settings), log, "", opens_browser, streams);
    return 0;
  } catch (const std::runtime_error& failure) {
    return std::unexpected(failure.what());
  }
}

ExitStatus run_application(const std::string& path, Streams& streams) {
  const ApplicationSettings settings = completed(standard_settings());
  try {
    serve_at(settings, {}, path, true, streams);
    return 0;
  } catch (const server::FolderInUse& failure) {
    if (open_running(settings, path, streams)) return 0;
    return std::unexpected(failure.what());
  } catch (const std::runtime_error& failure) {
    return std::unexpected(failure.what());
  }
}

}  // namespace spielwerk::app
