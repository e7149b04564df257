// The tree of the general engine: what its nodes prove, and that its memory has an end.
#include "search/mcts_tree.h"

#include <gtest/gtest.h>

#include <vector>

namespace spielwerk::search {
namespace {

std::vector<Move> moves(int count) {
  std::vector<Move> all;
  for (int cell = 0; cell < count; ++cell) all.push_back({to_cell(cell), kNoCell});
  return all;
}

/// A root whose children are known to end like this.
class Proofs : public testing::Test {
 protected:
  Proof root_of(const std::vector<Proof>& children, Player mover) {
    tree_.clear();
    EXPECT_TRUE(tree_.expand(tree_.root(), moves(static_cast<int>(children.size()))));
    for (std::size_t index = 0; index < children.size(); ++index) {
      tree_.children(tree_.root())[index].prove(children[index]);
    }
    tree_.update_proof(tree_.root(), mover, 1);
    return tree_.root().proof();
  }
  MctsTree tree_{1};
};

constexpr Proof kOpen{};

TEST_F(Proofs, OneWinIsEnoughAndTheQuickestCounts) {
  EXPECT_EQ(root_of({kOpen, Proof::won(0, 4), Proof::won(0, 2), kOpen}, 0), Proof::won(0, 3));
}

TEST_F(Proofs, NothingIsLostOrDrawnWhileAMoveIsOpen) {
  EXPECT_EQ(root_of({Proof::won(1, 3), kOpen}, 0), kOpen);
  EXPECT_EQ(root_of({Proof::drawn(), kOpen}, 0), kOpen);
}

TEST_F(Proofs, TheSlowestLossCounts) {
  EXPECT_EQ(root_of({Proof::won(1, 3), Proof::won(1, 7), Proof::won(1, 5)}, 0), Proof::won(1, 8));
}

TEST_F(Proofs, ADrawIsBetterThanALoss) {
  EXPECT_EQ(root_of({Proof::won(1, 3), Proof::drawn(), Proof::won(2, 1)}, 0), Proof::drawn());
}

TEST_F(Proofs, WhoLosesToDifferentPlayersDoesNotSayToWhom) {
  EXPECT_EQ(root_of({Proof::won(1, 3), Proof::won(2, 3)}, 0), kOpen);
  EXPECT_EQ(root_of({Proof::won(2, 1), Proof::won(2, 3)}, 0), Proof::won(2, 4));
}

TEST_F(Proofs, WhatIsProvenIsChosenByItsWorth) {
  const auto selected = [&](const std::vector<Proof>& children) {
    root_of(children, 0);
    return tree_.select(tree_.root(), 0, 2).move.first;
  };
  EXPECT_EQ(selected({Proof::won(1, 1), kOpen, Proof::won(0, 9)}), 2);
  EXPECT_EQ(selected({Proof::won(1, 1), kOpen, Proof::won(1, 9)}), 1);
  EXPECT_EQ(selected({Proof::won(1, 1), Proof::won(1, 9), Proof::won(1, 3)}), 1);
  EXPECT_EQ(selected({Proof::won(1, 1), Proof::drawn(), Proof::won(1, 3)}), 1);
}

TEST(MctsTree, OneBadBeginningIsNotTheEndOfAMove) {
  MctsTree tree(1);
  ASSERT_TRUE(tree.expand(tree.root(), moves(3)));
  for (int playout = 0; playout < 3'000; ++playout) {
    MctsNode& child = tree.select(tree.root(), 0, 2);
    // The second move wins two thirds of its playouts, but not the first; the others one third.
    const std::uint32_t count = child.visit_count();
    const bool is_won = child.move.first == 1 ? count % 3 != 0 : count % 3 == 0;
    child.add_result(is_won ? 1.0F : 0.0F);
    tree.root().add_result(is_won ? 1.0F : 0.0F);
  }
  const auto children = tree.children(tree.root());
  EXPECT_GT(children[1].visit_count(), 2'000u);
  EXPECT_NEAR(children[1].mean.load(), 2.0 / 3, 0.01);
  EXPECT_GT(children[0].visit_count(), 0u);
  EXPECT_GT(children[2].visit_count(), 0u);
}

TEST(MctsTree, TakesNoMoreMemoryThanItMay) {
  MctsTree tree(1);
  const auto all = moves(1'000);
  ASSERT_TRUE(tree.expand(tree.root(), all));
  int expanded = 0;
  for (MctsNode& child : tree.children(tree.root())) {
    if (tree.expand(child, all)) ++expanded;
  }
  EXPECT_TRUE(tree.is_full());
  // 32 bytes a node.
  EXPECT_EQ(expanded, (1 << 20) / 32 / 1'000 - 1);
  EXPECT_GT(tree.fill(), 0.9);
  EXPECT_LE(tree.fill(), 1.0);
  tree.clear();
  EXPECT_FALSE(tree.is_full());
  EXPECT_TRUE(tree.children(tree.root()).empty());
}

}  // namespace
}  // namespace spielwerk::search
