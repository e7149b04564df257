#include "protocols/tcp/blocking_connection.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio.hpp>
#include <optional>

namespace spielwerk::tcp {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

FailureKind kind_of(const error_code& error) {
  if (error == asio::error::connection_refused) return FailureKind::ConnectionRefused;
  if (error == asio::error::host_not_found || error == asio::error::host_not_found_try_again ||
      error == asio::error::no_data) {
    return FailureKind::UnknownHost;
  }
  return FailureKind::Unreachable;
}

}  // namespace

class BlockingConnection::Impl {
 public:
  Impl(const std::string& host, std::uint16_t port, milliseconds time, const std::stop_token& stop)
      : peer_(fmt::format("{}:{}", host, port)), socket_(context_) {
    std::optional<error_code> result;
    tcp::resolver resolver(context_);
    resolver.async_resolve(host, std::to_string(port),
                           [&](error_code error, const tcp::resolver::results_type& endpoints) {
                             if (error || is_given_up_) {
                               result = error;
                               return;
                             }
                             asio::async_connect(
                                 socket_, endpoints,
                                 [&](error_code failed, const tcp::endpoint&) { result = failed; });
                           });
    run(
        time, stop, [&] { resolver.cancel(); }, FailureKind::Unreachable,
        "did not accept the connection in time");
    check(*result, "cannot connect to", kind_of(*result));
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
  }

  void send(std::string_view bytes, milliseconds time) {
    std::optional<error_code> result;
    asio::async_write(socket_, asio::buffer(bytes),
                      [&](error_code error, std::size_t) { result = error; });
    run(time, {}, [] {}, FailureKind::Silent, "did not take what was sent in time");
    check(*result, "lost the connection to", FailureKind::Lost);
  }

  std::string_view receive(milliseconds time, const std::stop_token& stop) {
    std::optional<error_code> result;
    std::size_t count = 0;
    socket_.async_read_some(asio::buffer(buffer_), [&](error_code error, std::size_t read) {
      result = error;
      count = read;
    });
    run(time, stop, [] {}, FailureKind::Silent, "did not answer in time");
    if (*result == asio::error::eof) {
      throw ConnectionFailure(
          {FailureKind::Lost, "", fmt::format("{} closed the connection", peer_)});
    }
    check(*result, "lost the connection to", FailureKind::Lost);
    return {buffer_.data(), count};
  }

  const std::string& peer() const { return peer_; }
  std::string own_address() const {
    error_code ignored;
    return socket_.local_endpoint(ignored).address().to_string();
  }

 private:
  /// Runs until nothing is left to do. What takes longer is given up.
  template <class Cancel>
  void run(std::chrono::steady_clock::duration time, const std::stop_token& stop, Cancel cancel,
           FailureKind kind, std::string_view complaint) {
    context_.restart();
    {
      // Gone before the cleaning up, which it must not end.
      const std::stop_callback wake(stop, [this] { context_.stop(); });
      context_.run_for(time);
    }
    const bool is_stopped = stop.stop_requested();
    if (context_.stopped() && !is_stopped) return;
    is_given_up_ = true;
    error_code ignored;
    socket_.close(ignored);
    cancel();
    context_.restart();
    context_.run();
    if (is_stopped) throw ConnectionFailure({FailureKind::Withdrawn, "", "stopped"});
    throw ConnectionFailure({kind, "", fmt::format("{} {}", peer_, complaint)});
  }
  void check(const error_code& error, std::string_view what, FailureKind kind) const {
    if (!error) return;
    throw ConnectionFailure({kind, "", fmt::format("{} {}: {}", what, peer_, error.message())});
  }

  const std::string peer_;
  bool is_given_up_ = false;
  asio::io_context context_{1};
  tcp::socket socket_;
  std::array<char, 4096> buffer_{};
};

BlockingConnection::BlockingConnection(const std::string& host, std::uint16_t port,
                                       milliseconds time, const std::stop_token& stop)
    : impl_(std::make_unique<Impl>(host, port, time, stop)) {}
BlockingConnection::~BlockingConnection() = default;

void BlockingConnection::send(std::string_view bytes, milliseconds time) {
  impl_->send(bytes, time);
}
std::string_view BlockingConnection::receive(milliseconds time, const std::stop_token& stop) {
  return impl_->receive(time, stop);
}
const std::string& BlockingConnection::peer() const { return impl_->peer(); }
std::string BlockingConnection::own_address() const { return impl_->own_address(); }

}  // namespace spielwerk::tcp
