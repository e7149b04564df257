// A connection that has become a WebSocket. Part of server/web/web_server.h.
#pragma once

#include <list>

#include "server/web/web_connection.h"

namespace spielwerk::server {

/// Takes messages out of a WebSocket and puts others in.
class SocketConnection final : public Socket,
                               public WebConnection,
                               public std::enable_shared_from_this<SocketConnection> {
 public:
  SocketConnection(websocket::stream<beast::tcp_stream> stream, std::shared_ptr<Visitor> visitor,
                   std::shared_ptr<WebShared> shared);
  ~SocketConnection() override;
  SocketConnection(const SocketConnection&) = delete;
  SocketConnection& operator=(const SocketConnection&) = delete;

  void send(std::shared_ptr<const std::string> text) override;
  void close(std::string_view reason) override;
  void close_now() override;
  void shut_down() override;

  void listen_by(std::shared_ptr<SocketListener> listener) { listener_ = std::move(listener); }
  /// Until the connection ends.
  awaitable<void> run(WebMessage request);
  void end();

 private:
  awaitable<void> read_all();
  /// Whether one more message or control frame may come now.
  bool take_message();
  void hear_control_frame(websocket::frame_type kind);
  void write_next();

  std::shared_ptr<WebShared> shared_;
  websocket::stream<beast::tcp_stream> stream_;
  const std::shared_ptr<Visitor> visitor_;
  std::shared_ptr<SocketListener> listener_{};
  /// Nearly always empty, which costs a list nothing.
  std::list<std::shared_ptr<const std::string>> waiting_{};
  std::size_t waiting_bytes_ = 0;
  /// Messages that have come and whose answers perhaps are not sent yet. Only answers are charged:
  /// else somebody who never rests at a table would use up the allowance of those who watch.
  int unanswered_ = 0;
  std::string reason_{};
  TokenBucket messages_{shared_->settings.message_rate, shared_->settings.message_burst};
  bool is_open_ = false;
  bool is_writing_ = false;
  bool is_closing_ = false;
  bool is_closed_ = false;
};

}  // namespace spielwerk::server
