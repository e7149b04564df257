#include "records/record.h"

#include <algorithm>

namespace spielwerk {
namespace {

bool is_letter(char character) {
  return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z');
}

auto find_tag(auto& tags, std::string_view name) {
  return std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
}

}  // namespace

std::string_view Record::tag(std::string_view name) const {
  const auto found = find_tag(tags, name);
  return found == tags.end() ? std::string_view() : found->value;
}

void Record::set_tag(std::string_view name, std::string_view value) {
  const auto found = find_tag(tags, name);
  if (value.empty()) {
    if (found != tags.end()) tags.erase(found);
  } else if (found == tags.end()) {
    tags.push_back({std::string(name), std::string(value)});
  } else {
    found->value = value;
  }
}

Position Record::final_position() const {
  Position position = start;
  for (const RecordedMove& each : moves) position.play(each.move);
  return position;
}

bool operator==(const Record& left, const Record& right) {
  return left.game.text() == right.game.text() && left.start == right.start &&
         left.tags == right.tags && left.comment == right.comment && left.moves == right.moves &&
         left.result == right.result;
}

bool is_own_tag(std::string_view name) {
  return name == "Game" || name == "Variant" || name == "Start" || name == "Result";
}

bool is_tag_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char each) {
           return is_letter(each) || (each >= '0' && each <= '9') || each == '_';
         });
}

}  // namespace spielwerk
