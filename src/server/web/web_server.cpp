#include "server/web/web_server.h"

#include <fmt/format.h>

#include <stdexcept>

#include "protocols/tcp/listening.h"
#include "server/web/answer.h"
#include "server/web/http_connection.h"

namespace spielwerk::server {
namespace {

using asio::ip::tcp;

/// So many are told at the same time that there is no place for them, and waited for until they
/// have heard it.
constexpr int kMaxTurnedAway = 32;

/// Says it without waiting: whoever sends something meanwhile perhaps does not hear it.
void turn_away_at_once(tcp::socket& socket) {
  const std::string body = refused<RefusalCode::TooManyConnections>().body;
  const std::string text = fmt::format(
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 1\r\n"
      "Connection: close\r\nContent-Length: {}\r\n\r\n{}",
      body.size(), body);
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(text), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

}  // namespace

class WebServer::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& context, Scheduler& scheduler, const WebSettings& settings,
       WebHandler& handler)
      : context_(context),
        acceptor_(spielwerk::tcp::listen_at(context, settings.address, settings.port)),
        shared_(std::make_shared<WebShared>(settings, scheduler, handler)) {}

  void start() { asio::co_spawn(context_, accept(shared_from_this()), asio::detached); }

  void end() {
    shared_->is_ending = true;
    shared_->visitors.close();
    error_code ignored;
    acceptor_.close(ignored);
    for (WebConnection* each : std::set(shared_->connections)) each->shut_down();
  }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  WebCounts counts() const {
    WebCounts counts = shared_->counts;
    counts.visitors = shared_->visitors.counts();
    return counts;
  }

 private:
  static awaitable<void> accept(std::shared_ptr<Impl> self) {
    while (!self->shared_->is_ending) {
      auto [error, socket] = co_await self->acceptor_.async_accept(kAwait);
      if (self->shared_->is_ending) break;
      if (error) {
        // Out of file descriptors, most likely: some will be free again.
        co_await pause(milliseconds(50));
        continue;
      }
      const tcp::endpoint peer = socket.remote_endpoint(error);
      if (error) continue;  // gone already
      socket.set_option(tcp::no_delay(true), error);
      self->welcome(std::move(socket), peer.address());
    }
  }

  void welcome(tcp::socket socket, const asio::ip::address& peer) {
    // A proxy has as many connections as its visitors have.
    std::shared_ptr<Visitor> visitor;
    if (!shared_->proxies.contain(peer)) {
      visitor = shared_->visitors.find(spielwerk::tcp::network_of(peer));
    }
    std::unique_ptr<Visitors::Place> place = shared_->visitors.connect(visitor);
    if (place) {
      ++shared_->counts.connections;
    } else if (turned_away_ >= kMaxTurnedAway) {
      return turn_away_at_once(socket);
    }
    asio::co_spawn(context_,
                   serve(shared_from_this(), std::move(socket), peer, visitor, std::move(place)),
                   asio::detached);
  }

  static awaitable<void> serve(std::shared_ptr<Impl> self, tcp::socket socket,
                               asio::ip::address peer, std::shared_ptr<Visitor> visitor,
                               std::unique_ptr<Visitors::Place> place) {
    if (!place) ++self->turned_away_;
    try {
      HttpConnection connection(std::move(socket), peer, visitor, self->shared_);
      if (place) {
        co_await connection.run();
      } else {
        co_await connection.turn_away();
      }
    } catch (const std::exception&) {
      // Whatever happens in one connection must not cost the others anything; it is closed.
    }
    if (!place) --self->turned_away_;
  }

  asio::io_context& context_;
  tcp::acceptor acceptor_;
  std::shared_ptr<WebShared> shared_;
  int turned_away_ = 0;
};

WebServer::WebServer(asio::io_context& context, Scheduler& scheduler, const WebSettings& settings,
                     WebHandler& handler)
    : impl_(std::make_shared<Impl>(context, scheduler, settings, handler)) {
  impl_->start();
}
WebServer::~WebServer() { impl_->end(); }
std::uint16_t WebServer::port() const { return impl_->port(); }
WebCounts WebServer::counts() const { return impl_->counts(); }

}  // namespace spielwerk::server
