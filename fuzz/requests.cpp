// Any bytes as the head of an HTTP request, and as what proxies say about its visitor.
#include <algorithm>

#include "fuzz/fuzzing.h"
#include "server/web/access_log.h"
#include "server/web/request_head.h"
#include "server/web/request_target.h"
#include "server/web/trusted_proxies.h"

namespace {

using namespace spielwerk;
using namespace spielwerk::server;

void check(std::string_view text) {
  const auto facts = check_head(text);
  // However it is cut, what is wrong with a part is wrong with the whole.
  const auto begun = refuse_begun_head(text.substr(0, text.size() / 2), 0);
  fuzz::require(!(begun && facts), "the beginning of a proper head is proper");
  fuzz::require(!facts || std::count(text.begin(), text.end(), '\n') ==
                              std::count(text.begin(), text.end(), '\r'),
                "a proper head has no bare line ends");
  const RequestTarget target = parse_target(text);
  fuzz::require(!target.authority || target.path.starts_with('/'), "behind a host stands a path");

  static const TrustedProxies proxies({tcp::Network::parse("10.0.0.0/8").value()});
  const auto peer = boost::asio::ip::make_address("10.0.0.1");
  for (const ForwardingHeaders& headers :
       {ForwardingHeaders{.x_forwarded_for = {text}}, ForwardingHeaders{.forwarded = {text}}}) {
    const auto visitor = proxies.visitor(peer, headers);
    fuzz::require(!tcp::network_of(visitor).empty(), "a visitor has an address");
  }
  // What was added last by somebody trusted counts, whatever stands before.
  const std::string list = std::string(text) + ", 192.0.2.1";
  fuzz::require(proxies.visitor(peer, {.x_forwarded_for = {list}}).to_string() == "192.0.2.1",
                "nobody hides behind a list of their own");
  const std::string forwarded = std::string(text) + ", for=192.0.2.1";
  fuzz::require(proxies.visitor(peer, {.forwarded = {forwarded}}).to_string() == "192.0.2.1",
                "nobody hides behind a list of their own");
  const std::string line =
      print_access({.method = "GET", .path = std::string(text), .user_agent = std::string(text)});
  fuzz::require(line.find('\n') == std::string::npos, "an access is one line");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check(fuzz::as_text(data, size));
  return 0;
}
