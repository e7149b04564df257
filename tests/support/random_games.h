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

/// A position that is not over, `plies` random moves from the start.
Position random_position(const Game& game, int plies, Random& random);
/// The same after 0 to `max_plies` moves.
Position random_position_within(const Game& game, int max_plies, Random& random);

}  // namespace spielwerk::test
