// What a stream of Java's object serialization holds, as plain data: nothing of a foreign class is
// ever made or run from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace spielwerk::rmi {

/// How the stream numbers what it holds, here counted from 0.
struct Handle {
  std::uint32_t number = 0;
  friend bool operator==(const Handle&, const Handle&) = default;
};

/// `null` (std::monostate), a primitive value, or something with a handle.
using JavaValue = std::variant<std::monostate, bool, std::int8_t, char16_t, std::int16_t,
                               std::int32_t, std::int64_t, float, double, Handle>;

struct JavaField {
  /// As in Java's class files: `I` an int, `Z` a boolean, `L` an object, `[` an array …
  char type = 'L';
  std::string name{};
};

/// A class as the stream describes it.
struct JavaClass {
  /// `towerwarspp.preset.Move`; of a dynamic proxy empty.
  std::string name{};
  std::int64_t version = 0;
  std::uint8_t flags = 0;
  std::vector<JavaField> fields{};
  /// Of a dynamic proxy, instead of a name.
  std::vector<std::string> interfaces{};
  std::optional<Handle> super{};
};

/// What one class of an object's family has written.
struct JavaPart {
  Handle type{};
  /// In the order of the class's fields.
  std::vector<JavaValue> fields{};
  /// What its `writeObject` or `writeExternal` wrote besides: bytes, and objects between them.
  std::string bytes{};
  std::vector<JavaValue> objects{};
};

struct JavaObject {
  Handle type{};
  /// From the uppermost class down.
  std::vector<JavaPart> parts{};
};

struct JavaArray {
  Handle type{};
  /// Of arrays of primitive values only the number is kept.
  std::size_t size = 0;
  std::vector<JavaValue> elements{};
};

struct JavaEnum {
  Handle type{};
  std::string constant{};
};

/// A class itself as a value.
struct JavaClassValue {
  Handle type{};
};

using JavaNode =
    std::variant<JavaClass, std::string, JavaObject, JavaArray, JavaEnum, JavaClassValue>;

/// Everything in one stream that has a handle. Values of it may contain each other in circles.
class JavaGraph {
 public:
  std::vector<JavaNode> nodes{};

  template <class Node>
  const Node* find(const JavaValue& value) const {
    const Handle* handle = std::get_if<Handle>(&value);
    return handle == nullptr ? nullptr : std::get_if<Node>(&nodes[handle->number]);
  }
  /// The text of a String.
  const std::string* text(const JavaValue& value) const { return find<std::string>(value); }
  /// The name of the class of an object, an enum's constant or an array; empty for all else.
  std::string_view class_name(const JavaValue& value) const;
  /// Whether an object's class is or extends that class.
  bool is_a(const JavaValue& value, std::string_view name) const;
  /// A field of an object, of whatever class in its family has it; nothing if none does.
  std::optional<JavaValue> field(const JavaValue& value, std::string_view name) const;
  /// The same if it is of that type.
  template <class T>
  std::optional<T> field_as(const JavaValue& value, std::string_view name) const {
    const auto found = field(value, name);
    const T* typed = found ? std::get_if<T>(&*found) : nullptr;
    return typed == nullptr ? std::nullopt : std::optional(*typed);
  }
  /// The value in an Integer, a Boolean and their like; anything else as it is.
  JavaValue unboxed(const JavaValue& value) const;
};

}  // namespace spielwerk::rmi
