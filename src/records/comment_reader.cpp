#include "records/comment_reader.h"

#include <fmt/format.h>

#include "core/text.h"
#include "records/record_problem.h"

namespace spielwerk {
namespace {

constexpr std::string_view kEvaluationStart = "[%eval ";

class CommentReader {
 public:
  explicit CommentReader(TextSource& source) : source_(source), start_(source.location()) {}

  std::expected<Comment, SourceError> read() {
    source_.take();
    while (source_.peek() != '}') {
      if (source_.peek() == TextSource::kEnd)
        return fail(start_, {"comment_end", "the comment has no end, '}'"});
      // No comment written by us has such a line: the '}' is missing, and the next game is not
      // to be lost in this comment.
      if (source_.location().column == 1 && source_.looking_at("[Game ")) {
        return fail(start_, {"comment_end", "the comment has no end, '}', before the next game"});
      }
      if (auto problem = read_piece()) return std::unexpected(std::move(*problem));
      if (comment_.text.size() + space_.size() > kMaxRecordText) {
        return fail(start_, too_long("comment"));
      }
    }
    source_.take();
    return std::move(comment_);
  }

 private:
  static std::unexpected<SourceError> fail(SourceLocation location, Problem problem) {
    return std::unexpected(SourceError{std::move(problem), location});
  }

  std::optional<SourceError> read_piece() {
    const SourceLocation location = source_.location();
    const int next = source_.peek();
    if (next == '\n') {
      source_.take();
      is_break_ = true;
      space_.clear();
      return {};
    }
    if (next == ' ' || next == '\t' || next == '\r') {
      source_.take();
      // Around a line break blanks mean nothing.
      if (!is_break_) space_ += static_cast<char>(next);
      return {};
    }
    if (source_.looking_at(kEvaluationStart)) return read_evaluation(location);
    if (next == '\\') return read_escape(location);
    source_.take();
    add(static_cast<char>(next));
    return {};
  }

  std::optional<SourceError> read_escape(SourceLocation location) {
    source_.take();
    switch (const int next = source_.peek()) {
      case '\\':
      case '}':
      case '[':
      case ' ':
      case '\t':
        add(static_cast<char>(next));
        break;
      case 'n':
        add('\n');
        break;
      case 'r':
        add('\r');
        break;
      default:
        return SourceError{expected_problem("after '\\' expected one of '\\ } [ n r' or a blank",
                                            "one of '\\ } [ n r' or a blank", "", 0),
                           location};
    }
    source_.take();
    return {};
  }

  std::optional<SourceError> read_evaluation(SourceLocation location) {
    for (std::size_t count = 0; count < kEvaluationStart.size(); ++count) source_.take();
    const SourceLocation score_location = source_.location();
    std::string text;
    // No score is nearly as long as that.
    while (source_.peek() > ' ' && source_.peek() != ']' && source_.peek() != '}' &&
           text.size() < 40) {
      text += static_cast<char>(source_.take());
    }
    const auto score = parse_score(text);
    if (!score) {
      return SourceError{expected_problem(fmt::format("expected {}, found {}",
                                                      score.error().expected, in_quotes(text)),
                                          score.error().expected, text, 0),
                         score_location};
    }
    if (source_.peek() != ']') return SourceError{expected_problem("']'"), source_.location()};
    source_.take();
    if (comment_.evaluation) {
      return SourceError{{"second_evaluation", "a second evaluation of the same move"}, location};
    }
    comment_.evaluation = *score;
    is_break_ = true;
    space_.clear();
    return {};
  }

  void add(char character) {
    if (!comment_.text.empty()) {
      comment_.text += space_;
      if (is_break_) comment_.text += ' ';
    }
    space_.clear();
    is_break_ = false;
    comment_.text += character;
  }

  TextSource& source_;
  const SourceLocation start_;
  Comment comment_;
  /// The blanks since the last other character, and whether a line break or an evaluation is among
  /// them: then they count as one blank. Kept back, because at the end they mean nothing.
  std::string space_;
  bool is_break_ = false;
};

}  // namespace

std::expected<Comment, SourceError> read_comment(TextSource& source) {
  return CommentReader(source).read();
}

}  // namespace spielwerk
