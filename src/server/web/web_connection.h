// What connections of the web server share: settings, who visits, counts, and how they wait. Part
// of server/web/web_server.h.
#pragma once

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "server/web/trusted_proxies.h"
#include "server/web/visitors.h"
#include "server/web/web_server.h"

namespace spielwerk::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::awaitable;
using boost::system::error_code;
using SteadyClock = std::chrono::steady_clock;
using WebMessage = http::request<http::string_body>;

inline constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

/// What all kinds of connections have.
class WebConnection {
 public:
  virtual ~WebConnection() = default;
  virtual void close_now() = 0;
  /// The server ends: whatever listens to this is told, even if the connection waits for something
  /// else than the other end.
  virtual void shut_down() { close_now(); }
};

struct WebShared {
  WebShared(const WebSettings& given, Scheduler& of, WebHandler& answering)
      : settings(given), scheduler(of), handler(answering) {}

  const WebSettings settings;
  Scheduler& scheduler;
  WebHandler& handler;
  const TrustedProxies proxies{settings.trusted_proxies};
  Visitors visitors{scheduler, settings.visitors};
  WebCounts counts{};
  std::set<WebConnection*> connections{};
  bool is_ending = false;
};

/// Something that comes at once or later, on this thread; whoever waits is woken by a timer.
template <class Value>
class Later {
 public:
  explicit Later(const asio::any_io_executor& executor)
      : state_(std::make_shared<State>(executor)) {}

  std::function<void(Value)> taker() const {
    return [state = state_](Value value) {
      state->value = std::move(value);
      state->wake.cancel();
    };
  }
  /// Nothing if it is not there after this time; it may still come.
  awaitable<std::optional<Value>> wait(SteadyClock::time_point until) {
    if (!state_->value) {
      state_->wake.expires_at(until);
      co_await state_->wake.async_wait(kAwait);
    }
    co_return std::exchange(state_->value, std::nullopt);
  }
  awaitable<Value> wait() {
    while (true) {
      std::optional<Value> value = co_await wait(SteadyClock::time_point::max());
      if (value) co_return *std::move(value);
    }
  }

 private:
  struct State {
    explicit State(const asio::any_io_executor& executor) : wake(executor) {}
    std::optional<Value> value{};
    asio::steady_timer wake;
  };
  std::shared_ptr<State> state_;
};

inline awaitable<void> pause(std::chrono::milliseconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  co_await timer.async_wait(kAwait);
}

/// A turn of the visitor; nothing if too many wait for theirs, or if it does not come in time:
/// while somebody waits for it, nobody looks whether the other end is still there.
awaitable<std::shared_ptr<Visitor::Turn>> turn_of(std::shared_ptr<Visitor> visitor,
                                                  std::chrono::milliseconds patience);

/// How long this thread has worked.
std::chrono::nanoseconds thread_time();

}  // namespace spielwerk::server
