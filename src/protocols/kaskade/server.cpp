#include "protocols/kaskade/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio.hpp>
#include <cassert>
#include <future>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>

#include "protocols/kaskade/server_connection.h"
#include "protocols/tcp/listening.h"

namespace spielwerk::kaskade_protocol {
namespace {

using asio::awaitable;
using asio::ip::tcp;
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How often those who are too slow are looked for.
constexpr milliseconds kSweepTime{250};

}  // namespace

class Server::Impl {
 public:
  Impl(const ServerSettings& settings, ServerPlayerMaker players, Listener listener)
      : context_(std::make_shared<asio::io_context>(1)),
        shared_{context_, settings, std::move(players), std::move(listener)},
        sweeper_(*context_) {
    assert(is_printable(settings.name));
    listen(settings.port);
    asio::co_spawn(*context_, sweep(), asio::detached);
    thread_ = std::jthread([this] { context_->run(); });
  }
  ~Impl() {
    on_thread([this] {
      is_ending_ = true;
      acceptor_->close();
      sweeper_.cancel();
      // What has just been sent is noted first, so that the good-bye can follow it.
      asio::post(*context_, [this] {
        for (const auto& connection : connections_) connection->say_goodbye();
      });
    });
    thread_.join();
    shared_.sum_up();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::uint16_t port() {
    return on_thread([this] { return acceptor_->local_endpoint().port(); });
  }
  void set_port(std::uint16_t port) {
    on_thread([this, port] {
      if (port != acceptor_->local_endpoint().port()) listen(port);
    });
  }
  void set_players(ServerPlayerMaker players) {
    on_thread([&] { shared_.players = std::move(players); });
  }
  std::vector<ConnectionInfo> connections() {
    return on_thread([this] {
      std::vector<ConnectionInfo> infos;
      for (const auto& each : connections_) infos.push_back(each->info());
      return infos;
    });
  }
  ServerCounts counts() {
    return on_thread([this] {
      ServerCounts counts = shared_.counts;
      counts.open = static_cast<int>(connections_.size());
      return counts;
    });
  }

 private:
  /// Runs something on the server's thread and waits for its result or exception.
  template <class Function>
  std::invoke_result_t<Function> on_thread(Function function) {
    std::packaged_task<std::invoke_result_t<Function>()> task(std::move(function));
    auto result = task.get_future();
    asio::dispatch(*context_, [&task] { task(); });
    return result.get();
  }

  void listen(std::uint16_t port) {
    auto acceptor = std::make_shared<tcp::acceptor>(
        spielwerk::tcp::listen_at(*context_, shared_.settings.address, port));
    if (acceptor_) acceptor_->close();
    acceptor_ = acceptor;
    asio::co_spawn(*context_, accept(std::move(acceptor)), asio::detached);
  }

  awaitable<void> accept(std::shared_ptr<tcp::acceptor> acceptor) {
    while (acceptor->is_open()) {
      auto [error, socket] = co_await acceptor->async_accept(kAwait);
      if (!acceptor->is_open() || is_ending_) break;
      if (error) {
        // Out of file descriptors, most likely: some will be free again.
        asio::steady_timer pause(*context_, milliseconds(50));
        co_await pause.async_wait(kAwait);
        continue;
      }
      welcome(std::move(socket));
    }
  }

  void welcome(tcp::socket socket) {
    error_code error;
    const tcp::endpoint peer = socket.remote_endpoint(error);
    if (error) return;  // gone already
    socket.non_blocking(true, error);
    socket.set_option(tcp::no_delay(true), error);
    const auto from_there = ++per_address_[spielwerk::tcp::network_of(peer.address())];
    if (std::cmp_greater(connections_.size() + 1, shared_.settings.max_connections) ||
        from_there > shared_.settings.max_per_address) {
      leave(peer);
      ++shared_.counts.refused;
      const std::string text =
          reply_line(ErrorReply{"too many connections, please try again later"});
      socket.write_some(asio::buffer(text), error);
      socket.shutdown(tcp::socket::shutdown_send, error);
      return;
    }
    ++shared_.counts.connections;
    const auto connection = std::make_shared<ServerConnection>(std::move(socket), peer, shared_);
    connections_.insert(connection);
    asio::co_spawn(*context_, converse(connection), asio::detached);
  }

  awaitable<void> converse(std::shared_ptr<ServerConnection> connection) {
    try {
      co_await connection->run();
    } catch (const std::exception& problem) {
      // Whatever happens in one game must not cost the others anything.
      connection->close();
      shared_.tell_of_client(fmt::format("{} {}", connection->peer_text(), problem.what()));
    }
    connections_.erase(connection);
    leave(connection->peer());
  }

  void leave(const tcp::endpoint& peer) {
    const auto found = per_address_.find(spielwerk::tcp::network_of(peer.address()));
    if (--found->second == 0) per_address_.erase(found);
  }

  awaitable<void> sweep() {
    while (!is_ending_) {
      sweeper_.expires_after(kSweepTime);
      co_await sweeper_.async_wait(kAwait);
      const auto now = SteadyClock::now();
      for (const auto& connection : connections_) connection->sweep(now);
      if (now - last_sum_ >= std::chrono::minutes(1)) {
        last_sum_ = now;
        shared_.sum_up();
      }
    }
  }

  std::shared_ptr<asio::io_context> context_;
  ServerShared shared_;
  asio::steady_timer sweeper_;
  SteadyClock::time_point last_sum_ = SteadyClock::now();
  std::shared_ptr<tcp::acceptor> acceptor_{};
  std::set<std::shared_ptr<ServerConnection>> connections_{};
  std::map<std::string, int> per_address_{};
  bool is_ending_ = false;
  std::jthread thread_{};
};

Server::Server(const ServerSettings& settings, ServerPlayerMaker players, Listener listener)
    : impl_(std::make_unique<Impl>(settings, std::move(players), std::move(listener))) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->port(); }
void Server::set_port(std::uint16_t port) { impl_->set_port(port); }
void Server::set_players(ServerPlayerMaker players) { impl_->set_players(std::move(players)); }
std::vector<ConnectionInfo> Server::connections() const { return impl_->connections(); }
ServerCounts Server::counts() const { return impl_->counts(); }

}  // namespace spielwerk::kaskade_protocol
