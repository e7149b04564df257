#include "records/transcript.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/text.h"
#include "records/record_problem.h"

namespace spielwerk {
namespace {

// A field and a pass both have two characters.
constexpr std::size_t kMoveLength = 2;
constexpr std::array<std::string_view, 3> kPasses{"--", "pa", "ps"};

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
  return result;
}

/// The game that has transcripts, if there is one.
std::optional<Game> transcribed_game(const Registry& games) {
  for (const auto& each : games.games()) {
    if (each->transcript_variant.empty()) continue;
    if (const auto game = parse_game(*each, each->transcript_variant)) return *game;
  }
  return std::nullopt;
}

}  // namespace

RecordResult parse_transcript(const Registry& games, std::string_view line) {
  const std::optional<Game> game = transcribed_game(games);
  if (!game) {
    return std::unexpected(
        RecordError{{"unknown_game", "no game here has transcripts", {{"found", "a transcript"}}}});
  }

  Record record(*game);
  Position position = record.start;
  // Whether the rules have just made a side pass and the transcript has not yet said so.
  bool pass_may_follow = false;
  std::size_t at = 0;
  const auto error = [&](Problem problem) {
    record.result = position.outcome();
    return std::unexpected(RecordError{std::move(problem), {1, at + 1}, std::move(record)});
  };
  while (true) {
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
    if (at == line.size()) break;
    const std::string text = lower_case(line.substr(at, kMoveLength));
    if (std::find(kPasses.begin(), kPasses.end(), text) != kPasses.end()) {
      if (!pass_may_follow) return error({"no_pass", "nobody has to pass here"});
      pass_may_follow = false;
      at += kMoveLength;
      continue;
    }
    const auto move = game->parse_move(text);
    if (!move) {
      const Cell last = to_cell(game->geometry().cell_count() - 1);
      const std::string expected = lower_case(
          fmt::format("a field from {} to {}", game->print_cell(0), game->print_cell(last)));
      return error(expected_problem(
          fmt::format("expected {}, found {}", expected, in_quotes(line.substr(at))), expected,
          line, at));
    }
    if (!position.is_legal(*move)) {
      return error(not_possible(text, position.objection(*move)));
    }
    const Player mover = position.side_to_move();
    position.play(*move);
    record.moves.push_back({*move});
    pass_may_follow = position.side_to_move() == mover && !position.outcome().is_over();
    at += kMoveLength;
  }
  record.result = position.outcome();
  return record;
}

std::expected<std::string, std::string> print_transcript(const Registry& games,
                                                         const Record& record) {
  const std::optional<Game> game = transcribed_game(games);
  if (!game) return std::unexpected("no game here has transcripts");
  if (record.game.text() != game->text()) {
    return std::unexpected(fmt::format("only games of {} have a transcript, this is {}",
                                       game->text(), record.game.text()));
  }
  if (record.start != record.game.start()) {
    return std::unexpected("a transcript begins at the start position, this game elsewhere");
  }
  if (record.moves.empty()) return std::unexpected("a game without moves has no transcript");
  std::string text;
  for (const RecordedMove& each : record.moves) {
    text += lower_case(record.game.print_move(each.move));
  }
  return text;
}

}  // namespace spielwerk
