// Writes values so that a Java program reads them with its object deserialization, in the form that
// RMI wants: every class says that it cannot be loaded from anywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "protocols/rmi/java_stream.h"

namespace spielwerk::rmi {

/// A class of objects that are written. Fields are in the order in which Java writes them:
/// primitive values first, then objects, each by name.
struct JavaLayout {
  struct Field {
    char type;
    std::string_view name;
    /// Of objects and arrays: `Ljava/lang/String;`
    std::string_view class_name = "";
  };
  std::string_view name;
  std::int64_t version = 0;
  std::uint8_t flags = kIsSerializable;
  std::span<const Field> fields{};
  const JavaLayout* super = nullptr;
};

/// One stream from its header on. Objects are written whole, without references to what has been
/// written before.
class JavaWriter {
 public:
  JavaWriter();

  // Primitive values between objects.
  void boolean(bool value) { number(value ? 1 : 0, 1); }
  void byte(std::uint8_t value) { number(value, 1); }
  void int16(std::int16_t value) { number(static_cast<std::uint64_t>(value), 2); }
  void int32(std::int32_t value) { number(static_cast<std::uint64_t>(value), 4); }
  void int64(std::int64_t value) { number(static_cast<std::uint64_t>(value), 8); }
  void utf(std::string_view text);

  // Objects.
  void null();
  void string(std::string_view text);
  void enum_constant(std::string_view class_name, std::string_view constant);
  /// Begins an object; its fields follow, from the uppermost class down.
  void begin_object(const JavaLayout& layout);
  /// Begins an object of a dynamic proxy's class; its one field, the handler, follows.
  void begin_proxy(std::span<const std::string_view> interfaces);
  /// Begins an array of objects, which follow. `class_name` is like `[Ljava.lang.String;`.
  void begin_array(std::string_view class_name, std::int64_t version, std::size_t size);
  /// Ends what a class's `writeObject` writes besides its fields.
  void end_annotation();

  // Fields that are no objects.
  void field_int32(std::int32_t value) { raw(static_cast<std::uint64_t>(value), 4); }

  /// The whole stream.
  std::string take();

 private:
  void number(std::uint64_t value, int size);
  /// Ends the block of primitive values.
  void flush();
  void raw(std::uint64_t value, int size);
  void raw_utf(std::string_view text);
  void tag(Tag tag) { raw(static_cast<std::uint8_t>(tag), 1); }
  void description(const JavaLayout& layout);
  void no_location();

  std::string bytes_{};
  std::string block_{};
};

}  // namespace spielwerk::rmi
