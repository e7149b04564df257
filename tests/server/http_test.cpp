// HTTP to the letter, over loopback: what is not proper is answered and closed, and nobody who asks
// too much keeps others from being answered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "tests/server/server_fixture.h"

namespace spielwerk::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class HttpTest : public ServerTest {
 protected:
  /// What is answered to bytes that nothing follows, until the connection is closed.
  std::string answer_to(std::string_view bytes) {
    test::RawClient client(port());
    client.send(bytes);
    std::string answer = client.receive_all();
    EXPECT_TRUE(client.is_closed());
    return answer;
  }
  std::string metric(const std::string& name) {
    const std::string text = "\n" + get(port(), "/metrics").body;
    const std::size_t at = text.find("\nspielwerk_" + name + " ");
    if (at == std::string::npos) return "missing";
    const std::size_t begin = at + name.size() + 12;
    return text.substr(begin, text.find('\n', begin) - begin);
  }
};

TEST_F(HttpTest, WhatIsNotProperIsAnsweredAndClosed) {
  const std::string question = "{\"game\":\"othello\"}";
  const auto post_with = [&](const std::string& lines) {
    return "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
           lines + "\r\n" + question + "\r\n";
  };
  const std::string length = "Content-Length: " + std::to_string(question.size()) + "\r\n";
  const std::vector<std::string> cases{
      post_with("Transfer-Encoding: gzip\r\n"),
      post_with("Transfer-Encoding: identity\r\n" + length),
      post_with("Transfer-Encoding: chunked\r\n" + length),
      post_with(length + length),
      post_with(length + "Content-Length: 3\r\n"),
      post_with(length + "Host: localhost\r\n"),
      post_with(length + "X-Folded: a\r\n b\r\n"),
      post_with(length + "X-Blank : a\r\n"),
      post_with(length + "X-Bare: a\nX-Line: b\r\n"),
      post_with("Transfer-Encoding: chunked\r\n"),  // and then no chunks
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/3.0\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/1.1\nHost: localhost\n\n",
      "\x16\x03\x01\x02\x03",
      "hello\r\n\r\n",
  };
  for (const std::string& each : cases) {
    const std::string answer = answer_to(each);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 400 Bad Request\r\n")) << each;
    EXPECT_THAT(answer,
                AllOf(HasSubstr("\"code\":\"bad_request\""), HasSubstr("Connection: close\r\n"),
                      HasSubstr("this is no proper HTTP request: ")))
        << each;
  }
  EXPECT_EQ(metric("refusals_total{status=\"400\"}"), std::to_string(cases.size()));
  EXPECT_EQ(get(port(), "/healthz").status, 200);
}

TEST_F(HttpTest, AskedForBodiesComeAfterAContinue) {
  const std::string body = "{\"game\":\"othello\"}";
  const auto head = [](std::string_view expectation, std::size_t length) {
    return fmt::format(
        "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Expect: {}\r\nContent-Length: {}\r\n\r\n",
        expectation, length);
  };
  test::RawClient client(port());
  client.send(head("100-continue", body.size()));
  EXPECT_EQ(client.receive_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send(body);
  EXPECT_THAT(client.receive_until("\r\n\r\n"), StartsWith("HTTP/1.1 200 OK\r\n"));
  // Too long a body is not asked for at all.
  EXPECT_THAT(answer_to(head("100-continue", 100'000'000)),
              AllOf(StartsWith("HTTP/1.1 413 "), HasSubstr("request_too_long")));
  EXPECT_THAT(answer_to(head("a-miracle", body.size())),
              AllOf(StartsWith("HTTP/1.1 417 "), HasSubstr("bad_expectation")));
  EXPECT_THAT(answer_to("GET /" + std::string(20'000, 'x')),
              AllOf(StartsWith("HTTP/1.1 431 "), HasSubstr("head_too_long")));
}

TEST_F(HttpTest, RequestsOneBehindTheOtherAndChunksAreFine) {
  test::RawClient client(port());
  client.send(
      "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n"
      "9\r\n{\"game\":\"\r\n9\r\nothello\"}\r\n0\r\nHost: evil.example\r\n\r\n"
      "\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string answers = client.receive_all();
  EXPECT_THAT(answers, StartsWith("HTTP/1.1 200 OK\r\n"));
  std::size_t count = 0;
  for (std::size_t at = 0; (at = answers.find("HTTP/1.1 200 OK", at)) != std::string::npos; ++at) {
    ++count;
  }
  EXPECT_EQ(count, 3u) << answers;
}

TEST_F(HttpTest, EvaluationsEndWhenTheirAskersGo) {
  settings_.api.evaluations.max_in_all = 1;
  restart();
  const std::string body = R"({"game":"othello","time":"10s"})";
  const std::string request =
      "POST /api/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body;
  for (const char* behind : {"", "GET /healthz HTTP/1.1\r\n"}) {
    {
      test::RawClient asker(port());
      asker.send(request + behind);
      ASSERT_TRUE(test::eventually([&] { return metric("engines_thinking") == "1"; }));
      EXPECT_EQ(post(port(), "/api/evaluate", {{"game", "othello"}}).code(),
                "too_many_evaluations");
    }
    const auto gone = std::chrono::steady_clock::now();
    EXPECT_TRUE(test::eventually([&] { return metric("engines_thinking") == "0"; }));
    EXPECT_LT(std::chrono::steady_clock::now() - gone, std::chrono::seconds(5));
  }
  EXPECT_EQ(metric("requests_abandoned_total"), "2");
  // The place is free again.
  EXPECT_EQ(post(port(), "/api/evaluate", {{"game", "othello"}, {"time", "10ms"}}).status, 200);
}

TEST_F(HttpTest, WhoAsksTooMuchWaitsAndOthersDoNot) {
  settings_.web.visitors.rate = 0.5;
  settings_.web.visitors.burst = 10;
  settings_.web.trusted_proxies = {tcp::Network::parse("127.0.0.1").value()};
  restart();
  const std::vector<std::string> anna{"X-Forwarded-For: 192.0.2.1"};
  // A long answer costs more than a short one.
  ASSERT_GT(get(port(), "/api/games", {"X-Forwarded-For: 192.0.2.9"}).body.size(), 4'096u);
  int answered = 0;
  while (get(port(), "/api/games", anna).status == 200) ++answered;
  EXPECT_GE(answered, 1);
  EXPECT_LE(answered, 5);
  const WebAnswer refused = get(port(), "/api/games", anna);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.code(), "too_many_questions");
  EXPECT_THAT(refused.head, HasSubstr("Retry-After: "));
  EXPECT_EQ(get(port(), "/healthz", anna).status, 429);
  EXPECT_EQ(get(port(), "/healthz", {"X-Forwarded-For: 192.0.2.2"}).status, 200);
  // Files of the page are one unit each, however long.
  for (int count = 0; count < 9; ++count) {
    EXPECT_EQ(get(port(), "/", {"X-Forwarded-For: 192.0.2.3"}).status, 200);
  }
  // The connection is kept, and read again after a second.
  test::RawClient client(port());
  const std::string request =
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n";
  const auto begin = std::chrono::steady_clock::now();
  client.send(request + request);
  EXPECT_THAT(client.receive_until("}}}"), HasSubstr("429"));
  EXPECT_THAT(client.receive_until("}}}"), HasSubstr("429"));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(900));
}

TEST_F(HttpTest, SocketsOfWhoSaysTooMuchAreReadMoreSlowly) {
  settings_.web.visitors.rate = 20;
  settings_.web.visitors.burst = 40;
  settings_.web.trusted_proxies = {tcp::Network::parse("127.0.0.1").value()};
  restart();
  const Created created = create("tictactoe:3x3", {human("Anna"), human("Bert")});
  WebSocketClient socket(port(), "/api/tables/" + created.id + "/live",
                         {"X-Forwarded-For: 192.0.2.1"});
  ASSERT_EQ(socket.status(), 101);
  socket.send(json::value{{"type", "hello"}});
  ASSERT_TRUE(socket.receive("table"));
  const auto begin = std::chrono::steady_clock::now();
  for (int count = 0; count < 55; ++count) {
    ASSERT_TRUE(socket.send(json::value{{"type", "ping"}, {"id", count}}));
  }
  for (int count = 0; count < 55; ++count) ASSERT_TRUE(socket.receive("done")) << count;
  // All are answered, the last ones at the rate of the allowance.
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(500));
  EXPECT_FALSE(socket.is_closed());
}

TEST_F(HttpTest, AClassOfThirtyBehindOneAddressPlays) {
  std::vector<std::string> paths{"/api/games", "/api/server", "/api/tables", "/api/kaskade"};
  const std::string page = get(port(), "/").body;
  for (std::size_t at = 0; (at = page.find("=\"./", at)) != std::string::npos; ++at) {
    paths.push_back(page.substr(at + 3, page.find('"', at + 3) - at - 3));
  }
  std::vector<std::unique_ptr<WebSocketClient>> phones;
  for (int phone = 0; phone < 30; ++phone) {
    for (const std::string& path : paths) ASSERT_EQ(get(port(), path).status, 200) << path;
    const Created created = create("othello:8x8", {human("Anna"), human("Bert")});
    phones.push_back(watch(created.id, created.token));
  }
  for (const auto& phone : phones) EXPECT_EQ(move(*phone, "D3", 0), "done");
  EXPECT_EQ(metric("requests_over_rate_total"), "0");
}

TEST_F(HttpTest, TheStatusIsForWhoeverRunsIt) {
  EXPECT_EQ(get(port(), "/api/status").code(), "needs_key");
  create("othello:8x8", {human("Anna"), human("Bert")});
  get(port(), "/api/nothing");
  const json::value status = get(port(), "/api/status", with_key()).json();
  EXPECT_EQ(status.at("tables").at("live").as_int64(), 1);
  EXPECT_EQ(status.at("storage").at("problem").as_string(), "");
  EXPECT_EQ(status.at("web").at("visitors").as_int64(), 1);
  EXPECT_EQ(status.at("web").at("refusals").at("403").as_int64(), 1);
  EXPECT_EQ(status.at("web").at("refusals").at("404").as_int64(), 1);
  EXPECT_LE(status.at("since").as_int64(), status.at("now").as_int64());
}

}  // namespace
}  // namespace spielwerk::server
