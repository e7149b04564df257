#include "app/terminal/terminal_style.h"

#include <langinfo.h>

#include <clocale>
#include <cstdlib>

namespace spielwerk::app {
namespace {

bool has_utf8_locale() {
  const locale_t locale = newlocale(LC_CTYPE_MASK, "", nullptr);
  if (locale == nullptr) return false;
  const bool is_utf8 = std::string_view(nl_langinfo_l(CODESET, locale)) == "UTF-8";
  freelocale(locale);
  return is_utf8;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

BoardStyle find_style(const Streams& streams) {
  return {.color = streams.is_terminal && environment("NO_COLOR").empty() &&
                   environment("TERM") != "dumb",
          .ascii = !has_utf8_locale()};
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const auto byte = static_cast<unsigned char>(text[index]);
    const bool has_next = index + 1 < text.size();
    // In UTF-8 the control characters from U+0080 to U+009F are C2 and a byte below A0.
    if (byte == 0xC2 && has_next && static_cast<unsigned char>(text[index + 1]) < 0xA0) {
      ++index;
      result += '?';
    } else {
      result += byte < 0x20 || byte == 0x7F ? '?' : text[index];
    }
  }
  return result;
}

}  // namespace spielwerk::app
