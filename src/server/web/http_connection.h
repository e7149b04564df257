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
  /// Nothing that has to be there in one piece, a head or a line between chunks, is as long.
  static constexpr std::size_t kMaxUnreadBytes = 65'536;

  /// A request, and what of it matters for answering.
  struct Exchange {
    HttpRequest request{};
    std::shared_ptr<Visitor> visitor{};
    /// Complete but for the answer.
    Access access{};
    unsigned version = 11;
    bool keeps_alive = false;
    bool is_head = false;
    bool is_upgrade = false;
    bool is_allowed = false;
    /// For a long body.
    std::unique_ptr<Visitor::Room> room{};
    std::optional<Refusal> suspicion{};
  };

  /// How long a request may take to come. The stream's own timer would close the connection, and
  /// nothing could be said any more.
  struct Patience {
    asio::steady_timer timer;
    bool is_over = false;
  };

  /// False if nothing more comes.
  awaitable<bool> serve_one();
  void be_patient();
  /// A request, as far as it comes, and what is wrong with it. False if nobody waits for an answer.
  awaitable<bool> receive(WebMessage& message, Exchange& exchange, std::optional<Refusal>& problem);
  /// Waits for a head, or for what is none. False if the connection has ended.
  awaitable<bool> read_head(std::size_t& length, std::optional<Refusal>& problem);
  std::optional<Refusal> look_at_head(std::size_t length, HeadFacts& facts) const;
  /// False if the connection has ended.
  awaitable<bool> read_body(http::request_parser<http::string_body>& parser, const HeadFacts& facts,
                            Exchange& exchange, std::optional<Refusal>& problem);
  /// Whether a body may be so long now.
  static bool has_room(Exchange& exchange, std::size_t bytes);
  /// What to say about a request that could not be read on; nothing if nobody would hear it.
  std::optional<Refusal> refuse_rest(error_code failed) const;
  Exchange exchange_of(const WebMessage& message) const;
  asio::ip::address visitor_address(const WebMessage& message) const;

  awaitable<bool> answer(const Exchange& exchange);
  awaitable<bool> send(HttpResponse response, const Exchange& exchange);
  /// Opens a WebSocket, or says why not.
  awaitable<void> upgrade(WebMessage& message, Exchange& exchange);
  awaitable<std::optional<HttpResponse>> refuse_socket(const HttpRequest& request);
  void note_access(const Exchange& exchange, int status, std::size_t bytes) const;
  bool is_asker_gone(const Exchange& exchange);
  /// Closing while something is unread would cost the other end the last answer.
  awaitable<void> close_politely();

  std::shared_ptr<WebShared> shared_;
  beast::tcp_stream stream_;
  const asio::ip::address peer_;
  const std::shared_ptr<Visitor> visitor_;
  /// What has come and is not read yet.
  beast::flat_buffer buffer_{kMaxUnreadBytes};
  /// While a request comes.
  std::shared_ptr<Patience> patience_{};
  /// What this becomes, with the request for it, and its place if it came through a proxy.
  std::shared_ptr<SocketConnection> socket_{};
  WebMessage socket_request_{};
  std::unique_ptr<Visitors::Place> socket_place_{};
};

}  // namespace spielwerk::server
