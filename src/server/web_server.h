// The web server: HTTP and WebSockets over TCP, with limits, and with a check of who asks.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "protocols/tcp/network.h"
#include "server/web.h"

namespace spielwerk::server {

struct WebSettings {
  /// Where it listens: an address of this machine, and 0 for any free port.
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;
  /// Names under which browsers may ask, besides localhost and addresses: anything else could be
  /// somebody's trick to make a browser speak to us in another's name.
  std::vector<std::string> hosts{};
  /// Whose headers `X-Forwarded-For` and `Forwarded` tell who asks.
  std::vector<tcp::Network> trusted_proxies{};
  int max_connections = 10'000;
  /// Of one visitor (protocols/tcp/network.h), however many addresses it has.
  int max_per_address = 500;
  /// A record of a megabyte, with all that JSON escapes in it.
  std::size_t max_request_bytes = 2'097'152;
  std::size_t max_message_bytes = 65'536;
  /// Messages of one WebSocket, as a token bucket: a second on average, and at once.
  double message_rate = 20;
  double message_burst = 60;
  /// Bytes that may wait for a client that reads slowly.
  std::size_t max_waiting_bytes = 4'194'304;
  /// How long a request or the next one may take to come.
  std::chrono::milliseconds patience = std::chrono::seconds(30);
};

struct WebCounts {
  int open = 0;     ///< connections now
  int sockets = 0;  ///< WebSockets among them
  std::uint64_t connections = 0;
  std::uint64_t refused = 0;
  std::uint64_t requests = 0;
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
};

/// All methods belong to the thread that runs the context.
class WebServer {
 public:
  /// Listens from now on. Throws std::runtime_error, a sentence, if that is not possible. The
  /// handler must live longer.
  WebServer(boost::asio::io_context& context, const WebSettings& settings, WebHandler& handler);
  /// Closes all connections.
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  std::uint16_t port() const;
  WebCounts counts() const;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace spielwerk::server
