// A connection over which HTTP requests come, one after the other. Part of server/web/web_server.h.
#pragma once

#include "server/web/request_head.h"
#include "server/web/socket_connection.h"
#include "server/web/web_connection.h"

namespace spielwerk::server {

/// Perhaps it becomes a WebSocket.
class HttpConnection final : public WebConnection {
 public:
  /// The visitor is the one at the other end; nobody if that is a trusted proxy.
  HttpConnection(asio::ip::tcp::socket socket, asio::ip::address peer,
                 std::shared_ptr<Visitor> visitor, std::shared_ptr<WebShared> shared);
  ~HttpConnection() override;
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  void close_now() override;
  /// Until the connection ends.
  awaitable<void> run();
  /// Says that there is no place for this connection, and ends it.
  awaitable<void> turn_away();

 private:
  /// A request, and what of it matters for answering.
  struct Exchange {
    HttpRequest request{};
    std::shared_ptr<Visitor> visitor{};
    /// Complete but for the answer.
    Access access{};
    unsigned version = 11;
    bool keeps_alive = false;
    bool is_head = false;
    std::optional<Refusal> suspicion{};
  };

  /// False if nothing more comes.
  awaitable<bool> serve_one();
  /// Waits for a head, or for what is none. False if the connection has ended.
  awaitable<bool> read_head(std::size_t& length, std::optional<Refusal>& problem);
  std::optional<Refusal> look_at_head(std::size_t length, HeadFacts& facts) const;
  /// False if there is none, and the connection is to end.
  awaitable<bool> read_body(http::request_parser<http::string_body>& parser,
                            const HeadFacts& facts);
  Exchange exchange_of(const WebMessage& message) const;
  asio::ip::address visitor_address(const WebMessage& message) const;

  awaitable<bool> answer(const Exchange& exchange);
  awaitable<bool> refuse(const Refusal& refusal);
  awaitable<bool> send(HttpResponse response, const Exchange& exchange);
  /// Opens a WebSocket, or says why not.
  awaitable<void> upgrade(WebMessage& message, Exchange& exchange);
  awaitable<std::optional<HttpResponse>> refuse_socket(const HttpRequest& request);
  void note_access(const Exchange& exchange, int status, std::size_t bytes) const;
  bool is_other_end_gone();
  /// Closing while something is unread would cost the other end the last answer.
  awaitable<void> close_politely();

  std::shared_ptr<WebShared> shared_;
  beast::tcp_stream stream_;
  const asio::ip::address peer_;
  const std::shared_ptr<Visitor> visitor_;
  beast::flat_buffer buffer_{};
  /// What this becomes, with the request for it, and its place if it came through a proxy.
  std::shared_ptr<SocketConnection> socket_{};
  WebMessage socket_request_{};
  std::unique_ptr<Visitors::Place> socket_place_{};
};

}  // namespace spielwerk::server
