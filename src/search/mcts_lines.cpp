#include "search/mcts_lines.h"

#include <algorithm>
#include <cstdlib>

namespace spielwerk::search {
namespace {

/// No estimate is certain, however good a position looks.
constexpr float kMaxExpected = 0.99F;
/// A move that was tried seldom is taken for as good as the whole position, as if that had been
/// seen in so many playouts.
constexpr float kPriorVisits = 4;
/// Playouts in which it was made later say something too, but not more than so many of its own.
constexpr float kMaxAmafVisits = 8;
/// Lines end where the tree has seen less than this.
constexpr std::uint32_t kMinLineVisits = 4;

/// The most promising child for whoever moves there; nothing at a leaf.
const MctsNode* best_child(const MctsTree& tree, const MctsNode& node) {
  const auto children = tree.children(node);
  const Proof proof = node.proof();
  const auto distance = [&](const MctsNode& child) {
    return std::abs(child.proof().plies() + 1 - proof.plies());
  };
  const MctsNode* best = nullptr;
  for (const MctsNode& child : children) {
    if (proof.is_known()) {
      // Along what is proven goes the proof itself.
      const Proof its = child.proof();
      if (!its.is_known() || its.outcome() != proof.outcome()) continue;
      if (best == nullptr || distance(child) < distance(*best)) best = &child;
    } else if (best == nullptr || child.visit_count() > best->visit_count()) {
      best = &child;
    }
  }
  return best;
}

}  // namespace

MctsLines::MctsLines(const MctsTree& tree, const Notation& notation, int players, Player mover)
    : tree_(tree), notation_(notation), players_(players), mover_(mover) {
  for (const MctsNode& child : tree.children(tree.root())) {
    if (notation.cells_per_move == 1 || child.move.second != kNoCell) {
      add(child.move, child);
      continue;
    }
    for (const MctsNode& second : tree.children(child)) {
      if (second.visit_count() == 0) continue;
      add(make_move(notation, child.move.first, second.move.first), second);
    }
  }
}

void MctsLines::add(Move move, const MctsNode& node) {
  const Entry entry{
      .move = move,
      .node = &node,
      .visits = node.visit_count(),
      .mean = node.mean.load(std::memory_order_relaxed),
      .amaf_visits = static_cast<float>(node.amaf_visits.load(std::memory_order_relaxed)),
      .amaf_mean = node.amaf_mean.load(std::memory_order_relaxed),
      .proof = node.proof()};
  const auto [place, is_new] = entries_.try_emplace(move, entry);
  if (!is_new && is_better(entry, place->second)) place->second = entry;
}

void MctsLines::add_unknown(Move move) { entries_.try_emplace(move, Entry{.move = move}); }

void MctsLines::set_chance(Move move, double chance) { entries_.at(move).chance = chance; }

bool MctsLines::is_better(const Entry& left, const Entry& right) const {
  const auto rank = [&](const Entry& each) {
    return each.proof.is_win_of(mover_) ? 2 : each.proof.is_loss_of(mover_) ? 0 : 1;
  };
  if (rank(left) != rank(right)) return rank(left) > rank(right);
  if (rank(left) == 2) return left.proof.plies() < right.proof.plies();
  if (rank(left) == 0) return left.proof.plies() > right.proof.plies();
  if (left.chance != right.chance) return left.chance > right.chance;
  if (left.visits != right.visits) return left.visits > right.visits;
  if (left.mean != right.mean) return left.mean > right.mean;
  return left.move < right.move;
}

std::vector<Line> MctsLines::best(std::size_t count) const {
  std::vector<Entry> sorted;
  sorted.reserve(entries_.size());
  for (const auto& [move, entry] : entries_) sorted.push_back(entry);
  count = std::min(count, sorted.size());
  std::partial_sort(
      sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count), sorted.end(),
      [this](const Entry& left, const Entry& right) { return is_better(left, right); });
  std::vector<Line> lines;
  for (std::size_t index = 0; index < count; ++index) {
    lines.push_back({score_of(sorted[index], index == 0), line_of(sorted[index])});
  }
  return lines;
}

Score MctsLines::score_of(const Entry& entry, bool is_first) const {
  // The first line's score is the position's. A win says everything; a draw or a loss only once no
  // other move is open.
  const auto roots = tree_.children(tree_.root());
  const bool is_settled =
      !is_first || entry.proof.is_win_of(mover_) ||
      std::all_of(roots.begin(), roots.end(), [](const auto& e) { return e.proof().is_known(); });
  if (entry.proof.is_known() && is_settled) {
    if (entry.proof.is_draw()) return Score::draw();
    const int plies = entry.proof.plies() + 1;
    return entry.proof.is_win_of(mover_) ? Score::win_in(plies) : Score::loss_in(plies);
  }
  const MctsNode& root = tree_.root();
  const float share = 1.0F / static_cast<float>(players_);
  const auto known = static_cast<float>(root.visit_count());
  const float prior = (root.mean.load(std::memory_order_relaxed) * known + share) / (known + 1);
  const auto visits = static_cast<float>(entry.visits);
  const float amaf_visits = std::min(entry.amaf_visits, kMaxAmafVisits);
  float expected = (entry.mean * visits + entry.amaf_mean * amaf_visits + prior * kPriorVisits) /
                   (visits + amaf_visits + kPriorVisits);
  if (entry.proof.is_draw()) expected = share;
  if (entry.proof.is_loss_of(mover_)) expected = 0;
  return Score::estimate(std::clamp(expected, 1 - kMaxExpected, kMaxExpected));
}

std::vector<Move> MctsLines::line_of(const Entry& entry) const {
  std::vector<Move> moves{entry.move};
  Cell half = kNoCell;
  for (const MctsNode* node = entry.node; node != nullptr;) {
    node = best_child(tree_, *node);
    if (node == nullptr || (node->visit_count() < kMinLineVisits && !node->proof().is_known())) {
      break;
    }
    if (half == kNoCell && notation_.cells_per_move == 2 && node->move.second == kNoCell) {
      half = node->move.first;
      continue;
    }
    moves.push_back(half == kNoCell ? node->move : make_move(notation_, half, node->move.first));
    half = kNoCell;
  }
  return moves;
}

}  // namespace spielwerk::search
