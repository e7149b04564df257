// The web server alone: who still waits for an answer that comes late.
#include "server/web/web_server.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio.hpp>
#include <thread>

#include "server/base/asio_scheduler.h"
#include "tests/support/raw_client.h"

namespace spielwerk::server {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Answers everything, but only after the server has looked whether somebody is still there.
class LateHandler final : public WebHandler {
 public:
  explicit LateHandler(Scheduler& scheduler) : timer_(scheduler.make_timer()) {}

  void handle(const HttpRequest& request, Respond respond) override {
    if (request.path == "/thinking") request.asker->on_gone = [this] { ++gone; };
    timer_->set(milliseconds(500), [respond] { respond({.body = "late"}); });
  }
  void admit_socket(const HttpRequest& /*request*/, Admit admit) override {
    admit(HttpResponse{.status = 404});
  }
  std::shared_ptr<SocketListener> open(const HttpRequest& /*request*/,
                                       std::shared_ptr<Socket> /*socket*/) override {
    return nullptr;
  }

  std::atomic<int> gone = 0;

 private:
  std::unique_ptr<Timer> timer_;
};

class WebServerTest : public testing::Test {
 protected:
  WebServerTest() : thread_([this] { context_.run(); }) {}
  ~WebServerTest() override {
    context_.stop();
    thread_.join();
  }
  /// What somebody hears who asks and then sends nothing more.
  std::string half_closed(std::string_view path, std::string_view lines = "") {
    test::RawClient client(server_.port());
    client.send(fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n", path, lines));
    client.shut_down();
    std::string answer = client.receive_all();
    EXPECT_TRUE(client.is_closed());
    return answer;
  }

  boost::asio::io_context context_{};
  AsioScheduler scheduler_{context_};
  LateHandler handler_{scheduler_};
  WebServer server_{context_, scheduler_, {.port = 0}, handler_};
  std::thread thread_;
};

TEST_F(WebServerTest, WhoHasOnlyEndedSendingIsAnswered) {
  EXPECT_THAT(half_closed("/plain"), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(half_closed("/thinking", "Connection: close\r\n"), StartsWith("HTTP/1.1 200 "));
  EXPECT_EQ(handler_.gone, 0);
}

TEST_F(WebServerTest, ThinkingEndsForWhomeverMayHaveGone) {
  EXPECT_EQ(half_closed("/thinking"), "");
  EXPECT_EQ(handler_.gone, 1);
}

}  // namespace
}  // namespace spielwerk::server
