#include "records/record_writer.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <set>
#include <sstream>
#include <stdexcept>

namespace spielwerk {
namespace {

constexpr std::size_t kLineWidth = 80;

std::string escaped_tag_value(std::string_view value) {
  std::string text;
  for (const char each : value) {
    switch (each) {
      case '"':
      case '\\':
        text += '\\';
        text += each;
        break;
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      default:
        text += each;
    }
  }
  return text;
}

void write_tag(std::ostream& output, std::string_view name, std::string_view value) {
  fmt::print(output, "[{} \"{}\"]\n", name, escaped_tag_value(value));
}

bool is_blank(char character) { return character == ' ' || character == '\t'; }

/// The comment as pieces that a line may end after. Lines are only broken at single blanks, and
/// never before '[': so no editor that trims lines changes a comment, and no line of a comment
/// looks like the beginning of a game.
std::vector<std::string> comment_pieces(const std::string& text,
                                        const std::optional<Score>& evaluation) {
  std::vector<std::string> pieces;
  std::string piece = "{";
  if (evaluation) {
    piece += fmt::format("[%eval {}]", print_score(*evaluation));
    // What follows begins a piece of its own, unless a '[' must not begin a line.
    if (!text.empty() && text.front() == '[') {
      piece += ' ';
    } else if (!text.empty()) {
      pieces.push_back(std::move(piece));
      piece.clear();
    }
  }
  for (std::size_t index = 0; index < text.size(); ++index) {
    const char each = text[index];
    const char next = index + 1 < text.size() ? text[index + 1] : '\0';
    const bool is_outermost = index == 0 || index + 1 == text.size();
    const std::string_view rest = std::string_view(text).substr(index);
    if (each == '\n') {
      piece += "\\n";
    } else if (each == '\r') {
      piece += "\\r";
    } else if (each == '\\' || each == '}' || rest.starts_with("[%eval") ||
               (is_blank(each) && is_outermost)) {
      piece += '\\';
      piece += each;
    } else if (each == ' ' && next != '[' && !is_blank(next) && !is_blank(text[index - 1])) {
      pieces.push_back(std::move(piece));
      piece.clear();
    } else {
      piece += each;
    }
  }
  pieces.push_back(piece + '}');
  return pieces;
}

/// Puts pieces of text into lines of at most kLineWidth characters where it can.
class Lines {
 public:
  explicit Lines(std::ostream& output) : output_(output) {}

  void add(std::string_view piece) {
    std::size_t width = 0;
    for (const char each : piece) {
      if ((each & 0xC0) != 0x80) ++width;
    }
    if (column_ > 0) {
      const bool fits = column_ + 1 + width <= kLineWidth;
      output_ << (fits ? ' ' : '\n');
      column_ = fits ? column_ + 1 : 0;
    }
    output_ << piece;
    column_ += width;
  }

  void add_comment(const std::string& text, const std::optional<Score>& evaluation) {
    if (text.empty() && !evaluation) return;
    for (const std::string& piece : comment_pieces(text, evaluation)) add(piece);
  }

 private:
  std::ostream& output_;
  std::size_t column_ = 0;
};

void check_size(std::size_t size, std::size_t max, std::string_view what) {
  if (size <= max) return;
  throw std::invalid_argument(fmt::format("more than {} {}", max, what));
}

void check(const Record& record) {
  std::set<std::string_view> names;
  for (const Tag& tag : record.tags) {
    if (!is_tag_name(tag.name) || is_own_tag(tag.name) || !names.insert(tag.name).second) {
      throw std::invalid_argument(fmt::format("'{}' cannot be a tag of its own", tag.name));
    }
    check_size(tag.name.size(), kMaxRecordText, "bytes in a tag's name");
    check_size(tag.value.size(), kMaxRecordText, "bytes in a tag's value");
  }
  check_size(record.tags.size(), kMaxTags, "tags");
  check_size(record.moves.size(), kMaxRecordMoves, "moves");
  check_size(record.comment.size(), kMaxRecordText, "bytes in a comment");
  std::size_t comments = record.comment.size();
  for (const RecordedMove& each : record.moves) {
    check_size(each.comment.size(), kMaxRecordText, "bytes in a comment");
    comments += each.comment.size();
  }
  check_size(comments, kMaxCommentText, "bytes in all comments");
}

}  // namespace

void RecordWriter::write(const Record& record) {
  check(record);
  if (!is_first_) output_ << '\n';
  is_first_ = false;

  const Game& game = record.game;
  const std::string result = print_outcome(record.result, game.players());
  write_tag(output_, "Game", game.name());
  write_tag(output_, "Variant", game.variant_text());
  for (const Tag& tag : record.tags) write_tag(output_, tag.name, tag.value);
  write_tag(output_, "Result", result);
  if (record.start != game.start()) write_tag(output_, "Start", record.start.text());
  output_ << '\n';

  Lines lines(output_);
  lines.add_comment(record.comment, std::nullopt);
  const auto players = static_cast<std::size_t>(game.players());
  for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
    const RecordedMove& each = record.moves[ply];
    const std::string text = game.print_move(each.move);
    lines.add(ply % players == 0 ? fmt::format("{}. {}", ply / players + 1, text) : text);
    lines.add_comment(each.comment, each.evaluation);
  }
  lines.add(result);
  output_ << '\n';
}

std::string print_record(const Record& record) {
  std::ostringstream text;
  RecordWriter(text).write(record);
  return std::move(text).str();
}

}  // namespace spielwerk
