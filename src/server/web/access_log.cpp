#include "server/web/access_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace spielwerk::server {
namespace {

/// Of tokens, invites and the key, in hexadecimal digits.
constexpr std::ptrdiff_t kSecretLength = 32;
constexpr std::size_t kMaxField = 512;

bool is_digit(char character) { return std::isxdigit(static_cast<unsigned char>(character)) != 0; }

std::string without_secrets(std::string_view text) {
  text = text.substr(0, text.find_first_of("?#"));
  std::string result;
  for (auto at = text.begin(); at != text.end();) {
    const auto end = std::find_if_not(at, text.end(), is_digit);
    if (end - at >= kSecretLength) {
      result += "***";
    } else {
      result.append(at, end);
    }
    at = end;
    if (at != text.end()) result += *at++;
  }
  return result;
}

/// For a place between quotes, as one line of plain characters.
std::string quotable(std::string_view text) {
  std::string result;
  for (const char character : text.substr(0, kMaxField)) {
    const auto code = static_cast<unsigned char>(character);
    if (code < 0x20 || code >= 0x7F || character == '"' || character == '\\') {
      result += fmt::format("\\x{:02X}", code);
    } else {
      result += character;
    }
  }
  return result.empty() ? "-" : result;
}

}  // namespace

std::string print_access(const Access& access) {
  const std::string request = access.method.empty()
                                  ? "-"
                                  : fmt::format("{} {} HTTP/{}.{}", quotable(access.method),
                                                quotable(without_secrets(access.path)),
                                                access.version / 10, access.version % 10);
  return fmt::format("{} - - [{:%d/%b/%Y:%H:%M:%S} +0000] \"{}\" {} {} \"{}\" \"{}\"",
                     access.address, fmt::gmtime(std::chrono::system_clock::to_time_t(access.time)),
                     request, access.status, access.bytes,
                     quotable(without_secrets(access.referer)),
                     quotable(without_secrets(access.user_agent)));
}

}  // namespace spielwerk::server
