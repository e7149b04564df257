// HTTP requests and WebSockets for tests of the server, as plain as possible.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/raw_client.h"

namespace spielwerk::test {

namespace json = boost::json;

struct WebAnswer {
  int status = 0;
  /// All lines of the head.
  std::string head{};
  std::string body{};
  json::value json() const { return json::parse(body); }
  /// The code of an error, or an empty text.
  std::string code() const;
  std::string reason() const;
};

/// One request in a connection of its own. Lines in `more` are added to the head.
WebAnswer request(std::uint16_t port, std::string_view method, std::string_view path,
                  std::string_view body = "", const std::vector<std::string>& more = {});
WebAnswer get(std::uint16_t port, std::string_view path, const std::vector<std::string>& more = {});
WebAnswer post(std::uint16_t port, std::string_view path, const json::value& body,
               const std::vector<std::string>& more = {});
WebAnswer put(std::uint16_t port, std::string_view path, const json::value& body,
              const std::vector<std::string>& more = {});

class WebSocketClient {
 public:
  WebSocketClient(std::uint16_t port, std::string_view path,
                  const std::vector<std::string>& more = {});

  /// Of the answer to the request: 101 if it is a WebSocket now.
  int status() const { return status_; }
  bool send(std::string_view text);
  bool send(const json::value& message) { return send(json::serialize(message)); }
  /// Any bytes, framed as text or as something else.
  bool send_frame(std::string_view bytes, int opcode);
  /// The next message; nothing if none comes in time or the connection is closed.
  std::optional<json::object> receive(std::chrono::milliseconds time = std::chrono::seconds(10));
  /// The next message of a type; others before it are left out.
  std::optional<json::object> receive(std::string_view type,
                                      std::chrono::milliseconds time = std::chrono::seconds(10));
  /// Sends a command with the next number and waits for its answer: `done`, or the refusal's code.
  /// Events that come before are kept.
  std::string command(json::object message);
  const std::vector<json::object>& events() const { return events_; }
  const std::string& last_reason() const { return last_reason_; }
  bool is_closed() const { return is_closed_; }
  /// Why the server has closed it.
  const std::string& close_reason() const { return close_reason_; }

 private:
  RawClient client_;
  int status_ = 0;
  int next_id_ = 1;
  std::vector<json::object> events_{};
  std::string last_reason_{};
  bool is_closed_ = false;
  std::string close_reason_{};
};

}  // namespace spielwerk::test
