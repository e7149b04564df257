#include "tests/support/random_games.h"

#include "games/all_games.h"

namespace spielwerk::test {

std::vector<std::string> game_texts() {
  std::vector<std::string> texts;
  for (const auto& game : all_games().games()) {
    for (const Preset& preset : game->presets) texts.push_back(game->name + ":" + preset.variant);
  }
  return texts;
}

Record random_game(const Game& game, const Position& start, Random& random, std::size_t plies) {
  Record record(game, start);
  Position position = start;
  while (record.moves.size() < plies && !position.outcome().is_over()) {
    const Move move = position.random_move(random);
    position.play(move);
    record.moves.push_back({move});
  }
  record.result = position.outcome();
  return record;
}

Record random_game(const Game& game, Random& random, std::size_t plies) {
  return random_game(game, game.start(), random, plies);
}

}  // namespace spielwerk::test
