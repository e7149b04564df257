// Reading lines: line ends, limits, binary data, and when output is flushed.
#include "core/line_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

namespace spielwerk {
namespace {

using Lines = std::vector<std::pair<LineStatus, std::string>>;

Lines read_all(const std::string& text) {
  std::istringstream input(text);
  std::ostringstream output;
  LineReader reader(input, output);
  Lines lines;
  std::string line;
  while (true) {
    const LineStatus status = reader.next(line);
    if (status == LineStatus::End) return lines;
    lines.emplace_back(status, line);
  }
}

TEST(LineReader, SplitsAtLineFeeds) {
  EXPECT_EQ(read_all(""), Lines{});
  EXPECT_EQ(read_all("\n"), (Lines{{LineStatus::Line, ""}}));
  EXPECT_EQ(read_all("a\n\nb\n"),
            (Lines{{LineStatus::Line, "a"}, {LineStatus::Line, ""}, {LineStatus::Line, "b"}}));
}

TEST(LineReader, TakesALastLineWithoutEnd) {
  EXPECT_EQ(read_all("a\nb"), (Lines{{LineStatus::Line, "a"}, {LineStatus::Line, "b"}}));
}

TEST(LineReader, DropsOneCarriageReturnAtTheEnd) {
  EXPECT_EQ(read_all("a\r\n\r\nb\r"),
            (Lines{{LineStatus::Line, "a"}, {LineStatus::Line, ""}, {LineStatus::Line, "b"}}));
  EXPECT_EQ(read_all("a\rb\r\r\n"), (Lines{{LineStatus::Line, "a\rb\r"}}));
}

TEST(LineReader, KeepsBinaryDataAsItIs) {
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) {
    if (byte != '\n') every_byte += static_cast<char>(byte);
  }
  EXPECT_EQ(read_all(every_byte + "\n\xFF\n"),
            (Lines{{LineStatus::Line, every_byte}, {LineStatus::Line, "\xFF"}}));
}

TEST(LineReader, RefusesLinesAboveTheLimit) {
  const std::string longest(kMaxLineLength, 'x');
  const Lines lines = read_all(longest + "\n" + longest + "y\nshort\n" + longest + "yz");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], (std::pair{LineStatus::Line, longest}));
  EXPECT_EQ(lines[1].first, LineStatus::TooLong);
  EXPECT_EQ(lines[2], (std::pair{LineStatus::Line, std::string("short")}));
  EXPECT_EQ(lines[3].first, LineStatus::TooLong);
}

/// Delivers `size` times the same letter, then a line end, without holding them all.
class LongLine : public std::streambuf {
 public:
  explicit LongLine(std::size_t size) : left_(size) {}

 private:
  int_type underflow() override {
    if (has_ended_) return traits_type::eof();
    if (left_ == 0) {
      has_ended_ = true;
      block_.assign(1, '\n');
    } else {
      block_.assign(std::min<std::size_t>(left_, 4096), 'x');
      left_ -= block_.size();
    }
    setg(block_.data(), block_.data(), block_.data() + block_.size());
    return traits_type::to_int_type(block_[0]);
  }

  std::size_t left_;
  bool has_ended_ = false;
  std::string block_;
};

TEST(LineReader, NeverStoresAHugeLine) {
  LongLine buffer(10'000'000);
  std::istream input(&buffer);
  std::ostringstream output;
  LineReader reader(input, output);
  std::string line;
  EXPECT_EQ(reader.next(line), LineStatus::TooLong);
  EXPECT_LE(line.capacity(), 2 * kMaxLineLength);
  EXPECT_EQ(reader.next(line), LineStatus::End);
}

/// Counts how often it is flushed.
class CountingBuffer : public std::stringbuf {
 public:
  int flushes = 0;

 private:
  int sync() override {
    ++flushes;
    return std::stringbuf::sync();
  }
};

TEST(LineReader, FlushesOnlyBeforeItWaits) {
  std::istringstream input("a\nb\nc\n");
  CountingBuffer buffer;
  std::ostream output(&buffer);
  LineReader reader(input, output);
  std::string line;
  for (int count = 0; count < 3; ++count) EXPECT_EQ(reader.next(line), LineStatus::Line);
  EXPECT_EQ(buffer.flushes, 0);
  EXPECT_EQ(reader.next(line), LineStatus::End);
  EXPECT_GT(buffer.flushes, 0);
}

}  // namespace
}  // namespace spielwerk
