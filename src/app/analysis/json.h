// Writing JSON: objects on one line.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace spielwerk::app {

/// A text in JSON's quotes. It has to be UTF-8.
std::string to_json(std::string_view text);
/// `["…","…"]`
std::string to_json(const std::vector<std::string>& texts);

class JsonObject {
 public:
  JsonObject& text(std::string_view name, std::string_view value) {
    return json(name, to_json(value));
  }
  template <std::integral Number>
  JsonObject& number(std::string_view name, Number value) {
    return json(name, fmt::format("{}", value));
  }
  /// With three decimals; has to be finite.
  JsonObject& fraction(std::string_view name, double value) {
    return json(name, fmt::format("{:.3f}", value));
  }
  /// A value that is JSON already.
  JsonObject& json(std::string_view name, std::string_view value);
  std::string print() const { return content_ + "}"; }

 private:
  std::string content_ = "{";
};

}  // namespace spielwerk::app
