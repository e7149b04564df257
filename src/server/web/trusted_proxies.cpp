#include "server/web/trusted_proxies.h"

#include <algorithm>
#include <boost/url/grammar/ci_string.hpp>
#include <charconv>
#include <optional>
#include <ranges>

#include "server/web/request_target.h"

namespace spielwerk::server {
namespace {

using boost::asio::ip::address;
using boost::urls::grammar::ci_is_equal;

/// Takes the part behind the last separator off the end of a list. Quotes are counted from the
/// right, so that one that is left open by whoever began the list cannot hide what was added later.
std::string_view take_last(std::string_view& list, char separator) {
  bool is_quoted = false;
  std::size_t begin = list.size();
  for (; begin > 0; --begin) {
    const char character = list[begin - 1];
    if (character == '"') is_quoted = !is_quoted;
    if (character == separator && !is_quoted) break;
  }
  const std::string_view last = list.substr(begin);
  list = begin == 0 ? std::string_view() : list.substr(0, begin - 1);
  return trimmed(last);
}

/// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`.
std::optional<address> node(std::string_view text) {
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    port = text.substr(end + 1);
    text = text.substr(1, end - 1);
  } else if (std::count(text.begin(), text.end(), ':') == 1) {
    port = text.substr(text.find(':'));
    text = text.substr(0, text.find(':'));
  }
  if (!port.empty()) {
    std::uint16_t number = 0;
    const char* const end = port.data() + port.size();
    const auto read = std::from_chars(port.data() + 1, end, number);
    if (port[0] != ':' || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  }
  const auto read = tcp::parse_address(text);
  return read ? std::optional(*read) : std::nullopt;
}

/// The node of `for=192.0.2.1;proto=https`; several are none.
std::optional<address> forwarded_node(std::string_view element) {
  std::optional<std::string_view> found;
  while (!element.empty()) {
    const std::string_view pair = take_last(element, ';');
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || !ci_is_equal(pair.substr(0, equals), "for")) continue;
    if (found) return std::nullopt;
    found = pair.substr(equals + 1);
  }
  if (!found) return std::nullopt;
  if (found->size() >= 2 && found->starts_with('"') && found->ends_with('"')) {
    found = found->substr(1, found->size() - 2);
  }
  return node(*found);
}

}  // namespace

bool TrustedProxies::contain(const address& one) const {
  return std::any_of(proxies_.begin(), proxies_.end(),
                     [&](const tcp::Network& each) { return each.contains(one); });
}

address TrustedProxies::visitor(const address& peer, const ForwardingHeaders& headers) const {
  address nearest = peer;
  if (!contain(peer)) return nearest;
  const bool has_plain = !headers.x_forwarded_for.empty();
  for (std::string_view list :
       (has_plain ? headers.x_forwarded_for : headers.forwarded) | std::views::reverse) {
    while (!list.empty()) {
      const std::string_view last = take_last(list, ',');
      const auto before = has_plain ? node(last) : forwarded_node(last);
      if (!before) return nearest;
      nearest = *before;
      if (!contain(nearest)) return nearest;
    }
  }
  return nearest;
}

}  // namespace spielwerk::server
