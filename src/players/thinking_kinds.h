// The kinds of players that think on this machine, and how their texts are read.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "players/move_chooser.h"

namespace spielwerk {

struct ChooserSettings {
  EngineSettings engine{};
  /// Decides all random choices of the player.
  std::uint64_t seed = 1;
};
using ChooserMaker = std::function<std::unique_ptr<MoveChooser>(const ChooserSettings&)>;

struct ThinkingKind {
  std::string summary;
  bool gives_scores = false;
  /// How its texts look in a game, for messages and help: `level:1 to level:9`; none if it does not
  /// play that game.
  std::function<std::vector<std::string>(const GameDescription&)> forms;
  /// Nothing if the text is of another kind.
  std::function<std::optional<Parsed<ChooserMaker>>(const Game&, std::string_view text)> parse;
};

/// To add a kind, add it here: everything that reads or explains texts of players goes by this
/// list.
const std::vector<ThinkingKind>& thinking_kinds();

/// A text of one of these kinds. Behind an `@` the player's own limit may stand: `max@200ms`,
/// `max@nodes=5000`, `max@depth=4`. Nothing if the text is of another kind. Engines are costly:
/// nothing is made before the maker is called.
std::optional<Parsed<ChooserMaker>> parse_chooser(const ThinkingKind& kind, const Game& game,
                                                  std::string_view text);
/// The same, whatever the kind.
std::optional<Parsed<ChooserMaker>> parse_chooser(const Game& game, std::string_view text);

}  // namespace spielwerk
