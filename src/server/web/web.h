// HTTP and WebSockets without their machinery: what the rest of the server sees of the web.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spielwerk::server {

/// Whoever waits for an answer, as far as whoever makes it wants to know. Belongs to the server's
/// thread.
class Asker {
 public:
  /// The answer will take long and needs nothing of the server's thread meanwhile: other requests
  /// of the same visitor need not wait for it.
  void step_aside() {
    if (on_step_aside) std::exchange(on_step_aside, nullptr)();
  }
  /// Called if nobody waits for the answer any more, which then need not come.
  std::function<void()> on_gone{};
  /// For the server.
  std::function<void()> on_step_aside{};
};

struct HttpRequest {
  /// `GET`
  std::string method{};
  /// Without the query, as it was sent.
  std::string path{};
  /// Decoded.
  std::map<std::string, std::string, std::less<>> query{};
  std::string body{};
  std::string content_type{};
  std::string if_none_match{};
  bool accepts_gzip = false;
  /// Whom limits count as one visitor: an address, or a network of them (protocols/tcp/network.h).
  std::string address{};
  std::shared_ptr<Asker> asker = std::make_shared<Asker>();
  /// What the asker takes for the key of whoever runs the program (server/api/host_key.h).
  std::string key{};
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body{};
  /// If set, the body instead: a text that lives as long as the program.
  std::string_view lasting_body{};
  std::vector<std::pair<std::string, std::string>> headers{};
};

/// The other end of a WebSocket.
class Socket {
 public:
  virtual ~Socket() = default;
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  /// Sends what waits, then closes.
  virtual void close(std::string_view reason) = 0;
};

/// Hears what comes from a WebSocket.
class SocketListener {
 public:
  virtual ~SocketListener() = default;
  virtual void receive(std::string_view text) = 0;
  /// Nothing comes any more, and the socket must not be used.
  virtual void closed() = 0;
};

/// What answers; all is called on the thread of the server.
class WebHandler {
 public:
  using Respond = std::function<void(HttpResponse)>;

  virtual ~WebHandler() = default;
  /// `respond` is called once, now or later, on the same thread.
  virtual void handle(const HttpRequest& request, Respond respond) = 0;
  /// Gets a response that refuses a WebSocket, or nothing.
  using Admit = std::function<void(std::optional<HttpResponse> refusal)>;
  /// A WebSocket is wanted. `admit` is called once, now or later, on the same thread.
  virtual void admit_socket(const HttpRequest& request, Admit admit) = 0;
  /// It is there; the answer will listen to it.
  virtual std::shared_ptr<SocketListener> open(const HttpRequest& request,
                                               std::shared_ptr<Socket> socket) = 0;
};

}  // namespace spielwerk::server
