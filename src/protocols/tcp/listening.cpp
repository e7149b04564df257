#include "protocols/tcp/listening.h"

#include <fmt/format.h>

#include <stdexcept>

#include "core/text.h"

namespace spielwerk::tcp {

namespace asio = boost::asio;
using asio::ip::tcp;

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
