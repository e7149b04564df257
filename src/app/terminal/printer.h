// Lines from many threads for the terminal, or for the end of a file.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/streams.h"

namespace spielwerk::app {

/// Prints on a thread of its own: a reader that is stuck, or a terminal that is held, holds neither
/// the games nor the end of the program. What a reader that has gone, or a full disk, does not take
/// is lost.
class Printer {
 public:
  explicit Printer(const Streams& streams);
  /// Hears why a line is lost, on a thread of the printer; once until lines come through again.
  using OnLoss = std::function<void(std::string_view problem)>;
  /// Adds to a file, which is made for its owner and group alone. Throws std::runtime_error, a
  /// sentence, if it cannot be written.
  Printer(const std::string& path, OnLoss on_loss);
  /// Waits until all is printed, but not for a reader who does not read.
  ~Printer();
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;

  void say(std::string text);

 private:
  void start() const;

  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace spielwerk::app
