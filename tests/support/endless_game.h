// Games that could go on for ever.
#pragma once

#include <algorithm>
#include <array>

#include "games/all_games.h"
#include "records/record.h"

namespace spielwerk::test {

/// A game of TowerWars in which both walk to and fro.
inline Record endless_game(const char* variant, std::size_t length) {
  const Game game = all_games().parse(variant).value();
  Record record(game, game.start());
  for (const Move red : game.start().moves()) {
    Position after_red = game.start();
    after_red.play(red);
    for (const Move blue : after_red.moves()) {
      const std::array round{red, blue, Move{red.second, red.first}, Move{blue.second, blue.first}};
      Position position = game.start();
      const bool is_possible = std::all_of(round.begin(), round.end(), [&](Move move) {
        const bool is_legal = !position.outcome().is_over() && position.is_legal(move);
        if (is_legal) position.play(move);
        return is_legal;
      });
      if (!is_possible || position != game.start()) continue;
      while (record.moves.size() < length) {
        record.moves.push_back({.move = round[record.moves.size() % round.size()]});
      }
      return record;
    }
  }
  return record;
}

}  // namespace spielwerk::test
