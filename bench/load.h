// What the measurements of the application share: a server for many visitors, and how long things
// took.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <vector>

#include "bench/server_process.h"
#include "server/application.h"

namespace spielwerk {

inline double milliseconds_of(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

struct Latencies {
  std::vector<double> all{};
  /// What this share of them was within.
  double at(double share) {
    std::sort(all.begin(), all.end());
    return all[std::min(all.size() - 1,
                        static_cast<std::size_t>(share * static_cast<double>(all.size())))];
  }
};

/// Serves on any port. Clients say by `X-Forwarded-For` who they are, as if through a proxy: limits
/// count addresses.
[[noreturn]] inline void serve_visitors(server::ApplicationSettings settings,
                                        const std::filesystem::path& data,
                                        const ServerProcess::Report& report) {
  settings.web.port = 0;
  settings.web.trusted_proxies = {tcp::Network::parse("127.0.0.1").value()};
  settings.kaskade.port = 0;
  settings.data = data;
  server::Application application(settings,
                                  [](std::string_view line) { fmt::print("{}\n", line); });
  report(application.port());
  application.run();
  std::exit(0);
}

}  // namespace spielwerk
