#include "protocols/rmi/java_value.h"

#include <algorithm>
#include <array>

namespace spielwerk::rmi {
namespace {

constexpr std::array<std::string_view, 8> kBoxes{
    "java.lang.Boolean", "java.lang.Byte", "java.lang.Character", "java.lang.Short",
    "java.lang.Integer", "java.lang.Long", "java.lang.Float",     "java.lang.Double"};

}  // namespace

std::string_view JavaGraph::class_name(const JavaValue& value) const {
  const Handle* type = nullptr;
  if (const auto* object = find<JavaObject>(value)) type = &object->type;
  if (const auto* array = find<JavaArray>(value)) type = &array->type;
  if (const auto* constant = find<JavaEnum>(value)) type = &constant->type;
  return type == nullptr ? std::string_view() : std::get<JavaClass>(nodes[type->number]).name;
}

bool JavaGraph::is_a(const JavaValue& value, std::string_view name) const {
  const auto* object = find<JavaObject>(value);
  return object != nullptr &&
         std::any_of(object->parts.begin(), object->parts.end(), [&](const JavaPart& part) {
           return std::get<JavaClass>(nodes[part.type.number]).name == name;
         });
}

std::optional<JavaValue> JavaGraph::field(const JavaValue& value, std::string_view name) const {
  const auto* object = find<JavaObject>(value);
  if (object == nullptr) return std::nullopt;
  for (const JavaPart& part : object->parts) {
    const auto& fields = std::get<JavaClass>(nodes[part.type.number]).fields;
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const JavaField& each) { return each.name == name; });
    const auto index = static_cast<std::size_t>(found - fields.begin());
    if (index < part.fields.size()) return part.fields[index];
  }
  return std::nullopt;
}

JavaValue JavaGraph::unboxed(const JavaValue& value) const {
  if (std::find(kBoxes.begin(), kBoxes.end(), class_name(value)) == kBoxes.end()) return value;
  return field(value, "value").value_or(value);
}

}  // namespace spielwerk::rmi
