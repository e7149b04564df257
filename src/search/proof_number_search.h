// Depth-first proof-number search (df-pn): proves or disproves that one side reaches its goal.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "search/knowledge.h"
#include "search/search_control.h"

namespace spielwerk::search {

enum class Verdict : std::uint8_t { Unknown, Proven, Disproven };

/// A yes-or-no question: does the attacker reach the goal against every defence? The attacker's
/// turns are OR nodes, the defender's AND nodes. The game graph must have no cycles, as where every
/// move adds a stone.
template <class P>
concept ProofProblem = requires(const P& problem, typename P::State& state,
                                const typename P::State& at, Move move, MoveList& moves) {
  /// What is known of the position itself, without search.
  { problem.verdict(at) } -> std::same_as<Verdict>;
  /// The maximal number of plies to the goal, in a position that `verdict` calls proven.
  { problem.plies_to_goal(at) } -> std::convertible_to<int>;
  { problem.is_attackers_turn(at) } -> std::same_as<bool>;
  /// The attacker's moves worth trying, or at least all of the defender's moves that could
  /// disprove; a side to move without a move has failed. Higher scores are tried first.
  { problem.generate(at, moves) };
  { problem.play(state, move) };
  { problem.key(at) } -> std::same_as<std::uint64_t>;
};

/// Nagai's phi and delta: proof and disproof number at OR nodes, the other way round at AND nodes,
/// so that both kinds of nodes are treated alike.
struct ProofNumbers {
  std::uint32_t phi = 1;
  std::uint32_t delta = 1;
};

/// The transposition table of proof-number search. In a full bucket the entry with the smallest
/// subtree is replaced.
class ProofTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    ProofNumbers numbers{};
    std::uint32_t nodes : 24 = 0;
    std::uint32_t age : 8 = 0;
  };
  static constexpr std::uint64_t kMaxNodes = (1u << 24) - 1;

  explicit ProofTable(int megabytes)
      : buckets_(std::bit_floor((static_cast<std::size_t>(megabytes) << 20) / sizeof(Bucket))) {}

  /// Empties the table, in constant time but for every 256th call.
  void clear() {
    if (++age_ < 256) return;
    buckets_.assign(buckets_.size(), Bucket{});
    age_ = 1;
  }

  const Entry* find(std::uint64_t key) const {
    for (const Entry& entry : buckets_[key & (buckets_.size() - 1)].entries) {
      if (entry.key == key && entry.age == age_) return &entry;
    }
    return nullptr;
  }

  void store(std::uint64_t key, ProofNumbers numbers, std::uint64_t nodes) {
    Bucket& bucket = buckets_[key & (buckets_.size() - 1)];
    Entry* victim = &bucket.entries[0];
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    for (Entry& each : bucket.entries) {
      const bool is_empty = each.age != age_;
      if (!is_empty && each.key == key) {
        victim = &each;
        break;
      }
      const std::uint32_t nodes_there = is_empty ? 0 : each.nodes;
      if (nodes_there < fewest) {
        victim = &each;
        fewest = nodes_there;
      }
    }
    victim->key = key;
    victim->numbers = numbers;
    victim->nodes = static_cast<std::uint32_t>(std::min(nodes, kMaxNodes)) & kMaxNodes;
    victim->age = age_ & 0xFF;
  }

 private:
  struct Bucket {
    Entry entries[4];
  };
  std::vector<Bucket> buckets_;
  std::uint32_t age_ = 1;
};

/// Df-pn after A. Nagai (2002), with two refinements: the 1+ε threshold of Pawlewicz and Lew (2007;
/// here ε = 1/4), which keeps the search from jumping between siblings, and the sum of weak
/// proof-number search (Ueda et al., 2008), which does not count transpositions twice.
template <ProofProblem P>
class ProofNumberSearch {
 public:
  using State = typename P::State;

  /// Clears the table.
  ProofNumberSearch(const P& problem, ProofTable& table) : problem_(problem), table_(table) {
    table_.clear();
  }

  /// Every search gives up once `control` has counted this many nodes in all.
  void set_max_nodes(std::uint64_t nodes) { max_nodes_ = nodes; }

  /// Unknown if it gave up or `control` stopped it.
  Verdict prove(const State& at, SearchControl& control) {
    const Verdict known = problem_.verdict(at);
    if (known != Verdict::Unknown) return known;
    const Numbers numbers = search(at, kInfinity, kInfinity, control);
    const bool is_attacker = problem_.is_attackers_turn(at);
    if (numbers.phi == 0) return is_attacker ? Verdict::Proven : Verdict::Disproven;
    if (numbers.delta == 0) return is_attacker ? Verdict::Disproven : Verdict::Proven;
    return Verdict::Unknown;
  }

  /// A move that decides the position for the side to move; empty if none is known. Found through
  /// the entries of the children, because symmetric positions may share an entry.
  Move deciding_move(const State& at) const {
    std::vector<ScoredMove> storage;
    MoveList moves(storage);
    problem_.generate(at, moves);
    for (int index = 0; index < moves.size(); ++index) {
      const Move move = moves.pick(index).move;
      State next = at;
      problem_.play(next, move);
      if (numbers_of(next).delta == 0) return move;
    }
    return {};
  }

  struct Proof {
    /// The plies to the goal against the longest defence.
    int plies = 0;
    /// The longest defence and the attack against it, at least the first move if there is one.
    std::vector<Move> line{};
  };
  /// Walks the whole proof tree for the longest defence. Nothing if the search stops before, or the
  /// position is not proven.
  std::optional<Proof> find_proof(const State& at, SearchControl& control) {
    if (prove(at, control) != Verdict::Proven) return std::nullopt;
    Lengths lengths;
    const int plies = length(at, lengths, control);
    if (plies < 0) return std::nullopt;
    Proof result{.plies = plies};
    State state = at;
    for (int left = plies; problem_.verdict(state) == Verdict::Unknown; --left) {
      Move longest;
      for_each_child(state, [&](Move move, const State& next) {
        if (known_length(next, lengths) == left - 1) longest = move;
      });
      // The length may stem from a symmetric position whose children are not these.
      if (longest.size() == 0) break;
      result.line.push_back(longest);
      problem_.play(state, longest);
    }
    return result;
  }

 private:
  using Numbers = ProofNumbers;
  using Entry = ProofTable::Entry;
  static constexpr std::uint32_t kInfinity = 1u << 30;
  static constexpr int kChildrenPerNode = 16;

  struct Child {
    Move move;
    std::uint64_t key;
    Numbers numbers;
  };
  /// By the key of a proven position, the plies of the longest defence.
  using Lengths = std::unordered_map<std::uint64_t, int>;

  bool must_stop(const SearchControl& control) const {
    return control.is_stopped() || control.nodes() >= max_nodes_;
  }

  Numbers numbers_of(const State& at) const {
    if (const Entry* entry = table_.find(problem_.key(at))) return entry->numbers;
    const Verdict verdict = problem_.verdict(at);
    if (verdict == Verdict::Unknown) return {};
    const bool is_won = (verdict == Verdict::Proven) == problem_.is_attackers_turn(at);
    return is_won ? Numbers{.phi = 0, .delta = kInfinity} : Numbers{.phi = kInfinity, .delta = 0};
  }

  /// Searches below `at`, which is undecided, until one of its numbers reaches its threshold.
  Numbers search(const State& at, std::uint32_t phi_threshold, std::uint32_t delta_threshold,
                 SearchControl& control) {
    const std::uint64_t begin = control.nodes();
    const std::uint64_t key = problem_.key(at);
    if (control.tick() || must_stop(control)) return {};

    const std::size_t first = children_.size();
    expand(at, control);
    const std::size_t end = children_.size();
    Numbers numbers;
    while (true) {
      std::uint32_t min_delta = kInfinity;
      std::uint32_t second_delta = kInfinity;
      std::size_t best = first;
      // Weak proof-number search: the sum of the children's phi, which counts transpositions
      // several times, is replaced by the maximum plus one for each other undecided child.
      std::uint32_t max_phi = 0;
      std::uint32_t undecided = 0;
      for (std::size_t index = first; index < end; ++index) {
        Child& child = children_[index];
        if (child.numbers.phi != 0 && child.numbers.delta != 0) {
          if (const Entry* entry = table_.find(child.key)) child.numbers = entry->numbers;
        }
        if (child.numbers.delta < min_delta) {
          second_delta = min_delta;
          min_delta = child.numbers.delta;
          best = index;
        } else {
          second_delta = std::min(second_delta, child.numbers.delta);
        }
        if (child.numbers.phi == 0) continue;
        max_phi = std::max(max_phi, child.numbers.phi);
        ++undecided;
      }
      numbers.phi = min_delta;
      numbers.delta = max_phi == 0 || max_phi >= kInfinity ? max_phi : max_phi + undecided - 1;
      if (numbers.phi >= phi_threshold || numbers.delta >= delta_threshold || must_stop(control))
        break;

      const std::uint32_t child_phi_threshold =
          delta_threshold >= kInfinity ? kInfinity : delta_threshold - (undecided - 1);
      const std::uint32_t child_delta_threshold =
          std::min(phi_threshold,
                   second_delta >= kInfinity ? kInfinity : second_delta + second_delta / 4 + 1);
      State next = at;
      problem_.play(next, children_[best].move);
      const Numbers found = search(next, child_phi_threshold, child_delta_threshold, control);
      if (must_stop(control)) break;
      children_[best].numbers = found;
    }
    children_.resize(first);
    if (!must_stop(control) || numbers.phi == 0 || numbers.delta == 0) {
      table_.store(key, numbers, control.nodes() - begin + 1);
    }
    return numbers;
  }

  void expand(const State& at, SearchControl& control) {
    MoveList moves(storage_);
    problem_.generate(at, moves);
    for (int index = 0; index < moves.size(); ++index) {
      const Move move = moves.pick(index).move;
      State next = at;
      problem_.play(next, move);
      const std::uint64_t key = problem_.key(next);
      const Numbers numbers = numbers_of(next);
      children_.push_back({move, key, numbers});
      // One deciding child is enough.
      if (numbers.delta == 0) return;
      // Evaluating a child costs a fraction of a node; so many together count as one more.
      if (index % kChildrenPerNode == kChildrenPerNode - 1) control.tick();
    }
  }

  template <class Visitor>
  void for_each_child(const State& at, Visitor&& visit) const {
    std::vector<ScoredMove> storage;
    MoveList moves(storage);
    problem_.generate(at, moves);
    for (int index = 0; index < moves.size(); ++index) {
      State next = at;
      problem_.play(next, moves[index].move);
      visit(moves[index].move, next);
    }
  }

  /// The plies of the longest defence, -1 if the search stopped before.
  int length(const State& at, Lengths& lengths, SearchControl& control) {
    if (const int known = known_length(at, lengths); known >= 0) return known;
    if (control.tick() || must_stop(control)) return -1;
    int longest = 0;
    if (problem_.is_attackers_turn(at)) {
      Move move = deciding_move(at);
      if (move.size() == 0) {
        // Its entry was replaced: search again.
        if (prove(at, control) != Verdict::Proven) return -1;
        move = deciding_move(at);
        if (move.size() == 0) return -1;
      }
      State next = at;
      problem_.play(next, move);
      longest = length(next, lengths, control);
    } else {
      for_each_child(at, [&](Move, const State& next) {
        if (longest >= 0) {
          const int plies = length(next, lengths, control);
          longest = plies < 0 ? -1 : std::max(longest, plies);
        }
      });
    }
    if (longest < 0) return -1;
    lengths.emplace(problem_.key(at), longest + 1);
    return longest + 1;
  }
  /// -1 if it is not known yet.
  int known_length(const State& at, const Lengths& lengths) const {
    const Verdict verdict = problem_.verdict(at);
    if (verdict == Verdict::Proven) return problem_.plies_to_goal(at);
    const auto found = lengths.find(problem_.key(at));
    return verdict == Verdict::Disproven || found == lengths.end() ? -1 : found->second;
  }

  const P& problem_;
  ProofTable& table_;
  std::uint64_t max_nodes_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<ScoredMove> storage_;
  std::vector<Child> children_;
};

}  // namespace spielwerk::search
