#include "protocols/rmi/jrmp.h"

#include "protocols/rmi/big_endian.h"
#include "protocols/rmi/java_text.h"

namespace spielwerk::rmi {
namespace {

/// With version 2 of the protocol.
constexpr std::string_view kGreeting{"JRMI\0\2", 6};

/// The names of hosts have no more bytes.
constexpr std::size_t kMaxHost = 255;

constexpr std::uint8_t kNormalReturn = 1;
constexpr std::uint8_t kExceptionalReturn = 2;

std::string message_of(MessageKind kind, std::string_view content) {
  std::string bytes;
  bytes.reserve(1 + content.size());
  bytes += static_cast<char>(kind);
  bytes += content;
  return bytes;
}

}  // namespace

Arrival parse_greeting(std::string_view bytes, Greeting& greeting) {
  const std::string_view head = bytes.substr(0, kGreeting.size());
  if (!kGreeting.starts_with(head)) return Arrival::Wrong;
  if (bytes.size() <= kGreeting.size()) return Arrival::Incomplete;
  greeting = {static_cast<MessageKind>(bytes[kGreeting.size()]), kGreeting.size() + 1};
  return Arrival::Complete;
}

std::string print_greeting() {
  std::string bytes(kGreeting);
  bytes += static_cast<char>(MessageKind::StreamProtocol);
  return bytes;
}

Arrival parse_endpoint(std::string_view bytes, Endpoint& endpoint, std::size_t& size) {
  if (bytes.size() < 2) return Arrival::Incomplete;
  const std::size_t length = number_in(bytes.substr(0, 2));
  if (length > kMaxHost) return Arrival::Wrong;
  size = 2 + length + 4;
  if (bytes.size() < size) return Arrival::Incomplete;
  auto host = text_of_java(bytes.substr(2, length));
  const std::uint64_t port = number_in(bytes.substr(2 + length, 4));
  if (!host || port > 65'535) return Arrival::Wrong;
  endpoint = {*std::move(host), static_cast<std::uint16_t>(port)};
  return Arrival::Complete;
}

std::string print_endpoint(const Endpoint& endpoint) {
  const std::string host = java_of_text(endpoint.host);
  std::string bytes;
  append_number(bytes, host.size(), 2);
  bytes += host;
  append_number(bytes, endpoint.port, 4);
  return bytes;
}

CallHead read_call_head(JavaReader& reader) {
  CallHead head;
  head.object = read_object_id(reader);
  head.operation = reader.int32();
  head.hash = reader.int64();
  return head;
}

JavaWriter begin_call(const CallHead& head) {
  JavaWriter writer;
  write_object_id(writer, head.object);
  writer.int32(head.operation);
  writer.int64(head.hash);
  return writer;
}

std::string end_call(JavaWriter writer) { return message_of(MessageKind::Call, writer.take()); }

std::string print_return(const CallResult& result, const Uid& ack) {
  JavaWriter writer;
  writer.byte(result ? kNormalReturn : kExceptionalReturn);
  write_uid(writer, ack);
  if (!result) {
    write_exception(writer, result.error().kind, result.error().message, result.error().cause);
  } else if (*result) {
    (*result)(writer);
  }
  return message_of(MessageKind::Return, writer.take());
}

std::string print_acknowledgement(const Uid& ack) {
  std::string bytes;
  append_number(bytes, static_cast<std::uint32_t>(ack.unique), 4);
  append_number(bytes, static_cast<std::uint64_t>(ack.time), 8);
  append_number(bytes, static_cast<std::uint16_t>(ack.count), 2);
  return message_of(MessageKind::CollectorAck, bytes);
}

std::optional<ReturnHead> read_return_head(JavaReader& reader) {
  const std::uint8_t kind = reader.byte();
  const Uid ack = read_uid(reader);
  if (kind != kNormalReturn && kind != kExceptionalReturn) return std::nullopt;
  return ReturnHead{kind == kExceptionalReturn, ack};
}

}  // namespace spielwerk::rmi
