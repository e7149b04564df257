// Cuts what arrives from a network into lines, with a bound on what is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spielwerk::kaskade_protocol {

/// Whether what somebody says first shows that they speak HTTP or TLS, and so mean another server:
/// the beginning of a connection, with its first line if that is there.
bool speaks_other_protocol(std::string_view beginning);

class LineSplitter {
 public:
  /// No sensible line comes near: the longest, an init of 20 x 20 fields, has some 900 characters.
  static constexpr std::size_t kMaxLineLength = 8192;
  /// Who sends more than this without a line end does not speak the protocol.
  static constexpr std::size_t kMaxSkipped = std::size_t{1} << 20;

  enum class Status : std::uint8_t {
    Line,      ///< the next line
    TooLong,   ///< it is too long and left out, told once
    NeedMore,  ///< no whole line is there
    Hopeless,  ///< the line that is left out does not end
  };

  void append(std::string_view bytes) {
    if (begin_ > kMaxLineLength) drop_taken();
    buffer_ += bytes;
  }
  /// Takes the next line, without its line feed, out of what has arrived.
  Status next(std::string& line);
  /// What waits to be taken.
  std::string_view rest() const { return std::string_view(buffer_).substr(begin_); }
  /// How much that is.
  std::size_t size() const { return buffer_.size() - begin_; }

 private:
  void drop_taken();

  std::string buffer_{};
  std::size_t begin_ = 0;
  /// Up to here there is no line feed.
  std::size_t searched_ = 0;
  bool is_skipping_ = false;
  std::size_t skipped_ = 0;
};

}  // namespace spielwerk::kaskade_protocol
