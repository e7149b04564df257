// Othello on boards of every even size from 2×2 to 26×98, with holes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/hash.h"
#include "games/othello/frames.h"

namespace spielwerk::othello {

inline constexpr int kMaxWidth = 26;
inline constexpr int kMaxHeight = 98;
inline constexpr Player kBlack = 0;
inline constexpr Player kWhite = 1;

/// The fields that a text such as `C3:C6+F3:F6` names, on a board of that size, in no order and
/// possibly more than once.
Parsed<std::vector<Cell>> parse_holes(const Geometry& geometry, std::string_view text);
/// The one text of these fields: the largest rectangles first to the right, then down, row by row.
std::string print_holes(const Geometry& geometry, const std::vector<Cell>& holes);

template <class Frame>
class Rules {
 public:
  using Squares = typename Frame::Squares;

  /// Passes happen by themselves: the side to move can move, unless the game is over.
  class Position {
   public:
    Player side_to_move() const { return side_; }
    std::uint64_t key() const { return key_; }
    const Squares& stones(Player player) const { return stones_[player]; }
    Squares empty() const { return playable_ & ~(stones_[0] | stones_[1]); }
    /// Where the side to move can play. Kept, because playing has to find out anyway whether the
    /// next side must pass.
    const Squares& moves() const { return moves_; }
    friend bool operator==(const Position&, const Position&) = default;

   private:
    friend class Rules;
    std::array<Squares, 2> stones_;
    Squares playable_;
    Squares moves_;
    std::uint64_t key_ = 0;
    Player side_ = kBlack;
  };

  /// The published counts include them: 24,571,284 sequences of ten plies, not 228 fewer.
  static constexpr bool kPerftCountsFinishedGames = true;

  static Parsed<Rules> create(const Variant& variant);

  const Geometry& geometry() const { return geometry_; }
  const Notation& notation() const { return kNotation; }
  int players() const { return 2; }
  std::string_view player_name(Player player) const { return player == kBlack ? "black" : "white"; }
  const Frame& frame() const { return frame_; }

  Position start() const { return start_; }

  template <class Visitor>
  void for_each_move(const Position& at, Visitor&& visit) const {
    at.moves_.for_each([&](int square) { visit(Move{frame_.cell(square), kNoCell}); });
  }
  std::uint64_t move_count(const Position& at) const {
    return static_cast<std::uint64_t>(at.moves_.count());
  }
  bool is_legal(const Position& at, Move move) const {
    return at.moves_.test(frame_.square(move.first));
  }

  void play(Position& position, Move move) const {
    const Player side = position.side_;
    const Player other = opponent(side);
    const int square = frame_.square(move.first);
    const Squares flips = frame_.flips(square, position.stones_[side], position.stones_[other]);
    position.stones_[side] |= flips;
    position.stones_[side].set(square);
    position.stones_[other] ^= flips;
    position.key_ ^= stone_key(side, square);
    flips.for_each([&](int flipped) {
      position.key_ ^= stone_key(kBlack, flipped) ^ stone_key(kWhite, flipped);
    });
    give_turn(position, other);
  }

  Ending ending(const Position& at) const;
  Outcome outcome(const Position& at) const {
    if (at.moves_.any()) return Outcome::ongoing();
    const int black = at.stones_[kBlack].count();
    const int white = at.stones_[kWhite].count();
    if (black == white) return Outcome::draw();
    return Outcome::win(black > white ? kBlack : kWhite);
  }

  std::string print_board(const Position& at) const;
  Parsed<Position> parse_board(std::string_view text, Player side) const;
  Piece piece(const Position& at, Cell cell) const;
  std::vector<Step> steps(const Position& at, Move move) const;
  std::string objection(const Position& at, Move move) const;

 private:
  static constexpr Notation kNotation{};

  Rules(int width, int height);

  static Player opponent(Player player) { return static_cast<Player>(1 - player); }

  static constexpr auto kStoneKeys =
      zobrist_values<2 * static_cast<std::size_t>(Squares::kCells)>(0x07E110);
  static constexpr auto kHoleKeys =
      zobrist_values<static_cast<std::size_t>(Squares::kCells)>(0x401E);
  static std::uint64_t stone_key(Player player, int square) {
    return kStoneKeys[static_cast<std::size_t>(square) * 2 + player];
  }

  /// Gives the turn to `player`, or to the other one if only that one can move.
  void give_turn(Position& position, Player player) const {
    const Squares empty = position.empty();
    const auto moves_of = [&](Player each) {
      return frame_.moves(position.stones_[each], position.stones_[opponent(each)], empty);
    };
    position.moves_ = moves_of(player);
    if (position.moves_.none()) {
      position.moves_ = moves_of(opponent(player));
      if (position.moves_.any()) player = opponent(player);
    }
    position.key_ ^= kSideKeys[position.side_] ^ kSideKeys[player];
    position.side_ = player;
  }

  Geometry geometry_;
  Frame frame_;
  Position start_;
};

// Widths for boards of up to 256 fields (16×16, 8×32, …) and for all others.
inline constexpr int kMediumWords = 4;
inline constexpr int kLargeWords = (kMaxWidth * kMaxHeight + 63) / 64;

using SmallRules = Rules<Frame8>;
using MediumRules = Rules<WideFrame<kMediumWords>>;
using LargeRules = Rules<WideFrame<kLargeWords>>;

extern template class Rules<Frame8>;
extern template class Rules<WideFrame<kMediumWords>>;
extern template class Rules<WideFrame<kLargeWords>>;

GameDescription description();

}  // namespace spielwerk::othello
