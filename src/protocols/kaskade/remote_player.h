// Somebody else's Kaskade server as a player.
#pragma once

#include <memory>

#include "players/player_kinds.h"
#include "players/waiting_player.h"
#include "protocols/kaskade/remote_game.h"

namespace spielwerk::kaskade_protocol {

/// A server as a player of one variant of Kaskade: it plays whatever side it is asked for, each
/// game in a connection of its own. Its moves take the time it takes.
std::unique_ptr<GamePlayer> make_remote_player(const Game& game, const RemoteServer& server,
                                               Farewell farewell = Farewell::Awaited);

/// What stands before the address in the text of such a player.
inline constexpr std::string_view kRemotePrefix = "kaskade:";

/// `kaskade:HOST:PORT`, or `kaskade:HOST` for port 4711.
PlayerKind remote_player_kind();

}  // namespace spielwerk::kaskade_protocol
