#include "server/json/json_reader.h"

#include "core/duration.h"
#include "core/text.h"
#include "server/base/fit_text.h"

namespace spielwerk::server {

std::expected<json::value, Refusal> parse_json(std::string_view text) {
  boost::system::error_code error;
  // Nothing that is asked for nests deeper than a few levels.
  json::value value = json::parse({text.data(), text.size()}, error, {}, {.max_depth = 8});
  if (!error) return value;
  return std::unexpected(
      refusal<RefusalCode::BadMessage>(fmt::format("this is not JSON: {}", error.message())));
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

void JsonReader::complain(const std::string& problem) {
  complain(refusal<RefusalCode::BadMessage>(problem));
}

void JsonReader::complain(Refusal refusal) {
  if (!refusal_) refusal_ = std::move(refusal);
}

const json::value* JsonReader::find(std::string_view name) const {
  if (object_ == nullptr) return nullptr;
  const json::value* value = object_->if_contains({name.data(), name.size()});
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::optional<std::string> JsonReader::optional_text(std::string_view name, std::size_t max) {
  const json::value* value = find(name);
  if (value == nullptr) return std::nullopt;
  const json::string* text = value->if_string();
  if (text == nullptr) {
    complain(fmt::format("{} must be a text", named(name)));
    return std::nullopt;
  }
  if (text->size() > max) {
    complain(refusal<RefusalCode::FieldTooLong>(named(name), max));
    return std::nullopt;
  }
  return std::string(text->data(), text->size());
}

std::string JsonReader::text(std::string_view name, std::size_t max) {
  auto value = optional_text(name, max);
  if (!value) complain(fmt::format("{} is missing", named(name)));
  return std::move(value).value_or("");
}

std::optional<std::int64_t> JsonReader::optional_integer(std::string_view name, std::int64_t min,
                                                         std::int64_t max) {
  const json::value* value = find(name);
  if (value == nullptr) return std::nullopt;
  boost::system::error_code error;
  const auto number = value->to_number<std::int64_t>(error);
  if (error || number < min || number > max) {
    complain(refusal<RefusalCode::OutOfRange>(named(name), min, max));
    return std::nullopt;
  }
  return number;
}

std::int64_t JsonReader::integer(std::string_view name, std::int64_t min, std::int64_t max) {
  const auto value = optional_integer(name, min, max);
  if (!value) complain(fmt::format("{} is missing", named(name)));
  return value.value_or(min);
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

std::optional<milliseconds> JsonReader::optional_duration(std::string_view name, milliseconds min,
                                                          milliseconds max) {
  const auto text = optional_text(name);
  if (!text) return std::nullopt;
  const auto duration = parse_duration(*text);
  if (!duration || *duration < min || *duration > max) {
    complain(refusal<RefusalCode::BadDuration>(named(name), print_duration(min),
                                               print_duration(max), in_quotes(*text)));
    return std::nullopt;
  }
  return *duration;
}

std::optional<std::string> JsonReader::optional_name(std::string_view name) {
  auto text = optional_text(name);
  if (!text) return std::nullopt;
  const auto characters = count_characters(*text);
  if (!characters || *characters > kMaxNameLength || text->starts_with(' ') ||
      text->ends_with(' ')) {
    complain(refusal<RefusalCode::BadName>(named(name), kMaxNameLength));
    return std::nullopt;
  }
  return text;
}

const json::array& JsonReader::array(std::string_view name, std::size_t max) {
  static const json::array kNone;
  const json::value* value = find(name);
  if (value == nullptr) return kNone;
  const json::array* array = value->if_array();
  if (array == nullptr || array->size() > max) {
    complain(fmt::format("{} must be a list of at most {} values", named(name), max));
    return kNone;
  }
  return *array;
}

}  // namespace spielwerk::server
