// Kaskade: balls are added to fields, full fields overflow into their neighbours and take them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/bitboard.h"
#include "core/game.h"
#include "core/hash.h"

namespace spielwerk::kaskade {

inline constexpr int kMinSide = 3;
inline constexpr int kMaxSide = 20;

/// A field's ball count lies in bit-planes over the whole board, so that one wave of overflows is
/// a handful of word operations, however many fields topple. `Words` is the boards' width: 1 for
/// up to 64 fields, 2 up to 128, 7 up to 400.
template <int Words>
class Rules {
 public:
  using Cells = Bitboard<Words>;

  class Position {
   public:
    Player side_to_move() const { return side_; }
    std::uint64_t key() const { return key_; }
    Cells occupied() const { return ones_ | twos_ | fours_; }
    Cells owned_by(Player player) const { return player == 0 ? first_ : occupied() & ~first_; }
    /// The cells' ball counts as binary numbers. Fours remain only where a win ended a cascade.
    const Cells& ones() const { return ones_; }
    const Cells& twos() const { return twos_; }
    const Cells& fours() const { return fours_; }
    int balls(Cell cell) const {
      return (ones_.test(cell) ? 1 : 0) + (twos_.test(cell) ? 2 : 0) + (fours_.test(cell) ? 4 : 0);
    }
    friend bool operator==(const Position&, const Position&) = default;

   private:
    friend class Rules;
    Cells ones_;
    Cells twos_;
    Cells fours_;
    /// The fields of player A; the other occupied fields are B's.
    Cells first_;
    std::uint64_t key_ = 0;
    Player side_ = 0;
    Outcome outcome_;
  };

  static Parsed<Rules> create(const Variant& variant);

  const Geometry& geometry() const { return geometry_; }
  const Notation& notation() const { return kNotation; }
  int players() const { return 2; }
  std::string_view player_name(Player player) const { return player == 0 ? "A" : "B"; }
  /// The number of a field's neighbours: with as many balls it overflows.
  int capacity(Cell cell) const { return corners_.test(cell) ? 2 : edges_.test(cell) ? 3 : 4; }

  Position start() const {
    Position position;
    position.key_ = whole_key(position);
    return position;
  }

  /// The fields with one ball less than they can hold: the next ball makes them overflow.
  Cells full(const Position& at) const { return full(at.ones_, at.twos_); }
  Cells full(const Cells& ones, const Cells& twos) const {
    return (corners_ & ones) | (edges_ & twos) | (ones & twos);
  }

  /// The neighbours of these fields.
  Cells beside(const Cells& cells) const {
    return ((cells << 1) & not_first_column_) | ((cells >> 1) & not_last_column_) |
           ((cells << geometry_.columns()) & board_) | (cells >> geometry_.columns());
  }

  /// A number on every field, in binary.
  struct Counts {
    Cells ones;
    Cells twos;
    Cells fours;
  };

  /// How many balls each field gets if these fields topple together: one from every side, four
  /// one-bit numbers summed up to a three-bit one.
  Counts received(const Cells& toppling) const {
    const Cells east = (toppling << 1) & not_first_column_;
    const Cells west = (toppling >> 1) & not_last_column_;
    const Cells south = (toppling << geometry_.columns()) & board_;
    const Cells north = toppling >> geometry_.columns();
    const Cells both_horizontal = east & west;
    const Cells both_vertical = south & north;
    return {.ones = east ^ west ^ south ^ north,
            .twos = both_horizontal ^ both_vertical ^ ((east ^ west) & (south ^ north)),
            .fours = both_horizontal & both_vertical};
  }

  /// Each of these fields loses as many balls as it has neighbours. It holds at least that many; an
  /// inner field 4..7, a corner 2..3: that is one plane less. An edge holds 3..5: 4 leaves 1, 5
  /// leaves 2.
  void take_capacity(Cells& ones, Cells& twos, Cells& fours, const Cells& toppling) const {
    const Cells edges = toppling & edges_;
    const Cells edge_ones = edges & fours & ~ones;
    const Cells edge_twos = edges & fours & ones;
    fours &= ~toppling;
    twos = (twos & ~(toppling & (corners_ | edges_))) | edge_twos;
    ones = (ones & ~edges) | edge_ones;
  }

  /// All fields; those with two neighbours; those with three.
  const Cells& board() const { return board_; }
  const Cells& corners() const { return corners_; }
  const Cells& edges() const { return edges_; }

  Cells legal_cells(const Position& at) const {
    if (at.outcome_.is_over()) return {};
    return board_ & ~at.owned_by(opponent(at.side_));
  }
  template <class Visitor>
  void for_each_move(const Position& at, Visitor&& visit) const {
    legal_cells(at).for_each([&](int cell) { visit(Move{to_cell(cell), kNoCell}); });
  }
  std::uint64_t move_count(const Position& at) const {
    return static_cast<std::uint64_t>(legal_cells(at).count());
  }
  bool is_legal(const Position& at, Move move) const { return legal_cells(at).test(move.first); }

  void play(Position& position, Move move) const {
    const Player side = position.side_;
    // The only word is worked out anew anyway.
    const int word = move.first / 64;
    const std::uint64_t old_word_key = Words == 1 ? 0 : word_key(position, word);
    const bool can_win = position.owned_by(opponent(side)).any();

    const Cells target = Cells::single(move.first);
    const Cells carry = position.ones_ & target;
    position.fours_ |= position.twos_ & carry;
    position.twos_ ^= carry;
    position.ones_ ^= target;
    if (side == 0) position.first_ |= target;
    position.side_ = opponent(side);

    Cells toppling = target & overflowing(position);
    if (Words > 1 && toppling.none()) {
      position.key_ ^= old_word_key ^ word_key(position, word) ^ kSideKeys[0] ^ kSideKeys[1];
      return;
    }
    while (toppling.any()) {
      topple(position, toppling, side);
      if (can_win && position.owned_by(opponent(side)).none()) {
        position.outcome_ = Outcome::win(side);
        break;
      }
      toppling = overflowing(position);
    }
    position.key_ = whole_key(position);
  }

  Outcome outcome(const Position& at) const { return at.outcome_; }
  Ending ending(const Position& at) const;

  /// The null move of the search; the rules of the game know no pass.
  void pass(Position& position) const {
    position.side_ = opponent(position.side_);
    position.key_ ^= kSideKeys[0] ^ kSideKeys[1];
  }

  std::string print_board(const Position& at) const;
  Parsed<Position> parse_board(std::string_view text, Player side) const;
  Piece piece(const Position& at, Cell cell) const;
  std::vector<Step> steps(const Position& at, Move move) const;
  std::string objection(const Position& at, Move move) const;

 private:
  static constexpr Notation kNotation{
      .column_labels = Labels::FromZero, .row_labels = Labels::FromZero, .cell_separator = ";"};

  Rules(int columns, int rows);

  static Player opponent(Player player) { return static_cast<Player>(1 - player); }

  /// Capacity 4 is reached with the fours, 3 with a two and a one, 2 with a two.
  Cells overflowing(const Position& at) const {
    return at.fours_ | (at.twos_ & (corners_ | (edges_ & at.ones_)));
  }

  /// One wave: all these fields overflow at the same time.
  void topple(Position& position, const Cells& toppling, Player side) const {
    Cells& ones = position.ones_;
    Cells& twos = position.twos_;
    Cells& fours = position.fours_;
    take_capacity(ones, twos, fours, toppling);
    // A binary addition on all fields at once.
    const Counts sum = received(toppling);
    const Cells carry_twos = ones & sum.ones;
    const Cells carry_fours = (twos & sum.twos) | (carry_twos & (twos ^ sum.twos));
    ones ^= sum.ones;
    twos ^= sum.twos ^ carry_twos;
    fours ^= sum.fours ^ carry_fours;

    const Cells reached = sum.ones | sum.twos | sum.fours;
    if (side == 0) {
      position.first_ = (position.first_ | reached) & position.occupied();
    } else {
      position.first_ &= ~reached;
    }
  }

  /// The key is the XOR of one value per machine word of the planes: a ball that makes nothing
  /// overflow changes one word, and mixing a word costs less than looking up its cells.
  std::uint64_t word_key(const Position& at, int word) const {
    const std::uint64_t number = static_cast<std::uint64_t>(word) * 4;
    return folded(at.ones_.word(word) ^ mix64(number + 1),
                  at.twos_.word(word) ^ mix64(number + 2)) ^
           folded(at.first_.word(word) ^ mix64(number + 3),
                  at.fours_.word(word) ^ mix64(number + 4));
  }
  std::uint64_t whole_key(const Position& at) const {
    std::uint64_t key = kSideKeys[at.side_];
    for (int word = 0; word < Words; ++word) key ^= word_key(at, word);
    return key;
  }
  static std::uint64_t folded(std::uint64_t left, std::uint64_t right) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(left) * right;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  Geometry geometry_;
  Cells board_;
  Cells corners_;
  /// Without the corners.
  Cells edges_;
  Cells not_first_column_;
  Cells not_last_column_;
};

extern template class Rules<1>;
extern template class Rules<2>;
extern template class Rules<7>;

GameDescription description();

}  // namespace spielwerk::kaskade
