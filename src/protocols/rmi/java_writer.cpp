#include "protocols/rmi/java_writer.h"

#include "protocols/rmi/big_endian.h"
#include "protocols/rmi/java_text.h"

namespace spielwerk::rmi {
namespace {

constexpr std::size_t kMaxShortBlock = 255;
/// What a text's length of two bytes can say.
constexpr std::size_t kMaxShortText = 65'535;

constexpr JavaLayout kEnum{.name = "java.lang.Enum", .flags = kIsSerializable | kIsEnum};

constexpr JavaLayout::Field kProxyFields[]{{'L', "h", "Ljava/lang/reflect/InvocationHandler;"}};
constexpr JavaLayout kProxy{.name = "java.lang.reflect.Proxy",
                            .version = -2'222'568'056'686'623'797,
                            .fields = kProxyFields};

}  // namespace

JavaWriter::JavaWriter() {
  raw(kStreamMagic, 2);
  raw(kStreamVersion, 2);
}

void JavaWriter::raw(std::uint64_t value, int size) { append_number(bytes_, value, size); }

void JavaWriter::raw_utf(std::string_view text) {
  const std::string bytes = java_of_text(text);
  raw(bytes.size(), 2);
  bytes_ += bytes;
}

// ---- Primitive values

void JavaWriter::number(std::uint64_t value, int size) { append_number(block_, value, size); }

void JavaWriter::utf(std::string_view text) {
  const std::string bytes = java_of_text(text);
  number(bytes.size(), 2);
  block_ += bytes;
}

void JavaWriter::flush() {
  if (block_.empty()) return;
  if (block_.size() <= kMaxShortBlock) {
    tag(Tag::BlockData);
    raw(block_.size(), 1);
  } else {
    tag(Tag::BlockDataLong);
    raw(block_.size(), 4);
  }
  bytes_ += block_;
  block_.clear();
}

std::string JavaWriter::take() {
  flush();
  return std::move(bytes_);
}

// ---- Objects

void JavaWriter::null() {
  flush();
  tag(Tag::Null);
}

void JavaWriter::string(std::string_view text) {
  flush();
  const std::string bytes = java_of_text(text);
  const bool is_short = bytes.size() <= kMaxShortText;
  tag(is_short ? Tag::String : Tag::LongString);
  raw(bytes.size(), is_short ? 2 : 8);
  bytes_ += bytes;
}

void JavaWriter::enum_constant(std::string_view class_name, std::string_view constant) {
  flush();
  tag(Tag::Enum);
  description({.name = class_name, .flags = kIsSerializable | kIsEnum, .super = &kEnum});
  string(constant);
}

void JavaWriter::begin_object(const JavaLayout& layout) {
  flush();
  tag(Tag::Object);
  description(layout);
}

void JavaWriter::begin_proxy(std::span<const std::string_view> interfaces) {
  flush();
  tag(Tag::Object);
  tag(Tag::ProxyClassDescription);
  raw(interfaces.size(), 4);
  for (const std::string_view each : interfaces) raw_utf(each);
  no_location();
  description(kProxy);
}

void JavaWriter::begin_array(std::string_view class_name, std::int64_t version, std::size_t size) {
  flush();
  tag(Tag::Array);
  description({.name = class_name, .version = version});
  raw(size, 4);
}

void JavaWriter::end_annotation() {
  flush();
  tag(Tag::EndBlockData);
}

// ---- Classes

void JavaWriter::description(const JavaLayout& layout) {
  tag(Tag::ClassDescription);
  raw_utf(layout.name);
  raw(static_cast<std::uint64_t>(layout.version), 8);
  raw(layout.flags, 1);
  raw(layout.fields.size(), 2);
  for (const JavaLayout::Field& field : layout.fields) {
    raw(static_cast<std::uint8_t>(field.type), 1);
    raw_utf(field.name);
    if (!field.class_name.empty()) string(field.class_name);
  }
  no_location();
  if (layout.super == nullptr) return tag(Tag::Null);
  description(*layout.super);
}

void JavaWriter::no_location() {
  tag(Tag::Null);
  tag(Tag::EndBlockData);
}

}  // namespace spielwerk::rmi
