// How moves are written and read in the terminal, explained to people.
#pragma once

#include <string>
#include <string_view>

#include "core/game.h"

namespace spielwerk::app {

/// A legal move, or any if there is none.
Move example_move(const Game& game, const Position& position);

/// How a move is written, in one or two lines.
std::string describe_moves(const Game& game, const Position& position);

/// Reads a move in its own form, or as two fields with a blank between.
Parsed<Move> parse_typed_move(const Game& game, std::string_view text);

/// Why `text` cannot be read, as the rest of a sentence about it.
std::string reason_of(const ParseError& error, std::string_view text);

/// All legal moves in columns, or how many there are if they are too many.
std::string list_moves(const Game& game, const Position& position);

}  // namespace spielwerk::app
