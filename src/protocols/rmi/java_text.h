// Java's form of UTF-8: NUL takes two bytes, and characters beyond the first 65,536 are written as
// the two halves that UTF-16 has.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spielwerk::rmi {

/// From Java's form; nothing if the bytes are not of that form. A half without its other half
/// becomes the replacement character.
std::optional<std::string> text_of_java(std::string_view bytes);

/// Into Java's form. What is not UTF-8 becomes question marks.
std::string java_of_text(std::string_view text);

}  // namespace spielwerk::rmi
