// Lines for the terminal from many threads.
#pragma once

#include <memory>
#include <string>

#include "core/streams.h"

namespace spielwerk::app {

/// Prints on a thread of its own: a reader that is stuck, or a terminal that is held, holds neither
/// the games nor the end of the program. What a reader that has gone, or a full disk, does not take
/// is lost.
class Printer {
 public:
  explicit Printer(const Streams& streams);
  /// Waits until all is printed, but not for a reader who does not read.
  ~Printer();
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;

  void say(std::string text);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace spielwerk::app
