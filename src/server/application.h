// The application as a whole: tables and their page, storage, engines and the Kaskade server.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "server/api/api.h"
#include "server/web/web_server.h"

namespace spielwerk::server {

struct ApplicationSettings {
  WebSettings web{};
  HallSettings hall{};
  ApiSettings api{};
  /// To which servers far away it may connect. Unless it is told: to all if nobody but this machine
  /// is served, else to none.
  std::optional<std::vector<std::string>> allowed_remotes{};
  kaskade_protocol::ServerSettings kaskade{};
  ClientTableSettings client_tables{};
  std::string kaskade_strategy = "max";
  std::chrono::milliseconds kaskade_time = std::chrono::seconds(5);
  /// Where games are kept.
  std::filesystem::path data{};
  /// How many positions are thought about at the same time.
  int threads = 2;
  /// If the port is taken: tries so many after it.
  int other_ports = 0;
};

/// Where the server that uses a data folder serves its page, as far as is known.
std::optional<std::uint16_t> port_of_running(const std::filesystem::path& data);

class Application {
 public:
  /// Hears, as sentences, what the one who runs it should know; on any thread.
  using Reporter = std::function<void(std::string_view)>;

  /// Opens storage and ports. Throws std::runtime_error, a sentence, if that is not possible, and
  /// FolderInUse if another uses the data; a Kaskade port that is taken is only reported.
  Application(const ApplicationSettings& settings, const Reporter& report);
  ~Application();
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  std::uint16_t port() const;
  const HostKey& key() const;
  KaskadeService& kaskade();
  /// Serves until `stop` is called, from any thread.
  void run();
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace spielwerk::server
