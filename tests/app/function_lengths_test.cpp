// No function in src/app is longer than what is read at a glance; and the check would see one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/support/temporary_folder.h"

namespace spielwerk::test {
namespace {

using testing::HasSubstr;

constexpr int kMaxLines = 60;

struct Check {
  bool is_passed = false;
  std::string message;
};

Check check(const std::string& files) {
  const TemporaryFolder folder;
  const std::string command = "awk -v max_lines=" + std::to_string(kMaxLines) +
                              " -f " SPIELWERK_SOURCE_FOLDER "/scripts/function_lengths.awk " +
                              files + " > " + folder.path("log") + " 2>&1";
  const bool is_passed = std::system(command.c_str()) == 0;
  return {is_passed, folder.read("log")};
}

/// A function of so many lines, in a class in a namespace, with braces where they do not count.
std::string source_with(int lines) {
  std::string source =
      "namespace a {\n"
      "const char* const kText = \"{ \\\" {\";\n"
      "class B {\n"
      " public:\n"
      "  // It {\n"
      "  int long_one(int x,\n"
      "               char y = '{') {\n"
      "    const auto inner = [&] {\n"
      "      return 1;\n"
      "    };\n";
  for (int line = 6; line < lines; ++line) source += "    ++x;\n";
  return source +
         "  }\n"
         "  int short_one() { return 1; }\n"
         "};\n"
         "}  // namespace a\n";
}

TEST(FunctionLengths, AreBoundedInTheProgramsOwnFolder) {
  std::string files;
  for (const auto& each :
       std::filesystem::recursive_directory_iterator(SPIELWERK_SOURCE_FOLDER "/src/app")) {
    if (each.is_regular_file()) files += each.path().string() + " ";
  }
  const Check result = check(files);
  EXPECT_TRUE(result.is_passed) << result.message;
}

TEST(FunctionLengths, AreFoundWhenTheyAreTooLong) {
  const TemporaryFolder folder;
  folder.write("long.cpp", source_with(kMaxLines + 1));
  const Check result = check(folder.path("long.cpp"));
  EXPECT_FALSE(result.is_passed);
  EXPECT_THAT(result.message, HasSubstr("long.cpp:6: int long_one is 61 lines long"));
  EXPECT_EQ(result.message.find("short_one"), std::string::npos);

  folder.write("fitting.cpp", source_with(kMaxLines));
  const Check fitting = check(folder.path("fitting.cpp"));
  EXPECT_TRUE(fitting.is_passed) << fitting.message;
}

}  // namespace
}  // namespace spielwerk::test
