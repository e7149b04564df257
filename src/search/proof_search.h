// Depth-first proof-number search: proves or refutes that one side reaches its goal.
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

#include "search/interruption.h"
#include "search/knowledge.h"

namespace spielwerk::search {

enum class Verdict : std::uint8_t { Open, Proven, Refuted };

/// A question with the answer yes or no: does the attacker reach the goal against every defence?
/// Positions never repeat within a game, as where every move adds a stone.
template <class P>
concept ProofProblem = requires(const P& problem, typename P::State& state,
                                const typename P::State& at, Move move, MoveList& moves) {
  /// What is known without looking further.
  { problem.verdict(at) } -> std::same_as<Verdict>;
  /// The plies that a proven position still takes at most, where verdict said so.
  { problem.plies_to_goal(at) } -> std::convertible_to<int>;
  { problem.is_attackers_turn(at) } -> std::same_as<bool>;
  /// The attacker's moves worth trying, or at least all defences that could refute; without a
  /// move the side whose turn it is has failed. Higher scores are tried first.
  { problem.generate(at, moves) };
  { problem.play(state, move) };
  { problem.key(at) } -> std::same_as<std::uint64_t>;
};

/// Work left for the side to move to reach its aim, and for the other side to reach its own: proof
/// and disproof number at the attacker's turn, the other way round at the defender's.
struct ProofNumbers {
  std::uint32_t own = 1;
  std::uint32_t other = 1;
};

/// What proof searches remember of positions. Where there is no room, what took the least work
/// gives way.
class ProofTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    ProofNumbers numbers{};
    std::uint32_t work : 24 = 0;
    std::uint32_t age : 8 = 0;
  };
  static constexpr std::uint64_t kMostWork = (1u << 24) - 1;

  explicit ProofTable(int megabytes)
      : groups_(std::bit_floor((static_cast<std::size_t>(megabytes) << 20) / sizeof(Group))) {}

  /// Makes what is there invisible, as if the table were new.
  void forget() {
    if (++age_ < 256) return;
    groups_.assign(groups_.size(), Group{});
    age_ = 1;
  }

  const Entry* find(std::uint64_t key) const {
    for (const Entry& entry : groups_[key & (groups_.size() - 1)].entries) {
      if (entry.key == key && entry.age == age_) return &entry;
    }
    return nullptr;
  }

  void store(std::uint64_t key, ProofNumbers numbers, std::uint64_t work) {
    Entry* victim = nullptr;
    std::uint32_t least = 0;
    for (Entry& each : groups_[key & (groups_.size() - 1)].entries) {
      const bool is_empty = each.age != age_;
      if (!is_empty && each.key == key) {
        victim = &each;
        break;
      }
      const std::uint32_t worth = is_empty ? 0 : each.work;
      if (victim == nullptr || worth < least) {
        victim = &each;
        least = worth;
      }
    }
    victim->key = key;
    victim->numbers = numbers;
    victim->work = static_cast<std::uint32_t>(std::min(work, kMostWork)) & kMostWork;
    victim->age = age_ & 0xFF;
  }

 private:
  struct Group {
    Entry entries[4];
  };
  std::vector<Group> groups_;
  std::uint32_t age_ = 1;
};

/// Searches where the fewest positions still have to be decided (proof and disproof numbers, with
/// a table that keeps them, and thresholds a quarter above the second best child so that the
/// search does not jump to and fro).
template <ProofProblem P>
class ProofSearch {
 public:
  using State = typename P::State;

  /// Forgets what is in the table.
  ProofSearch(const P& problem, ProofTable& table) : problem_(problem), table_(table) {
    table_.forget();
  }

  /// How many nodes of `work` may be counted in all before every search here gives up.
  void give_up_at(std::uint64_t nodes) { most_nodes_ = nodes; }

  /// Open if it gave up or `work` ended it.
  Verdict prove(const State& at, Interruption& work) {
    const Verdict known = problem_.verdict(at);
    if (known != Verdict::Open) return known;
    const Numbers numbers = search(at, kMost, kMost, work);
    const bool is_attacker = problem_.is_attackers_turn(at);
    if (numbers.own == 0) return is_attacker ? Verdict::Proven : Verdict::Refuted;
    if (numbers.other == 0) return is_attacker ? Verdict::Refuted : Verdict::Proven;
    return Verdict::Open;
  }

  /// A move that decides the position for the side to move; empty if none is known. Found among
  /// the positions that the moves lead to, because positions that are alike share an entry.
  Move deciding_move(const State& at) const {
    std::vector<ScoredMove> storage;
    MoveList moves(storage);
    problem_.generate(at, moves);
    for (int index = 0; index < moves.size(); ++index) {
      const Move move = moves.pick(index).move;
      State next = at;
      problem_.play(next, move);
      if (numbers_of(next).other == 0) return move;
    }
    return {};
  }

  struct Strategy {
    /// Until the goal is reached, whatever the defence.
    int plies = 0;
    /// The longest defence and how it is met, at least the first move if there is one to make.
    std::vector<Move> line{};
  };
  /// Walks through the whole proof: how long the defence lasts at most, and that defence. Nothing
  /// if the search ends before.
  std::optional<Strategy> strategy(const State& at, Interruption& work) {
    if (prove(at, work) != Verdict::Proven) return std::nullopt;
    Lengths lengths;
    const int plies = length(at, lengths, work);
    if (plies < 0) return std::nullopt;
    Strategy result{.plies = plies};
    State state = at;
    for (int left = plies; problem_.verdict(state) == Verdict::Open; --left) {
      Move longest;
      for_each_child(state, [&](Move move, const State& next) {
        if (known_length(next, lengths) == left - 1) longest = move;
      });
      // What was found out for a position alike need not be known for this one's moves.
      if (longest.size() == 0) break;
      result.line.push_back(longest);
      problem_.play(state, longest);
    }
    return result;
  }

 private:
  using Numbers = ProofNumbers;
  using Entry = ProofTable::Entry;
  static constexpr std::uint32_t kMost = 1u << 30;
  static constexpr int kLooksPerNode = 16;

  struct Child {
    Move move;
    std::uint64_t key;
    Numbers numbers;
  };
  /// By the key of a proven position, the plies that the defence lasts.
  using Lengths = std::unordered_map<std::uint64_t, int>;

  bool must_end(const Interruption& work) const {
    return work.is_stopped() || work.nodes() >= most_nodes_;
  }

  Numbers numbers_of(const State& at) const {
    if (const Entry* entry = table_.find(problem_.key(at))) return entry->numbers;
    const Verdict verdict = problem_.verdict(at);
    if (verdict == Verdict::Open) return {};
    const bool is_won = (verdict == Verdict::Proven) == problem_.is_attackers_turn(at);
    return is_won ? Numbers{.own = 0, .other = kMost} : Numbers{.own = kMost, .other = 0};
  }

  /// Works on `at`, which is open, until one of its numbers reaches its limit.
  Numbers search(const State& at, std::uint32_t own_limit, std::uint32_t other_limit,
                 Interruption& work) {
    const std::uint64_t begin = work.nodes();
    const std::uint64_t key = problem_.key(at);
    if (work.tick() || must_end(work)) return {};

    const std::size_t first = children_.size();
    expand(at, work);
    const std::size_t end = children_.size();
    Numbers numbers;
    while (true) {
      std::uint32_t least = kMost;
      std::uint32_t second = kMost;
      std::size_t best = first;
      // The children's sum, which in a game with many ways to one position counts that position
      // many times, is replaced by the hardest child and one for each other still open.
      std::uint32_t hardest = 0;
      std::uint32_t open = 0;
      for (std::size_t index = first; index < end; ++index) {
        Child& child = children_[index];
        if (child.numbers.own != 0 && child.numbers.other != 0) {
          if (const Entry* entry = table_.find(child.key)) child.numbers = entry->numbers;
        }
        if (child.numbers.other < least) {
          second = least;
          least = child.numbers.other;
          best = index;
        } else {
          second = std::min(second, child.numbers.other);
        }
        if (child.numbers.own == 0) continue;
        hardest = std::max(hardest, child.numbers.own);
        ++open;
      }
      numbers.own = least;
      numbers.other = hardest == 0 || hardest >= kMost ? hardest : hardest + open - 1;
      if (numbers.own >= own_limit || numbers.other >= other_limit || must_end(work)) break;

      const std::uint32_t own_part = other_limit >= kMost ? kMost : other_limit - (open - 1);
      const std::uint32_t other_part =
          std::min(own_limit, second >= kMost ? kMost : second + second / 4 + 1);
      State next = at;
      problem_.play(next, children_[best].move);
      const Numbers found = search(next, own_part, other_part, work);
      if (must_end(work)) break;
      children_[best].numbers = found;
    }
    children_.resize(first);
    if (!must_end(work) || numbers.own == 0 || numbers.other == 0) {
      table_.store(key, numbers, work.nodes() - begin + 1);
    }
    return numbers;
  }

  void expand(const State& at, Interruption& work) {
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
      if (numbers.other == 0) return;
      // A look at a child is a small part of a node's work, but many together are a node more.
      if (index % kLooksPerNode == kLooksPerNode - 1) work.tick();
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

  /// The length of the longest defence, -1 if the search ended before.
  int length(const State& at, Lengths& lengths, Interruption& work) {
    if (const int known = known_length(at, lengths); known >= 0) return known;
    if (work.tick() || must_end(work)) return -1;
    int longest = 0;
    if (problem_.is_attackers_turn(at)) {
      Move move = deciding_move(at);
      if (move.size() == 0) {
        // The table has lost it: then it is found again.
        if (prove(at, work) != Verdict::Proven) return -1;
        move = deciding_move(at);
        if (move.size() == 0) return -1;
      }
      State next = at;
      problem_.play(next, move);
      longest = length(next, lengths, work);
    } else {
      for_each_child(at, [&](Move, const State& next) {
        if (longest >= 0) {
          const int plies = length(next, lengths, work);
          longest = plies < 0 ? -1 : std::max(longest, plies);
        }
      });
    }
    if (longest < 0) return -1;
    lengths.emplace(problem_.key(at), longest + 1);
    return longest + 1;
  }
  /// -1 if it was not found out yet.
  int known_length(const State& at, const Lengths& lengths) const {
    const Verdict verdict = problem_.verdict(at);
    if (verdict == Verdict::Proven) return problem_.plies_to_goal(at);
    const auto found = lengths.find(problem_.key(at));
    return verdict == Verdict::Refuted || found == lengths.end() ? -1 : found->second;
  }

  const P& problem_;
  ProofTable& table_;
  std::uint64_t most_nodes_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<ScoredMove> storage_;
  std::vector<Child> children_;
};

}  // namespace spielwerk::search
