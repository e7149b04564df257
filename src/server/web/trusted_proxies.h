// Who asks when a proxy stands between: what it says about its visitors, if it can be believed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocols/tcp/network.h"

namespace spielwerk::server {

/// What a request says about the way it has come, header by header, in their order.
struct ForwardingHeaders {
  std::vector<std::string_view> x_forwarded_for{};
  /// RFC 7239.
  std::vector<std::string_view> forwarded{};
};

/// Proxies that tell the truth about whom they speak for. Every one of them adds at the right whom
/// it has heard; everything to the left of the first stranger is hearsay.
class TrustedProxies {
 public:
  explicit TrustedProxies(std::vector<tcp::Network> proxies) : proxies_(std::move(proxies)) {}

  bool contain(const boost::asio::ip::address& address) const;
  /// The nearest who is no trusted proxy: the other end of the connection itself, or whom trusted
  /// proxies name. Where they name nobody who can be understood, the last one of them. A proxy that
  /// adds `X-Forwarded-For`, as most do, passes on a `Forwarded` that its visitor made up, so
  /// that one counts only without the other.
  boost::asio::ip::address visitor(const boost::asio::ip::address& peer,
                                   const ForwardingHeaders& headers) const;

 private:
  std::vector<tcp::Network> proxies_;
};

}  // namespace spielwerk::server
