// A TCP client that sends any bytes, for tests of servers.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace spielwerk::test {

class RawClient {
 public:
  /// To the loopback address.
  explicit RawClient(std::uint16_t port);
  ~RawClient();
  RawClient(RawClient&& other) noexcept;
  RawClient& operator=(RawClient&&) = delete;

  bool is_connected() const { return socket_ >= 0; }
  /// False if the other end does not take it all within two seconds.
  bool send(std::string_view bytes);
  /// What arrives until `end` stands at the end of it, the connection is closed, or the time is
  /// over.
  std::string receive_until(std::string_view end,
                            std::chrono::milliseconds time = std::chrono::seconds(10));
  /// Everything until the other end closes the connection; `is_closed` tells whether it did.
  std::string receive_all(std::chrono::milliseconds time = std::chrono::seconds(10));
  bool is_closed() const { return is_closed_; }
  /// Exactly so many bytes, or fewer if the connection is closed or the time is over.
  std::string receive_exactly(std::size_t count,
                              std::chrono::milliseconds time = std::chrono::seconds(10));
  /// Nothing more will be sent.
  void shut_down();

 private:
  int socket_ = -1;
  bool is_closed_ = false;
};

}  // namespace spielwerk::test
