#include "server/json_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/duration.h"
#include "core/text.h"

namespace spielwerk::server {
namespace {

/// How many bytes the first character of a text has; 0 if it is a control character or not
/// well-formed UTF-8.
std::size_t length_of_character(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  const std::size_t length = byte < 0x80   ? 1
                             : byte < 0xC2 ? 0
                             : byte < 0xE0 ? 2
                             : byte < 0xF0 ? 3
                             : byte < 0xF5 ? 4
                                           : 0;
  if (byte < 0x20 || byte == 0x7F || length > text.size()) return 0;
  for (std::size_t next = 1; next < length; ++next) {
    if ((static_cast<unsigned char>(text[next]) & 0xC0) != 0x80) return 0;
  }
  if (length < 3) return length;
  // Some first bytes leave the second less room: no character has two forms, and halves of pairs
  // (D800 to DFFF) and numbers beyond 10FFFF are none.
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_too_low = (byte == 0xE0 && second < 0xA0) || (byte == 0xF0 && second < 0x90);
  const bool is_too_high = (byte == 0xED && second > 0x9F) || (byte == 0xF4 && second > 0x8F);
  return is_too_low || is_too_high ? 0 : length;
}

/// How many characters, if all are well-formed and none is a control character.
std::optional<std::size_t> count_characters(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) {
    const std::size_t length = length_of_character(text);
    if (length == 0) return std::nullopt;
    text.remove_prefix(length);
  }
  return count;
}

}  // namespace

std::string made_fit(std::string_view text, std::size_t most) {
  std::string result;
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  for (std::size_t count = 0; count < most && !text.empty(); ++count) {
    const std::size_t length = length_of_character(text);
    result += length == 0 ? "?" : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

std::expected<json::value, std::string> parse_json(std::string_view text) {
  boost::system::error_code error;
  // Nothing that is asked for nests deeper than a few levels.
  json::value value = json::parse({text.data(), text.size()}, error, {}, {.max_depth = 8});
  if (error) return std::unexpected(fmt::format("this is not JSON: {}", error.message()));
  return value;
}

JsonReader::JsonReader(const json::value& value, std::string what) : what_(std::move(what)) {
  object_ = value.if_object();
  if (object_ == nullptr) {
    complain(fmt::format("{} must be an object", what_.empty() ? "the message" : what_));
  }
}

std::string JsonReader::named(std::string_view name) const {
  return what_.empty() ? std::string(name) : fmt::format("{} of {}", name, what_);
}

void JsonReader::complain(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);
}

const json::value* JsonReader::find(std::string_view name) const {
  if (object_ == nullptr) return nullptr;
  const json::value* value = object_->if_contains({name.data(), name.size()});
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::optional<std::string> JsonReader::optional_text(std::string_view name, std::size_t longest) {
  const json::value* value = find(name);
  if (value == nullptr) return std::nullopt;
  const json::string* text = value->if_string();
  if (text == nullptr) {
    complain(fmt::format("{} must be a text", named(name)));
    return std::nullopt;
  }
  if (text->size() > longest) {
    complain(fmt::format("{} may have {} characters at most", named(name), longest));
    return std::nullopt;
  }
  return std::string(text->data(), text->size());
}

std::string JsonReader::text(std::string_view name, std::size_t longest) {
  auto value = optional_text(name, longest);
  if (!value) complain(fmt::format("{} is missing", named(name)));
  return std::move(value).value_or("");
}

std::optional<std::int64_t> JsonReader::optional_integer(std::string_view name, std::int64_t least,
                                                         std::int64_t most) {
  const json::value* value = find(name);
  if (value == nullptr) return std::nullopt;
  boost::system::error_code error;
  const auto number = value->to_number<std::int64_t>(error);
  if (error || number < least || number > most) {
    complain(fmt::format("{} must be a whole number from {} to {}", named(name), least, most));
    return std::nullopt;
  }
  return number;
}

std::int64_t JsonReader::integer(std::string_view name, std::int64_t least, std::int64_t most) {
  const auto value = optional_integer(name, least, most);
  if (!value) complain(fmt::format("{} is missing", named(name)));
  return value.value_or(least);
}

std::optional<bool> JsonReader::optional_boolean(std::string_view name) {
  const json::value* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_bool()) {
    complain(fmt::format("{} must be true or false", named(name)));
    return std::nullopt;
  }
  return value->get_bool();
}

bool JsonReader::boolean(std::string_view name) {
  const auto value = optional_boolean(name);
  if (!value) complain(fmt::format("{} is missing", named(name)));
  return value.value_or(false);
}

std::optional<std::chrono::milliseconds> JsonReader::optional_duration(
    std::string_view name, std::chrono::milliseconds least, std::chrono::milliseconds most) {
  const auto text = optional_text(name);
  if (!text) return std::nullopt;
  const auto duration = parse_duration(*text);
  if (!duration || *duration < least || *duration > most) {
    complain(fmt::format("{} must be a time from {} to {}, like 2s, not {}", named(name),
                         print_duration(least), print_duration(most), in_quotes(*text)));
    return std::nullopt;
  }
  return *duration;
}

std::optional<std::string> JsonReader::optional_name(std::string_view name) {
  const auto text = optional_text(name);
  if (!text) return std::nullopt;
  const auto characters = count_characters(*text);
  if (!characters || *characters > kLongestName || text->starts_with(' ') || text->ends_with(' ')) {
    complain(fmt::format("{} must be one line of at most {} characters, without blanks at its ends",
                         named(name), kLongestName));
    return std::nullopt;
  }
  return text;
}

const json::array& JsonReader::array(std::string_view name, std::size_t most) {
  static const json::array kNone;
  const json::value* value = find(name);
  if (value == nullptr) return kNone;
  const json::array* array = value->if_array();
  if (array == nullptr || array->size() > most) {
    complain(fmt::format("{} must be a list of at most {} values", named(name), most));
    return kNone;
  }
  return *array;
}

}  // namespace spielwerk::server
