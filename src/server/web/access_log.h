// Lines of an access log, in the combined format that web servers write and many programs read.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace spielwerk::server {

/// A request that has been answered.
struct Access {
  /// Of the visitor, who may have come through a proxy.
  std::string address{};
  std::chrono::system_clock::time_point time{};
  /// Empty if no request could be read.
  std::string method{};
  std::string path{};
  /// 11 is HTTP/1.1.
  unsigned version = 11;
  int status = 0;
  std::uint64_t bytes = 0;
  std::string referer{};
  std::string user_agent{};
};

/// Without line end. Holds no secret: neither what stands behind a `?`, nor anything that looks
/// like a token, an invite or the key.
std::string print_access(const Access& access);

}  // namespace spielwerk::server
