// A set of cells as bits, one to many machine words wide.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace spielwerk {

template <int Words>
class Bitboard {
 public:
  static constexpr int kWords = Words;
  static constexpr int kCells = Words * 64;

  constexpr Bitboard() = default;
  static constexpr Bitboard single(int cell) {
    Bitboard board;
    board.set(cell);
    return board;
  }
  /// The cells 0 .. count - 1.
  static constexpr Bitboard first_cells(int count) {
    Bitboard board;
    for (int cell = 0; cell < count; ++cell) board.set(cell);
    return board;
  }

  constexpr bool test(int cell) const { return (words_[word_of(cell)] & bit_of(cell)) != 0; }
  constexpr void set(int cell) { words_[word_of(cell)] |= bit_of(cell); }
  constexpr void reset(int cell) { words_[word_of(cell)] &= ~bit_of(cell); }
  constexpr void flip(int cell) { words_[word_of(cell)] ^= bit_of(cell); }

  constexpr std::uint64_t word(int index) const { return words_[static_cast<std::size_t>(index)]; }
  constexpr std::uint64_t& word(int index) { return words_[static_cast<std::size_t>(index)]; }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all != 0;
  }
  constexpr bool none() const { return !any(); }
  constexpr int count() const {
    int sum = 0;
    for (const std::uint64_t word : words_) sum += std::popcount(word);
    return sum;
  }
  /// The lowest cell; the set must not be empty.
  constexpr int first() const {
    int index = 0;
    while (word(index) == 0) ++index;
    return index * 64 + std::countr_zero(word(index));
  }

  template <class Visitor>
  constexpr void for_each(Visitor&& visit) const {
    for (int index = 0; index < Words; ++index) {
      for (std::uint64_t rest = word(index); rest != 0; rest &= rest - 1) {
        visit(index * 64 + std::countr_zero(rest));
      }
    }
  }

  /// Every cell's number grows (or shrinks) by `by`, 0 to 63; what leaves is lost. (The analyzer
  /// thinks of boards without rows.)
  friend constexpr Bitboard operator<<(const Bitboard& board, int by) {
    Bitboard result;
    for (int index = Words - 1; index >= 0; --index) {
      result.word(index) = board.word(index) << by;  // NOLINT(clang-analyzer-core.BitwiseShift)
      if (index > 0 && by > 0) result.word(index) |= board.word(index - 1) >> (64 - by);
    }
    return result;
  }
  friend constexpr Bitboard operator>>(const Bitboard& board, int by) {
    Bitboard result;
    for (int index = 0; index < Words; ++index) {
      result.word(index) = board.word(index) >> by;  // NOLINT(clang-analyzer-core.BitwiseShift)
      if (index + 1 < Words && by > 0) result.word(index) |= board.word(index + 1) << (64 - by);
    }
    return result;
  }

  constexpr Bitboard& operator&=(const Bitboard& other) {
    for (int index = 0; index < Words; ++index) word(index) &= other.word(index);
    return *this;
  }
  constexpr Bitboard& operator|=(const Bitboard& other) {
    for (int index = 0; index < Words; ++index) word(index) |= other.word(index);
    return *this;
  }
  constexpr Bitboard& operator^=(const Bitboard& other) {
    for (int index = 0; index < Words; ++index) word(index) ^= other.word(index);
    return *this;
  }
  friend constexpr Bitboard operator&(Bitboard left, const Bitboard& right) {
    return left &= right;
  }
  friend constexpr Bitboard operator|(Bitboard left, const Bitboard& right) {
    return left |= right;
  }
  friend constexpr Bitboard operator^(Bitboard left, const Bitboard& right) {
    return left ^= right;
  }
  friend constexpr Bitboard operator~(Bitboard board) {
    for (int index = 0; index < Words; ++index) board.word(index) = ~board.word(index);
    return board;
  }
  friend constexpr bool operator==(const Bitboard&, const Bitboard&) = default;

 private:
  static constexpr std::size_t word_of(int cell) {
    return Words == 1 ? 0 : static_cast<std::size_t>(cell) / 64;
  }
  static constexpr std::uint64_t bit_of(int cell) { return std::uint64_t{1} << (cell % 64); }

  std::array<std::uint64_t, Words> words_{};
};

}  // namespace spielwerk
