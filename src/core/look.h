// How a game looks, said once for every front end: its board, its pieces and their colours, what is
// counted, and in which ways it ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/move.h"

namespace spielwerk {

class Game;
class Position;

/// What a game's pieces are, and with that which kinds of Piece stand on its fields.
enum class PieceStyle : std::uint8_t {
  Stones,  ///< one on a field
  Discs,   ///< the same with two sides: one that changes its owner is turned over
  Marks,   ///< written on the field; a player's mark is its name if that is a single character
  Balls,   ///< several on a field
  Towers,  ///< flat stones, towers of them that have a height and may be blocked, and bases
};

enum class Colour : std::uint8_t { Black, White, Red, Blue };
/// `black`
std::string_view print_colour(Colour colour);

/// What can be counted of each player's.
enum class Counted : std::uint8_t {
  Pieces,  ///< stones, balls, the stones of towers
  Fields,  ///< fields on which they stand
};

/// A way in which a game can end: the code that rules name it by, and what follows "black wins".
struct EndingWords {
  std::string how;
  std::string words;
};

/// How a finished position has ended; all empty while a game goes on.
struct Ending {
  /// One of the game's ways to end, or nothing to say.
  std::string_view how{};
  /// The cells that show it, such as a finished row; ascending.
  std::vector<Cell> cells{};
  friend bool operator==(const Ending&, const Ending&) = default;
};

/// A game that says nothing has black and white stones on a plain board, unless its players are
/// called by other colours.
struct Look {
  /// What the board is made of, in one word. The page looks for a ground of that name and draws a
  /// plain board if it has none.
  std::string material{};
  PieceStyle pieces = PieceStyle::Stones;
  /// The colours of the players' pieces, in order; empty if their names or numbers shall decide.
  std::vector<Colour> colours{};
  /// What tells who is ahead, the most important first; nothing where numbers say nothing.
  std::vector<Counted> counts{};
  std::vector<EndingWords> endings{};
};

/// The colour of each player's pieces: as the look says, else as they are called, else by number.
std::vector<Colour> colours_of(const Game& game);

/// How many each player has.
std::vector<int> count(const Game& game, const Position& position, Counted what);
/// `1 ball`, `12 balls`, `3 fields`.
std::string print_count(const Look& look, Counted what, int count);

/// What follows "black wins", or nothing: `with six in a row`.
std::string_view words_of(const Look& look, const Ending& ending);

}  // namespace spielwerk
