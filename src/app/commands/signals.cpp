#include "app/commands/signals.h"

#include <pthread.h>

#include <cstdlib>
#include <utility>

namespace spielwerk::app {
namespace {

/// Wakes the thread that waits for the others.
constexpr int kWake = SIGUSR1;

[[noreturn]] void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t only{};
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  std::raise(signal);
  std::_Exit(128 + signal);
}

}  // namespace

void survive_failed_writes() {
  struct sigaction action{};
  // Programs that we start would inherit that a signal is ignored, but not that it is handled.
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  for (const int each : {SIGPIPE, SIGXFSZ}) ::sigaction(each, &action, nullptr);
}

StopSignals::StopSignals() {
  sigemptyset(&signals_);
  for (const int each : {SIGINT, SIGTERM, SIGHUP, kWake}) sigaddset(&signals_, each);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

void StopSignals::call(std::function<void()> stop) {
  thread_ = std::thread([this, stop = std::move(stop)] { wait(stop); });
}

void StopSignals::wait(const std::function<void()>& stop) {
  bool is_asked = false;
  while (true) {
    int signal = 0;
    sigwait(&signals_, &signal);
    if (signal == kWake) {
      if (is_over_) return;
      continue;
    }
    if (is_asked || is_over_) end_by(signal);
    is_asked = true;
    stop();
  }
}

void StopSignals::let_through() {
  if (is_over_.exchange(true)) return;
  if (thread_.joinable()) {
    pthread_kill(thread_.native_handle(), kWake);
    thread_.join();
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace spielwerk::app
