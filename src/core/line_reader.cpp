#include "core/line_reader.h"

#include <streambuf>

namespace spielwerk {

LineStatus LineReader::next(std::string& line) {
  using Traits = std::streambuf::traits_type;
  std::streambuf& buffer = *input_.rdbuf();
  line.clear();
  bool is_too_long = false;
  bool is_empty = true;
  while (true) {
    if (buffer.in_avail() <= 0) output_.flush();
    const int next = buffer.sbumpc();
    if (next == Traits::eof()) {
      if (is_empty) return LineStatus::End;
      break;
    }
    is_empty = false;
    if (next == '\n') break;
    if (line.size() < kMaxLineLength) {
      line.push_back(Traits::to_char_type(next));
    } else {
      is_too_long = true;
    }
  }
  if (is_too_long) return LineStatus::TooLong;
  if (line.ends_with('\r')) line.pop_back();
  return LineStatus::Line;
}

}  // namespace spielwerk
