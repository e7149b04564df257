#include "app/terminal/terminal_style.h"

#include <langinfo.h>

#include <CLI/CLI.hpp>
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

void StyleOptions::add_to(CLI::App& parser) {
  parser.add_option("--color", color_, "colours: auto (on a terminal, unless NO_COLOR is set)")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  auto* ascii = parser.add_flag("--ascii", ascii_, "draw with plain characters only");
  parser.add_flag("--unicode", unicode_, "draw with Unicode characters whatever the locale says")
      ->excludes(ascii);
}

BoardStyle StyleOptions::style(const Streams& streams) const {
  const bool can_color =
      streams.is_terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return {.color = color_ == "always" || (color_ == "auto" && can_color),
          .ascii = ascii_ || (!unicode_ && !has_utf8_locale())};
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
