// Whom an address stands for: limits count networks, and operators name them.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <string>
#include <string_view>

#include "core/parsed.h"

namespace spielwerk::tcp {

/// Whoever limits count: an IPv4 address, or the first 64 bits of an IPv6 address, of which
/// everybody has as many as they like: `192.0.2.1`, `2001:db8:0:1::/64`. IPv4 that comes as IPv6 is
/// IPv4.
std::string network_of(const boost::asio::ip::address& address);

/// An address as it stands in a header or an option, without a port.
Parsed<boost::asio::ip::address> parse_address(std::string_view text);

/// All addresses that begin with the same bits.
class Network {
 public:
  /// `ADDRESS` or `ADDRESS/BITS`.
  static Parsed<Network> parse(std::string_view text);

  bool contains(const boost::asio::ip::address& address) const;

 private:
  Network(boost::asio::ip::address address, int bits) : address_(std::move(address)), bits_(bits) {}

  boost::asio::ip::address address_;
  int bits_;
};

}  // namespace spielwerk::tcp
