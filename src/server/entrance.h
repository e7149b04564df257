// The way to the thread of a context for threads that may live longer than the context.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <mutex>
#include <utility>

namespace spielwerk::server {

class Entrance {
 public:
  explicit Entrance(boost::asio::io_context& context) : context_(&context) {}

  /// Runs something on the thread of the context, later; after `close` it is dropped.
  template <class Function>
  void post(Function function) {
    const std::lock_guard lock(mutex_);
    // This only puts it in line: nothing of the function runs here.
    if (context_ != nullptr) boost::asio::post(*context_, std::move(function));
  }
  /// From now on the context may go.
  void close() {
    const std::lock_guard lock(mutex_);
    context_ = nullptr;
  }

 private:
  std::mutex mutex_{};
  boost::asio::io_context* context_;
};

}  // namespace spielwerk::server
