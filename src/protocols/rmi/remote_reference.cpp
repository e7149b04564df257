#include "protocols/rmi/remote_reference.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <random>

#include "core/text.h"
#include "protocols/rmi/big_endian.h"
#include "protocols/rmi/java_text.h"

namespace spielwerk::rmi {
namespace {

constexpr std::string_view kHandler = "java.rmi.server.RemoteObjectInvocationHandler";
constexpr std::string_view kRemoteObject = "java.rmi.server.RemoteObject";
constexpr std::string_view kStub = "java.rmi.server.RemoteStub";

constexpr JavaLayout kRemoteObjectLayout{.name = kRemoteObject,
                                         .version = -3'215'090'123'894'869'218,
                                         .flags = kIsSerializable | kHasWriteMethod};
constexpr JavaLayout kHandlerLayout{.name = kHandler, .version = 2, .super = &kRemoteObjectLayout};

/// The bytes that a reference writes of itself, read one after the other.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  bool is_good() const { return is_good_; }
  bool is_at_end() const { return position_ == bytes_.size(); }
  std::int64_t number(std::size_t size) { return static_cast<std::int64_t>(number_in(take(size))); }
  std::string utf() {
    auto text = text_of_java(take(static_cast<std::size_t>(number(2))));
    if (!text) is_good_ = false;
    return std::move(text).value_or("");
  }

 private:
  std::string_view take(std::size_t size) {
    if (size > bytes_.size() - position_) is_good_ = false;
    if (!is_good_) return {};
    position_ += size;
    return bytes_.substr(position_ - size, size);
  }

  std::string_view bytes_;
  std::size_t position_ = 0;
  bool is_good_ = true;
};

ObjectId read_object_id(Bytes& bytes) {
  ObjectId id{.number = bytes.number(8)};
  id.space.unique = static_cast<std::int32_t>(bytes.number(4));
  id.space.time = bytes.number(8);
  id.space.count = static_cast<std::int16_t>(bytes.number(2));
  return id;
}

/// `UnicastRef`: host, port, object, and whether to acknowledge it. `UnicastRef2` says before them
/// whether sockets are made in a way of their own, which is not possible here.
std::expected<RemoteReference, std::string> parse_reference(std::string_view all) {
  Bytes bytes(all);
  const std::string kind = bytes.utf();
  if (kind != "UnicastRef" && kind != "UnicastRef2") {
    return std::unexpected(fmt::format("its reference is a {}", in_quotes(kind)));
  }
  if (kind == "UnicastRef2" && bytes.number(1) != 0) {
    return std::unexpected("it wants sockets of its own kind");
  }
  RemoteReference reference;
  reference.endpoint.host = bytes.utf();
  const std::int64_t port = bytes.number(4);
  reference.id = read_object_id(bytes);
  bytes.number(1);
  if (!bytes.is_good() || !bytes.is_at_end() || port < 1 || port > 65'535 ||
      reference.endpoint.host.empty()) {
    return std::unexpected("its reference makes no sense");
  }
  reference.endpoint.port = static_cast<std::uint16_t>(port);
  return reference;
}

}  // namespace

ObjectId make_object_id() {
  std::random_device random;
  const auto word = [&] { return static_cast<std::uint64_t>(random()); };
  const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::system_clock::now().time_since_epoch());
  return {.number = static_cast<std::int64_t>(word() << 32 | word()),
          .space = {.unique = static_cast<std::int32_t>(word()),
                    .time = now.count(),
                    .count = static_cast<std::int16_t>(word())}};
}

std::string Endpoint::text() const {
  const bool needs_brackets = host.find(':') != std::string::npos;
  return needs_brackets ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

Uid read_uid(JavaReader& reader) {
  Uid uid;
  uid.unique = reader.int32();
  uid.time = reader.int64();
  uid.count = reader.int16();
  return uid;
}

void write_uid(JavaWriter& writer, const Uid& uid) {
  writer.int32(uid.unique);
  writer.int64(uid.time);
  writer.int16(uid.count);
}

ObjectId read_object_id(JavaReader& reader) {
  ObjectId id;
  id.number = reader.int64();
  id.space = read_uid(reader);
  return id;
}

void write_object_id(JavaWriter& writer, const ObjectId& id) {
  writer.int64(id.number);
  write_uid(writer, id.space);
}

bool is_class_of_references(std::string_view name) {
  return name == "java.lang.reflect.Proxy" || name == "java.rmi.Remote" || name == kHandler ||
         name == kRemoteObject || name == kStub;
}

std::expected<RemoteReference, std::string> read_reference(const JavaGraph& graph,
                                                           const JavaValue& value) {
  const auto* object = graph.find<JavaObject>(value);
  if (object == nullptr) return std::unexpected("it is no remote object");
  const auto& type = std::get<JavaClass>(graph.nodes[object->type.number]);
  const JavaValue holder =
      type.interfaces.empty() ? value : graph.field(value, "h").value_or(value);
  const auto* held = graph.find<JavaObject>(holder);
  if (held == nullptr || !graph.is_a(holder, kRemoteObject)) {
    return std::unexpected("it is no remote object");
  }
  for (const JavaPart& part : held->parts) {
    if (std::get<JavaClass>(graph.nodes[part.type.number]).name != kRemoteObject) continue;
    auto reference = parse_reference(part.bytes);
    if (reference) reference->interfaces = type.interfaces;
    return reference;
  }
  return std::unexpected("it is no remote object");
}

void write_reference(JavaWriter& writer, const RemoteReference& reference, bool is_result) {
  const std::vector<std::string_view> interfaces(reference.interfaces.begin(),
                                                 reference.interfaces.end());
  writer.begin_proxy(interfaces);
  writer.begin_object(kHandlerLayout);
  writer.utf("UnicastRef");
  writer.utf(reference.endpoint.host);
  writer.int32(reference.endpoint.port);
  write_object_id(writer, reference.id);
  writer.boolean(is_result);
  writer.end_annotation();
}

}  // namespace spielwerk::rmi
