// Sockets at which servers wait: their own, and those that systemd hands over.
#include "protocols/tcp/listening.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <cstdlib>
#include <stdexcept>

namespace spielwerk::tcp {
namespace {

using boost::asio::ip::tcp;

/// What systemd says to the process it starts; here, that all files up to this one are sockets.
class HandedOver {
 public:
  HandedOver(int last_file, int process) {
    ::setenv("LISTEN_PID", std::to_string(process).c_str(), 1);
    ::setenv("LISTEN_FDS", std::to_string(last_file - 2).c_str(), 1);
  }
  ~HandedOver() {
    ::unsetenv("LISTEN_PID");
    ::unsetenv("LISTEN_FDS");
  }
  HandedOver(const HandedOver&) = delete;
  HandedOver& operator=(const HandedOver&) = delete;
};

TEST(Listening, TakesTheSocketThatSystemdHandsOver) {
  boost::asio::io_context context;
  tcp::acceptor theirs = listen_at(context, "127.0.0.1", 0);
  const std::uint16_t port = theirs.local_endpoint().port();
  EXPECT_THROW(listen_at(context, "127.0.0.1", port), std::runtime_error) << "the port is taken";

  const HandedOver variables(theirs.native_handle(), ::getpid());
  tcp::socket guest(context);
  {
    tcp::acceptor ours = listen_at(context, "127.0.0.1", port);
    guest.connect(ours.local_endpoint());
    EXPECT_EQ(ours.accept().remote_endpoint(), guest.local_endpoint());
  }
  // A server that has stopped listening may begin again.
  EXPECT_EQ(listen_at(context, "127.0.0.1", port).local_endpoint().port(), port);
}

TEST(Listening, TakesNoSocketThatIsMeantForOthers) {
  boost::asio::io_context context;
  tcp::acceptor theirs = listen_at(context, "127.0.0.1", 0);
  const std::uint16_t port = theirs.local_endpoint().port();
  {
    const HandedOver variables(theirs.native_handle(), ::getppid());
    EXPECT_THROW(listen_at(context, "127.0.0.1", port), std::runtime_error) << "another process";
  }
  const HandedOver variables(theirs.native_handle(), ::getpid());
  EXPECT_NE(listen_at(context, "127.0.0.1", 0).local_endpoint().port(), port) << "another port";
}

}  // namespace
}  // namespace spielwerk::tcp
