#include "server/web/hosts.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <boost/asio/ip/address.hpp>
#include <memory>

namespace spielwerk::server {
namespace {

/// The IPv4 addresses of this machine in its networks; nobody reads the others aloud.
std::vector<std::string> own_addresses() {
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(list, &::freeifaddrs);
  std::vector<std::string> addresses;
  for (const ifaddrs* each = list; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
    if ((each->ifa_flags & IFF_UP) == 0 || (each->ifa_flags & IFF_LOOPBACK) != 0) continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    if (::inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr) {
      addresses.emplace_back(text.data());
    }
  }
  return addresses;
}

}  // namespace

bool is_local(const WebSettings& settings) {
  boost::system::error_code error;
  const auto bound = boost::asio::ip::make_address(settings.address, error);
  return error ? settings.address == "localhost" : bound.is_loopback();
}

std::vector<std::string> hosts_of(const WebSettings& settings) {
  boost::system::error_code error;
  const auto bound = boost::asio::ip::make_address(settings.address, error);
  std::vector<std::string> hosts = settings.hosts;
  if (error || bound.is_loopback()) return hosts;
  if (bound.is_unspecified()) {
    for (std::string& each : own_addresses()) hosts.push_back(std::move(each));
  } else {
    hosts.push_back(bound.is_v6() ? "[" + settings.address + "]" : settings.address);
  }
  return hosts;
}

}  // namespace spielwerk::server
