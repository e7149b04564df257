// The tree of a Monte-Carlo tree search: what playouts have shown and what is proven, shared by all
// threads without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/move.h"
#include "core/outcome.h"

namespace spielwerk::search {

/// How a position ends if nobody errs, and in how many plies: known, or open.
class Proof {
 public:
  constexpr Proof() = default;
  static constexpr Proof won(Player winner, int plies) { return Proof(2 + winner, plies); }
  static constexpr Proof drawn() { return Proof(1, 0); }
  static constexpr Proof of(Outcome outcome) {
    if (!outcome.is_over()) return {};
    return outcome.is_draw() ? drawn() : won(outcome.winner(), 0);
  }
  static constexpr Proof unpack(std::uint32_t bits) {
    return Proof(static_cast<int>(bits >> 16), static_cast<int>(bits & 0xFFFF));
  }
  constexpr std::uint32_t pack() const {
    return static_cast<std::uint32_t>(kind_) << 16 | static_cast<std::uint32_t>(plies_);
  }

  constexpr bool is_known() const { return kind_ != 0; }
  constexpr bool is_draw() const { return kind_ == 1; }
  constexpr bool is_win_of(Player player) const { return kind_ == 2 + player; }
  constexpr bool is_loss_of(Player player) const { return kind_ >= 2 && kind_ != 2 + player; }
  constexpr int plies() const { return plies_; }
  /// Of a known proof: how the game ends.
  constexpr Outcome outcome() const {
    return is_draw() ? Outcome::draw() : Outcome::win(static_cast<Player>(kind_ - 2));
  }
  friend constexpr bool operator==(const Proof&, const Proof&) = default;

 private:
  constexpr Proof(int kind, int plies)
      : kind_(static_cast<std::uint16_t>(kind)),
        plies_(static_cast<std::uint16_t>(plies < 0xFFFF ? plies : 0xFFFF)) {}
  /// 0 is open, 1 drawn, 2 and more won by a player.
  std::uint16_t kind_ = 0;
  std::uint16_t plies_ = 0;
};

/// A move of the tree and the position behind it. Its values are those of the player who makes the
/// move, and so, with any number of players, each chooses by its own (max^n).
///
/// Threads update means without locking: now and then one result is lost, which is less than the
/// playouts' own noise.
struct alignas(32) MctsNode {
  /// Where the tree goes one cell at a time, only that cell.
  Move move{};
  std::atomic<std::uint32_t> visits{0};
  std::atomic<float> mean{0};
  /// All moves as first (AMAF): the same for playouts in which the player made the move later.
  std::atomic<std::uint32_t> amaf_visits{0};
  std::atomic<float> amaf_mean{0};
  std::atomic<std::uint32_t> proof_bits{0};
  std::uint32_t first_child = 0;
  std::uint16_t child_count = 0;
  /// Threads below this node, each counted as a lost playout until it returns (virtual loss).
  std::atomic<std::uint8_t> in_flight{0};
  enum class State : std::uint8_t { Leaf, Expanding, Expanded };
  std::atomic<State> state{State::Leaf};

  Proof proof() const { return Proof::unpack(proof_bits.load(std::memory_order_relaxed)); }
  void prove(Proof proof) { proof_bits.store(proof.pack(), std::memory_order_relaxed); }
  bool is_expanded() const { return state.load(std::memory_order_acquire) == State::Expanded; }
  std::uint32_t visit_count() const { return visits.load(std::memory_order_relaxed); }

  void add_result(float result);
  void add_amaf_result(float result);
};
static_assert(sizeof(MctsNode) == 32);

/// Nodes in one block of memory of a fixed size. Once it is full no more are added, and playouts
/// begin at the leaves that are there.
class MctsTree {
 public:
  explicit MctsTree(int megabytes);

  /// Leaves nothing but a root without children.
  void clear();
  MctsNode& root() { return nodes_[0]; }
  const MctsNode& root() const { return nodes_[0]; }

  std::span<MctsNode> children(const MctsNode& node) {
    if (!node.is_expanded()) return {};
    return {nodes_ + node.first_child, node.child_count};
  }
  std::span<const MctsNode> children(const MctsNode& node) const {
    if (!node.is_expanded()) return {};
    return {nodes_ + node.first_child, node.child_count};
  }

  /// Gives a leaf its children. False if another thread is at it, or memory is used up.
  bool expand(MctsNode& node, std::span<const Move> moves);

  /// The child that `mover` looks at next: the upper confidence bound over playouts and AMAF. Where
  /// everything is proven, the best of that.
  MctsNode& select(const MctsNode& node, Player mover, int players);

  /// Settles a node whose children are known well enough: won if one move wins, else, once all are
  /// known, by the best of them. `plies` is what a move to a child counts. True if that is news.
  bool update_proof(MctsNode& node, Player mover, int plies) const;

  bool is_full() const { return is_full_.load(std::memory_order_relaxed); }
  /// The part of the memory that is in use, 0 to 1.
  double fill() const;

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::size_t capacity_;
  /// Not touched before it is used, so that an engine that never searches costs nothing.
  std::unique_ptr<std::byte, Free> memory_;
  MctsNode* nodes_;
  std::atomic<std::size_t> size_{0};
  std::atomic<bool> is_full_{false};
};

}  // namespace spielwerk::search
