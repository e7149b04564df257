// Reading what Java has written, and what somebody may write who means no good.
#include "protocols/rmi/java_reader.h"

#include <gmock/gmock.h>

#include "protocols/rmi/java_writer.h"
#include "tests/protocols/rmi/java_samples.h"

namespace spielwerk::rmi {
namespace {

using testing::HasSubstr;

TEST(JavaReader, ReadsObjectsAndEnums) {
  const std::string bytes = sample("update");
  JavaReader reader(bytes, allow_all);
  const JavaValue move = reader.object();
  const JavaValue status = reader.object();
  reader.finish();
  ASSERT_TRUE(reader.is_good()) << reader.problem();
  EXPECT_EQ(reader.position(), bytes.size());
  const JavaGraph& graph = reader.graph();
  EXPECT_EQ(graph.class_name(move), "towerwarspp.preset.Move");
  EXPECT_TRUE(graph.is_a(move, "towerwarspp.preset.Move"));
  EXPECT_FALSE(graph.is_a(move, "towerwarspp.preset.Position"));
  const JavaValue end = graph.field(move, "end").value();
  EXPECT_EQ(graph.field_as<std::int32_t>(end, "letter"), 26);
  EXPECT_EQ(graph.field_as<std::int32_t>(end, "number"), 25);
  EXPECT_EQ(graph.field_as<std::int64_t>(end, "number"), std::nullopt);
  EXPECT_EQ(graph.field(end, "height"), std::nullopt);
  const auto* constant = graph.find<JavaEnum>(status);
  ASSERT_NE(constant, nullptr);
  EXPECT_EQ(constant->constant, "RED_WIN");
  EXPECT_EQ(graph.class_name(status), "towerwarspp.preset.Status");
}

TEST(JavaReader, ReadsPrimitiveValuesAndBoxes) {
  const std::string bytes = sample("values");
  JavaReader reader(bytes, allow_all);
  EXPECT_TRUE(reader.boolean());
  EXPECT_EQ(reader.byte(), 0xFE);
  EXPECT_EQ(reader.int16(), -300);
  EXPECT_EQ(reader.int32(), -70'000);
  EXPECT_EQ(reader.int64(), -5'000'000'000);
  const std::string text("K\xC3\xA4se\0 \xF0\x9F\x8E\xB2", 11);
  EXPECT_EQ(reader.utf(), text);
  EXPECT_EQ(reader.object(), JavaValue());
  EXPECT_EQ(*reader.graph().text(reader.object()), text);
  const JavaValue boxes = reader.object();
  ASSERT_TRUE(reader.is_good()) << reader.problem();
  const auto elements = reader.graph().find<JavaArray>(boxes)->elements;
  ASSERT_EQ(elements.size(), 8u);
  const auto unboxed = [&](std::size_t index) { return reader.graph().unboxed(elements[index]); };
  EXPECT_EQ(unboxed(0), JavaValue(true));
  EXPECT_EQ(unboxed(1), JavaValue(std::int8_t{-2}));
  EXPECT_EQ(unboxed(2), JavaValue(u'\u00DF'));
  EXPECT_EQ(unboxed(3), JavaValue(std::int16_t{-300}));
  EXPECT_EQ(unboxed(4), JavaValue(std::int32_t{-70'000}));
  EXPECT_EQ(unboxed(5), JavaValue(std::int64_t{-5'000'000'000}));
  EXPECT_EQ(unboxed(6), JavaValue(0.5F));
  EXPECT_EQ(unboxed(7), JavaValue(-0.25));
}

TEST(JavaReader, ReadsArraysAndWhatWasThereBefore) {
  const std::string bytes = sample("values");
  JavaReader reader(bytes, allow_all);
  reader.boolean();
  reader.byte();
  reader.int16();
  reader.int32();
  reader.int64();
  reader.utf();
  for (int count = 0; count < 3; ++count) reader.object();
  const JavaValue words = reader.object();
  const JavaValue numbers = reader.object();
  const JavaValue type = reader.object();
  EXPECT_EQ(reader.int32(), 7);
  reader.finish();
  ASSERT_TRUE(reader.is_good()) << reader.problem();
  EXPECT_EQ(reader.position(), bytes.size());
  const JavaGraph& graph = reader.graph();
  const auto* array = graph.find<JavaArray>(words);
  ASSERT_EQ(array->elements.size(), 3u);
  EXPECT_EQ(*graph.text(array->elements[1]), "two");
  EXPECT_EQ(array->elements[2], array->elements[0]);
  EXPECT_EQ(graph.find<JavaArray>(numbers)->size, 3u);
  EXPECT_NE(graph.find<JavaClassValue>(type), nullptr);
}

TEST(JavaReader, ReadsValuesAcrossBlocks) {
  const std::string bytes = sample("blocks");
  JavaReader reader(bytes, allow_all);
  for (int number = 0; number < 1'000; ++number) ASSERT_EQ(reader.int32(), number);
  reader.finish();
  EXPECT_TRUE(reader.is_good());
  EXPECT_EQ(reader.position(), bytes.size());
}

TEST(JavaReader, KnowsWhatIsNotAllThere) {
  for (const char* name : {"update", "values", "exception", "reference", "object_ids"}) {
    const std::string bytes = sample(name);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      // What is behind the end would be noticed by the sanitizers.
      const std::string part = bytes.substr(0, size);
      JavaReader reader(part, allow_all);
      if (std::string_view(name) == "values") {
        for (int count = 0; count < 32; ++count) reader.byte();
      }
      for (int count = 0; count < 6; ++count) reader.object();
      reader.int32();
      ASSERT_EQ(reader.state(), JavaReader::State::Truncated) << name << " " << size;
    }
  }
}

TEST(JavaReader, BuildsOnlyWhatIsAllowed) {
  const std::string bytes = sample("update");
  std::string asked;
  JavaReader reader(bytes, [&](std::string_view name) {
    asked += name;
    asked += ' ';
    return name != "towerwarspp.preset.Position";
  });
  EXPECT_EQ(reader.object(), JavaValue());
  EXPECT_EQ(reader.state(), JavaReader::State::Wrong);
  EXPECT_EQ(reader.problem(), "the class 'towerwarspp.preset.Position' is not allowed here");
  EXPECT_EQ(asked, "towerwarspp.preset.Move towerwarspp.preset.Position ");
}

// ---- Those who mean no good

constexpr const char* kHeader = "ACED0005";

/// Why a stream of these bytes, written in hexadecimal digits, is refused.
std::string problem_of(const std::string& hex, const JavaLimits& limits = {}) {
  std::istringstream digits(kHeader + hex);
  const std::string bytes = bytes_of_hex(digits);
  JavaReader reader(bytes, allow_all, limits);
  reader.object();
  return reader.state() == JavaReader::State::Truncated ? "truncated" : reader.problem();
}

/// A serializable class `A` without fields, whose annotation or upper class may follow.
std::string class_a(const std::string& flags = "02", const std::string& fields = "0000") {
  return "720001410000000000000000" + flags + fields;
}

TEST(JavaReader, RefusesWhatMakesNoSense) {
  EXPECT_THAT(JavaReader("GET / HTTP/1.1", allow_all).problem(), HasSubstr("no stream"));
  EXPECT_EQ(problem_of("70"), "");
  EXPECT_EQ(problem_of("00"), "0x00 stands where an object is expected");
  EXPECT_EQ(problem_of("7700"), "0x77 stands where an object is expected");
  EXPECT_EQ(problem_of("79"), "0x79 stands where an object is expected");
  EXPECT_EQ(problem_of("7B"), "0x7B stands where an object is expected");
  EXPECT_EQ(problem_of("71007E0000"), "it refers to an object that has not been there");
  EXPECT_EQ(problem_of("71FFFFFFFF"), "it refers to an object that has not been there");
  EXPECT_EQ(problem_of("7370"), "an object has no class");
  EXPECT_EQ(problem_of("7374000141"), "there is no class where one is expected");
  EXPECT_EQ(problem_of("74000180"), "a text is not in Java's UTF-8");
  EXPECT_EQ(problem_of("73" + class_a("00") + "7870"), "objects of 'A' cannot be read");
  EXPECT_EQ(problem_of("73" + class_a("04") + "7870"), "objects of 'A' cannot be read");
  EXPECT_EQ(problem_of("73" + class_a("12") + "7870"),
            "an enum's constant is written as an object");
  EXPECT_EQ(problem_of("73" + class_a("02", "000158000141") + "7870"),
            "a field is of the unknown type 0x58");
  EXPECT_EQ(problem_of("75" + class_a() + "787000000001"), "an array's class is not one of arrays");
  EXPECT_EQ(problem_of("7E" + class_a() + "787070"), "an enum's constant is of no enum");
  EXPECT_EQ(problem_of("7E" + class_a("12") + "787070"), "an enum's constant has no name");
}

TEST(JavaReader, IsNotMadeToDigDeep) {
  std::string nested;
  // An array of arrays of arrays …
  for (int count = 0; count < 1'000; ++count) {
    nested +=
        "757200035B5B410000000000000000020000"
        "7870"
        "00000001";
  }
  EXPECT_EQ(problem_of(nested), "objects lie more than 100 deep");
  std::string classes = "73";
  // … and a class that extends a class that extends a class …
  for (int count = 0; count < 1'000; ++count) classes += class_a() + "78";
  EXPECT_EQ(problem_of(classes), "objects lie more than 100 deep");
  // … and one that extends itself.
  EXPECT_EQ(problem_of("73" + class_a() + "7871007E0000"),
            "more than 30 classes extend each other");
}

TEST(JavaReader, IsNotMadeToKeepMuch) {
  std::string texts =
      "757200025B410000000000000000020000"
      "7870"
      "7FFFFFFF";
  for (int count = 0; count < 100; ++count) texts += "740000";
  EXPECT_EQ(problem_of(texts, {.max_handles = 50}), "there are more than 50 objects");
  // Announced sizes alone take no memory.
  EXPECT_EQ(problem_of(texts), "truncated");
  EXPECT_EQ(problem_of("757200025B4A0000000000000000020000"
                       "7870"
                       "FFFFFFFF"),
            "truncated");
  EXPECT_EQ(problem_of("7CFFFFFFFFFFFFFFFF"), "truncated");
  EXPECT_EQ(problem_of("73" + class_a("02", "FFFF")), "truncated");
  EXPECT_EQ(problem_of("737DFFFFFFFF"), "truncated");
}

TEST(JavaReader, ValuesAndObjectsStandWhereTheyAreExpected) {
  JavaWriter writer;
  writer.int32(1);
  writer.string("text");
  const std::string bytes = writer.take();
  JavaReader early(bytes, allow_all);
  early.int16();
  early.object();
  EXPECT_EQ(early.problem(), "there are more values than expected before an object");
  JavaReader late(bytes, allow_all);
  late.int64();
  EXPECT_EQ(late.problem(), "an object stands where a value is expected");
  JavaReader unread(bytes, allow_all);
  unread.byte();
  unread.finish();
  EXPECT_EQ(unread.problem(), "there are more values than expected");
}

}  // namespace
}  // namespace spielwerk::rmi
