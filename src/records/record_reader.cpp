#include "records/record_reader.h"

#include <fmt/format.h>

#include "core/text.h"
#include "records/comment_reader.h"
#include "records/othello_transcript.h"

namespace spielwerk {
namespace {

// Every game begins with this at the beginning of a line, and nothing else does.
constexpr std::string_view kGameStart = "[Game ";

bool is_space(int character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

/// "expected …, found …" about `text`, of which `problem` is an error.
std::string reason_of(const ParseError& problem, std::string_view text) {
  if (problem.position >= text.size()) {
    return fmt::format("expected {} after {}", problem.expected, in_quotes(text));
  }
  return fmt::format("expected {}, found {}", problem.expected,
                     in_quotes(text.substr(problem.position)));
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
  bool fail(Place place, std::string reason) {
    problem_ = {place, std::move(reason)};
    return false;
  }
  bool fail_here(std::string reason) { return fail(source_.place(), std::move(reason)); }
  bool fail_in(Place place, const ParseError& problem, std::string_view text) {
    place.column += problem.position;
    return fail(place, reason_of(problem, text));
  }

  bool read_tags() {
    if (!source_.looking_at(kGameStart))
      return fail_here("expected a game, beginning with '[Game '");
    for (; source_.peek() == '['; source_.skip_space()) {
      if (description_ != nullptr && source_.looking_at(kGameStart)) return fail_without_result();
      if (!read_tag()) return false;
    }
    return record_ || make_record("", source_.place());
  }

  bool read_tag() {
    const Place start = source_.place();
    source_.take();
    std::string name;
    while (source_.peek() > ' ' && source_.peek() != '"' && source_.peek() != ']') {
      if (name.size() == kLongestRecordText) return fail_too_long(start, "tag name");
      name += static_cast<char>(source_.take());
    }
    if (!is_tag_name(name)) {
      return fail(start, fmt::format("{} is not the name of a tag", in_quotes(name)));
    }
    skip_blanks();
    if (source_.peek() != '"') return fail_here("expected '\"' and the value of the tag");
    source_.take();
    const Place value_place = source_.place();
    std::string value;
    if (!read_value(value)) return false;
    skip_blanks();
    if (source_.peek() != ']') return fail_here("expected ']' at the end of the tag");
    source_.take();
    return apply_tag(start, name, value_place, value);
  }

  bool read_value(std::string& value) {
    const Place start = source_.place();
    for (int next = source_.peek(); next != '"'; next = source_.peek()) {
      if (next == TextSource::kEnd || next == '\n') {
        return fail_here("expected '\"' at the end of the value");
      }
      if (value.size() == kLongestRecordText) return fail_too_long(start, "tag value");
      if (next == '\\') {
        const Place place = source_.place();
        source_.take();
        next = source_.peek();
        if (next == 'n') {
          next = '\n';
        } else if (next == 'r') {
          next = '\r';
        } else if (next != '"' && next != '\\') {
          return fail(place, "after '\\' expected one of '\\ \" n r'");
        }
      }
      source_.take();
      value += static_cast<char>(next);
    }
    source_.take();
    return true;
  }

  bool apply_tag(Place start, const std::string& name, Place value_place,
                 const std::string& value) {
    if (description_ == nullptr) {
      description_ = games_.find(value);
      if (description_ != nullptr) return true;
      return fail(value_place, fmt::format("there is no game {}", in_quotes(value)));
    }
    if (!record_) {
      if (name == "Variant") return make_record(value, value_place);
      if (!make_record("", start)) return false;
    }
    if (name == "Game" || name == "Variant") {
      return fail(start, "Game and Variant come first, and once");
    }
    if (name == "Start") {
      if (position_) return fail(start, "a second tag Start");
      position_ = parse(value_place, value, record_->game.parse_position(value));
      if (position_) record_->start = *position_;
      return position_.has_value();
    }
    if (name == "Result") {
      if (result_) return fail(start, "a second tag Result");
      result_ = parse(value_place, value, parse_outcome(value, record_->game.players()));
      return result_.has_value();
    }
    for (const Tag& tag : record_->tags) {
      if (tag.name == name) return fail(start, fmt::format("a second tag {}", name));
    }
    if (record_->tags.size() == kMostTags) {
      return fail(start, fmt::format("more than {} tags", kMostTags));
    }
    record_->tags.push_back({name, value});
    return true;
  }

  bool make_record(const std::string& variant, Place place) {
    const auto game = parse(place, variant, parse_game(*description_, variant));
    if (game) record_.emplace(*game);
    return game.has_value();
  }

  /// The value, or nothing after having failed.
  template <class T>
  std::optional<T> parse(Place place, std::string_view text, const Parsed<T>& parsed) {
    if (parsed) return *parsed;
    fail_in(place, parsed.error(), text);
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
      const Place place = source_.place();
      std::string word;
      if (!read_word(word)) return false;
      if (word.ends_with('.')) {
        if (!check_number(place, word)) return false;
      } else if (const auto result = parse_outcome(word, record_->game.players())) {
        return finish(place, *result);
      } else if (!play(place, word)) {
        return false;
      }
    }
  }

  /// Up to a blank, a bracket, or the end of a move number.
  bool read_word(std::string& word) {
    const Place start = source_.place();
    while (true) {
      const int next = source_.peek();
      if (next == TextSource::kEnd || is_space(next) || next == '{' || next == '[') return true;
      if (word.size() == kLongestRecordText) return fail_too_long(start, "word");
      word += static_cast<char>(source_.take());
      if (next == '.') return true;
    }
  }

  bool check_number(Place place, const std::string& word) {
    const auto players = static_cast<std::size_t>(record_->game.players());
    const std::size_t plies = record_->moves.size();
    const std::string expected = fmt::format("{}.", plies / players + 1);
    if (plies % players == 0 && word == expected && !has_number_) {
      has_number_ = true;
      return true;
    }
    return fail(place, fmt::format("the move number {} does not belong here", in_quotes(word)));
  }

  bool play(Place place, const std::string& word) {
    const auto move = record_->game.parse_move(word);
    if (!move && move.error().position == 0) {
      return fail(place, fmt::format("expected a move or a result, found {}", in_quotes(word)));
    }
    if (!move) return fail_in(place, move.error(), word);
    if (!position_->is_legal(*move)) {
      return fail(place, fmt::format("{} is not possible: {}", word, position_->objection(*move)));
    }
    if (record_->moves.size() == kMostRecordMoves) {
      return fail(place, fmt::format("more than {} moves", kMostRecordMoves));
    }
    position_->play(*move);
    record_->moves.push_back({*move});
    has_number_ = false;
    return true;
  }

  bool read_comment_of_move() {
    const Place start = source_.place();
    auto comment = read_comment(source_);
    if (!comment) return fail(comment.error().place, std::move(comment.error().reason));
    const bool is_first = record_->moves.empty();
    std::string& text = is_first ? record_->comment : record_->moves.back().comment;
    if (!text.empty() && !comment->text.empty()) comment->text.insert(0, 1, ' ');
    comments_ += comment->text.size();
    if (comments_ > kMostCommentText) {
      return fail(start, fmt::format("more than {} bytes of comments", kMostCommentText));
    }
    if (text.size() + comment->text.size() > kLongestRecordText) {
      return fail_too_long(start, "comment");
    }
    text += comment->text;
    if (comment->evaluation) {
      if (is_first) return fail(start, "an evaluation before the first move");
      auto& evaluation = record_->moves.back().evaluation;
      if (evaluation) return fail(start, "a second evaluation of the same move");
      evaluation = comment->evaluation;
    }
    return true;
  }

  bool finish(Place place, Outcome result) {
    const int players = record_->game.players();
    const Outcome by_rules = position_->outcome();
    if (by_rules.is_over() && result != by_rules) {
      return fail(place,
                  fmt::format("the result {} contradicts the rules, by which it is {}",
                              print_outcome(result, players), print_outcome(by_rules, players)));
    }
    if (result_ && *result_ != result) {
      return fail(place,
                  fmt::format("the result {} contradicts the tag Result, {}",
                              print_outcome(result, players), print_outcome(*result_, players)));
    }
    record_->result = result;
    return true;
  }

  bool fail_without_result() {
    return fail_here("expected a move or the result, with which every game ends");
  }
  bool fail_too_long(Place place, std::string_view what) {
    return fail(place, fmt::format("a {} of more than {} bytes", what, kLongestRecordText));
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
  game_place_ = source_.place();
  return format_ == RecordFormat::Record ? read_record() : read_transcript();
}

RecordResult RecordReader::read_record() {
  GameParser parser(source_, games_);
  if (parser.read()) return std::move(*parser.record());

  // The error may have been found at the very beginning of the next game.
  while (source_.peek() != TextSource::kEnd &&
         !(source_.place().column == 1 && source_.looking_at(kGameStart))) {
    source_.skip_line();
  }
  RecordError error{parser.problem().place, std::move(parser.problem().reason), {}};
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
    if (line.size() < kLongestRecordText) {
      line += static_cast<char>(next);
    } else {
      is_too_long = true;
    }
  }
  if (line.ends_with('\r')) line.pop_back();
  if (is_too_long) {
    return std::unexpected(RecordError{
        game_place_, fmt::format("a line of more than {} bytes", kLongestRecordText), {}});
  }
  auto record = parse_othello_transcript(games_, line);
  if (!record) {
    record.error().place = {game_place_.line, game_place_.column + record.error().place.column - 1};
  }
  return record;
}

}  // namespace spielwerk
