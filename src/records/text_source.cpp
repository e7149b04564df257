#include "records/text_source.h"

#include <streambuf>

namespace spielwerk {

TextSource::TextSource(std::istream& input) : buffer_(*input.rdbuf()) {
  if (looking_at("\xEF\xBB\xBF")) ahead_.clear();
}

int TextSource::peek() {
  if (!ahead_.empty()) return static_cast<unsigned char>(ahead_.front());
  const int next = buffer_.sgetc();
  return next == std::streambuf::traits_type::eof() ? kEnd : next;
}

int TextSource::take() {
  const int next = peek();
  if (next == kEnd) return kEnd;
  if (ahead_.empty()) {
    buffer_.sbumpc();
  } else {
    ahead_.erase(0, 1);
  }
  if (next == '\n') {
    ++location_.line;
    location_.column = 1;
  } else if ((next & 0xC0) != 0x80) {
    ++location_.column;
  }
  return next;
}

bool TextSource::looking_at(std::string_view word) {
  // Nearly always the first byte decides, and nothing has to be kept.
  if (peek() != static_cast<unsigned char>(word.front())) return false;
  while (ahead_.size() < word.size() && word.starts_with(ahead_)) {
    const int next = buffer_.sbumpc();
    if (next == std::streambuf::traits_type::eof()) return false;
    ahead_ += static_cast<char>(next);
  }
  return ahead_.starts_with(word);
}

void TextSource::skip_space() {
  for (int next = peek(); next == ' ' || next == '\t' || next == '\r' || next == '\n';
       next = peek()) {
    take();
  }
}

void TextSource::skip_line() {
  while (true) {
    const int taken = take();
    if (taken == '\n' || taken == kEnd) return;
  }
}

}  // namespace spielwerk
