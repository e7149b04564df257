// Playing a list of move texts, and finding the move between two positions.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.h"

namespace spielwerk {

/// The position after the moves; an error is a sentence that says which move is wrong and why.
std::expected<Position, std::string> play_moves(const Game& game, Position position,
                                                std::span<const std::string_view> moves);

/// The move that leads from one position to the other, if one does.
std::optional<Move> move_between(const Position& from, const Position& to);

}  // namespace spielwerk
