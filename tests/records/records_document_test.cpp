// The examples in docs/records.md are what the reader makes of them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "records/record_writer.h"
#include "tests/support/reading.h"

namespace spielwerk {
namespace {

/// The fenced blocks of the page: the words after the fence, and the lines within.
std::vector<std::pair<std::string, std::string>> fenced_blocks() {
  std::ifstream file(std::string(SPIELWERK_SOURCE_FOLDER) + "/docs/records.md");
  std::vector<std::pair<std::string, std::string>> blocks;
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      is_inside = !is_inside;
      if (is_inside) blocks.emplace_back(line.substr(3), "");
    } else if (is_inside) {
      blocks.back().second += line + "\n";
    }
  }
  return blocks;
}

TEST(RecordsDocument, ExamplesReadAsTheySay) {
  int records = 0;
  int errors = 0;
  int transcripts = 0;
  for (const auto& [kind, text] : fenced_blocks()) {
    const bool is_transcript = kind == "transcript";
    const auto results =
        test::read_all(text, is_transcript ? RecordFormat::Transcript : RecordFormat::Record);
    std::ostringstream written;
    RecordWriter writer(written);
    for (const RecordResult& result : results) {
      if (kind.starts_with("error ")) {
        ASSERT_FALSE(result);
        const SourceLocation location = result.error().location;
        EXPECT_EQ("error " + std::to_string(location.line) + ":" + std::to_string(location.column),
                  kind);
        EXPECT_EQ(result.error().reason, "A1 is not possible: A1 is taken by X");
        EXPECT_EQ(result.error().partial->moves.size(), 2u);
        ++errors;
        continue;
      }
      ASSERT_TRUE(result) << result.error().location.line << ": " << result.error().reason;
      writer.write(*result);
      ++(is_transcript ? transcripts : records);
    }
    // The examples are laid out just as Spielwerk writes.
    if (kind == "record") {
      EXPECT_EQ(written.str(), text);
    }
  }
  EXPECT_EQ(records, 3);
  EXPECT_EQ(errors, 1);
  EXPECT_EQ(transcripts, 2);
}

}  // namespace
}  // namespace spielwerk
