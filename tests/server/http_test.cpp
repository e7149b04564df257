// HTTP to the letter, over loopback: what is not proper is answered and closed, and nobody who asks
// too much keeps others from being answered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "tests/server/server_fixture.h"

namespace spielwerk::server {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
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
  /// Begins the application anew, which from then on notes requests.
  void note_accesses() {
    settings_.web.on_access = [accesses = accesses_](const Access& access) {
      const std::lock_guard lock(accesses->mutex);
      accesses->all.push_back(access);
    };
    restart();
  }
  /// Requests that were noted with a status, and the bytes of their answers.
  std::vector<std::string> noted(int status) const {
    const std::lock_guard lock(accesses_->mutex);
    std::vector<std::string> lines;
    for (const Access& each : accesses_->all) {
      if (each.status != status) continue;
      lines.push_back(fmt::format("{} {} {}", each.method, each.path, each.bytes));
    }
    return lines;
  }
  std::string metric(const std::string& name) {
    const std::string text = "\n" + get(port(), "/metrics").body;
    const std::size_t at = text.find("\nspielwerk_" + name + " ");
    if (at == std::string::npos) return "missing";
    const std::size_t begin = at + name.size() + 12;
    return text.substr(begin, text.find('\n', begin) - begin);
  }

 private:
  struct Accesses {
    std::mutex mutex{};
    std::vector<Access> all{};
  };
  /// The application outlives this.
  const std::shared_ptr<Accesses> accesses_ = std::make_shared<Accesses>();
};

TEST_F(HttpTest, WhatIsNotProperIsAnsweredAndClosed) {
  const std::string question = "{\"game\":\"othello\"}";
  const auto post_of = [](const std::string& lines, const std::string& body) {
    return "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
           lines + "\r\n" + body;
  };
  const auto post_with = [&](const std::string& lines) {
    return post_of(lines, question + "\r\n");
  };
  const auto post_in_chunks = [&](const std::string& fields) {
    return post_of("Transfer-Encoding: chunked\r\n",
                   fmt::format("{:x}\r\n{}\r\n0\r\n{}\r\n", question.size(), question, fields));
  };
  const std::string id = create("othello:8x8", {human("Anna"), human("Bert")}).id;
  const auto get_with = [&](const std::string& lines) {
    return "GET /api/tables/" + id + "/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n" +
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + lines +
           "\r\n";
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
      // Fields behind the last chunk, which some read as if they stood in the head.
      post_in_chunks("X-Folded: a\r\n b\r\n"),
      post_in_chunks(" folded\r\n"),
      post_in_chunks("X-Plain: a\r\n"),
      post_in_chunks("Host: evil.example\r\n"),
      get_with("Transfer-Encoding: chunked\r\n") + "0\r\nConnection: upgrade\r\n\r\n",
      get_with("Transfer-Encoding: chunked\r\nConnection: upgrade\r\n") + "0\r\n\r\n",
      get_with("Content-Length: 1\r\nConnection: upgrade\r\n") + "x",
      // Lines between chunks that do not end.
      post_of("Transfer-Encoding: chunked\r\n", "0\r\nX-Long: " + std::string(100'000, 'x')),
      post_of("Transfer-Encoding: chunked\r\n", "1;" + std::string(100'000, 'x')),
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

TEST_F(HttpTest, TargetsMayNameAHostOfOurs) {
  const auto get_at = [&](std::string_view target, std::string_view host) {
    return answer_to(
        fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", target, host));
  };
  for (const char* target : {"http://localhost/healthz", "https://127.0.0.1:8080/healthz?a=b"}) {
    EXPECT_THAT(get_at(target, "localhost"), AllOf(StartsWith("HTTP/1.1 200 "), HasSubstr("ok\n")));
    // It counts instead of the header.
    EXPECT_THAT(get_at(target, "evil.example"), StartsWith("HTTP/1.1 200 ")) << target;
  }
  for (const char* target :
       {"http://evil.example/healthz", "http://me@localhost/healthz", "http:///healthz"}) {
    EXPECT_THAT(get_at(target, "localhost"),
                AllOf(StartsWith("HTTP/1.1 403 "), HasSubstr("unknown_site")))
        << target;
  }
}

TEST_F(HttpTest, WhatIsRefusedIsCounted) {
  settings_.web.visitors.rate = 0.001;
  settings_.web.visitors.burst = 20;
  settings_.web.trusted_proxies = {tcp::Network::parse("127.0.0.1").value()};
  restart();
  const auto counted = [&](int status) {
    return metric(fmt::format("refusals_total{{status=\"{}\"}}", status));
  };
  EXPECT_THAT(answer_to("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
              StartsWith("HTTP/1.1 403 "));
  EXPECT_EQ(counted(403), "1");
  EXPECT_EQ(test::request(port(), "POST", "/api/position", std::string(2'200'000, ' ')).status,
            413);
  EXPECT_THAT(answer_to("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                        "FFFFFF\r\n"),
              StartsWith("HTTP/1.1 413 "));
  EXPECT_EQ(counted(413), "2");
  int refused = 0;
  for (int count = 0; count < 22; ++count) {
    if (get(port(), "/healthz", {"X-Forwarded-For: 192.0.2.1"}).status == 429) ++refused;
  }
  EXPECT_GE(refused, 2);
  EXPECT_EQ(counted(429), std::to_string(refused));
}

TEST_F(HttpTest, OtherMethodsHearWhichAreAllowed) {
  const WebAnswer page = test::request(port(), "DELETE", "/");
  EXPECT_EQ(page.status, 405);
  EXPECT_THAT(page.head, HasSubstr("\r\nAllow: GET, HEAD\r\n"));
  const WebAnswer tables = test::request(port(), "DELETE", "/api/tables");
  EXPECT_EQ(tables.status, 405);
  EXPECT_THAT(tables.head, HasSubstr("\r\nAllow: GET, HEAD, POST\r\n"));
}

TEST_F(HttpTest, WhatIsCutOffIsRefused) {
  const std::string head = "POST /api/position HTTP/1.1\r\nHost: localhost\r\n";
  for (const std::string& begun :
       {std::string("GET / HT"), head, head + "Content-Length: 9\r\n\r\n{",
        head + "Transfer-Encoding: chunked\r\n\r\n9\r\n{"}) {
    test::RawClient client(port());
    client.send(begun);
    client.shut_down();
    EXPECT_THAT(client.receive_all(), AllOf(StartsWith("HTTP/1.1 400 "), HasSubstr("cut off")))
        << begun;
    EXPECT_TRUE(client.is_closed());
  }
  // Nothing at all is no request.
  test::RawClient client(port());
  client.shut_down();
  EXPECT_EQ(client.receive_all(), "");
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpTest, WhatDoesNotComeWholeIsNoted) {
  note_accesses();
  const std::string head =
      "POST /api/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
  const std::string answer = answer_to(head + "Transfer-Encoding: chunked\r\n\r\nx\r\n");
  const std::size_t length = answer.size() - answer.find("\r\n\r\n") - 4;
  EXPECT_TRUE(test::eventually([&] { return !noted(400).empty(); }));
  EXPECT_THAT(noted(400), ElementsAre(fmt::format("POST /api/position {}", length)));
  EXPECT_THAT(noted(499), IsEmpty());
  {
    test::RawClient client(port());
    client.send(head + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");
    // Whoever closes a connection without having read everything resets it.
    EXPECT_EQ(client.receive_exactly(1), "H");
  }
  EXPECT_TRUE(test::eventually([&] { return !noted(499).empty(); }));
  EXPECT_THAT(noted(499), ElementsAre("POST /api/position 0"));
}

TEST_F(HttpTest, WhatDoesNotComeInTimeIsRefused) {
  settings_.web.patience = std::chrono::milliseconds(100);
  restart();
  const std::string head = "POST /api/position HTTP/1.1\r\nHost: localhost\r\n";
  for (const std::string& begun : {std::string("G"), head + "Content-Length: 9\r\n\r\n{",
                                   head + "Transfer-Encoding: chunked\r\n\r\n9\r\n{"}) {
    EXPECT_THAT(answer_to(begun),
                AllOf(StartsWith("HTTP/1.1 408 "), HasSubstr("Connection: close\r\n")))
        << begun;
  }
  EXPECT_EQ(answer_to(""), "");
  // Also not behind a request that did, and an answer may take longer.
  const std::string body = R"({"game":"othello","time":"300ms"})";
  EXPECT_THAT(
      answer_to(fmt::format("POST /api/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                            "application/json\r\nContent-Length: {}\r\n\r\n{}",
                            body.size(), body)),
      AllOf(StartsWith("HTTP/1.1 200 "), Not(HasSubstr("HTTP/1.1 408 "))));
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
      "9\r\n{\"game\":\"\r\n9;a=b\r\nothello\"}\r\n0\r\n\r\n"
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
  note_accesses();
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
  EXPECT_THAT(noted(499), ElementsAre("POST /api/evaluate 0", "POST /api/evaluate 0"));
  // The place is free again.
  EXPECT_EQ(post(port(), "/api/evaluate", {{"game", "othello"}, {"time", "10ms"}}).status, 200);
}

TEST_F(HttpTest, WhoHasEndedSendingIsAnswered) {
  // Longer than it takes until the server looks whether the asker is still there.
  const std::string body = R"({"game":"othello","time":"1s"})";
  test::RawClient asker(port());
  asker.send(
      fmt::format("POST /api/evaluate HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                  "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                  body.size(), body));
  asker.shut_down();
  EXPECT_THAT(asker.receive_all(), StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_EQ(metric("requests_abandoned_total"), "0");
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
  // Files of the page cost a unit for every 16 KB.
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
