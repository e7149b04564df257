// Lines of the access log, which hold no secrets and are always one line.
#include "server/web/access_log.h"

#include <gtest/gtest.h>

namespace spielwerk::server {
namespace {

Access access() {
  return {.address = "192.0.2.1",
          .time = std::chrono::system_clock::time_point(std::chrono::seconds(1'900'000'000)),
          .method = "GET",
          .path = "/api/tables",
          .status = 200,
          .bytes = 42,
          .user_agent = "Mozilla/5.0"};
}

TEST(AccessLog, IsInTheCombinedFormat) {
  EXPECT_EQ(print_access(access()),
            "192.0.2.1 - - [17/Mar/2030:17:46:40 +0000] \"GET /api/tables HTTP/1.1\" 200 42 \"-\" "
            "\"Mozilla/5.0\"");
  EXPECT_EQ(print_access({.address = "2001:db8::1", .time = access().time, .status = 400}),
            "2001:db8::1 - - [17/Mar/2030:17:46:40 +0000] \"-\" 400 0 \"-\" \"-\"");
}

TEST(AccessLog, HoldsNoSecrets) {
  const std::string secret = "0123456789abcdefABCDEF0123456789";
  Access one = access();
  one.path = "/key/" + secret + "/x";
  one.referer = "http://localhost/" + secret + "?token=" + secret;
  one.user_agent = secret + secret;
  const std::string line = print_access(one);
  EXPECT_EQ(line.find("0123456789"), std::string::npos) << line;
  EXPECT_NE(line.find("\"GET /key/***/x HTTP/1.1\""), std::string::npos) << line;
  one.path = "/api/tables?token=short";
  EXPECT_NE(print_access(one).find("\"GET /api/tables HTTP/1.1\""), std::string::npos);
  // Names of tables are no secrets.
  one.path = "/api/tables/0123456789abcdef/record";
  EXPECT_NE(print_access(one).find("0123456789abcdef"), std::string::npos);
}

TEST(AccessLog, IsOneLineWhateverIsAsked) {
  Access one = access();
  one.path = "/\"\\\xC3\xA4";
  one.user_agent = std::string("a\0\n\"b\x7F", 6) + std::string(10'000, 'x');
  const std::string line = print_access(one);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_NE(line.find("GET /\\x22\\x5C\\xC3\\xA4 HTTP"), std::string::npos) << line;
  EXPECT_NE(line.find("\"a\\x00\\x0A\\x22b\\x7Fxx"), std::string::npos) << line;
  EXPECT_LT(line.size(), 1'000u);
}

}  // namespace
}  // namespace spielwerk::server
