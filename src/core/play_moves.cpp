#include "core/play_moves.h"

#include <fmt/format.h>

#include "core/text.h"

namespace spielwerk {

std::expected<Position, std::string> play_moves(const Game& game, Position position,
                                                std::span<const std::string_view> moves) {
  for (std::size_t index = 0; index < moves.size(); ++index) {
    const std::string_view text = moves[index];
    const auto place = [&] { return fmt::format("move {}, {}", index + 1, in_quotes(text)); };
    const auto move = game.parse_move(text);
    if (!move) return std::unexpected(place() + ": " + move.error().message(text));
    if (!position.is_legal(*move)) {
      return std::unexpected(place() + ", is not possible: " + position.objection(*move));
    }
    position.play(*move);
  }
  return position;
}

std::optional<Move> move_between(const Position& from, const Position& to) {
  for (const Move move : from.moves()) {
    Position next = from;
    next.play(move);
    if (next == to) return move;
  }
  return std::nullopt;
}

}  // namespace spielwerk
