#include "protocols/rmi/remote_caller.h"

#include <fmt/format.h>

#include "core/text.h"

namespace spielwerk::rmi {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// Of an answer; a stack of an exception has some ten thousand bytes.
constexpr std::size_t kMaxAnswer = 262'144;

/// An answer does not say how long it is, so all of it is read again with every piece that comes.
constexpr int kMaxPieces = 1'000;

/// The interface of registries, whose methods have numbers.
constexpr std::int64_t kRegistryHash = 4'905'912'898'345'647'071;
enum RegistryMethod : std::int32_t { kBind, kList, kLookup, kRebind, kUnbind };

constexpr CallHead registry_call(RegistryMethod method) {
  return {kRegistryId, method, kRegistryHash};
}

bool allow_nothing(std::string_view) { return false; }

}  // namespace

RemoteCaller::RemoteCaller(const Endpoint& endpoint, const Patience& patience, std::stop_token stop)
    : patience_(patience),
      stop_(std::move(stop)),
      connection_(endpoint.host, endpoint.port, patience.connect, stop_) {
  greet();
}

void RemoteCaller::greet() {
  send(print_greeting());
  const auto deadline = SteadyClock::now() + patience_.connect;
  Endpoint own;
  std::size_t size = 0;
  while (true) {
    if (!buffer_.empty() && buffer_.front() != static_cast<char>(MessageKind::ProtocolAck)) {
      fail("does not speak Java's RMI");
    }
    const Arrival arrival = buffer_.empty()
                                ? Arrival::Incomplete
                                : parse_endpoint(std::string_view(buffer_).substr(1), own, size);
    if (arrival == Arrival::Wrong) fail("does not speak Java's RMI");
    if (arrival == Arrival::Complete) break;
    receive(deadline);
  }
  buffer_.erase(0, size + 1);
  // Nobody can call this end.
  send(print_endpoint({own_address(), 0}));
}

void RemoteCaller::receive(SteadyClock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
  buffer_ += connection_.receive(std::max(left, std::chrono::milliseconds(1)), stop_);
}

void RemoteCaller::call(const Call& call) {
  if (!buffer_.empty()) fail("speaks without being asked");
  JavaWriter writer = begin_call(call.head);
  if (call.write) call.write(writer);
  send(end_call(std::move(writer)));
  const auto deadline = SteadyClock::now() + patience_.answer;
  for (int pieces = 1;; ++pieces) {
    receive(deadline);
    if (buffer_.size() > kMaxAnswer) fail("sends an answer that is too long");
    if (pieces > kMaxPieces) fail("sends an answer in too many pieces");
    if (!read_answer(call)) continue;
    buffer_.clear();
    return;
  }
}

bool RemoteCaller::read_answer(const Call& call) {
  if (buffer_.front() != static_cast<char>(MessageKind::Return)) fail("sends no answer to a call");
  bool is_exception = false;
  JavaReader reader(std::string_view(buffer_).substr(1),
                    [&](std::string_view name) { return is_exception || call.allow(name); });
  const auto head = read_return_head(reader);
  if (reader.is_good() && !head) fail("sends no answer to a call");
  JavaValue thrown;
  if (head && head->is_exception) {
    is_exception = true;
    thrown = reader.object();
  } else if (call.read) {
    call.read(reader);
  }
  reader.finish();
  if (reader.state() == JavaReader::State::Truncated) return false;
  if (!reader.is_good())
    fail(fmt::format("sends an answer of the wrong kind: {}", reader.problem()));
  if (is_exception) {
    auto exception = read_exception(reader.graph(), thrown);
    if (!exception) fail(exception.error());
    buffer_.clear();
    throw RemoteThrown(*std::move(exception));
  }
  if (call.is_reference) send(print_acknowledgement(head->ack));
  return true;
}

void RemoteCaller::fail(const std::string& problem) const {
  throw tcp::ConnectionFailure(
      {FailureKind::Protocol, problem, fmt::format("{} {}", connection_.peer(), problem)});
}

// ---- Registries

RemoteReference look_up(RemoteCaller& registry, const std::string& name,
                        std::string_view interface_name) {
  std::expected<RemoteReference, std::string> found;
  registry.call({.head = registry_call(kLookup),
                 .write = [&](JavaWriter& writer) { writer.string(name); },
                 .allow =
                     [&](std::string_view type) {
                       return is_class_of_references(type) || type == interface_name;
                     },
                 .read =
                     [&](JavaReader& reader) {
                       const JavaValue value = reader.object();
                       if (reader.is_good()) found = read_reference(reader.graph(), value);
                     },
                 .is_reference = true});
  if (!found) {
    throw tcp::ConnectionFailure(
        {FailureKind::Protocol, found.error(),
         fmt::format("{} cannot be called: {}", in_quotes(name), found.error())});
  }
  return *found;
}

std::vector<std::string> list_names(RemoteCaller& registry) {
  std::vector<std::string> names;
  registry.call({.head = registry_call(kList),
                 .allow = [](std::string_view type) { return type == "[Ljava.lang.String;"; },
                 .read =
                     [&](JavaReader& reader) {
                       names.clear();
                       const JavaValue list = reader.object();
                       const auto* array = reader.graph().find<JavaArray>(list);
                       if (array == nullptr) return;
                       for (const JavaValue& each : array->elements) {
                         const std::string* name = reader.graph().text(each);
                         if (name != nullptr) names.push_back(*name);
                       }
                     }});
  return names;
}

void rebind(RemoteCaller& registry, const std::string& name, const RemoteReference& reference) {
  registry.call({.head = registry_call(kRebind),
                 .write =
                     [&](JavaWriter& writer) {
                       writer.string(name);
                       write_reference(writer, reference, false);
                     },
                 .allow = allow_nothing});
}

void unbind(RemoteCaller& registry, const std::string& name) {
  registry.call({.head = registry_call(kUnbind),
                 .write = [&](JavaWriter& writer) { writer.string(name); },
                 .allow = allow_nothing});
}

}  // namespace spielwerk::rmi
