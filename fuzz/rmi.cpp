// Java's object serialization and the messages of RMI on foreign bytes.
#include "fuzz/fuzzing.h"
#include "protocols/rmi/jrmp.h"

namespace {

using namespace spielwerk;
using namespace spielwerk::rmi;

/// Every value is one of the stream's own.
void require_known(const JavaGraph& graph, const JavaValue& value) {
  const Handle* handle = std::get_if<Handle>(&value);
  fuzz::require(handle == nullptr || handle->number < graph.nodes.size(), "handles are known");
}

void require_whole(const JavaGraph& graph) {
  for (const JavaNode& node : graph.nodes) {
    if (const auto* array = std::get_if<JavaArray>(&node)) {
      for (const JavaValue& each : array->elements) require_known(graph, each);
    }
    const auto* object = std::get_if<JavaObject>(&node);
    if (object == nullptr) continue;
    for (const JavaPart& part : object->parts) {
      for (const JavaValue& each : part.fields) require_known(graph, each);
      for (const JavaValue& each : part.objects) require_known(graph, each);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const JavaLimits limits{.max_handles = 1'000, .max_depth = 50};
  JavaReader reader(input, [](std::string_view) { return true; }, limits);
  while (reader.is_good() && reader.position() < input.size()) {
    const std::size_t before = reader.position();
    const JavaValue value = reader.object();
    if (!reader.is_good()) break;
    fuzz::require(reader.position() > before, "reading comes to an end");
    require_known(reader.graph(), value);
    read_exception(reader.graph(), value);
    read_reference(reader.graph(), value);
    reader.graph().unboxed(value);
  }
  require_whole(reader.graph());
  fuzz::require(reader.graph().nodes.size() <= limits.max_handles, "there are limits");

  JavaReader call(input, is_class_of_references, limits);
  read_call_head(call);
  call.utf();
  call.object();
  call.finish();

  Greeting greeting;
  parse_greeting(input, greeting);
  Endpoint endpoint;
  std::size_t length = 0;
  if (parse_endpoint(input, endpoint, length) == Arrival::Complete) {
    Endpoint again;
    fuzz::require(parse_endpoint(print_endpoint(endpoint), again, length) == Arrival::Complete &&
                      again == endpoint,
                  "what is written is read");
  }
  return 0;
}
