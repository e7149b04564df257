#include "protocols/rmi/java_exception.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace spielwerk::rmi {
namespace {

/// Causes of causes that are told.
constexpr std::size_t kMaxLinks = 10;

constexpr std::string_view kThrowable = "java.lang.Throwable";

constexpr JavaLayout::Field kThrowableFields[]{
    {'L', "cause", "Ljava/lang/Throwable;"},
    {'L', "detailMessage", "Ljava/lang/String;"},
    {'[', "stackTrace", "[Ljava/lang/StackTraceElement;"},
    {'L', "suppressedExceptions", "Ljava/util/List;"},
};
constexpr JavaLayout kThrowableLayout{.name = kThrowable,
                                      .version = -3'042'686'055'658'047'285,
                                      .flags = kIsSerializable | kHasWriteMethod,
                                      .fields = kThrowableFields};
constexpr JavaLayout kException{.name = "java.lang.Exception",
                                .version = -3'387'516'993'124'229'948,
                                .super = &kThrowableLayout};
constexpr JavaLayout kRuntime{.name = "java.lang.RuntimeException",
                              .version = -7'034'897'190'745'766'939,
                              .super = &kException};
constexpr JavaLayout kIllegalState{.name = "java.lang.IllegalStateException",
                                   .version = -1'848'914'673'093'119'416,
                                   .super = &kRuntime};
constexpr JavaLayout kIllegalArgument{.name = "java.lang.IllegalArgumentException",
                                      .version = -5'365'630'128'856'068'164,
                                      .super = &kRuntime};
constexpr JavaLayout kInput{
    .name = "java.io.IOException", .version = 7'818'375'828'146'090'155, .super = &kException};
constexpr JavaLayout::Field kRemoteFields[]{{'L', "detail", "Ljava/lang/Throwable;"}};
constexpr JavaLayout kRemote{.name = "java.rmi.RemoteException",
                             .version = -5'148'567'311'918'794'206,
                             .fields = kRemoteFields,
                             .super = &kInput};
constexpr JavaLayout kNoSuchObject{.name = "java.rmi.NoSuchObjectException",
                                   .version = 6'619'395'951'570'472'985,
                                   .super = &kRemote};
constexpr JavaLayout kUnmarshal{
    .name = "java.rmi.UnmarshalException", .version = 594'380'845'140'740'218, .super = &kRemote};
constexpr JavaLayout kNotBound{.name = "java.rmi.NotBoundException",
                               .version = -1'857'741'824'849'069'317,
                               .super = &kException};
constexpr JavaLayout kAlreadyBound{.name = "java.rmi.AlreadyBoundException",
                                   .version = 9'218'657'361'741'657'110,
                                   .super = &kException};
constexpr JavaLayout kAccess{
    .name = "java.rmi.AccessException", .version = 6'314'925'228'044'966'088, .super = &kRemote};

/// In the order of the enum.
constexpr std::array kLayouts{&kException, &kIllegalState, &kIllegalArgument,
                              &kRemote,    &kNoSuchObject, &kUnmarshal,
                              &kNotBound,  &kAlreadyBound, &kAccess};

/// Where exceptions of different kinds keep what has caused them.
constexpr std::array<std::string_view, 3> kCauses{"cause", "detail", "target"};

std::optional<JavaValue> cause_of(const JavaGraph& graph, const JavaValue& exception) {
  for (const std::string_view name : kCauses) {
    const auto cause = graph.field(exception, name);
    // One that has none is its own.
    if (cause && *cause != exception && graph.is_a(*cause, kThrowable)) return cause;
  }
  return std::nullopt;
}

/// As the exception itself would tell it.
std::string message_of(const JavaGraph& graph, const JavaValue& exception) {
  const auto text = [&](std::string_view field) {
    const std::string* found = graph.text(graph.field(exception, field).value_or(JavaValue()));
    return found == nullptr ? std::string() : *found;
  };
  // java.io.InvalidClassException keeps the class apart.
  const std::string type = text("classname");
  return type.empty() ? text("detailMessage") : type + "; " + text("detailMessage");
}

bool is_remote(const JavaLayout* layout) {
  for (; layout != nullptr; layout = layout->super) {
    if (layout == &kRemote) return true;
  }
  return false;
}

}  // namespace

std::string JavaException::text() const {
  std::string text;
  for (const Link& each : links) {
    if (!text.empty()) text += "; ";
    text += each.message.empty() ? each.class_name
                                 : fmt::format("{}: {}", each.class_name, each.message);
  }
  return text;
}

const JavaException::Link* JavaException::find(std::string_view class_name) const {
  const auto found = std::find_if(links.begin(), links.end(),
                                  [&](const Link& each) { return each.class_name == class_name; });
  return found == links.end() ? nullptr : &*found;
}

std::expected<JavaException, std::string> read_exception(const JavaGraph& graph,
                                                         const JavaValue& value) {
  JavaException exception;
  JavaValue next = value;
  while (graph.is_a(next, kThrowable) && exception.links.size() < kMaxLinks) {
    exception.links.push_back({std::string(graph.class_name(next)), message_of(graph, next)});
    const auto cause = cause_of(graph, next);
    if (!cause) break;
    next = *cause;
  }
  if (exception.links.empty()) return std::unexpected("what was thrown is no exception");
  return exception;
}

void write_exception(JavaWriter& writer, Thrown kind, std::string_view message,
                     std::string_view cause) {
  const JavaLayout* layout = kLayouts[static_cast<std::size_t>(kind)];
  writer.begin_object(*layout);
  // Of Throwable: cause, message, no stack and no suppressed exceptions.
  writer.null();
  writer.string(message);
  writer.null();
  writer.null();
  writer.end_annotation();
  if (!is_remote(layout)) return;
  if (cause.empty()) return writer.null();
  write_exception(writer, Thrown::Exception, cause);
}

}  // namespace spielwerk::rmi
