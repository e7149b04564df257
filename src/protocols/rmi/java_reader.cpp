#include "protocols/rmi/java_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/text.h"
#include "protocols/rmi/big_endian.h"
#include "protocols/rmi/java_text.h"

namespace spielwerk::rmi {
namespace {

/// Classes that extend each other; Java's own exceptions have six.
constexpr std::size_t kMaxFamily = 30;

/// How many bytes a primitive value has; 0 for objects and arrays.
std::size_t size_of(char type) {
  switch (type) {
    case 'B':
    case 'Z':
      return 1;
    case 'C':
    case 'S':
      return 2;
    case 'I':
    case 'F':
      return 4;
    case 'J':
    case 'D':
      return 8;
    default:
      return 0;
  }
}

}  // namespace

class JavaReader::Level {
 public:
  explicit Level(JavaReader& reader) : reader_(reader) {
    if (++reader_.depth_ > reader_.limits_.max_depth) {
      reader_.wrong(fmt::format("objects lie more than {} deep", reader_.limits_.max_depth));
    }
  }
  ~Level() { --reader_.depth_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  JavaReader& reader_;
};

JavaReader::JavaReader(std::string_view bytes, AllowClass allow, const JavaLimits& limits)
    : bytes_(bytes), allow_(std::move(allow)), limits_(limits) {
  if (raw_number(2) != kStreamMagic || raw_number(2) != kStreamVersion) {
    wrong("it is no stream of Java's object serialization");
  }
}

void JavaReader::fail(State state, std::string problem) {
  if (!is_good()) return;
  state_ = state;
  problem_ = std::move(problem);
}

// ---- Bytes

std::string_view JavaReader::raw(std::size_t size) {
  if (size > bytes_.size() - position_) fail(State::Truncated, "it ends too soon");
  if (!is_good()) return {};
  position_ += size;
  return bytes_.substr(position_ - size, size);
}

std::uint64_t JavaReader::raw_number(int size) {
  return number_in(raw(static_cast<std::size_t>(size)));
}

std::string JavaReader::raw_utf(std::size_t size) {
  auto text = text_of_java(raw(size));
  if (!text) wrong("a text is not in Java's UTF-8");
  return std::move(text).value_or("");
}

Tag JavaReader::peek() {
  if (position_ >= bytes_.size()) fail(State::Truncated, "it ends too soon");
  return is_good() ? static_cast<Tag>(bytes_[position_]) : Tag::Null;
}

// ---- Primitive values

std::string_view JavaReader::block_byte() {
  while (block_ == 0 && is_good()) {
    const Tag tag = raw_tag();
    if (tag == Tag::BlockData) {
      block_ = raw_number(1);
    } else if (tag == Tag::BlockDataLong) {
      block_ = raw_number(4);
    } else if (is_good()) {
      wrong("an object stands where a value is expected");
    }
  }
  if (!is_good()) return {};
  --block_;
  return raw(1);
}

std::uint64_t JavaReader::number(int size) {
  std::uint64_t number = 0;
  for (int index = 0; index < size; ++index) {
    const std::string_view byte = block_byte();
    if (byte.empty()) return 0;
    number = number << 8 | static_cast<std::uint8_t>(byte.front());
  }
  return number;
}

std::string JavaReader::utf() {
  const std::uint64_t size = number(2);
  std::string bytes;
  for (std::uint64_t index = 0; index < size && is_good(); ++index) bytes += block_byte();
  auto text = text_of_java(bytes);
  if (!text) wrong("a text is not in Java's UTF-8");
  return is_good() ? *std::move(text) : "";
}

void JavaReader::finish() {
  if (block_ > 0) wrong("there are more values than expected");
}

// ---- Objects

JavaValue JavaReader::object() {
  if (block_ > 0) wrong("there are more values than expected before an object");
  return content();
}

Handle JavaReader::new_handle(JavaNode node) {
  if (graph_.nodes.size() >= limits_.max_handles) {
    wrong(fmt::format("there are more than {} objects", limits_.max_handles));
    return {};
  }
  graph_.nodes.push_back(std::move(node));
  return {static_cast<std::uint32_t>(graph_.nodes.size() - 1)};
}

const JavaClass& JavaReader::class_at(Handle type) const {
  static const JavaClass none;
  const JavaClass* found = type.number < graph_.nodes.size()
                               ? std::get_if<JavaClass>(&graph_.nodes[type.number])
                               : nullptr;
  return found == nullptr ? none : *found;
}

JavaValue JavaReader::content() {
  const Level level(*this);
  if (!is_good()) return {};
  switch (const Tag tag = raw_tag()) {
    case Tag::Null:
      return {};
    case Tag::Reference:
      return reference();
    case Tag::String:
      return string(raw_number(2));
    case Tag::LongString:
      return string(raw_number(8));
    case Tag::Object:
      return object_of_class();
    case Tag::Array:
      return array();
    case Tag::Enum:
      return enum_constant();
    case Tag::Class: {
      const Handle type = some_class();
      return new_handle(JavaClassValue{type});
    }
    case Tag::ClassDescription:
      return described_class();
    case Tag::ProxyClassDescription:
      return described_proxy();
    default:
      wrong(fmt::format("0x{:02X} stands where an object is expected", static_cast<int>(tag)));
      return {};
  }
}

JavaValue JavaReader::reference() {
  const auto number = static_cast<std::uint32_t>(raw_number(4)) - kBaseHandle;
  if (number < graph_.nodes.size()) return Handle{number};
  wrong("it refers to an object that has not been there");
  return {};
}

JavaValue JavaReader::string(std::size_t size) {
  const Handle handle = new_handle();
  std::string text = raw_utf(size);
  if (!is_good()) return {};
  graph_.nodes[handle.number] = std::move(text);
  return handle;
}

JavaValue JavaReader::object_of_class() {
  const Handle type = some_class();
  const Handle handle = new_handle();
  JavaObject object{.type = type};
  for (const Handle each : family_of(type)) {
    object.parts.push_back(part(each));
    if (!is_good()) return {};
  }
  if (!is_good()) return {};
  graph_.nodes[handle.number] = std::move(object);
  return handle;
}

std::vector<Handle> JavaReader::family_of(Handle type) {
  std::vector<Handle> family;
  for (std::optional<Handle> each = type; each; each = class_at(*each).super) {
    family.push_back(*each);
    // A class that extends itself comes to no end.
    if (family.size() > kMaxFamily) {
      wrong(fmt::format("more than {} classes extend each other", kMaxFamily));
      return {};
    }
  }
  std::reverse(family.begin(), family.end());
  return family;
}

JavaPart JavaReader::part(Handle type) {
  JavaPart part{.type = type};
  const std::uint8_t flags = class_at(type).flags;
  if ((flags & kIsEnum) != 0) wrong("an enum's constant is written as an object");
  if ((flags & kIsSerializable) != 0) {
    // Reading may move what the classes are kept in.
    std::string types;
    for (const JavaField& each : class_at(type).fields) types += each.type;
    for (const char each : types) {
      if (!is_good()) return part;
      part.fields.push_back(size_of(each) > 0 ? primitive(each) : content());
    }
    if ((flags & kHasWriteMethod) != 0) annotation(part);
  } else if ((flags & kIsExternalizable) != 0 && (flags & kHasBlockData) != 0) {
    annotation(part);
  } else {
    wrong(fmt::format("objects of {} cannot be read", in_quotes(class_at(type).name)));
  }
  return part;
}

JavaValue JavaReader::primitive(char type) {
  const std::uint64_t bits = raw_number(static_cast<int>(size_of(type)));
  switch (type) {
    case 'B':
      return static_cast<std::int8_t>(bits);
    case 'Z':
      return bits != 0;
    case 'C':
      return static_cast<char16_t>(bits);
    case 'S':
      return static_cast<std::int16_t>(bits);
    case 'I':
      return static_cast<std::int32_t>(bits);
    case 'F':
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case 'D':
      return std::bit_cast<double>(bits);
    default:
      return static_cast<std::int64_t>(bits);
  }
}

void JavaReader::annotation(JavaPart& part) {
  while (is_good()) {
    switch (peek()) {
      case Tag::EndBlockData:
        raw(1);
        return;
      case Tag::BlockData:
        raw(1);
        part.bytes += raw(raw_number(1));
        break;
      case Tag::BlockDataLong:
        raw(1);
        part.bytes += raw(raw_number(4));
        break;
      default:
        part.objects.push_back(content());
    }
  }
}

JavaValue JavaReader::array() {
  const Handle type = some_class();
  const Handle handle = new_handle();
  JavaArray array{.type = type, .size = raw_number(4)};
  const std::string& name = class_at(type).name;
  if (name.size() < 2 || name.front() != '[') wrong("an array's class is not one of arrays");
  if (!is_good()) return {};
  if (const std::size_t width = size_of(name[1]); width > 0) {
    raw(array.size * width);
  } else {
    for (std::size_t index = 0; index < array.size && is_good(); ++index) {
      array.elements.push_back(content());
    }
  }
  if (!is_good()) return {};
  graph_.nodes[handle.number] = std::move(array);
  return handle;
}

JavaValue JavaReader::enum_constant() {
  const Handle type = some_class();
  const Handle handle = new_handle();
  if ((class_at(type).flags & kIsEnum) == 0) wrong("an enum's constant is of no enum");
  const JavaValue name = content();
  const std::string* constant = is_good() ? graph_.text(name) : nullptr;
  if (constant == nullptr) {
    wrong("an enum's constant has no name");
    return {};
  }
  graph_.nodes[handle.number] = JavaEnum{type, *constant};
  return handle;
}

// ---- Classes

Handle JavaReader::some_class() {
  const auto type = class_or_null();
  if (!type) wrong("an object has no class");
  return type.value_or(Handle{});
}

std::optional<Handle> JavaReader::class_or_null() {
  const Level level(*this);
  if (!is_good()) return std::nullopt;
  switch (raw_tag()) {
    case Tag::Null:
      return std::nullopt;
    case Tag::ClassDescription:
      return described_class();
    case Tag::ProxyClassDescription:
      return described_proxy();
    case Tag::Reference: {
      const JavaValue value = reference();
      if (graph_.find<JavaClass>(value) != nullptr) return std::get<Handle>(value);
      break;
    }
    default:
      break;
  }
  wrong("there is no class where one is expected");
  return std::nullopt;
}

Handle JavaReader::described_class() {
  JavaClass described{.name = raw_short_utf()};
  described.version = static_cast<std::int64_t>(raw_number(8));
  const Handle handle = new_handle();
  check_allowed(described.name);
  described.flags = static_cast<std::uint8_t>(raw_number(1));
  described_fields(described);
  end_of_class(described);
  if (is_good()) graph_.nodes[handle.number] = std::move(described);
  return handle;
}

void JavaReader::described_fields(JavaClass& described) {
  const std::uint64_t count = raw_number(2);
  for (std::uint64_t index = 0; index < count && is_good(); ++index) {
    JavaField field{.type = static_cast<char>(raw_number(1))};
    field.name = raw_short_utf();
    const bool is_object = field.type == 'L' || field.type == '[';
    if (is_object) {
      // The name of the field's class, which nothing here needs.
      content();
    } else if (size_of(field.type) == 0) {
      wrong(fmt::format("a field is of the unknown type 0x{:02X}", static_cast<int>(field.type)));
    }
    described.fields.push_back(std::move(field));
  }
}

Handle JavaReader::described_proxy() {
  const Handle handle = new_handle();
  JavaClass described{.flags = kIsSerializable};
  const std::uint64_t count = raw_number(4);
  for (std::uint64_t index = 0; index < count && is_good(); ++index) {
    described.interfaces.push_back(raw_short_utf());
    check_allowed(described.interfaces.back());
  }
  end_of_class(described);
  if (is_good()) graph_.nodes[handle.number] = std::move(described);
  return handle;
}

void JavaReader::end_of_class(JavaClass& described) {
  // Where the class could be loaded from, which nobody here does.
  JavaPart ignored;
  annotation(ignored);
  described.super = class_or_null();
}

void JavaReader::check_allowed(std::string_view name) {
  if (is_good() && !allow_(name)) {
    wrong(fmt::format("the class {} is not allowed here", in_quotes(name)));
  }
}

}  // namespace spielwerk::rmi
