// The rules of k-in-a-row games (m,n,k-games): stones are placed until somebody has a row of k.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/line_grid.h"
#include "core/rules.h"
#include "core/text.h"

namespace spielwerk {

/// The code of the only way to win.
inline constexpr const char* kRowEnding = "row";

/// What one such game fixes.
struct RowGame {
  Geometry geometry;
  Notation notation;
  int players = 2;
  /// Stones in an unbroken row that win; more win too.
  int length = 3;
  /// Per player its name and the character of its stones in texts.
  std::array<std::string_view, kMaxPlayers> names;
  std::string_view symbols;
};

template <int MaxCells, int StonesPerTurn>
class RowRules {
  static_assert(StonesPerTurn == 1 || StonesPerTurn == 2);

 public:
  class Position {
   public:
    Player side_to_move() const { return side_; }
    std::uint64_t key() const { return key_; }
    /// The owner of the stone on a cell, or kNoPlayer.
    Player owner(Cell cell) const { return owners_[cell]; }
    int free_cells() const { return free_; }
    friend bool operator==(const Position&, const Position&) = default;

   private:
    friend class RowRules;
    // An owner per cell, and one entry for the outside. Bytes, because runs are walked cell by
    // cell and most walks end at once.
    std::array<Player, MaxCells + 1> owners_{};
    Player side_ = 0;
    Outcome outcome_;
    std::uint16_t free_ = 0;
    std::uint64_t key_ = 0;
  };

  explicit RowRules(const RowGame& game) : game_(game), grid_(game.geometry) {}

  const Geometry& geometry() const { return game_.geometry; }
  const Notation& notation() const { return game_.notation; }
  int players() const { return game_.players; }
  int length() const { return game_.length; }
  const LineGrid& grid() const { return grid_; }
  std::string_view player_name(Player player) const { return game_.names[player]; }

  Position start() const {
    Position position;
    position.owners_.fill(kOutside);
    std::fill_n(position.owners_.begin(), cell_count(), kNoPlayer);
    position.free_ = static_cast<std::uint16_t>(cell_count());
    position.key_ = kSideKeys[0];
    return position;
  }

  template <class Visitor>
  void for_each_move(const Position& at, Visitor&& visit) const {
    if (at.outcome_.is_over()) return;
    const Cell count = to_cell(cell_count());
    for (Cell first = 0; first < count; ++first) {
      if (at.owners_[first] != kNoPlayer) continue;
      if constexpr (StonesPerTurn == 1) {
        visit(Move{first, kNoCell});
      } else {
        for (Cell second = to_cell(first + 1); second < count; ++second) {
          if (at.owners_[second] == kNoPlayer) visit(Move{first, second});
        }
      }
    }
  }

  std::uint64_t move_count(const Position& at) const {
    if (at.outcome_.is_over()) return 0;
    const std::uint64_t free = at.free_;
    return StonesPerTurn == 1 ? free : free * (free - 1) / 2;
  }

  bool is_legal(const Position& at, Move move) const {
    if (at.outcome_.is_over() || at.owners_[move.first] != kNoPlayer) return false;
    if constexpr (StonesPerTurn == 2) {
      return move.first < move.second && at.owners_[move.second] == kNoPlayer;
    }
    return true;
  }

  void play(Position& position, Move move) const {
    const Player side = position.side_;
    bool wins = false;
    // All stones of a turn are placed before anybody looks for a row.
    for (int stone = 0; stone < StonesPerTurn; ++stone) {
      position.owners_[move[stone]] = side;
      position.key_ ^= stone_key(side, move[stone]);
    }
    for (int stone = 0; stone < StonesPerTurn; ++stone) {
      wins = wins || grid_.makes_row(position.owners_, move[stone], side, game_.length);
    }
    position.free_ = static_cast<std::uint16_t>(position.free_ - StonesPerTurn);
    if (wins) {
      position.outcome_ = Outcome::win(side);
    } else if (position.free_ == 0) {
      position.outcome_ = Outcome::draw();
    }
    position.side_ = static_cast<Player>(side + 1 == game_.players ? 0 : side + 1);
    position.key_ ^= kSideKeys[side] ^ kSideKeys[position.side_];
  }

  Outcome outcome(const Position& at) const { return at.outcome_; }

  Ending ending(const Position& at) const {
    if (!at.outcome_.is_win()) return {};
    std::vector<bool> is_part(static_cast<std::size_t>(cell_count()), false);
    for (Cell cell = 0; cell < cell_count(); ++cell) {
      if (is_part[cell] || at.owners_[cell] != at.outcome_.winner()) continue;
      for (const Cell each : grid_.rows_through(at.owners_, cell, game_.length)) {
        is_part[each] = true;
      }
    }
    Ending ending{.how = kRowEnding};
    for (Cell cell = 0; cell < cell_count(); ++cell) {
      if (is_part[cell]) ending.cells.push_back(cell);
    }
    return ending;
  }

  Move random_move(const Position& at, Random& random) const {
    Move move{random_free_cell(at, random), kNoCell};
    if constexpr (StonesPerTurn == 2) {
      do {
        move.second = random_free_cell(at, random);
      } while (move.second == move.first);
      if (move.second < move.first) std::swap(move.first, move.second);
    }
    return move;
  }

  std::vector<Cell> next_cells(const Position& at, Cell first) const {
    std::vector<Cell> cells;
    if (at.outcome_.is_over() || (StonesPerTurn == 1 && first != kNoCell)) return cells;
    if (first != kNoCell && at.owners_[first] != kNoPlayer) return cells;
    for (Cell cell = 0; cell < cell_count(); ++cell) {
      if (at.owners_[cell] == kNoPlayer && cell != first) cells.push_back(cell);
    }
    return cells;
  }

  std::string print_board(const Position& at) const {
    std::string text;
    for (Cell cell = 0; cell < cell_count(); ++cell) {
      if (cell > 0 && cell % geometry().columns() == 0) text += '/';
      const Player owner = at.owners_[cell];
      text += owner == kNoPlayer ? '.' : game_.symbols[owner];
    }
    return text;
  }

  Parsed<Position> parse_board(std::string_view text, Player side) const {
    Position position = start();
    Cursor cursor(text);
    for (Cell cell = 0; cell < cell_count(); ++cell) {
      if (cell > 0 && cell % geometry().columns() == 0 && !cursor.skip("/")) {
        return cursor.fail("'/' and the next row");
      }
      const std::size_t symbol =
          cursor.at_end() ? std::string_view::npos : game_.symbols.find(cursor.peek());
      if (symbol < static_cast<std::size_t>(game_.players)) {
        const auto owner = static_cast<Player>(symbol);
        position.owners_[cell] = owner;
        position.key_ ^= stone_key(owner, cell);
        --position.free_;
      } else if (cursor.peek() != '.') {
        return cursor.fail(
            fmt::format("'.' or one of '{}'",
                        game_.symbols.substr(0, static_cast<std::size_t>(game_.players))));
      }
      cursor.advance();
    }
    if (!cursor.at_end()) return cursor.fail("the end of the board");
    if (position.free_ % StonesPerTurn != 0) {
      return cursor.fail("an even number of free fields");
    }
    position.side_ = side;
    position.key_ ^= kSideKeys[0] ^ kSideKeys[side];

    // A row can only be there because the player before made it with the last move.
    const auto last = static_cast<Player>((side + game_.players - 1) % game_.players);
    for (Cell cell = 0; cell < cell_count(); ++cell) {
      const Player owner = position.owners_[cell];
      if (owner == kNoPlayer || !grid_.makes_row(position.owners_, cell, owner, game_.length)) {
        continue;
      }
      if (owner != last) {
        return cursor.fail(fmt::format("no finished row of {} when {} moved last",
                                       player_name(owner), player_name(last)));
      }
      position.outcome_ = Outcome::win(owner);
    }
    if (!position.outcome_.is_over() && position.free_ == 0) position.outcome_ = Outcome::draw();
    return position;
  }

  Piece piece(const Position& at, Cell cell) const {
    const Player owner = at.owners_[cell];
    return owner == kNoPlayer ? Piece{} : stone_of(owner);
  }

  std::vector<Step> steps(const Position& at, Move move) const {
    Position next = at;
    play(next, move);
    std::vector<Step> steps;
    for (int stone = 0; stone < StonesPerTurn; ++stone) {
      steps.push_back({StepKind::Place, stone, kNoCell, move[stone], stone_of(at.side_)});
    }
    for (const Cell cell : ending(next).cells) {
      steps.push_back({StepKind::Line, StonesPerTurn, kNoCell, cell, stone_of(at.side_)});
    }
    return steps;
  }

  std::string objection(const Position& at, Move move) const {
    if (at.outcome_.is_over()) return "the game is over";
    for (int stone = 0; stone < StonesPerTurn; ++stone) {
      const Player owner = at.owners_[move[stone]];
      if (owner == kNoPlayer) continue;
      return fmt::format("{} is taken by {}", print_cell(notation(), geometry(), move[stone]),
                         player_name(owner));
    }
    if constexpr (StonesPerTurn == 2) {
      if (move.first == move.second) return "the two stones need two different fields";
      if (move.first > move.second) return "the two fields of a pair are named in ascending order";
    }
    return {};
  }

 private:
  static constexpr Player kOutside = 0xFE;
  static constexpr auto kStoneKeys =
      zobrist_values<static_cast<std::size_t>(kMaxPlayers) * MaxCells>(0x70A5);

  static std::uint64_t stone_key(Player owner, Cell cell) {
    return kStoneKeys[static_cast<std::size_t>(owner) * MaxCells + cell];
  }
  static Piece stone_of(Player owner) { return {PieceKind::Stone, owner, 1}; }
  int cell_count() const { return geometry().cell_count(); }

  /// Tries cells at random until a free one comes: on a nearly full board that takes many tries,
  /// but over a whole game only about ln(cells) a stone.
  Cell random_free_cell(const Position& at, Random& random) const {
    while (true) {
      const auto cell = static_cast<Cell>(random.below(static_cast<std::uint32_t>(cell_count())));
      if (at.owners_[cell] == kNoPlayer) return cell;
    }
  }

  RowGame game_;
  LineGrid grid_;
};

}  // namespace spielwerk
