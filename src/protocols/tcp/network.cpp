#include "protocols/tcp/network.h"

#include <algorithm>
#include <span>

#include "core/text.h"

namespace spielwerk::tcp {
namespace {

using boost::asio::ip::address;
using boost::asio::ip::address_v4;
using boost::asio::ip::address_v6;

constexpr std::size_t kMaxAddressLength = 64;
constexpr std::string_view kExpected = "an address like 192.0.2.1 or 2001:db8::1";

/// IPv4 is IPv4 however it comes, and nobody outside a machine knows its interfaces.
address plain(const address& given) {
  if (given.is_v4()) return given;
  const address_v6 long_one = given.to_v6();
  if (long_one.is_v4_mapped()) return make_address_v4(boost::asio::ip::v4_mapped, long_one);
  return address_v6(long_one.to_bytes());
}

bool begin_alike(std::span<const unsigned char> left, std::span<const unsigned char> right,
                 int bits) {
  for (std::size_t index = 0; bits > 0; ++index, bits -= 8) {
    const auto mask = static_cast<unsigned>(0xFF00 >> std::min(bits, 8)) & 0xFFu;
    if (((left[index] ^ right[index]) & mask) != 0) return false;
  }
  return true;
}

}  // namespace

std::string network_of(const address& given) {
  const address one = plain(given);
  if (one.is_v4()) return one.to_string();
  address_v6::bytes_type bytes = one.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return address_v6(bytes).to_string() + "/64";
}

Parsed<address> parse_address(std::string_view text) {
  // With a % the system would look for one of its interfaces.
  if (text.size() > kMaxAddressLength || text.find('%') != std::string_view::npos) {
    return parse_error(0, std::string(kExpected));
  }
  boost::system::error_code error;
  const address read = boost::asio::ip::make_address(std::string(text), error);
  if (error) return parse_error(0, std::string(kExpected));
  return plain(read);
}

Parsed<Network> Network::parse(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto read = parse_address(text.substr(0, slash));
  if (!read) return std::unexpected(read.error());
  const int length = read->is_v4() ? 32 : 128;
  if (slash == text.size()) return Network(*read, length);
  Cursor cursor(text);
  cursor.advance(slash + 1);
  const auto bits = cursor.integer(0, length, "a number of bits");
  if (!bits) return std::unexpected(bits.error());
  if (!cursor.at_end()) return cursor.fail("the end behind the bits");
  return Network(*read, *bits);
}

bool Network::contains(const address& given) const {
  const address one = plain(given);
  if (one.is_v4() != address_.is_v4()) return false;
  if (one.is_v4()) return begin_alike(one.to_v4().to_bytes(), address_.to_v4().to_bytes(), bits_);
  return begin_alike(one.to_v6().to_bytes(), address_.to_v6().to_bytes(), bits_);
}

}  // namespace spielwerk::tcp
