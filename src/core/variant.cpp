#include "core/variant.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "core/text.h"

namespace spielwerk {
namespace {

std::string print_range(const Range& range) {
  if (range.step == 1) return fmt::format("{}..{}", range.min, range.max);
  if (range.max - range.min == range.step) {
    return fmt::format("{}|{}", range.min, range.max);
  }
  return fmt::format("{}..{} in steps of {}", range.min, range.max, range.step);
}

Parsed<int> read_number(Cursor& cursor, const Range& range, std::string_view name) {
  Cursor ahead = cursor;
  const auto number = ahead.integer(range.min, range.max, name);
  if (!number || !range.contains(*number)) {
    return cursor.fail(fmt::format("{} {}", name, print_range(range)));
  }
  cursor = ahead;
  return number;
}

}  // namespace

const Variant::Value& Variant::value(std::string_view parameter) const {
  const auto found = values_.find(parameter);
  assert(found != values_.end());
  return found->second;
}

void Variant::set_cells(std::string_view parameter, std::string text) {
  const auto found = values_.find(parameter);
  assert(found != values_.end());
  found->second.text = std::move(text);
}

Parsed<Variant::Value> Variant::parse_value(const Parameter& parameter, std::string_view text) {
  Cursor cursor(text);
  Value value;
  switch (parameter.kind) {
    case ParameterKind::Number:
    case ParameterKind::Rectangle: {
      const bool is_number = parameter.kind == ParameterKind::Number;
      const auto first =
          read_number(cursor, parameter.range, is_number ? parameter.name : parameter.first_name);
      if (!first) return std::unexpected(first.error());
      value.first = *first;
      value.text = std::to_string(*first);
      if (!is_number) {
        if (!cursor.skip("x")) return cursor.fail("'x' and the second number");
        const auto second = read_number(cursor, parameter.second_range, parameter.second_name);
        if (!second) return std::unexpected(second.error());
        value.second = *second;
        value.text += fmt::format("x{}", *second);
      }
      if (!cursor.at_end()) return cursor.fail("nothing more");
      return value;
    }
    case ParameterKind::Choice: {
      const auto found = std::find(parameter.choices.begin(), parameter.choices.end(), text);
      if (found == parameter.choices.end()) return cursor.fail(print_choices(parameter));
      value.first = static_cast<int>(found - parameter.choices.begin());
      value.text = *found;
      return value;
    }
    case ParameterKind::Cells:
      // Which cells there are depends on the size: the game reads them.
      value.text = text;
      return value;
  }
  return value;
}

std::string Variant::misfit(const Parameter& parameter) const {
  if (parameter.max_by.empty()) return {};
  const Value& bound = value(parameter.max_by);
  const bool is_rectangle = bound.text.find('x') != std::string::npos;
  const int max = is_rectangle ? std::min(bound.first, bound.second) : bound.first;
  if (value(parameter.name).first <= max) return {};
  const int min = parameter.range.min;
  if (!is_rectangle) return fmt::format("{} {}..{}", parameter.name, min, max);
  return fmt::format("{} from {} to {}, as long as the shorter side of {}", parameter.name, min,
                     max, bound.text);
}

Parsed<Variant> parse_variant(const std::vector<Parameter>& parameters, std::string_view text) {
  Variant variant;
  std::map<std::string_view, std::size_t> places;
  std::size_t start = 0;
  if (!text.empty()) {
    for (const std::string_view part : split(text, ',')) {
      const Parameter* parameter = &parameters.front();
      std::string_view value_text = part;
      std::size_t value_start = start;
      if (start > 0 || part.find('=') != std::string_view::npos) {
        const std::size_t equals = part.find('=');
        const std::string_view name = part.substr(0, equals);
        const auto found = std::find_if(parameters.begin(), parameters.end(),
                                        [&](const Parameter& each) { return each.name == name; });
        if (found == parameters.end() || equals == std::string_view::npos) {
          std::vector<std::string> names;
          for (const Parameter& each : parameters) names.push_back(each.name + "=…");
          return parse_error(start, fmt::format("one of {}", fmt::join(names, ", ")));
        }
        parameter = &*found;
        value_text = part.substr(equals + 1);
        value_start = start + equals + 1;
      }
      if (variant.values_.contains(parameter->name)) {
        return parse_error(start, fmt::format("{} only once", parameter->name));
      }
      auto value = Variant::parse_value(*parameter, value_text);
      if (!value) {
        return parse_error(value_start + value.error().position, value.error().expected);
      }
      variant.values_.emplace(parameter->name, std::move(*value));
      places.emplace(parameter->name, value_start);
      start += part.size() + 1;
    }
  }
  for (const Parameter& parameter : parameters) {
    if (variant.values_.contains(parameter.name)) continue;
    auto value = Variant::parse_value(parameter, parameter.standard);
    assert(value);
    variant.values_.emplace(parameter.name, std::move(*value));
  }
  for (const Parameter& parameter : parameters) {
    const std::string expected = variant.misfit(parameter);
    if (!expected.empty()) return parse_error(places[parameter.name], expected);
  }
  return variant;
}

std::string print_variant(const std::vector<Parameter>& parameters, const Variant& variant) {
  std::string text = variant.text(parameters.front().name);
  for (std::size_t index = 1; index < parameters.size(); ++index) {
    const Parameter& parameter = parameters[index];
    const std::string& value = variant.text(parameter.name);
    if (value != parameter.standard) text += fmt::format(",{}={}", parameter.name, value);
  }
  return text;
}

std::string print_choices(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::Number:
      return print_range(parameter.range);
    case ParameterKind::Rectangle:
      return fmt::format("{} {} x {} {}", parameter.first_name, print_range(parameter.range),
                         parameter.second_name, print_range(parameter.second_range));
    case ParameterKind::Choice:
      return fmt::format("{}", fmt::join(parameter.choices, "|"));
    case ParameterKind::Cells:
      return "rectangles of fields such as C3:C6+F3:F6";
  }
  return {};
}

}  // namespace spielwerk
