#include "tests/support/random_games.h"

#include <optional>

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

namespace {

/// Says where `plies` random moves lead, or nothing if the game is over by then.
std::optional<Position> after_random_plies(const Game& game, int plies, Random& random) {
  Position position = game.start();
  for (int ply = 0; ply < plies && !position.outcome().is_over(); ++ply) {
    position.play(position.random_move(random));
  }
  if (position.outcome().is_over()) return std::nullopt;
  return position;
}

}  // namespace

Position random_position(const Game& game, int plies, Random& random) {
  while (true) {
    if (auto position = after_random_plies(game, plies, random)) return *std::move(position);
  }
}

Position random_position_within(const Game& game, int max_plies, Random& random) {
  while (true) {
    const auto plies = static_cast<int>(random.below(static_cast<std::uint32_t>(max_plies) + 1));
    if (auto position = after_random_plies(game, plies, random)) return *std::move(position);
  }
}

}  // namespace spielwerk::test
