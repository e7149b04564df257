#include "protocols/tcp/listening.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "core/text.h"

namespace spielwerk::tcp {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

int variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : parse_int32(text).value_or(0);
}

bool listens_at(int file, const tcp::endpoint& endpoint) {
  int is_listening = 0;
  socklen_t size = sizeof is_listening;
  if (::getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &size) != 0) return false;
  tcp::endpoint bound;
  size = static_cast<socklen_t>(bound.capacity());
  if (is_listening == 0 || ::getsockname(file, bound.data(), &size) != 0) return false;
  bound.resize(size);
  return bound == endpoint;
}

/// A copy of the socket that systemd has handed over for this, so that it can be closed and asked
/// for again.
std::optional<int> handed_over(const tcp::endpoint& endpoint) {
  // Those of a parent process are not for this one. The first file has number 3.
  if (variable("LISTEN_PID") != ::getpid()) return std::nullopt;
  for (int file = 3; file < 3 + variable("LISTEN_FDS"); ++file) {
    if (!listens_at(file, endpoint)) continue;
    // Programs that are started from here have no use for it.
    ::fcntl(file, F_SETFD, FD_CLOEXEC);
    if (const int copy = ::fcntl(file, F_DUPFD_CLOEXEC, 0); copy >= 0) return copy;
  }
  return std::nullopt;
}

}  // namespace

tcp::acceptor listen_at(asio::io_context& context, const std::string& address, std::uint16_t port) {
  boost::system::error_code error;
  const auto check = [&] {
    if (!error) return;
    throw std::runtime_error(
        fmt::format("cannot listen at {} port {}: {}", address, port, error.message()));
  };
  const tcp::endpoint endpoint(
      asio::ip::make_address(address == "localhost" ? "127.0.0.1" : address, error), port);
  if (error) {
    throw std::runtime_error(fmt::format(
        "{} is not an address: 127.0.0.1 is this machine alone, 0.0.0.0 all its networks",
        in_quotes(address)));
  }
  tcp::acceptor acceptor(context);
  if (const auto socket = handed_over(endpoint)) {
    acceptor.assign(endpoint.protocol(), *socket, error);
    check();
    return acceptor;
  }
  acceptor.open(endpoint.protocol(), error);
  check();
  // A server that has just ended does not keep the next from the same port.
  acceptor.set_option(asio::socket_base::reuse_address(true), error);
  acceptor.bind(endpoint, error);
  check();
  acceptor.listen(asio::socket_base::max_listen_connections, error);
  check();
  return acceptor;
}

}  // namespace spielwerk::tcp
