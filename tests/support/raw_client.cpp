#include "tests/support/raw_client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace spielwerk::test {

RawClient::RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(std::exchange(socket_, -1));
    is_closed_ = true;
  }
}

RawClient::~RawClient() {
  if (socket_ >= 0) ::close(socket_);
}

RawClient::RawClient(RawClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), is_closed_(other.is_closed_) {}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    if (socket_ < 0) return false;
    pollfd ready{.fd = socket_, .events = POLLOUT, .revents = 0};
    if (::poll(&ready, 1, 2'000) <= 0) return false;
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string RawClient::receive_until(std::string_view end, std::chrono::milliseconds time) {
  const auto deadline = std::chrono::steady_clock::now() + time;
  std::string text;
  while (socket_ >= 0 && (end.empty() || !text.ends_with(end))) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) break;
    pollfd ready{.fd = socket_, .events = POLLIN, .revents = 0};
    if (::poll(&ready, 1, static_cast<int>(left.count())) <= 0) break;
    // One byte at a time up to the end: what follows belongs to the next call.
    std::array<char, 4096> buffer{};
    const auto count = ::recv(socket_, buffer.data(), end.empty() ? buffer.size() : 1, 0);
    if (count <= 0) {
      is_closed_ = true;
      break;
    }
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

std::string RawClient::receive_all(std::chrono::milliseconds time) {
  return receive_until("", time);
}

std::string RawClient::receive_exactly(std::size_t count, std::chrono::milliseconds time) {
  const auto deadline = std::chrono::steady_clock::now() + time;
  std::string text;
  while (socket_ >= 0 && text.size() < count) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd ready{.fd = socket_, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) break;
    std::array<char, 4096> buffer{};
    const auto got =
        ::recv(socket_, buffer.data(), std::min(buffer.size(), count - text.size()), 0);
    if (got <= 0) {
      is_closed_ = true;
      break;
    }
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

void RawClient::shut_down() { ::shutdown(socket_, SHUT_WR); }

}  // namespace spielwerk::test
