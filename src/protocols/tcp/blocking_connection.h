// A TCP connection for one thread that waits for the other end, but not for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/game_player.h"

namespace spielwerk::tcp {

/// The connection is of no use any more.
class ConnectionFailure : public std::runtime_error {
 public:
  explicit ConnectionFailure(Failure failure)
      : std::runtime_error(failure.sentence), failure_(std::move(failure)) {}

  const Failure& failure() const { return failure_; }

 private:
  Failure failure_;
};

/// Every method throws ConnectionFailure if it does not succeed in time, or when it is stopped.
class BlockingConnection {
 public:
  BlockingConnection(const std::string& host, std::uint16_t port, std::chrono::milliseconds time,
                     const std::stop_token& stop = {});
  ~BlockingConnection();
  BlockingConnection(const BlockingConnection&) = delete;
  BlockingConnection& operator=(const BlockingConnection&) = delete;

  void send(std::string_view bytes, std::chrono::milliseconds time);
  /// What is there, as soon as something is; valid until the next call.
  std::string_view receive(std::chrono::milliseconds time, const std::stop_token& stop = {});

  /// The other end as messages name it: `host:port`.
  const std::string& peer() const;
  /// The address that this end has there.
  std::string own_address() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace spielwerk::tcp
