// Foreign texts that are shown to people: names, and what foreign programs say.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spielwerk::server {

/// Characters of a person's or computer's name.
inline constexpr std::size_t kMaxNameLength = 40;

/// How many characters a text has, if all are well-formed UTF-8 and none is a control character.
std::optional<std::size_t> count_characters(std::string_view text);

/// A foreign text made fit for JSON and for people: one line of well-formed characters, `max` at
/// most, without blanks at its ends. What does not fit becomes a question mark.
std::string made_fit(std::string_view text, std::size_t max);

}  // namespace spielwerk::server
