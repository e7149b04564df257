#include "server/web/web_connection.h"

#include <ctime>

namespace spielwerk::server {

awaitable<std::shared_ptr<Visitor::Turn>> turn_of(std::shared_ptr<Visitor> visitor,
                                                  std::chrono::milliseconds patience) {
  Later<std::shared_ptr<Visitor::Turn>> turn(co_await asio::this_coro::executor);
  if (!visitor->line_up(turn.taker())) co_return nullptr;
  const auto mine = co_await turn.wait(SteadyClock::now() + patience);
  co_return mine.value_or(nullptr);
}

std::chrono::nanoseconds thread_time() {
  std::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace spielwerk::server
