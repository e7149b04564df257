#include "search/mcts_tree.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace spielwerk::search {
namespace {

constexpr std::align_val_t kAlignment{64};

/// How far a child is tried although others look better.
constexpr float kExploration = 0.1F;
/// What nothing is known of is taken for as good as the rest, and that counts as so many playouts:
/// one bad beginning must not be the end of a move.
constexpr float kPriorVisits = 1;
/// How soon the playouts through a child count for more than its AMAF value: 4 b² in Silver's
/// formula for the weight, with an AMAF value that is off by b = 0.07.
constexpr float kAmafBias = 0.02F;

/// Adds a value to a mean of `count` values, itself included.
void add_to_mean(std::atomic<float>& mean, float value, std::uint32_t count) {
  const float old = mean.load(std::memory_order_relaxed);
  mean.store(old + (value - old) / static_cast<float>(count), std::memory_order_relaxed);
}

std::uint32_t increment(std::atomic<std::uint32_t>& counter) {
  const std::uint32_t count = counter.load(std::memory_order_relaxed) + 1;
  counter.store(count, std::memory_order_relaxed);
  return count;
}

}  // namespace

void MctsNode::add_result(float result) { add_to_mean(mean, result, increment(visits)); }
void MctsNode::add_amaf_result(float result) {
  add_to_mean(amaf_mean, result, increment(amaf_visits));
}

void MctsTree::Free::operator()(std::byte* memory) const { ::operator delete(memory, kAlignment); }

MctsTree::MctsTree(int megabytes)
    : capacity_((static_cast<std::size_t>(std::max(megabytes, 1)) << 20) / sizeof(MctsNode)),
      memory_(static_cast<std::byte*>(::operator new(capacity_ * sizeof(MctsNode), kAlignment))),
      nodes_(reinterpret_cast<MctsNode*>(memory_.get())) {
  clear();
}

void MctsTree::clear() {
  new (nodes_) MctsNode();
  size_ = 1;
  is_full_ = false;
}

bool MctsTree::expand(MctsNode& node, std::span<const Move> moves) {
  auto leaf = MctsNode::State::Leaf;
  if (is_full() || !node.state.compare_exchange_strong(leaf, MctsNode::State::Expanding)) {
    return false;
  }
  const std::size_t first = size_.fetch_add(moves.size());
  if (first + moves.size() > capacity_) {
    size_.fetch_sub(moves.size());
    is_full_.store(true, std::memory_order_relaxed);
    node.state.store(MctsNode::State::Leaf, std::memory_order_relaxed);
    return false;
  }
  for (std::size_t index = 0; index < moves.size(); ++index) {
    (new (nodes_ + first + index) MctsNode())->move = moves[index];
  }
  node.first_child = static_cast<std::uint32_t>(first);
  node.child_count = static_cast<std::uint16_t>(moves.size());
  node.state.store(MctsNode::State::Expanded, std::memory_order_release);
  return true;
}

MctsNode& MctsTree::select(const MctsNode& node, Player mover, int players) {
  const std::span<MctsNode> all = children(node);
  const auto parent_visits = static_cast<float>(node.visit_count() + 1);
  const float exploration = kExploration * std::sqrt(std::log(parent_visits));
  const float draw = 1.0F / static_cast<float>(players);

  float sum = draw;
  float count = 1;
  for (const MctsNode& child : all) {
    const auto visits = static_cast<float>(child.visit_count());
    sum += visits * child.mean.load(std::memory_order_relaxed);
    count += visits;
  }
  const float first_play_urgency = sum / count;

  MctsNode* best = nullptr;
  float highest = -1;
  MctsNode* drawn = nullptr;
  MctsNode* slowest_loss = &all.front();
  int slowest = -1;
  for (MctsNode& child : all) {
    const Proof proof = child.proof();
    if (proof.is_known()) {
      if (proof.is_win_of(mover)) return child;
      if (proof.is_draw()) {
        drawn = &child;
      } else if (proof.plies() > slowest) {
        slowest = proof.plies();
        slowest_loss = &child;
      }
      continue;
    }
    const auto visits = static_cast<float>(child.visit_count());
    const auto amaf_visits = static_cast<float>(child.amaf_visits.load(std::memory_order_relaxed));
    const auto in_flight = static_cast<float>(child.in_flight.load(std::memory_order_relaxed));
    float value = first_play_urgency;
    if (visits + amaf_visits > 0) {
      const float trust = amaf_visits / (amaf_visits + visits + amaf_visits * visits * kAmafBias);
      const float mean = (child.mean.load(std::memory_order_relaxed) * visits +
                          first_play_urgency * kPriorVisits) /
                         (visits + kPriorVisits);
      value = (1 - trust) * mean + trust * child.amaf_mean.load(std::memory_order_relaxed);
    }
    value *= (visits + 1) / (visits + 1 + in_flight);
    value += exploration / std::sqrt(visits + in_flight + 1);
    if (value > highest) {
      highest = value;
      best = &child;
    }
  }
  if (best == nullptr) return drawn != nullptr ? *drawn : *slowest_loss;
  // A draw in hand is worth more than what looks worse; but only looking shows whether it is. So
  // both in turn.
  if (drawn != nullptr && highest < draw && node.visit_count() % 2 == 0) return *drawn;
  return *best;
}

bool MctsTree::update_proof(MctsNode& node, Player mover, int plies) const {
  int shortest_win = -1;
  int longest_loss = 0;
  bool has_open = false;
  bool has_draw = false;
  bool is_one_winner = true;
  Proof first_loss;
  for (const MctsNode& child : children(node)) {
    const Proof proof = child.proof();
    if (!proof.is_known()) {
      has_open = true;
    } else if (proof.is_win_of(mover)) {
      shortest_win = shortest_win < 0 ? proof.plies() : std::min(shortest_win, proof.plies());
    } else if (proof.is_draw()) {
      has_draw = true;
    } else {
      if (!first_loss.is_known()) first_loss = proof;
      is_one_winner = is_one_winner && proof.outcome() == first_loss.outcome();
      longest_loss = std::max(longest_loss, proof.plies());
    }
  }
  Proof proof;
  if (shortest_win >= 0) {
    proof = Proof::won(mover, shortest_win + plies);
  } else if (has_open) {
    return false;
  } else if (has_draw) {
    proof = Proof::drawn();
  } else if (is_one_winner) {
    proof = Proof::won(first_loss.outcome().winner(), longest_loss + plies);
  }
  // Where every move loses, but to different players, nothing says which of them is made.
  if (proof == node.proof()) return false;
  node.prove(proof);
  return true;
}

double MctsTree::fill() const {
  return static_cast<double>(std::min(size_.load(), capacity_)) / static_cast<double>(capacity_);
}

}  // namespace spielwerk::search
