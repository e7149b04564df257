// One contract for all games: what everything outside the rules relies on, checked in random
// playouts. Each game's tests instantiate it for variants of that game.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace spielwerk::test {

/// The parameter is a game's text, `othello:8x8`.
class Contract : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override;

  const Game& game() const { return *game_; }
  int cell_count() const { return game().geometry().cell_count(); }

  /// All positions of a random game, at most so many plies long that every variant is quick.
  std::vector<Position> playout(std::uint64_t seed) const;
  /// Positions of several random games, from the first to the last ply.
  std::vector<Position> positions() const;
  /// Any number a cell can have, on the board or not.
  Cell any_cell(Random& random) const;
  std::vector<Piece> pieces(const Position& position) const;

 private:
  std::optional<Game> game_;
};

/// The texts of a game's variants; `variants` are separated by blanks.
std::vector<std::string> variants_of(std::string_view game, std::string_view variants);

/// What the tests of a variant are called.
std::string contract_name(const testing::TestParamInfo<std::string>& variant);

/// Whether a text is not empty and has no blanks or control characters.
bool is_one_word(std::string_view text);

}  // namespace spielwerk::test
