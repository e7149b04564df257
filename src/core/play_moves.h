// A sequence of moves given as texts, played one after the other.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "core/game.h"

namespace spielwerk {

/// The position after the moves; an error is a sentence that says which move is wrong and why.
std::expected<Position, std::string> play_moves(const Game& game, Position position,
                                                std::span<const std::string_view> moves);

}  // namespace spielwerk
