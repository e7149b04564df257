// Heads of requests that are taken, and those that could be read in two ways.
#include "server/web/request_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spielwerk::server {
namespace {

using testing::HasSubstr;

std::string with(const std::string& lines, const std::string& first = "POST /api HTTP/1.1") {
  return first + "\r\nHost: localhost\r\n" + lines + "\r\n";
}
std::string problem(const std::string& head) {
  const auto checked = check_head(head);
  return checked ? "" : std::string(checked.error().name()) + ": " + checked.error().reason;
}

TEST(RequestHead, TakesWhatIsProper) {
  EXPECT_EQ(problem(with("")), "");
  EXPECT_EQ(problem(with("Accept: */*\r\nX-Empty:\r\nX-Tab:\ta\tb\r\nX-Umlaut: \xC3\xA4\r\n")), "");
  EXPECT_EQ(problem("GET / HTTP/1.0\r\n\r\n"), "");
  EXPECT_EQ(check_head(with("Content-Length: 12\r\n"))->content_length, 12u);
  EXPECT_EQ(check_head(with("content-LENGTH:\t12 \r\n"))->content_length, 12u);
  EXPECT_FALSE(check_head(with("Transfer-Encoding: Chunked\r\n"))->content_length);
  EXPECT_TRUE(check_head(with("Expect: 100-Continue\r\n"))->expects_continue);
  EXPECT_FALSE(check_head(with(""))->expects_continue);
  EXPECT_FALSE(check_head("POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n")->expects_continue);
}

TEST(RequestHead, RefusesWhatTwoCouldReadDifferently) {
  const std::vector<std::pair<std::string, const char*>> cases{
      {with("Transfer-Encoding: gzip\r\n"), "transfer coding is not chunked"},
      {with("Transfer-Encoding: gzip, chunked\r\n"), "transfer coding is not chunked"},
      {with("Transfer-Encoding: chunked, identity\r\n"), "transfer coding is not chunked"},
      {with("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), "not chunked"},
      {with("Transfer-Encoding:\r\n"), "transfer coding is not chunked"},
      {with("Transfer-Encoding: xchunked\r\n"), "transfer coding is not chunked"},
      {with("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n"), "a length and a transfer"},
      {with("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"), "a length and a transfer"},
      {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "1.0 knows no transfer coding"},
      {with("Content-Length: 3\r\nContent-Length: 3\r\n"), "several lengths"},
      {with("Content-Length: 3\r\ncontent-length: 4\r\n"), "several lengths"},
      {with("Content-Length: 3, 3\r\n"), "length is no number"},
      {with("Content-Length: +3\r\n"), "length is no number"},
      {with("Content-Length: -3\r\n"), "length is no number"},
      {with("Content-Length: 0x3\r\n"), "length is no number"},
      {with("Content-Length:\r\n"), "length is no number"},
      {with("Content-Length: 99999999999999999999\r\n"), "length is no number"},
      {with("Host: localhost\r\n"), "several hosts"},
      {with("hOST: other\r\n"), "several hosts"},
      {"GET / HTTP/1.1\r\n\r\n", "there is no host"},
      {with("X-Long: a\r\n b\r\n"), "folded"},
      {with("X-Long: a\r\n\tb\r\n"), "folded"},
      {"GET / HTTP/1.1\r\n Host: localhost\r\n\r\n", "folded"},
      {with("X-Blank : a\r\n"), "name of a field is no word"},
      {with(": a\r\n"), "name of a field is no word"},
      {with("X(: a\r\n"), "name of a field is no word"},
      {with("nothing\r\n"), "no colon"},
      {with("X: a\nY: b\r\n"), "without a carriage return"},
      {with("X: a\rY: b\r\n"), "carriage return in a line"},
      {with("X: a\r\r\n"), "carriage return in a line"},
      {with(std::string("X: a\0b\r\n", 8)), "control character"},
      {with("X: a\x7F\r\n"), "control character"},
      {with("", "GET / HTTP/1.2"), "version"},
      {with("", "GET / HTTP/2.0"), "version"},
      {with("", "GET / http/1.1"), "version"},
      {with("", "GET / HTTP/1.1 "), "not one word"},
      {with("", "GET /"), "no request"},
      {with("", "GET"), "no request"},
      {with("", "GET  / HTTP/1.1"), "not one word"},
      {with("", "GET /a b HTTP/1.1"), "not one word"},
      {with("", "GET  HTTP/1.1"), "not one word"},
      {with("", "G(T / HTTP/1.1"), "method"},
      {with("", " / HTTP/1.1"), "method"},
      {"\r\n", "no request"},
      {"GET / HTTP/1.1\r\n", "does not end"},
  };
  for (const auto& [head, expected] : cases) {
    EXPECT_THAT(problem(head), HasSubstr("bad_request: ")) << head;
    EXPECT_THAT(problem(head), HasSubstr(expected)) << head;
  }
  EXPECT_THAT(problem(with("Expect: 200-ok\r\n")), HasSubstr("bad_expectation"));
  EXPECT_THAT(problem(with("Expect: 100-continue\r\nExpect: 100-continue\r\n")),
              HasSubstr("several expectations"));
}

TEST(RequestHead, SeesAtOnceWhatIsNone) {
  const auto refuses = [](std::string_view begun, std::size_t from = 0) {
    return refuse_begun_head(begun, from).has_value();
  };
  EXPECT_FALSE(refuses(""));
  EXPECT_FALSE(refuses("GET / HT"));
  EXPECT_FALSE(refuses("GET / HTTP/1.1\r"));
  EXPECT_FALSE(refuses("GET / HTTP/1.1\r\n", 15));
  EXPECT_TRUE(refuses("\x16\x03\x01"));
  EXPECT_TRUE(refuses("GET / HTTP/1.1\n"));
  EXPECT_TRUE(refuses("\n"));
  EXPECT_TRUE(refuses("GET / HTTP/1.1\rX", 15));
}

}  // namespace
}  // namespace spielwerk::server
