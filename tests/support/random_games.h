// Random games of every registered game, to test what works with any game.
#pragma once

#include <string>
#include <vector>

#include "core/random.h"
#include "records/record.h"

namespace spielwerk::test {

/// The texts of all games with all their presets.
std::vector<std::string> game_texts();

/// At most `plies` random moves from a position; the result is that of the rules.
Record random_game(const Game& game, const Position& start, Random& random, std::size_t plies);
Record random_game(const Game& game, Random& random, std::size_t plies);

}  // namespace spielwerk::test
