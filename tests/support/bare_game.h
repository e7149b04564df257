// A game as it was before anybody wrote an engine for it, to test what every game gets.
#pragma once

#include <string>

#include "core/registry.h"
#include "games/all_games.h"

namespace spielwerk::test {

class BareGame {
 public:
  explicit BareGame(const std::string& text)
      : description_(all_games().parse(text)->description()), game_(make(description_, text)) {}
  /// The game refers to the description.
  BareGame(const BareGame&) = delete;
  BareGame& operator=(const BareGame&) = delete;

  const Game& game() const { return game_; }

 private:
  static Game make(GameDescription& description, const std::string& text) {
    description.make_engine = nullptr;
    description.levels = {};
    return *parse_game(description, all_games().parse(text)->variant_text());
  }

  GameDescription description_;
  Game game_;
};

}  // namespace spielwerk::test
