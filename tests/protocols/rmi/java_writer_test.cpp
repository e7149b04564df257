// What is written is what Java writes, to the byte where it writes nothing twice.
#include "protocols/rmi/java_writer.h"

#include <gtest/gtest.h>

#include "protocols/rmi/java_text.h"
#include "protocols/rmi/method_hash.h"
#include "tests/protocols/rmi/java_samples.h"

namespace spielwerk::rmi {
namespace {

TEST(JavaWriter, WritesCallsAsJavaDoes) {
  JavaWriter writer;
  writer.int32(26);
  writer.enum_constant("towerwarspp.preset.PlayerColor", "BLUE");
  EXPECT_EQ(writer.take(), sample("init"));
}

TEST(JavaWriter, WhatIsWrittenIsRead) {
  const std::string text(80'000, 'x');
  JavaWriter writer;
  writer.boolean(true);
  writer.byte(200);
  writer.int16(-3);
  writer.int64(-5'000'000'000);
  for (int number = 0; number < 100; ++number) writer.int32(number);
  writer.utf("K\xC3\xA4se");
  writer.null();
  writer.string(text);
  writer.begin_array("[Ljava.lang.String;", -5'921'575'005'990'323'385, 2);
  writer.string("one");
  writer.null();
  const std::string bytes = writer.take();
  JavaReader reader(bytes, allow_all);
  EXPECT_TRUE(reader.boolean());
  EXPECT_EQ(reader.byte(), 200);
  EXPECT_EQ(reader.int16(), -3);
  EXPECT_EQ(reader.int64(), -5'000'000'000);
  for (int number = 0; number < 100; ++number) EXPECT_EQ(reader.int32(), number);
  EXPECT_EQ(reader.utf(), "K\xC3\xA4se");
  EXPECT_EQ(reader.object(), JavaValue());
  EXPECT_EQ(*reader.graph().text(reader.object()), text);
  const JavaValue array = reader.object();
  ASSERT_TRUE(reader.is_good()) << reader.problem();
  EXPECT_EQ(reader.graph().class_name(array), "[Ljava.lang.String;");
  EXPECT_EQ(reader.graph().find<JavaArray>(array)->elements.at(1), JavaValue());
  EXPECT_EQ(reader.position(), bytes.size());
}

TEST(JavaText, IsJavasOwnUtf8) {
  const std::string text("a\0\xC3\xA4\xE2\x82\xAC\xF0\x9F\x8E\xB2", 11);
  const std::string java("a\xC0\x80\xC3\xA4\xE2\x82\xAC\xED\xA0\xBC\xED\xBE\xB2", 14);
  EXPECT_EQ(java_of_text(text), java);
  EXPECT_EQ(text_of_java(java), text);
  EXPECT_EQ(java_of_text("\xFFx\xC3"), "?x?");
  // Halves that stand alone.
  EXPECT_EQ(text_of_java("\xED\xA0\xBCx"), "\xEF\xBF\xBDx");
  EXPECT_EQ(text_of_java("\xED\xBE\xB2"), "\xEF\xBF\xBD");
  for (const char* wrong : {"\x80", "\xC3", "\xE2\x82", "\xC3x", "\xF0\x9F\x8E\xB2", "\xFF"}) {
    EXPECT_EQ(text_of_java(wrong), std::nullopt);
  }
}

TEST(MethodHash, IsThatOfJava) {
  EXPECT_EQ(method_hash("request()Ltowerwarspp/preset/Move;"), -4'568'905'732'981'738'082);
  EXPECT_EQ(method_hash("init(ILtowerwarspp/preset/PlayerColor;)V"), 3'563'986'252'232'963'797);
  EXPECT_EQ(method_hash("confirm(Ltowerwarspp/preset/Status;)V"), -5'625'728'630'812'613'441);
  EXPECT_EQ(method_hash("update(Ltowerwarspp/preset/Move;Ltowerwarspp/preset/Status;)V"),
            9'033'011'431'160'209'024);
}

}  // namespace
}  // namespace spielwerk::rmi
