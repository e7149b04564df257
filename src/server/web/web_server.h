// The web server: HTTP and WebSockets over TCP, with limits, and with a check of who asks.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "protocols/tcp/network.h"
#include "server/web/access_log.h"
#include "server/web/visitors.h"
#include "server/web/web.h"

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
  VisitorLimits visitors{};
  /// A record of a megabyte, with all that JSON escapes in it.
  std::size_t max_request_bytes = 2'097'152;
  std::size_t max_message_bytes = 65'536;
  /// Messages of one WebSocket, as a token bucket: a second on average, and at once.
  double message_rate = 20;
  double message_burst = 60;
  /// Bytes that may wait for one WebSocket that is read slowly.
  std::size_t max_waiting_bytes = 4'194'304;
  /// Hears of every request that has been answered.
  std::function<void(const Access&)> on_access{};
  /// How long a request or the next one may take to come.
  std::chrono::milliseconds patience = std::chrono::seconds(30);
};

struct WebCounts {
  int sockets = 0;                ///< WebSockets now
  std::uint64_t connections = 0;  ///< accepted
  std::uint64_t requests = 0;
  /// Answers by their status, from 400 on.
  std::map<int, std::uint64_t> refusals{};
  std::uint64_t abandoned = 0;  ///< requests whose askers went before the answer came
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
  std::uint64_t floods = 0;    ///< WebSockets closed because too much came
  std::uint64_t too_slow = 0;  ///< WebSockets closed because too little was read
  VisitorCounts visitors{};
};

/// All methods belong to the thread that runs the context.
class WebServer {
 public:
  /// Listens from now on. Throws std::runtime_error, a sentence, if that is not possible. Scheduler
  /// and handler must live longer.
  WebServer(boost::asio::io_context& context, Scheduler& scheduler, const WebSettings& settings,
            WebHandler& handler);
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
