// Names and secrets that nobody can guess.
#pragma once

#include <string>
#include <string_view>

namespace spielwerk::server {

/// 128 random bits as 32 hexadecimal digits.
std::string make_secret();
/// Whether a text looks like one.
bool is_secret(std::string_view text);
/// A table's name: ten random characters, letters and digits that are not mistaken for each other.
std::string make_table_id();
/// Whether a text looks like one.
bool is_table_id(std::string_view text);
/// Compares in a time that does not tell where they differ.
bool is_same_secret(std::string_view one, std::string_view other);

}  // namespace spielwerk::server
