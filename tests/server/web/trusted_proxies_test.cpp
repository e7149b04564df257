// Whom a request is counted for: proxies that may be believed, and those who pretend.
#include "server/web/trusted_proxies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spielwerk::server {
namespace {

using testing::StartsWith;

boost::asio::ip::address address(const std::string& text) {
  return boost::asio::ip::make_address(text);
}
TrustedProxies trusting(const std::vector<std::string>& texts) {
  std::vector<tcp::Network> networks;
  for (const std::string& each : texts) networks.push_back(tcp::Network::parse(each).value());
  return TrustedProxies(networks);
}

class TrustedProxiesTest : public testing::Test {
 protected:
  std::string by_list(const std::string& peer, std::vector<std::string_view> lines) const {
    return proxies_.visitor(address(peer), {.x_forwarded_for = std::move(lines)}).to_string();
  }
  std::string by_forwarded(const std::string& peer, std::vector<std::string_view> lines) const {
    return proxies_.visitor(address(peer), {.forwarded = std::move(lines)}).to_string();
  }

  const TrustedProxies proxies_ = trusting({"10.0.0.0/8", "127.0.0.1", "2001:db8:aaaa::/48"});
};

TEST_F(TrustedProxiesTest, StrangersAreNotBelieved) {
  EXPECT_EQ(by_list("192.0.2.1", {"198.51.100.1"}), "192.0.2.1");
  EXPECT_EQ(by_forwarded("192.0.2.1", {"for=198.51.100.1"}), "192.0.2.1");
  EXPECT_EQ(by_list("11.0.0.1", {"10.0.0.1"}), "11.0.0.1");
  EXPECT_EQ(trusting({}).visitor(address("127.0.0.1"), {.x_forwarded_for = {"192.0.2.1"}}),
            address("127.0.0.1"));
}

TEST_F(TrustedProxiesTest, TheNearestStrangerIsTheVisitor) {
  EXPECT_EQ(by_list("10.1.2.3", {"192.0.2.1"}), "192.0.2.1");
  // What stands before was made up by the visitor.
  EXPECT_EQ(by_list("10.1.2.3", {"198.51.100.7, 127.0.0.1, 192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(by_list("10.1.2.3", {"198.51.100.7", "192.0.2.1 ,10.9.9.9", "127.0.0.1"}), "192.0.2.1");
  EXPECT_EQ(by_list("::ffff:10.1.2.3", {"::ffff:192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(by_list("2001:db8:aaaa::1", {"2001:db8:bbbb::1"}), "2001:db8:bbbb::1");
  // Somebody on the machine of a proxy.
  EXPECT_EQ(by_list("10.1.2.3", {"127.0.0.1, 10.0.0.9"}), "127.0.0.1");
  EXPECT_EQ(by_list("10.1.2.3", {}), "10.1.2.3");
}

TEST_F(TrustedProxiesTest, WhatCannotBeUnderstoodEndsTheWay) {
  for (const char* list :
       {"", " ", ",", "unknown", "192.0.2.1,", "192.0.2.1, _hidden", "192.0.2.1, 300.1.1.1",
        "192.0.2.1 192.0.2.2", "192.0.2.1:", "192.0.2.1:99999", "192.0.2.1:8x", "[2001:db8::1",
        "[2001:db8::1]80", "fe80::1%eth0", "\"192.0.2.1", "1.2.3", "0x7f.1", "localhost",
        "192.0.2.1;"}) {
    EXPECT_EQ(by_list("10.1.2.3", {list}), "10.1.2.3") << list;
  }
  EXPECT_EQ(by_list("127.0.0.1", {"192.0.2.1, unknown, 10.1.2.3"}), "10.1.2.3");
}

TEST_F(TrustedProxiesTest, AddressesMayHavePortsAndBrackets) {
  EXPECT_EQ(by_list("127.0.0.1", {"192.0.2.1:4711"}), "192.0.2.1");
  EXPECT_EQ(by_list("127.0.0.1", {"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(by_list("127.0.0.1", {"[2001:db8::1]"}), "2001:db8::1");
  EXPECT_EQ(by_list("127.0.0.1", {"[2001:db8::1]:4711"}), "2001:db8::1");
}

TEST_F(TrustedProxiesTest, ReadsForwarded) {
  EXPECT_EQ(by_forwarded("127.0.0.1", {"for=192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(by_forwarded("127.0.0.1", {"proto=https;For=\"192.0.2.1:80\";by=10.0.0.1"}),
            "192.0.2.1");
  EXPECT_EQ(by_forwarded("127.0.0.1", {R"(for="[2001:db8:cafe::17]:4711")"}), "2001:db8:cafe::17");
  EXPECT_EQ(by_forwarded("127.0.0.1", {"for=198.51.100.1, for=192.0.2.1;proto=http, for=10.0.0.2"}),
            "192.0.2.1");
  EXPECT_EQ(by_forwarded("127.0.0.1", {R"(for=192.0.2.1;host="a,b;for=198.51.100.1")"}),
            "192.0.2.1");
  // A quote that the visitor has left open swallows nothing of what was added behind it.
  EXPECT_EQ(by_forwarded("127.0.0.1", {R"(for=", for=192.0.2.1)"}), "192.0.2.1");
  EXPECT_EQ(by_forwarded("127.0.0.1", {R"(for="x)", "for=192.0.2.1"}), "192.0.2.1");
  for (const char* text :
       {"for=unknown", "for=_gazonk", R"(for="_gazonk")", "proto=https", "for=", "for",
        "for=192.0.2.1;for=192.0.2.2", R"(for="192.0.2.1)", R"(for="\1\9\2.0.2.1")", "192.0.2.1"}) {
    EXPECT_EQ(by_forwarded("127.0.0.1", {text}), "127.0.0.1") << text;
  }
}

TEST_F(TrustedProxiesTest, ForwardedCountsOnlyAlone) {
  const auto both = proxies_.visitor(
      address("127.0.0.1"), {.x_forwarded_for = {"192.0.2.1"}, .forwarded = {"for=198.51.100.1"}});
  EXPECT_EQ(both.to_string(), "192.0.2.1");
}

TEST_F(TrustedProxiesTest, LongHeadersAreReadInTheirLength) {
  std::string own;
  while (own.size() < 100'000) own += "10.0.0.1,";
  EXPECT_EQ(by_list("127.0.0.1", {own + "10.0.0.2"}), "10.0.0.1");
  EXPECT_EQ(by_list("127.0.0.1", {"192.0.2.1," + own + "10.0.0.2"}), "192.0.2.1");
  EXPECT_EQ(by_list("127.0.0.1", {std::string(100'000, '1')}), "127.0.0.1");
  EXPECT_EQ(by_forwarded("127.0.0.1", {std::string(100'000, ';') + "for=192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(by_forwarded("127.0.0.1", {std::string(100'000, '"')}), "127.0.0.1");
}

TEST(Network, AVisitorIsAnAddressOrTheFirstHalfOfOne) {
  const auto of = [](const char* text) { return tcp::network_of(address(text)); };
  EXPECT_EQ(of("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(of("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(of("2001:db8:1:2:ffff::"), of("2001:db8:1:2::1"));
  EXPECT_NE(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
  EXPECT_EQ(of("fe80::1%1"), "fe80::/64");
}

TEST(Network, IsReadWithItsBits) {
  const auto contains = [](const char* network, const char* one) {
    return tcp::Network::parse(network).value().contains(address(one));
  };
  EXPECT_TRUE(contains("192.0.2.1", "192.0.2.1"));
  EXPECT_FALSE(contains("192.0.2.1", "192.0.2.2"));
  EXPECT_TRUE(contains("192.0.2.0/23", "192.0.3.255"));
  EXPECT_FALSE(contains("192.0.2.0/23", "192.0.4.0"));
  EXPECT_TRUE(contains("0.0.0.0/0", "255.255.255.255"));
  EXPECT_FALSE(contains("0.0.0.0/0", "::1"));
  EXPECT_TRUE(contains("::1", "::1"));
  EXPECT_TRUE(contains("2001:db8::/33", "2001:db8:7fff::"));
  EXPECT_FALSE(contains("2001:db8::/33", "2001:db8:8000::"));
  EXPECT_TRUE(contains("::ffff:192.0.2.1", "192.0.2.1"));
  const auto problem = [](const char* text) {
    const auto read = tcp::Network::parse(text);
    return read ? "" : read.error().message(text);
  };
  EXPECT_THAT(problem("nginx"), StartsWith("expected an address like 192.0.2.1"));
  EXPECT_THAT(problem(""), StartsWith("expected an address"));
  EXPECT_THAT(problem("192.0.2.1/33"), StartsWith("expected a number of bits from 0 to 32"));
  EXPECT_THAT(problem("192.0.2.1/"), StartsWith("expected a number of bits"));
  EXPECT_THAT(problem("::1/8x"), StartsWith("expected the end behind the bits"));
}

}  // namespace
}  // namespace spielwerk::server
