// A TCP connection on which lines go to and fro, for one thread that waits for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/game_player.h"

namespace spielwerk::kaskade_protocol {

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
class LineConnection {
 public:
  LineConnection(const std::string& host, std::uint16_t port, std::chrono::milliseconds time,
                 std::stop_token stop = {});
  ~LineConnection();
  LineConnection(const LineConnection&) = delete;
  LineConnection& operator=(const LineConnection&) = delete;

  /// Adds the line end.
  void send(std::string_view line, std::chrono::milliseconds time);
  /// The next line, without its line end.
  std::string receive(std::chrono::milliseconds time, std::stop_token stop = {});

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace spielwerk::kaskade_protocol
