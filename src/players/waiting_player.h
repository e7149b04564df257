// A player that would make whoever asks wait, such as a server far away, on a thread of its own.
#pragma once

#include "players/move_chooser.h"

namespace spielwerk {

/// What becomes of a farewell that takes a while when the player is destroyed.
enum class Farewell : std::uint8_t {
  Awaited,  ///< destroying takes as long
  Left,     ///< the thread says it alone and ends when it has
};

/// So many threads may wait for others at the same time; a player beyond that fails with
/// FailureKind::TooMany.
inline constexpr int kMaxWaitingPlayers = 512;

std::unique_ptr<GamePlayer> make_waiting_player(std::string name,
                                                std::unique_ptr<MoveChooser> chooser,
                                                Farewell farewell);

}  // namespace spielwerk
