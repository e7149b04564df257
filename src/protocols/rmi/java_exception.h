// What was thrown on one side of a call and is told to the other.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/rmi/java_reader.h"
#include "protocols/rmi/java_writer.h"

namespace spielwerk::rmi {

/// An exception as it is read: with what caused it, and what caused that, outermost first.
struct JavaException {
  struct Link {
    std::string class_name{};
    std::string message{};
    friend bool operator==(const Link&, const Link&) = default;
  };
  std::vector<Link> links{};

  /// `java.rmi.ServerException: …; java.io.InvalidClassException: …`
  std::string text() const;
  /// The link of that class; nothing if it is not there.
  const Link* find(std::string_view class_name) const;
};

/// The error says why the value is no exception.
std::expected<JavaException, std::string> read_exception(const JavaGraph& graph,
                                                         const JavaValue& value);

/// The exceptions that are thrown to others: all of them classes that every Java program has.
enum class Thrown : std::uint8_t {
  Exception,        ///< what the player has to say
  IllegalState,     ///< a call in the wrong order
  IllegalArgument,  ///< a call with a value that makes no sense
  Remote,           ///< the call did not work; has a cause
  NoSuchObject,     ///< no object of that number
  Unmarshal,        ///< the call cannot be read
  NotBound,         ///< the registry does not know the name
  AlreadyBound,     ///< the registry knows the name already
  Access,           ///< not from there
};

void write_exception(JavaWriter& writer, Thrown kind, std::string_view message,
                     std::string_view cause = "");

}  // namespace spielwerk::rmi
