#include "protocols/kaskade/line_splitter.h"

#include <algorithm>

namespace spielwerk::kaskade_protocol {

bool speaks_other_protocol(std::string_view beginning) {
  // A handshake of any version of TLS.
  if (beginning.starts_with("\x16\x03")) return true;
  const std::size_t end = beginning.find('\n');
  if (end == std::string_view::npos) return false;
  // `GET / HTTP/1.1`: a method, something in between, and the version.
  std::string_view line = beginning.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t method = line.find(' ');
  const std::size_t version = line.rfind(' ');
  if (method == 0 || version == std::string_view::npos || version == method) return false;
  return std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(method),
                     [](char each) { return each >= 'A' && each <= 'Z'; }) &&
         line.substr(version + 1).starts_with("HTTP/");
}

LineSplitter::Status LineSplitter::next(std::string& line) {
  while (true) {
    const std::size_t end = buffer_.find('\n', searched_);
    const bool is_whole = end != std::string::npos;
    const std::size_t length = (is_whole ? end : buffer_.size()) - begin_;
    if (is_skipping_) {
      skipped_ += length;
      begin_ = is_whole ? end + 1 : buffer_.size();
      searched_ = begin_;
      is_skipping_ = !is_whole;
      drop_taken();
      if (is_whole) continue;
      return skipped_ > kMaxSkipped ? Status::Hopeless : Status::NeedMore;
    }
    if (length > kMaxLineLength) {
      is_skipping_ = true;
      skipped_ = 0;
      return Status::TooLong;
    }
    if (!is_whole) {
      searched_ = buffer_.size();
      drop_taken();
      return Status::NeedMore;
    }
    line.assign(buffer_, begin_, length);
    begin_ = end + 1;
    searched_ = begin_;
    return Status::Line;
  }
}

/// Keeps the buffer small without moving its rest for each line.
void LineSplitter::drop_taken() {
  buffer_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  if (buffer_.empty()) buffer_ = std::string();
}

}  // namespace spielwerk::kaskade_protocol
