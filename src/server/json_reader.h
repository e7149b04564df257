// Reading JSON objects that come from outside: every value is checked, and the first thing that is
// wrong is told in a sentence.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace spielwerk::server {

namespace json = boost::json;

/// A foreign text made fit for JSON and for people: one line of well-formed characters, `most` at
/// most, without blanks at its ends. What does not fit becomes a question mark.
std::string made_fit(std::string_view text, std::size_t most);

/// Parses a text; the error is a sentence without full stop.
std::expected<json::value, std::string> parse_json(std::string_view text);

/// Reads the members of one object. After a problem the values that it gives mean nothing.
class JsonReader {
 public:
  static constexpr std::size_t kLongestName = 40;

  /// `what` is the object in a message, `seat`, or nothing for the whole message.
  explicit JsonReader(const json::value& value, std::string what = {});

  /// A text of at most `longest` bytes; it has to be there.
  std::string text(std::string_view name, std::size_t longest = 200);
  std::optional<std::string> optional_text(std::string_view name, std::size_t longest = 200);
  std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most);
  std::optional<std::int64_t> optional_integer(std::string_view name, std::int64_t least,
                                               std::int64_t most);
  bool boolean(std::string_view name);
  std::optional<bool> optional_boolean(std::string_view name);
  /// A duration as everywhere, `2s`, within bounds.
  std::optional<std::chrono::milliseconds> optional_duration(std::string_view name,
                                                             std::chrono::milliseconds least,
                                                             std::chrono::milliseconds most);
  /// A person's or computer's name: one line of at most 40 characters, without blanks at its ends.
  std::optional<std::string> optional_name(std::string_view name);
  /// Empty if it is not there.
  const json::array& array(std::string_view name, std::size_t most);
  /// nullptr if it is not there or null.
  const json::value* find(std::string_view name) const;

  void complain(std::string problem);
  bool is_good() const { return problem_.empty(); }
  /// A sentence without full stop; empty if all was well.
  const std::string& problem() const { return problem_; }

 private:
  std::string named(std::string_view name) const;

  const json::object* object_ = nullptr;
  std::string what_;
  std::string problem_{};
};

}  // namespace spielwerk::server
