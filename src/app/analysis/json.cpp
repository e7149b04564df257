#include "app/analysis/json.h"

namespace spielwerk::app {

std::string to_json(std::string_view text) {
  std::string result = "\"";
  for (const char each : text) {
    if (each == '"' || each == '\\') {
      result += '\\';
      result += each;
    } else if (static_cast<unsigned char>(each) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(each));
    } else {
      result += each;
    }
  }
  return result + "\"";
}

std::string to_json(const std::vector<std::string>& texts) {
  std::string result = "[";
  for (const std::string& each : texts) {
    if (result.size() > 1) result += ',';
    result += to_json(each);
  }
  return result + "]";
}

JsonObject& JsonObject::json(std::string_view name, std::string_view value) {
  if (content_.size() > 1) content_ += ',';
  content_ += to_json(name);
  content_ += ':';
  content_ += value;
  return *this;
}

}  // namespace spielwerk::app
