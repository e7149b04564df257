// One thread of a Monte-Carlo tree search: simulations that go down the tree, play on at random and
// bring the result back.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/random.h"
#include "core/rules.h"
#include "search/mcts_tree.h"
#include "search/search_control.h"

namespace spielwerk::search {

/// Positions with more moves of two cells than this go into the tree cell by cell: two
/// stones on a board of 18×18 are 52,326 moves, but only 324 first stones and 323 second ones.
inline constexpr std::uint64_t kMaxWholeMoves = 512;

struct MctsStyle {
  /// Whether other threads work on the same tree.
  bool has_company = false;
  /// Whether every move at the root is looked at once before any is looked at twice.
  bool compares_all = false;
};

template <Rules R>
class MctsSimulation {
 public:
  using Position = typename R::Position;

  MctsSimulation(const R& rules, MctsTree& tree, const Position& root, SearchControl& control,
                 std::uint64_t seed, MctsStyle style)
      : rules_(rules),
        notation_(rules.notation()),
        tree_(tree),
        root_(root),
        control_(control),
        random_(seed),
        has_company_(style.has_company),
        is_sweeping_(style.compares_all) {
    auto keys = static_cast<std::uint32_t>(rules.geometry().cell_count());
    if (notation_.cells_per_move == 2) keys += kPairKeys;
    for (int player = 0; player < rules.players(); ++player) {
      played_[static_cast<std::size_t>(player)].resize(keys);
      move_means_[static_cast<std::size_t>(player)].resize(
          keys, 1.0F / static_cast<float>(rules.players()));
    }
  }

  /// Gives the root its children and looks which of them end the game.
  void expand_root() {
    position_ = root_;
    MctsNode& root = tree_.root();
    if (!root.is_expanded()) expand(root, kNoCell);
    for (MctsNode& child : tree_.children(root)) {
      if (is_half(child.move, kNoCell) || control_.tick()) break;
      Position next = root_;
      rules_.play(next, child.move);
      child.prove(Proof::of(rules_.outcome(next)));
    }
    tree_.update_proof(root, root_.side_to_move(), 1);
  }

  /// False if the search has to end; then nothing has been learnt.
  bool run() {
    position_ = root_;
    path_.clear();
    sequence_.clear();
    ++simulation_;
    ply_ = 0;
    const auto results = descend();
    if (has_company_) {
      for (const Visit& visit : path_) visit.node->in_flight.fetch_sub(1);
    }
    if (!results) return false;
    bring_back(*results);
    return true;
  }

 private:
  /// What each player gets.
  using Results = std::array<float, kMaxPlayers>;

  /// Playouts of games that need not end are given up as drawn after so many plies a cell, and
  /// sooner where that is the rule: what happens late at random says little.
  static constexpr int kMaxPliesPerCell = 4;
  static constexpr int kMaxPliesPerCellOfEndless = 1;
  /// Leaves get children after one visit, with many moves after more: so many children a visit are
  /// what memory is spent on.
  static constexpr std::uint64_t kChildrenPerVisit = 16;
  /// Moves of two cells share so many entries in tables of moves.
  static constexpr std::uint32_t kPairKeys = 4096;
  /// Playouts draw so many random moves and make the one that has done best so far (MAST).
  static constexpr int kDraws = 3;
  /// How much a move's mean follows the last result.
  static constexpr float kMeanRate = 0.02F;

  /// A node on the way down, and the player who chooses there.
  struct Visit {
    MctsNode* node;
    Player mover;
    /// Whoever made the move to this node; of the root nobody.
    Player maker;
    /// The first cell of a move whose second one is chosen here.
    Cell half;
    std::uint32_t ply;
  };
  /// An entry in the tables of moves and whose move it was.
  struct Made {
    Player player;
    std::uint32_t key;
  };
  /// When a move was last made in a simulation.
  struct Played {
    std::uint32_t simulation = 0;
    std::uint32_t ply = 0;
  };

  std::optional<Results> descend() {
    visit(tree_.root(), kNoPlayer, kNoCell);
    while (true) {
      const Visit at = path_.back();
      if (at.node->proof().is_known()) return results_of(at.node->proof().outcome());
      if (!at.node->is_expanded() && (!is_ripe(at) || !expand(*at.node, at.half))) {
        return play_out(at);
      }
      MctsNode& child = next_child(at);
      Cell half = kNoCell;
      if (is_half(child.move, at.half)) {
        half = child.move.first;
      } else if (play(whole_move(child.move, at.half))) {
        return std::nullopt;
      }
      visit(child, at.mover, half);
      if (half == kNoCell && child.visit_count() == 0) {
        child.prove(Proof::of(rules_.outcome(position_)));
      }
      // A tree of proven nodes alone takes no moves, but must end as well.
      if (half != kNoCell && control_.tick()) return std::nullopt;
    }
  }

  MctsNode& next_child(const Visit& at) {
    if (is_sweeping_ && path_.size() == 1) {
      for (MctsNode& child : tree_.children(*at.node)) {
        if (is_half(child.move, kNoCell)) break;
        const bool is_new = child.visit_count() == 0 && !child.proof().is_known() &&
                            child.in_flight.load(std::memory_order_relaxed) == 0;
        if (is_new) return child;
      }
      is_sweeping_ = false;
    }
    return tree_.select(*at.node, at.mover, rules_.players());
  }

  void visit(MctsNode& node, Player maker, Cell half) {
    if (has_company_) node.in_flight.fetch_add(1);
    path_.push_back({&node, position_.side_to_move(), maker, half, ply_});
  }

  bool is_half(Move move, Cell half) const {
    return notation_.cells_per_move == 2 && half == kNoCell && move.second == kNoCell;
  }
  Move whole_move(Move move, Cell half) const {
    return half == kNoCell ? move : make_move(notation_, half, move.first);
  }

  /// Whether a leaf has been visited often enough to get children.
  bool is_ripe(const Visit& at) const {
    const std::uint64_t visits = at.node->visit_count();
    if (at.node == &tree_.root()) return true;
    return visits > 0 && visits * kChildrenPerVisit >= child_count(at.half);
  }
  /// About how many children a leaf at this position would get.
  std::uint64_t child_count(Cell half) const {
    const auto cells = static_cast<std::uint64_t>(rules_.geometry().cell_count());
    if (half != kNoCell) return cells;
    const std::uint64_t moves = rules_.move_count(position_);
    return is_split(moves) ? cells : moves;
  }
  bool is_split(std::uint64_t moves) const {
    return notation_.cells_per_move == 2 && moves > kMaxWholeMoves;
  }

  bool expand(MctsNode& node, Cell half) {
    moves_.clear();
    if (half == kNoCell && !is_split(rules_.move_count(position_))) {
      rules_.for_each_move(position_, [&](Move move) { moves_.push_back(move); });
    } else {
      for (const Cell cell : next_cells(rules_, position_, half)) moves_.push_back({cell, kNoCell});
    }
    // Among equals the first is tried first: that should not be the upper left corner.
    for (std::size_t count = moves_.size(); count > 1; --count) {
      std::swap(moves_[count - 1], moves_[random_.below(static_cast<std::uint32_t>(count))]);
    }
    return tree_.expand(node, moves_);
  }

  // ---- Playouts

  /// True if the search has to end.
  bool play(Move move) {
    note(move);
    rules_.play(position_, move);
    ++ply_;
    return control_.tick();
  }

  std::optional<Results> play_out(const Visit& from) {
    if (from.half != kNoCell) {
      const auto cells = next_cells(rules_, position_, from.half);
      for (const Cell cell : cells) {
        if (try_win(from, make_move(notation_, from.half, cell))) return results_of_win(from.mover);
        if (control_.is_stopped()) return std::nullopt;
      }
      const Cell cell = cells[random_.below(static_cast<std::uint32_t>(cells.size()))];
      if (play(make_move(notation_, from.half, cell))) return std::nullopt;
    } else if (from.node->visit_count() == 0 && !is_split(rules_.move_count(position_))) {
      bool is_won = false;
      rules_.for_each_move(position_, [&](Move move) {
        if (!is_won && !control_.is_stopped()) is_won = try_win(from, move);
      });
      if (is_won) return results_of_win(from.mover);
      if (control_.is_stopped()) return std::nullopt;
    }
    const int plies_per_cell = given_up_ > finished_ ? kMaxPliesPerCellOfEndless : kMaxPliesPerCell;
    const int max_plies = plies_per_cell * rules_.geometry().cell_count();
    for (int ply = 0; ply < max_plies; ++ply) {
      const Outcome outcome = rules_.outcome(position_);
      if (outcome.is_over()) {
        ++finished_;
        return results_of(outcome);
      }
      if (play(playout_move())) return std::nullopt;
    }
    ++given_up_;
    return results_of(Outcome::draw());
  }

  Move playout_move() {
    if constexpr (!HasRandomMove<R>) {
      moves_.clear();
      rules_.for_each_move(position_, [&](Move move) { moves_.push_back(move); });
    }
    Move best = drawn_move();
    float highest = move_mean(best);
    for (int draw = 1; draw < kDraws; ++draw) {
      const Move move = drawn_move();
      const float mean = move_mean(move);
      if (mean <= highest) continue;
      highest = mean;
      best = move;
    }
    return best;
  }

  /// One of all moves; where they have to be listed for that, they are in `moves_`.
  Move drawn_move() {
    if constexpr (HasRandomMove<R>) {
      return rules_.random_move(position_, random_);
    } else {
      return moves_[random_.below(static_cast<std::uint32_t>(moves_.size()))];
    }
  }

  /// Whether a move wins at once; then the node is proven.
  bool try_win(const Visit& from, Move move) {
    Position next = position_;
    rules_.play(next, move);
    control_.tick();
    const Outcome outcome = rules_.outcome(next);
    if (!outcome.is_win() || outcome.winner() != from.mover) return false;
    from.node->prove(Proof::won(from.mover, 1));
    return true;
  }

  Results results_of(Outcome outcome) const {
    Results results{};
    for (int player = 0; player < rules_.players(); ++player) {
      results[static_cast<std::size_t>(player)] =
          static_cast<float>(outcome.share(static_cast<Player>(player), rules_.players()));
    }
    return results;
  }
  Results results_of_win(Player winner) const { return results_of(Outcome::win(winner)); }

  // ---- Tables of moves: all moves as first (AMAF), and their means over all playouts (MAST)

  std::size_t pair_key(Cell first, Cell second) const {
    const std::uint64_t hash = mix64(std::uint64_t{first} << 16 | second);
    return static_cast<std::size_t>(rules_.geometry().cell_count()) + hash % kPairKeys;
  }
  /// What a child stands for. Of moves made cell by cell each cell counts for itself where their
  /// order means nothing, else the second one only together with the first.
  std::size_t key_of(Move move, Cell half) const {
    if (half != kNoCell && !notation_.unordered) return pair_key(half, move.first);
    return move.second == kNoCell ? move.first : pair_key(move.first, move.second);
  }
  void note(Move move) {
    auto& played = played_[position_.side_to_move()];
    const Played now{simulation_, ply_};
    played[move.first] = now;
    if (move.second != kNoCell) {
      if (notation_.unordered) played[move.second] = now;
      played[pair_key(move.first, move.second)] = now;
    }
    for_each_key(move, [&](std::size_t key) {
      sequence_.push_back({position_.side_to_move(), static_cast<std::uint32_t>(key)});
    });
  }
  /// The entries that a move's mean is made of: of a pair without order one for each cell.
  template <class Visitor>
  void for_each_key(Move move, Visitor&& visit) const {
    if (move.second != kNoCell && !notation_.unordered) {
      visit(pair_key(move.first, move.second));
    } else {
      visit(std::size_t{move.first});
      if (move.second != kNoCell) visit(std::size_t{move.second});
    }
  }
  float move_mean(Move move) const {
    const auto& means = move_means_[position_.side_to_move()];
    float sum = 0;
    for_each_key(move, [&](std::size_t key) { sum += means[key]; });
    return sum;
  }

  void bring_back(const Results& results) {
    for (const Made& made : sequence_) {
      float& mean = move_means_[made.player][made.key];
      mean += (results[made.player] - mean) * kMeanRate;
    }
    bool is_news = path_.back().node->proof().is_known();
    for (std::size_t index = path_.size(); index-- > 0;) {
      const Visit& visit = path_[index];
      visit.node->add_result(visit.maker == kNoPlayer ? results[visit.mover]
                                                      : results[visit.maker]);
      if (index + 1 == path_.size()) continue;
      if (is_news) {
        const int plies = path_[index + 1].half == kNoCell ? 1 : 0;
        is_news = tree_.update_proof(*visit.node, visit.mover, plies);
      }
      const auto& played = played_[visit.mover];
      for (MctsNode& child : tree_.children(*visit.node)) {
        const Played& last = played[key_of(child.move, visit.half)];
        if (last.simulation == simulation_ && last.ply >= visit.ply) {
          child.add_amaf_result(results[visit.mover]);
        }
      }
    }
  }

  const R& rules_;
  const Notation& notation_;
  MctsTree& tree_;
  const Position& root_;
  SearchControl& control_;
  Random random_;
  const bool has_company_;
  bool is_sweeping_;

  Position position_{};
  std::uint32_t simulation_ = 0;
  std::uint32_t ply_ = 0;
  /// Playouts that came to the end of the game, and those that did not.
  std::uint32_t finished_ = 0;
  std::uint32_t given_up_ = 0;
  std::vector<Visit> path_;
  std::vector<Move> moves_;
  std::array<std::vector<Played>, kMaxPlayers> played_;
  std::vector<Made> sequence_;
  std::array<std::vector<float>, kMaxPlayers> move_means_;
};

}  // namespace spielwerk::search
