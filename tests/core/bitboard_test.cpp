// Sets of cells as bits, compared with std::bitset over random operations.
#include "core/bitboard.h"

#include <gtest/gtest.h>

#include <bitset>
#include <vector>

#include "core/random.h"

namespace spielwerk {
namespace {

template <class Board>
class BitboardTest : public testing::Test {
 protected:
  using Bits = std::bitset<static_cast<std::size_t>(Board::kCells)>;

  static std::size_t index(int cell) { return static_cast<std::size_t>(cell); }

  static int first_of(const Bits& reference) {
    int cell = 0;
    while (!reference.test(index(cell))) ++cell;
    return cell;
  }

  static void expect_same(const Board& board, const Bits& reference) {
    std::vector<int> cells;
    for (int cell = 0; cell < Board::kCells; ++cell) {
      ASSERT_EQ(board.test(cell), reference.test(index(cell))) << cell;
      if (reference.test(index(cell))) cells.push_back(cell);
    }
    std::vector<int> visited;
    board.for_each([&](int cell) { visited.push_back(cell); });
    EXPECT_EQ(visited, cells);
    EXPECT_EQ(board.count(), static_cast<int>(reference.count()));
    EXPECT_EQ(board.any(), reference.any());
    EXPECT_EQ(board.none(), reference.none());
    if (reference.none()) return;
    EXPECT_EQ(board.first(), first_of(reference));
  }
};

using Widths = testing::Types<Bitboard<1>, Bitboard<2>, Bitboard<7>, Bitboard<40>>;
TYPED_TEST_SUITE(BitboardTest, Widths);

TYPED_TEST(BitboardTest, BehavesLikeABitset) {
  using Board = TypeParam;
  using Reference = typename TestFixture::Bits;
  constexpr int kCells = Board::kCells;
  Random random(static_cast<std::uint64_t>(kCells));
  const auto any_cell = [&] {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(kCells)));
  };
  Board board;
  Reference reference;
  for (int round = 0; round < 400; ++round) {
    Board other;
    Reference other_reference;
    for (int count = 0; count < kCells / 3; ++count) {
      const int cell = any_cell();
      other.set(cell);
      other_reference.set(TestFixture::index(cell));
    }
    const int by = static_cast<int>(random.below(64));
    switch (random.below(8)) {
      case 0:
        board &= other;
        reference &= other_reference;
        break;
      case 1:
        board |= other;
        reference |= other_reference;
        break;
      case 2:
        board ^= other;
        reference ^= other_reference;
        break;
      case 3:
        board = ~board;
        reference = ~reference;
        break;
      case 4:
        board = board << by;
        reference <<= TestFixture::index(by);
        break;
      case 5:
        board = board >> by;
        reference >>= TestFixture::index(by);
        break;
      case 6: {
        const int cell = any_cell();
        board.reset(cell);
        reference.reset(TestFixture::index(cell));
        break;
      }
      default:
        board = (board & ~other) | (other ^ board);
        reference = (reference & ~other_reference) | (other_reference ^ reference);
    }
    TestFixture::expect_same(board, reference);
    EXPECT_EQ(board == other, reference == other_reference);
  }
}

TYPED_TEST(BitboardTest, ShiftsByNothingAndByAlmostAWord) {
  using Board = TypeParam;
  const Board full = ~Board();
  EXPECT_EQ(full << 0, full);
  EXPECT_EQ(full >> 0, full);
  EXPECT_EQ((full << 63).count(), Board::kCells - 63);
  EXPECT_EQ((full >> 63).count(), Board::kCells - 63);
  EXPECT_EQ((Board::single(0) << 63).first(), 63);
}

TYPED_TEST(BitboardTest, MakesSinglesAndBeginnings) {
  using Board = TypeParam;
  EXPECT_TRUE(Board().none());
  EXPECT_EQ(Board::first_cells(0), Board());
  EXPECT_EQ(Board::first_cells(Board::kCells), ~Board());
  for (int cell = 0; cell < Board::kCells; ++cell) {
    EXPECT_EQ(Board::single(cell).count(), 1);
    EXPECT_EQ(Board::single(cell).first(), cell);
    EXPECT_EQ(Board::first_cells(cell).count(), cell);
    EXPECT_FALSE(Board::first_cells(cell).test(cell));
  }
}

}  // namespace
}  // namespace spielwerk
