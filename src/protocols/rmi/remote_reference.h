// Where a remote object is, and how references to it stand in streams.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/rmi/java_reader.h"
#include "protocols/rmi/java_writer.h"

namespace spielwerk::rmi {

/// A number that is unlike any other of a machine: `java.rmi.server.UID`.
struct Uid {
  std::int32_t unique = 0;
  std::int64_t time = 0;
  std::int16_t count = 0;
  friend auto operator<=>(const Uid&, const Uid&) = default;
};

/// Which object of a program: `java.rmi.server.ObjID`.
struct ObjectId {
  std::int64_t number = 0;
  Uid space{};
  friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

/// Objects that every program has at a known place.
inline constexpr ObjectId kRegistryId{.number = 0};
inline constexpr ObjectId kCollectorId{.number = 2};

/// One that nobody can guess.
ObjectId make_object_id();

struct Endpoint {
  std::string host{};
  std::uint16_t port = 0;
  friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
  /// `host:port`
  std::string text() const;
};

/// A reference to an object that a program has exported.
struct RemoteReference {
  Endpoint endpoint{};
  ObjectId id{};
  /// What the object can do, as names of interfaces. Empty if only its class was told.
  std::vector<std::string> interfaces{};
  friend bool operator==(const RemoteReference&, const RemoteReference&) = default;
};

// ---- In streams

Uid read_uid(JavaReader& reader);
void write_uid(JavaWriter& writer, const Uid& uid);
ObjectId read_object_id(JavaReader& reader);
void write_object_id(JavaWriter& writer, const ObjectId& id);

/// The classes that references consist of.
bool is_class_of_references(std::string_view name);

/// The reference that an object holds: a dynamic proxy or a stub of old, with `UnicastRef` or
/// `UnicastRef2`. The error says why it is none that can be called.
std::expected<RemoteReference, std::string> read_reference(const JavaGraph& graph,
                                                           const JavaValue& value);

/// As a dynamic proxy. `is_result`: whether the reader is to acknowledge that it has it.
void write_reference(JavaWriter& writer, const RemoteReference& reference, bool is_result);

}  // namespace spielwerk::rmi
