#include "protocols/kaskade/line_splitter.h"

namespace spielwerk::kaskade_protocol {

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
