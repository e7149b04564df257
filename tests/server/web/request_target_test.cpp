// Where requests go, and from where they may come.
#include "server/web/request_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spielwerk::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(RequestTarget, ReadsPathAndQuery) {
  const RequestTarget plain = parse_target("/api/tables");
  EXPECT_EQ(plain.path, "/api/tables");
  EXPECT_THAT(plain.query, IsEmpty());
  const RequestTarget asked = parse_target("/api/tables?state=live&id=a%41+b%26&flag&empty=");
  EXPECT_EQ(asked.path, "/api/tables");
  EXPECT_THAT(asked.query, ElementsAre(Pair("empty", ""), Pair("flag", ""), Pair("id", "aA b&"),
                                       Pair("state", "live")));
  EXPECT_THAT(parse_target("/?a=1&a=2").query, ElementsAre(Pair("a", "2")));
  EXPECT_EQ(parse_target("/%2e%2e/etc").path, "/%2e%2e/etc");
}

TEST(RequestTarget, MayNameItsHost) {
  EXPECT_FALSE(parse_target("/api").authority);
  const RequestTarget asked = parse_target("http://localhost:8080/api/tables?state=live");
  EXPECT_EQ(asked.authority, "localhost:8080");
  EXPECT_EQ(asked.path, "/api/tables");
  EXPECT_THAT(asked.query, ElementsAre(Pair("state", "live")));
  EXPECT_EQ(parse_target("HTTPS://[::1]").authority, "[::1]");
  EXPECT_EQ(parse_target("HTTPS://[::1]").path, "/");
  EXPECT_EQ(parse_target("http://localhost?a=b").path, "/");
  // These are no hosts of ours, and so are to be refused.
  EXPECT_EQ(parse_target("http://me@localhost/").authority, "me@localhost");
  EXPECT_EQ(parse_target("http:///api").authority, "");
}

TEST(RequestTarget, WhatIsNoneLeadsNowhere) {
  for (const char* target :
       {"", "api", "/a?b=%zz", "/ ?a=b", "/%", "*", "localhost:80", "http:/api", "ftp://localhost/",
        "http://localhost/%zz", "http://localhost/#a"}) {
    const RequestTarget read = parse_target(target);
    EXPECT_EQ(read.path, target);
    EXPECT_FALSE(read.authority) << target;
    EXPECT_THAT(read.query, IsEmpty()) << target;
  }
}

TEST(RequestTarget, ComesUnderANameOfOurs) {
  const std::vector<std::string> known{"Games.Example"};
  const auto refused = [&](std::string_view host, std::string_view origin = "") {
    const auto refusal = refuse_site(host, origin, known);
    return refusal ? std::string(refusal->name()) : "";
  };
  for (const char* host : {"localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080", "[::1]",
                           "192.0.2.7", "games.example", "GAMES.EXAMPLE:80"}) {
    EXPECT_EQ(refused(host), "") << host;
  }
  for (const char* host :
       {"", "evil.example", "evil.example:8080", "localhost.evil.example", "localhost@evil.example",
        "evil@localhost", "[::1", "local host", "127.0.0.1.evil.example", "localhost:x"}) {
    EXPECT_EQ(refused(host), "unknown_site") << host;
  }
  EXPECT_EQ(refused("localhost:80", "http://localhost:80"), "");
  EXPECT_EQ(refused("localhost:80", "https://LOCALHOST:80"), "");
  for (const char* origin : {"http://evil.example", "null", "http://localhost:1", "localhost:80"}) {
    EXPECT_EQ(refused("localhost:80", origin), "other_site") << origin;
  }
}

}  // namespace
}  // namespace spielwerk::server
