// The messages of Java's remote method protocol (JRMP), around the streams that carry values.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "protocols/rmi/java_exception.h"
#include "protocols/rmi/remote_reference.h"

namespace spielwerk::rmi {

/// What a message begins with.
enum class MessageKind : std::uint8_t {
  StreamProtocol = 0x4B,
  SingleOpProtocol = 0x4C,
  MultiplexProtocol = 0x4D,
  ProtocolAck = 0x4E,
  ProtocolNotSupported = 0x4F,
  Call = 0x50,
  Return = 0x51,
  Ping = 0x52,
  PingAck = 0x53,
  CollectorAck = 0x54,
};

/// The bytes of an acknowledgement behind its kind.
inline constexpr std::size_t kCollectorAckSize = 14;

/// Something that may not be all there yet. `Wrong` is for ever.
enum class Arrival : std::uint8_t { Complete, Incomplete, Wrong };

/// How a client begins.
struct Greeting {
  MessageKind protocol = MessageKind::StreamProtocol;
  /// How many bytes it took.
  std::size_t size = 0;
};
Arrival parse_greeting(std::string_view bytes, Greeting& greeting);
std::string print_greeting();

/// An endpoint as it follows greetings: the server tells the client where it came from, behind
/// ProtocolAck, and the client tells where it can be reached.
Arrival parse_endpoint(std::string_view bytes, Endpoint& endpoint, std::size_t& size);
std::string print_endpoint(const Endpoint& endpoint);

// ---- Calls

struct CallHead {
  ObjectId object{};
  /// The number of the method, as registry and collector have it, or -1.
  std::int32_t operation = -1;
  /// Of the method, or of the interface if there is a number.
  std::int64_t hash = 0;
};

/// With everything behind the kind of the message.
CallHead read_call_head(JavaReader& reader);
/// Begins a call, with the kind of the message; the arguments follow.
JavaWriter begin_call(const CallHead& head);
std::string end_call(JavaWriter writer);

// ---- Answers

using WriteResult = std::function<void(JavaWriter&)>;
struct ThrownResult {
  Thrown kind = Thrown::Remote;
  std::string message{};
  std::string cause{};
};
using CallResult = std::expected<WriteResult, ThrownResult>;
std::string print_return(const CallResult& result, const Uid& ack);

/// That a result with a reference has come.
std::string print_acknowledgement(const Uid& ack);

/// The head of an answer behind the kind of the message; the value follows.
struct ReturnHead {
  bool is_exception = false;
  Uid ack{};
};
/// Nothing if it is neither a result nor an exception.
std::optional<ReturnHead> read_return_head(JavaReader& reader);

}  // namespace spielwerk::rmi
