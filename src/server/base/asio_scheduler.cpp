#include "server/base/asio_scheduler.h"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace spielwerk::server {
namespace {

class AsioTimer final : public Timer {
 public:
  explicit AsioTimer(boost::asio::io_context& context) : timer_(context) {}

  void set(milliseconds after, std::function<void()> expired) override {
    const std::weak_ptr<bool> current = renew();
    timer_.expires_after(after);
    timer_.async_wait([current, expired = std::move(expired)](boost::system::error_code error) {
      // A timer that has expired may be cancelled before its turn comes.
      if (!error && !current.expired()) expired();
    });
  }
  void cancel() override {
    renew();
    timer_.cancel();
  }

 private:
  std::weak_ptr<bool> renew() {
    current_ = std::make_shared<bool>(true);
    return current_;
  }

  boost::asio::steady_timer timer_;
  /// Expires with whatever was set last.
  std::shared_ptr<bool> current_{};
};

}  // namespace

Time AsioScheduler::now() const {
  // The clock on the wall may be set; games are timed by one that only goes forward.
  return wall_begin_ +
         std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - steady_begin_);
}

std::unique_ptr<Timer> AsioScheduler::make_timer() { return std::make_unique<AsioTimer>(context_); }

void AsioScheduler::post(std::function<void()> function) {
  boost::asio::post(context_, std::move(function));
}

}  // namespace spielwerk::server
