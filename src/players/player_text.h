// Players by their text, as command lines and dialogs name them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "players/player.h"

namespace spielwerk {

struct PlayerSettings {
  EngineSettings engine{};
  /// Decides all random choices of the player.
  std::uint64_t seed = 1;
};

using PlayerMaker = std::function<std::unique_ptr<ComputerPlayer>(const PlayerSettings&)>;

/// `max` (the engine at full strength), `level:1` to `level:9`, `mcts` (the general engine, which
/// knows nothing but the rules), `random`, `custom:depth=3,nodes=5000,lines=4,noise=0.5` (a level
/// with its numbers spelled out), or one of the game's own strategies, `simple` or
/// `simple:depth=3`. Behind an `@` its own limit may stand: `max@200ms`, `max@nodes=5000`,
/// `max@depth=4`. Engines are costly: nothing is made before the maker is called.
Parsed<PlayerMaker> parse_player(const Game& game, std::string_view text);

Parsed<std::unique_ptr<ComputerPlayer>> make_player(const Game& game, std::string_view text,
                                                    const PlayerSettings& settings);

}  // namespace spielwerk
