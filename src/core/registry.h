// All games of the program, found by name.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace spielwerk {

class Registry {
 public:
  explicit Registry(std::vector<GameDescription> games);

  const std::vector<std::unique_ptr<const GameDescription>>& games() const { return games_; }
  /// The game of that name, or nullptr.
  const GameDescription* find(std::string_view name) const;
  /// Reads `chess` or `chess:8x8`: a name, and the variant if it is not the standard one.
  Parsed<Game> parse(std::string_view text) const;

 private:
  // Each on its own, so that a Game's reference to its description stays valid.
  std::vector<std::unique_ptr<const GameDescription>> games_;
};

/// The game of a description's variant.
Parsed<Game> parse_game(const GameDescription& description, std::string_view variant_text);

}  // namespace spielwerk
