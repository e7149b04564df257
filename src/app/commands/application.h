// The application with its page: how it is started from the terminal, and told of there.
#pragma once

#include <string>

#include "app/commands/command.h"

namespace spielwerk::server {
struct ApplicationSettings;
}

namespace spielwerk::app {

/// What the application is if nobody says anything.
server::ApplicationSettings standard_settings();

/// How it tells what happens.
struct LogSettings {
  /// Reports have their dates in any case where nobody looks on.
  bool has_dates = false;
  /// The file to which requests are added, `-` for the output; empty: none.
  std::string access{};
};

/// Serves until it is ended, and opens the page in a browser if asked to.
ExitStatus serve(const server::ApplicationSettings& settings, const LogSettings& log,
                 bool opens_browser, Streams& streams);

/// The application as it is started without a command: opens the page at `path` behind its address;
/// if it is running already, there.
ExitStatus run_application(const std::string& path, Streams& streams);

}  // namespace spielwerk::app
