// Reads what a Java program has written with its object serialization, bounded in every direction:
// bytes, depth, number of objects, and which classes there may be.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "protocols/rmi/java_stream.h"
#include "protocols/rmi/java_value.h"

namespace spielwerk::rmi {

struct JavaLimits {
  /// Objects, classes and strings in all.
  std::size_t max_handles = 20'000;
  /// Objects within objects.
  int max_depth = 100;
};

/// Whether there may be a class of that name (of an array `[Ljava.lang.String;`).
using AllowClass = std::function<bool(std::string_view name)>;

/// Reads one stream from its header on. After the first problem everything that is read is zero,
/// empty or `null`, so that it is enough to ask at the end.
class JavaReader {
 public:
  enum class State : std::uint8_t {
    Good,
    Truncated,  ///< the bytes end too soon
    Wrong,      ///< it is no such stream, or more than is allowed
  };

  /// The bytes must outlive the reader.
  JavaReader(std::string_view bytes, AllowClass allow, const JavaLimits& limits = {});

  bool is_good() const { return state_ == State::Good; }
  State state() const { return state_; }
  /// What is wrong, without full stop.
  const std::string& problem() const { return problem_; }
  /// How many bytes have been read.
  std::size_t position() const { return position_; }

  // Primitive values between objects.
  bool boolean() { return byte() != 0; }
  std::uint8_t byte() { return static_cast<std::uint8_t>(number(1)); }
  std::int16_t int16() { return static_cast<std::int16_t>(number(2)); }
  std::int32_t int32() { return static_cast<std::int32_t>(number(4)); }
  std::int64_t int64() { return static_cast<std::int64_t>(number(8)); }
  std::string utf();

  /// The next object, or `null`.
  JavaValue object();
  /// There must be nothing left of the primitive values.
  void finish();

  const JavaGraph& graph() const { return graph_; }

 private:
  /// Counts how deep objects lie in each other.
  class Level;

  void fail(State state, std::string problem);
  void wrong(std::string problem) { fail(State::Wrong, std::move(problem)); }

  // Bytes as they are.
  std::string_view raw(std::size_t size);
  std::uint64_t raw_number(int size);
  std::string raw_utf(std::size_t size);
  std::string raw_short_utf() { return raw_utf(raw_number(2)); }
  Tag raw_tag() { return static_cast<Tag>(raw_number(1)); }
  Tag peek();

  /// Primitive values, which come in blocks.
  std::string_view block_byte();
  std::uint64_t number(int size);

  Handle new_handle(JavaNode node = {});
  JavaValue content();
  JavaValue reference();
  JavaValue string(std::size_t size);
  JavaValue object_of_class();
  JavaPart part(Handle type);
  JavaValue primitive(char type);
  void annotation(JavaPart& part);
  JavaValue array();
  JavaValue enum_constant();
  /// A class's description, which must be there.
  Handle some_class();
  std::optional<Handle> class_or_null();
  Handle described_class();
  Handle described_proxy();
  void described_fields(JavaClass& described);
  void end_of_class(JavaClass& described);
  void check_allowed(std::string_view name);
  /// From the uppermost class down.
  std::vector<Handle> family_of(Handle type);
  const JavaClass& class_at(Handle type) const;

  const std::string_view bytes_;
  const AllowClass allow_;
  const JavaLimits limits_;
  State state_ = State::Good;
  std::string problem_{};
  std::size_t position_ = 0;
  /// Bytes left of the block of primitive values.
  std::size_t block_ = 0;
  int depth_ = 0;
  JavaGraph graph_{};
};

}  // namespace spielwerk::rmi
