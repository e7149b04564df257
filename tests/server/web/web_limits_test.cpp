// What one visitor can make the web server do, over loopback: whoever takes too much is refused or
// closed, and neither memory nor turns stay with those who have gone.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio.hpp>
#include <future>
#include <set>
#include <thread>

#include "server/base/asio_scheduler.h"
#include "server/web/web_server.h"
#include "tests/support/waiting.h"
#include "tests/support/web_client.h"

namespace spielwerk::server {
namespace {

using test::WebSocketClient;
using testing::HasSubstr;
using testing::StartsWith;

/// More than the system takes for somebody who reads nothing.
constexpr std::size_t kHuge = 32'000'000;

std::shared_ptr<const std::string> message_of(std::size_t bytes) {
  return std::make_shared<const std::string>(
      fmt::format(R"({{"type":"done","text":"{}"}})", std::string(bytes, 'x')));
}

/// Answers everything at once, and says through WebSockets what it is asked to say.
class TalkingHandler final : public WebHandler {
 public:
  void handle(const HttpRequest& request, Respond respond) override {
    if (request.path == "/file") return respond({.lasting_body = kFile});
    respond({.body = std::to_string(request.body.size())});
  }
  void admit_socket(const HttpRequest& /*request*/, Admit admit) override { admit(std::nullopt); }
  std::shared_ptr<SocketListener> open(const HttpRequest& /*request*/,
                                       std::shared_ptr<Socket> socket) override {
    return std::make_shared<Listener>(sockets_, std::move(socket));
  }

 private:
  using Sockets = std::set<std::shared_ptr<Socket>>;

  struct Listener final : public SocketListener {
    Listener(Sockets& all, std::shared_ptr<Socket> one) : sockets(all), socket(std::move(one)) {
      sockets.insert(socket);
    }
    void receive(std::string_view text) override {
      if (text == "tell others") {
        const auto message = message_of(100'000);
        for (const auto& each : sockets) {
          if (each != socket) each->send(message);
        }
      }
      socket->send(message_of(text == "huge" ? kHuge : text == "long" ? 100'000 : 0));
    }
    void closed() override { sockets.erase(socket); }

    Sockets& sockets;
    const std::shared_ptr<Socket> socket;
  };

  static inline const std::string kFile = std::string(163'840, 'x');
  Sockets sockets_{};
};

class WebLimitsTest : public testing::Test {
 protected:
  WebLimitsTest() {
    settings_.port = 0;
    settings_.trusted_proxies = {tcp::Network::parse("127.0.0.1").value()};
  }
  ~WebLimitsTest() override {
    context_.stop();
    thread_.join();
  }
  void begin() {
    server_.emplace(context_, scheduler_, settings_, handler_);
    thread_ = std::thread([this] { context_.run(); });
  }
  std::uint16_t port() const { return server_->port(); }
  WebCounts counts() {
    std::promise<WebCounts> counts;
    boost::asio::post(context_, [&] { counts.set_value(server_->counts()); });
    return counts.get_future().get();
  }
  static std::vector<std::string> from(std::string_view address) {
    return {fmt::format("X-Forwarded-For: {}", address)};
  }
  int post(std::size_t bytes) {
    return test::request(port(), "POST", "/", std::string(bytes, 'x'), from("192.0.2.1")).status;
  }
  /// Sent as it is, by the visitor whom `post` speaks for.
  std::string begun_post(std::string_view more) {
    return fmt::format("POST / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n{}",
                       more);
  }
  /// Only what waits for one visitor is too much, and soon.
  void let_much_wait() {
    settings_.max_waiting_bytes = 2 * kHuge;
    settings_.visitors.max_waiting_bytes = 1'000'000;
    settings_.visitors.rate = settings_.visitors.burst = 100'000;
  }
  /// A socket that reads nothing of what waits for it, and waits itself for its next turn.
  std::unique_ptr<WebSocketClient> block() {
    auto socket = std::make_unique<WebSocketClient>(port(), "/", from("192.0.2.1"));
    EXPECT_TRUE(socket->send(std::string_view("huge")));
    EXPECT_TRUE(socket->send(std::string_view("short")));
    EXPECT_TRUE(test::eventually([&] { return counts().visitors.stood_in_line == 1; }));
    return socket;
  }

  WebSettings settings_{};
  boost::asio::io_context context_{};
  AsioScheduler scheduler_{context_};
  TalkingHandler handler_{};
  std::optional<WebServer> server_{};
  std::thread thread_{};
};

TEST_F(WebLimitsTest, WhoGoesWithoutReadingLeavesNothingBehind) {
  let_much_wait();
  begin();
  auto blocking = block();
  std::vector<std::unique_ptr<WebSocketClient>> others;
  for (int count = 0; count < 5; ++count) {
    others.push_back(std::make_unique<WebSocketClient>(port(), "/", from("192.0.2.1")));
    others.back()->send(std::string_view("short"));
  }
  EXPECT_TRUE(test::eventually([&] { return counts().visitors.stood_in_line == 6; }));
  // Nobody reads, but the one who has gone gives back what waited, and others have their turns.
  blocking.reset();
  EXPECT_TRUE(others.front()->receive("done"));
  others.clear();
  EXPECT_TRUE(test::eventually([&] { return counts().sockets == 0; }));
  EXPECT_TRUE(test::eventually([&] { return counts().visitors.connections == 0; }));
  EXPECT_EQ(test::get(port(), "/", from("192.0.2.1")).status, 200);
}

TEST_F(WebLimitsTest, NobodyWaitsForATurnForEver) {
  let_much_wait();
  settings_.patience = std::chrono::milliseconds(300);
  begin();
  const auto blocking = block();
  WebSocketClient other(port(), "/", from("192.0.2.1"));
  other.send(std::string_view("short"));
  EXPECT_FALSE(other.receive());
  EXPECT_EQ(other.close_reason(), "too many messages");
  EXPECT_EQ(test::get(port(), "/", from("192.0.2.1")).status, 429);
  EXPECT_EQ(test::get(port(), "/", from("192.0.2.2")).status, 200);
}

TEST_F(WebLimitsTest, WatchersPayOnlyForWhatTheyAsk) {
  settings_.visitors.rate = 0.001;
  settings_.visitors.burst = 200;
  begin();
  std::vector<std::unique_ptr<WebSocketClient>> watchers;
  for (int count = 0; count < 3; ++count) {
    watchers.push_back(std::make_unique<WebSocketClient>(port(), "/", from("192.0.2.1")));
  }
  WebSocketClient restless(port(), "/", from("192.0.2.2"));
  for (int count = 0; count < 10; ++count) restless.send(std::string_view("tell others"));
  for (const auto& each : watchers) {
    for (int count = 0; count < 10; ++count) ASSERT_TRUE(each->receive("done"));
  }
  EXPECT_EQ(test::get(port(), "/", from("192.0.2.1")).status, 200);
  for (int count = 0; count < 8; ++count) {
    watchers.front()->send(std::string_view("long"));
    ASSERT_TRUE(watchers.front()->receive("done"));
  }
  EXPECT_EQ(test::get(port(), "/", from("192.0.2.1")).status, 429);
}

TEST_F(WebLimitsTest, ControlFramesCountLikeMessages) {
  settings_.message_rate = 0.001;
  settings_.message_burst = 30;
  begin();
  WebSocketClient fine(port(), "/");
  for (int count = 0; count < 20; ++count) ASSERT_TRUE(fine.send_frame("", 9));
  fine.send(std::string_view("short"));
  EXPECT_TRUE(fine.receive("done"));
  // Pings, which have to be answered, and answers to none.
  for (const int opcode : {9, 10}) {
    WebSocketClient flood(port(), "/");
    for (int count = 0; count < 31; ++count) flood.send_frame("", opcode);
    EXPECT_FALSE(flood.receive());
    EXPECT_TRUE(flood.is_closed());
  }
  EXPECT_EQ(counts().floods, 2u);
}

TEST_F(WebLimitsTest, LongBodiesShareTheirRoom) {
  settings_.visitors.max_body_bytes = 4'000'000;
  begin();
  const std::string chunks =
      fmt::format("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n{:x}\r\n{}\r\n0\r\n\r\n",
                  100'000, std::string(100'000, 'x'));
  const auto send_chunks = [&] {
    test::RawClient client(port());
    client.send(begun_post(chunks));
    return client.receive_all();
  };
  EXPECT_EQ(post(100'000), 200);
  EXPECT_THAT(send_chunks(), HasSubstr("\r\n\r\n100000"));
  {
    std::vector<test::RawClient> unfinished;
    for (int count = 0; count < 2; ++count) {
      unfinished.emplace_back(port());
      unfinished.back().send(begun_post("Content-Length: 2000000\r\n\r\nx"));
    }
    EXPECT_TRUE(test::eventually([&] { return post(20'000) == 429; }));
    EXPECT_THAT(send_chunks(), StartsWith("HTTP/1.1 429 "));
    EXPECT_EQ(post(16'000), 200);
    EXPECT_EQ(
        test::request(port(), "POST", "/", std::string(20'000, 'x'), from("192.0.2.2")).status,
        200);
  }
  EXPECT_TRUE(test::eventually([&] { return post(20'000) == 200; }));
}

TEST_F(WebLimitsTest, NoBodyIsAwaitedFromWhoMayNotAsk) {
  settings_.visitors.rate = 0.001;
  settings_.visitors.burst = 30;
  begin();
  // Bodies are paid for, too: 25 units.
  EXPECT_EQ(post(102'400), 200);
  for (int count = 0; count < 4; ++count) EXPECT_EQ(post(0), 200);
  test::RawClient client(port());
  client.send(begun_post("Content-Length: 9\r\n\r\n"));
  const std::string answer = client.receive_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 429 "));
  // With the time until it is paid.
  EXPECT_THAT(answer, HasSubstr("Retry-After: 10"));
  EXPECT_TRUE(client.is_closed());
}

TEST_F(WebLimitsTest, WrongNamesEndTheConnection) {
  begin();
  std::string requests;
  for (int count = 0; count < 100; ++count) {
    requests += "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n";
  }
  test::RawClient client(port());
  client.send(requests);
  const std::string answers = client.receive_all();
  EXPECT_TRUE(client.is_closed());
  EXPECT_THAT(answers, StartsWith("HTTP/1.1 403 "));
  EXPECT_EQ(answers.find("HTTP/1.1 ", 1), std::string::npos);
  EXPECT_EQ(counts().refusals[403], 1u);
}

TEST_F(WebLimitsTest, FilesOfThePageArePaidFor) {
  settings_.visitors.rate = 0.001;
  settings_.visitors.burst = 110;
  begin();
  // Ten units for the file and one for the request.
  for (int count = 0; count < 10; ++count) {
    EXPECT_EQ(test::get(port(), "/file", from("192.0.2.1")).status, 200) << count;
  }
  EXPECT_EQ(test::get(port(), "/file", from("192.0.2.1")).status, 429);
}

}  // namespace
}  // namespace spielwerk::server
