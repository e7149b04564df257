#include "server/base/secrets.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <stdexcept>

namespace spielwerk::server {
namespace {

constexpr std::string_view kIdCharacters = "123456789abcdefghjkmnpqrstuvwxyz";
constexpr std::size_t kIdLength = 10;

template <std::size_t Count>
std::array<unsigned char, Count> random_bytes() {
  std::array<unsigned char, Count> bytes{};
  // Up to 256 bytes come at once, or not at all.
  if (::getrandom(bytes.data(), Count, 0) != static_cast<ssize_t>(Count)) {
    throw std::runtime_error("the system gives no random numbers");
  }
  return bytes;
}

}  // namespace

std::string make_secret() {
  std::string text;
  for (const unsigned char byte : random_bytes<16>()) text += fmt::format("{:02x}", byte);
  return text;
}

bool is_secret(std::string_view text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string make_table_id() {
  static_assert(kIdCharacters.size() == 32);
  std::string text;
  for (const unsigned char byte : random_bytes<kIdLength>()) text += kIdCharacters[byte % 32];
  return text;
}

bool is_table_id(std::string_view text) {
  return text.size() == kIdLength &&
         text.find_first_not_of(kIdCharacters) == std::string_view::npos;
}

bool is_same_secret(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t index = 0; index < one.size(); ++index) {
    difference |= static_cast<unsigned char>(one[index]) ^ static_cast<unsigned char>(other[index]);
  }
  return difference == 0;
}

}  // namespace spielwerk::server
