// How a program that serves takes the signals of the system.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace spielwerk::app {

/// From now on a write that is not possible (a reader that has gone, a file that may not grow)
/// fails like any other, as on a full disk, instead of ending the program.
void survive_failed_writes();

/// Ends something when the terminal or the system asks for it: politely at first, at once if they
/// ask again.
class StopSignals {
 public:
  /// Before any other thread begins: they all leave the signals to this one.
  StopSignals();
  ~StopSignals() { let_through(); }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Calls `stop`, on another thread, at the first signal; the second ends the program.
  void call(std::function<void()> stop);
  /// From now on `stop` is not called any more, and any signal ends the program.
  void let_through();

 private:
  void wait(const std::function<void()>& stop);

  sigset_t signals_{};
  sigset_t before_{};
  std::atomic<bool> is_over_ = false;
  std::thread thread_{};
};

}  // namespace spielwerk::app
