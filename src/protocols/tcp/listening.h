// Opens the sockets at which servers wait for those who connect.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <string>

namespace spielwerk::tcp {

/// Waits at an address and port (0 for any that is free). If systemd listens there already and has
/// handed its socket over (sd_listen_fds(3): LISTEN_PID and LISTEN_FDS), that one is taken. Throws
/// std::runtime_error with a sentence if that is not possible.
boost::asio::ip::tcp::acceptor listen_at(boost::asio::io_context& context,
                                         const std::string& address, std::uint16_t port);

}  // namespace spielwerk::tcp
