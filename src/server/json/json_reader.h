// Reading JSON objects that come from outside: every value is checked, and the first thing that is
// wrong is told.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/refusal.h"
#include "server/base/time.h"

namespace spielwerk::server {

namespace json = boost::json;

std::expected<json::value, Refusal> parse_json(std::string_view text);

/// Reads the members of one object. After a problem the values that it gives mean nothing.
class JsonReader {
 public:
  /// `what` is the object in a message, `seat`, or nothing for the whole message.
  explicit JsonReader(const json::value& value, std::string what = {});

  /// A text of at most `max` bytes; it has to be there.
  std::string text(std::string_view name, std::size_t max = 200);
  std::optional<std::string> optional_text(std::string_view name, std::size_t max = 200);
  std::int64_t integer(std::string_view name, std::int64_t min, std::int64_t max);
  std::optional<std::int64_t> optional_integer(std::string_view name, std::int64_t min,
                                               std::int64_t max);
  bool boolean(std::string_view name);
  std::optional<bool> optional_boolean(std::string_view name);
  /// A duration as everywhere, `2s`, within bounds.
  std::optional<milliseconds> optional_duration(std::string_view name, milliseconds min,
                                                milliseconds max);
  /// A person's or computer's name: one line of at most kMaxNameLength characters, without blanks
  /// at its ends.
  std::optional<std::string> optional_name(std::string_view name);
  /// Empty if it is not there.
  const json::array& array(std::string_view name, std::size_t max);
  /// nullptr if it is not there or null.
  const json::value* find(std::string_view name) const;

  /// A sentence without full stop, for whoever wrote the program that sent this.
  void complain(const std::string& problem);
  void complain(Refusal refusal);
  bool is_good() const { return !refusal_; }
  /// The first problem; there must be one.
  const Refusal& problem() const { return *refusal_; }

 private:
  std::string named(std::string_view name) const;

  const json::object* object_ = nullptr;
  std::string what_;
  std::optional<Refusal> refusal_{};
};

}  // namespace spielwerk::server
