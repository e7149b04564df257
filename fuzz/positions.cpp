// Texts of variants, positions and moves: what is read must print to something that reads the same.
#include "fuzz/fuzzing.h"
#include "games/all_games.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  std::string_view input = fuzz::as_text(data, size);
  const auto game = all_games().parse(fuzz::take_line(input));
  if (!game) return 0;
  const auto again = all_games().parse(game->text());
  fuzz::require(again && again->variant() == game->variant(), "a variant's text reads back");

  Position position = game->start();
  if (const auto parsed = game->parse_position(fuzz::take_line(input)); parsed) {
    const auto same = game->parse_position(parsed->text());
    fuzz::require(same && *same == *parsed, "a position's text reads back");
    fuzz::require(same->key() == parsed->key(), "equal positions have equal keys");
    position = *parsed;
  }
  while (!input.empty()) {
    const auto move = game->parse_move(fuzz::take_line(input));
    if (!move) continue;
    fuzz::require(game->parse_move(game->print_move(*move)) == *move, "a move's text reads back");
    const bool is_legal = position.is_legal(*move);
    fuzz::require(is_legal == position.objection(*move).empty(), "an illegal move has a reason");
    if (!is_legal) continue;
    fuzz::require(!position.steps(*move).empty(), "a move does something");
    position.play(*move);
    const auto same = game->parse_position(position.text());
    fuzz::require(same && *same == position && same->key() == position.key(),
                  "a played position's text reads back");
    fuzz::require((position.move_count() == 0) == position.outcome().is_over(),
                  "no moves means the game is over");
  }
  return 0;
}
