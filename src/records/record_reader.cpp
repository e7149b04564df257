#include "records/record_reader.h"

#include <fmt/format.h>

#include "core/text.h"
#include "records/comment_reader.h"
#include "records/record_problem.h"
#include "records/transcript.h"

namespace spielwerk {
namespace {

// Every game begins with this at the beginning of a line, and nothing else does.
constexpr std::string_view kGameStart = "[Game ";

bool is_space(int character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

/// "expected …, found …" about `text`, of which `error` is an error.
Problem problem_of(const ParseError& error, std::string_view text) {
  std::string reason = error.position >= text.size()
                           ? fmt::format("expected {} after {}", error.expected, in_quotes(text))
                           : fmt::format("expected {}, found {}", error.expected,
                                         in_quotes(text.substr(error.position)));
  return expected_problem(std::move(reason), error.expected, text, error.position);
}

/// Reads one game. Each step says whether it succeeded; if not, `problem` says why.
class GameParser {
 public:
  GameParser(TextSource& source, const Registry& games) : source_(source), games_(games) {}

  bool read() { return read_tags() && read_moves(); }

  std::optional<Record>& record() { return record_; }
  SourceError& problem() { return problem_; }
  /// What the rules say about the position that was reached.
  Outcome outcome() const { return position_ ? position_->outcome() : record_->result; }

 private:
  bool fail(SourceLocation location, Problem problem) {
    problem_ = {std::move(problem), location};
    return false;
  }
  bool fail_expecting(std::string expected) {
    return fail(source_.location(), expected_problem(std::move(expected)));
  }
  bool fail_in(SourceLocation location, const ParseError& error, std::string_view text) {
    location.column += error.position;
    return fail(location, problem_of(error, text));
  }

  bool read_tags() {
    if (!source_.looking_at(kGameStart)) return fail_expecting("a game, beginning with '[Game '");
    for (; source_.peek() == '['; source_.skip_space()) {
      if (description_ != nullptr && source_.looking_at(kGameStart)) return fail_without_result();
      if (!read_tag()) return false;
    }
    return record_ || make_record("", source_.location());
  }

  bool read_tag() {
    const SourceLocation start = source_.location();
    source_.take();
    std::string name;
    while (source_.peek() > ' ' && source_.peek() != '"' && source_.peek() != ']') {
      if (name.size() == kMaxRecordText) return fail_too_long(start, "tag name");
      name += static_cast<char>(source_.take());
    }
    if (!is_tag_name(name)) {
      return fail(start, {"tag_name",
                          fmt::format("{} is not the name of a tag", in_quotes(name)),
                          {{"found", shortened(name)}}});
    }
    skip_blanks();
    if (source_.peek() != '"') return fail_expecting("'\"' and the value of the tag");
    source_.take();
    const SourceLocation value_location = source_.location();
    std::string value;
    if (!read_value(value)) return false;
    skip_blanks();
    if (source_.peek() != ']') return fail_expecting("']' at the end of the tag");
    source_.take();
    return apply_tag(start, name, value_location, value);
  }

  bool read_value(std::string& value) {
    const SourceLocation start = source_.location();
    for (int next = source_.peek(); next != '"'; next = source_.peek()) {
      if (next == TextSource::kEnd || next == '\n') {
        return fail_expecting("'\"' at the end of the value");
      }
      if (value.size() == kMaxRecordText) return fail_too_long(start, "tag value");
      if (next == '\\') {
        const SourceLocation location = source_.location();
        source_.take();
        next = source_.peek();
        if (next == 'n') {
          next = '\n';
        } else if (next == 'r') {
          next = '\r';
        } else if (next != '"' && next != '\\') {
          return fail(location, expected_problem(R"(after '\' expected one of '\ " n r')",
                                                 R"(one of '\ " n r')", "", 0));
        }
      }
      source_.take();
      value += static_cast<char>(next);
    }
    source_.take();
    return true;
  }

  bool apply_tag(SourceLocation start, const std::string& name, SourceLocation value_location,
                 const std::string& value) {
    if (description_ == nullptr) {
      description_ = games_.find(value);
      if (description_ != nullptr) return true;
      return fail(value_location, {"unknown_game",
                                   fmt::format("there is no game {}", in_quotes(value)),
                                   {{"found", shortened(value)}}});
    }
    if (!record_) {
      if (name == "Variant") return make_record(value, value_location);
      if (!make_record("", start)) return false;
    }
    if (name == "Game" || name == "Variant") {
      return fail(start, {"tags_first", "Game and Variant come first, and once"});
    }
    if (name == "Start") {
      if (position_) return fail_twice(start, name);
      position_ = parse(value_location, value, record_->game.parse_position(value));
      if (position_) record_->start = *position_;
      return position_.has_value();
    }
    if (name == "Result") {
      if (result_) return fail_twice(start, name);
      result_ = parse(value_location, value, parse_outcome(value, record_->game.players()));
      return result_.has_value();
    }
    for (const Tag& tag : record_->tags) {
      if (tag.name == name) return fail_twice(start, name);
    }
    if (record_->tags.size() == kMaxTags) {
      return fail_too_many(start, kMaxTags, "tags");
    }
    record_->tags.push_back({name, value});
    return true;
  }

  bool make_record(const std::string& variant, SourceLocation location) {
    const auto game = parse(location, variant, parse_game(*description_, variant));
    if (game) record_.emplace(*game);
    return game.has_value();
  }

  /// The value, or nothing after having failed.
  template <class T>
  std::optional<T> parse(SourceLocation location, std::string_view text, const Parsed<T>& parsed) {
    if (parsed) return *parsed;
    fail_in(location, parsed.error(), text);
    return std::nullopt;
  }

  bool read_moves() {
    if (!position_) position_ = record_->start;
    while (true) {
      source_.skip_space();
      const int next = source_.peek();
      if (next == TextSource::kEnd || next == '[') return fail_without_result();
      if (next == '{') {
        if (!read_comment_of_move()) return false;
        continue;
      }
      const SourceLocation location = source_.location();
      std::string word;
      if (!read_word(word)) return false;
      if (word.ends_with('.')) {
        if (!check_number(location, word)) return false;
      } else if (const auto result = parse_outcome(word, record_->game.players())) {
        return finish(location, *result);
      } else if (!play(location, word)) {
        return false;
      }
    }
  }

  /// Up to a blank, a bracket, or the end of a move number.
  bool read_word(std::string& word) {
    const SourceLocation start = source_.location();
    while (true) {
      const int next = source_.peek();
      if (next == TextSource::kEnd || is_space(next) || next == '{' || next == '[') return true;
      if (word.size() == kMaxRecordText) return fail_too_long(start, "word");
      word += static_cast<char>(source_.take());
      if (next == '.') return true;
    }
  }

  bool check_number(SourceLocation location, const std::string& word) {
    const auto players = static_cast<std::size_t>(record_->game.players());
    const std::size_t plies = record_->moves.size();
    const std::string expected = fmt::format("{}.", plies / players + 1);
    if (plies % players == 0 && word == expected && !has_number_) {
      has_number_ = true;
      return true;
    }
    return fail(location, {"move_number",
                           fmt::format("the move number {} does not belong here", in_quotes(word)),
                           {{"found", shortened(word)}}});
  }

  bool play(SourceLocation location, const std::string& word) {
    const auto move = record_->game.parse_move(word);
    if (!move && move.error().position == 0) {
      return fail_in(location, {0, "a move or a result"}, word);
    }
    if (!move) return fail_in(location, move.error(), word);
    if (!position_->is_legal(*move)) {
      return fail(location, not_possible(word, position_->objection(*move)));
    }
    if (record_->moves.size() == kMaxRecordMoves) {
      return fail_too_many(location, kMaxRecordMoves, "moves");
    }
    position_->play(*move);
    record_->moves.push_back({*move});
    has_number_ = false;
    return true;
  }

  bool read_comment_of_move() {
    const SourceLocation start = source_.location();
    auto comment = read_comment(source_);
    if (!comment) {
      problem_ = std::move(comment.error());
      return false;
    }
    const bool is_first = record_->moves.empty();
    std::string& text = is_first ? record_->comment : record_->moves.back().comment;
    if (!text.empty() && !comment->text.empty()) comment->text.insert(0, 1, ' ');
    comments_ += comment->text.size();
    if (comments_ > kMaxCommentText) {
      return fail_too_many(start, kMaxCommentText, "bytes of comments");
    }
    if (text.size() + comment->text.size() > kMaxRecordText) {
      return fail_too_long(start, "comment");
    }
    text += comment->text;
    if (comment->evaluation) {
      if (is_first) {
        return fail(start, {"early_evaluation", "an evaluation before the first move"});
      }
      auto& evaluation = record_->moves.back().evaluation;
      if (evaluation) {
        return fail(start, {"second_evaluation", "a second evaluation of the same move"});
      }
      evaluation = comment->evaluation;
    }
    return true;
  }

  bool finish(SourceLocation location, Outcome result) {
    const Outcome by_rules = position_->outcome();
    if (by_rules.is_over() && result != by_rules) {
      return fail_contradicted(location, result, "contradicts_rules", "the rules, by which it is",
                               by_rules);
    }
    if (result_ && *result_ != result) {
      return fail_contradicted(location, result, "contradicts_tag", "the tag Result,", *result_);
    }
    record_->result = result;
    return true;
  }

  bool fail_without_result() {
    return fail_expecting("a move or the result, with which every game ends");
  }
  bool fail_too_long(SourceLocation location, std::string_view what) {
    return fail(location, too_long(what));
  }
  bool fail_too_many(SourceLocation location, std::size_t max, std::string_view what) {
    return fail(location, {"too_many",
                           fmt::format("more than {} {}", max, what),
                           {{"max", std::to_string(max)}, {"what", std::string(what)}}});
  }
  bool fail_twice(SourceLocation location, const std::string& tag) {
    return fail(location,
                {"second_tag", fmt::format("a second tag {}", tag), {{"tag", shortened(tag)}}});
  }
  /// `right` is the result that `what` tells.
  bool fail_contradicted(SourceLocation location, Outcome result, std::string code,
                         std::string_view what, Outcome right) {
    const std::string written = print_outcome(result, record_->game.players());
    const std::string other = print_outcome(right, record_->game.players());
    return fail(location, {std::move(code),
                           fmt::format("the result {} contradicts {} {}", written, what, other),
                           {{"result", written}, {"right", other}}});
  }
  void skip_blanks() {
    while (source_.peek() == ' ' || source_.peek() == '\t') source_.take();
  }

  TextSource& source_;
  const Registry& games_;
  SourceError problem_;
  const GameDescription* description_ = nullptr;
  std::optional<Record> record_;
  /// Where the game stands: the start once that is known, then after each move.
  std::optional<Position> position_;
  /// The result that the tags claim.
  std::optional<Outcome> result_;
  bool has_number_ = false;
  std::size_t comments_ = 0;
};

}  // namespace

std::optional<RecordResult> RecordReader::next() {
  source_.skip_space();
  if (source_.peek() == TextSource::kEnd) return std::nullopt;
  if (format_ == RecordFormat::Auto) {
    format_ = source_.peek() == '[' ? RecordFormat::Record : RecordFormat::Transcript;
  }
  game_location_ = source_.location();
  return format_ == RecordFormat::Record ? read_record() : read_transcript();
}

RecordResult RecordReader::read_record() {
  GameParser parser(source_, games_);
  if (parser.read()) return std::move(*parser.record());

  // The error may have been found at the very beginning of the next game.
  const auto is_at_game = [&] {
    return source_.location().column == 1 && source_.looking_at(kGameStart);
  };
  while (source_.peek() != TextSource::kEnd && !is_at_game()) source_.skip_line();
  const SourceLocation location = parser.problem().location;
  RecordError error{std::move(parser.problem()), location, {}};
  if (parser.record()) {
    parser.record()->result = parser.outcome();
    error.partial = std::move(parser.record());
  }
  return std::unexpected(std::move(error));
}

RecordResult RecordReader::read_transcript() {
  std::string line;
  bool is_too_long = false;
  for (int next = source_.take(); next != '\n' && next != TextSource::kEnd; next = source_.take()) {
    if (line.size() < kMaxRecordText) {
      line += static_cast<char>(next);
    } else {
      is_too_long = true;
    }
  }
  if (line.ends_with('\r')) line.pop_back();
  if (is_too_long) {
    return std::unexpected(RecordError{too_long("line"), game_location_, {}});
  }
  auto record = parse_transcript(games_, line);
  if (!record) {
    record.error().location = {game_location_.line,
                               game_location_.column + record.error().location.column - 1};
  }
  return record;
}

}  // namespace spielwerk
