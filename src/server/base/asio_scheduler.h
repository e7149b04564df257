// The scheduler of the running program: an Asio context and a clock that only goes forward.
#pragma once

#include <boost/asio/io_context.hpp>

#include "server/base/scheduler.h"

namespace spielwerk::server {

/// The thread is the one that runs the context, which must live longer.
class AsioScheduler final : public Scheduler {
 public:
  explicit AsioScheduler(boost::asio::io_context& context) : context_(context) {}

  Time now() const override;
  std::unique_ptr<Timer> make_timer() override;
  void post(std::function<void()> function) override;

 private:
  boost::asio::io_context& context_;
  const Time wall_begin_ =
      std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
  const std::chrono::steady_clock::time_point steady_begin_ = std::chrono::steady_clock::now();
};

}  // namespace spielwerk::server
