// The messages around calls, references to remote objects, and exceptions.
#include "protocols/rmi/jrmp.h"

#include <gmock/gmock.h>

#include "tests/protocols/rmi/java_samples.h"

namespace spielwerk::rmi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(RemoteReference, IsReadAsJavaWritesIt) {
  const std::string bytes = sample("reference");
  JavaReader reader(bytes, [](std::string_view name) {
    return is_class_of_references(name) || name == "towerwarspp.preset.Player";
  });
  const JavaValue value = reader.object();
  ASSERT_TRUE(reader.is_good()) << reader.problem();
  const auto reference = read_reference(reader.graph(), value);
  ASSERT_TRUE(reference) << reference.error();
  EXPECT_EQ(reference->endpoint.host, "players.example");
  EXPECT_GT(reference->endpoint.port, 0);
  EXPECT_THAT(reference->interfaces, ElementsAre("towerwarspp.preset.Player"));
}

TEST(RemoteReference, WhatIsWrittenIsRead) {
  const RemoteReference reference{{"::1", 1099}, make_object_id(), {"a.Player", "java.rmi.Remote"}};
  EXPECT_EQ(reference.endpoint.text(), "[::1]:1099");
  EXPECT_NE(reference.id, make_object_id());
  JavaWriter writer;
  write_reference(writer, reference, true);
  const std::string bytes = writer.take();
  JavaReader reader(bytes, allow_all);
  const JavaValue value = reader.object();
  EXPECT_EQ(read_reference(reader.graph(), value), reference);
}

TEST(RemoteReference, WhatIsNoneIsRefused) {
  const std::string bytes = sample("update");
  JavaReader reader(bytes, allow_all);
  const JavaValue move = reader.object();
  EXPECT_EQ(read_reference(reader.graph(), move).error(), "it is no remote object");
  EXPECT_EQ(read_reference(reader.graph(), JavaValue()).error(), "it is no remote object");
  for (const Endpoint& wrong : {Endpoint{"", 1}, Endpoint{"host", 0}}) {
    JavaWriter writer;
    write_reference(writer, {wrong, kRegistryId, {"a.Player"}}, false);
    const std::string written = writer.take();
    JavaReader again(written, allow_all);
    const JavaValue value = again.object();
    EXPECT_EQ(read_reference(again.graph(), value).error(), "its reference makes no sense");
  }
}

TEST(JavaException, IsReadWithAllItsCauses) {
  const std::string bytes = sample("exception");
  JavaReader reader(bytes, allow_all);
  const auto exception = read_exception(reader.graph(), reader.object());
  ASSERT_TRUE(exception);
  ASSERT_EQ(exception->links.size(), 3u);
  EXPECT_EQ(exception->links[0].class_name, "java.rmi.ServerException");
  EXPECT_THAT(exception->links[0].message, HasSubstr("the call failed"));
  EXPECT_EQ(exception->links[1].class_name, "java.rmi.RemoteException");
  EXPECT_EQ(exception->find("java.lang.IllegalStateException")->message,
            "update was called, but request is due");
  EXPECT_EQ(exception->find("java.lang.Error"), nullptr);
  const auto around = read_exception(reader.graph(), reader.object());
  EXPECT_EQ(around.value().text(),
            "java.lang.reflect.InvocationTargetException: around; "
            "java.lang.IllegalStateException: update was called, but request is due");
  EXPECT_EQ(read_exception(reader.graph(), reader.object()).value().text(),
            "java.lang.RuntimeException");
  EXPECT_FALSE(read_exception(reader.graph(), JavaValue()));
}

TEST(JavaException, WhatIsThrownIsRead) {
  for (const Thrown kind : {Thrown::Exception, Thrown::IllegalState, Thrown::IllegalArgument,
                            Thrown::Remote, Thrown::NoSuchObject, Thrown::Unmarshal,
                            Thrown::NotBound, Thrown::AlreadyBound, Thrown::Access}) {
    JavaWriter writer;
    write_exception(writer, kind, "what", kind == Thrown::Remote ? "why" : "");
    writer.string("behind");
    const std::string bytes = writer.take();
    JavaReader reader(bytes, allow_all);
    const auto exception = read_exception(reader.graph(), reader.object());
    ASSERT_TRUE(exception);
    EXPECT_EQ(exception->links.front().message, "what");
    EXPECT_EQ(exception->links.size(), kind == Thrown::Remote ? 2u : 1u);
    EXPECT_EQ(*reader.graph().text(reader.object()), "behind");
  }
}

TEST(Jrmp, BeginsWithAGreeting) {
  Greeting greeting;
  const std::string whole = print_greeting();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(parse_greeting(whole.substr(0, size), greeting), Arrival::Incomplete);
  }
  EXPECT_EQ(parse_greeting(whole + "more", greeting), Arrival::Complete);
  EXPECT_EQ(greeting.protocol, MessageKind::StreamProtocol);
  EXPECT_EQ(greeting.size, 7u);
  EXPECT_EQ(parse_greeting("GET /", greeting), Arrival::Wrong);
  EXPECT_EQ(parse_greeting(std::string_view("JRMI\0\1", 6), greeting), Arrival::Wrong);
}

TEST(Jrmp, TellsEndpoints) {
  const Endpoint endpoint{"players.example", 40'001};
  const std::string bytes = print_endpoint(endpoint);
  Endpoint read;
  std::size_t size = 0;
  for (std::size_t part = 0; part < bytes.size(); ++part) {
    EXPECT_EQ(parse_endpoint(bytes.substr(0, part), read, size), Arrival::Incomplete);
  }
  EXPECT_EQ(parse_endpoint(bytes + "P", read, size), Arrival::Complete);
  EXPECT_EQ(read, endpoint);
  EXPECT_EQ(size, bytes.size());
  EXPECT_EQ(parse_endpoint("\xFF\xFFx", read, size), Arrival::Wrong);
  EXPECT_EQ(parse_endpoint(std::string_view("\0\1a\1\1\1\1", 7), read, size), Arrival::Wrong);
}

TEST(Jrmp, CallsAndAnswersAreRead) {
  const CallHead head{make_object_id(), -1, 42};
  JavaWriter call = begin_call(head);
  call.int32(26);
  const std::string bytes = end_call(std::move(call));
  ASSERT_EQ(bytes.front(), static_cast<char>(MessageKind::Call));
  JavaReader reader(std::string_view(bytes).substr(1), allow_all);
  const CallHead read = read_call_head(reader);
  EXPECT_EQ(read.object, head.object);
  EXPECT_EQ(read.operation, -1);
  EXPECT_EQ(read.hash, 42);
  EXPECT_EQ(reader.int32(), 26);
  reader.finish();
  EXPECT_TRUE(reader.is_good());

  const Uid ack{1, 2, 3};
  const std::string result =
      print_return(WriteResult([](JavaWriter& writer) { writer.string("done"); }), ack);
  ASSERT_EQ(result.front(), static_cast<char>(MessageKind::Return));
  JavaReader answer(std::string_view(result).substr(1), allow_all);
  const auto returned = read_return_head(answer);
  ASSERT_TRUE(returned);
  EXPECT_FALSE(returned->is_exception);
  EXPECT_EQ(returned->ack, ack);
  EXPECT_EQ(*answer.graph().text(answer.object()), "done");

  const std::string thrown =
      print_return(std::unexpected(ThrownResult{Thrown::Remote, "what", "why"}), ack);
  JavaReader failure(std::string_view(thrown).substr(1), allow_all);
  EXPECT_TRUE(read_return_head(failure)->is_exception);
  EXPECT_EQ(read_exception(failure.graph(), failure.object()).value().text(),
            "java.rmi.RemoteException: what; java.lang.Exception: why");
}

}  // namespace
}  // namespace spielwerk::rmi
