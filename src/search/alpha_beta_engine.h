// The engine made from a game's knowledge: iterative deepening with aspiration windows, in one or
// more threads.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "core/engine.h"
#include "core/game_adapter.h"
#include "search/principal_variation_search.h"

namespace spielwerk::search {

template <Knowledge K>
class AlphaBetaEngine final : public Engine {
 public:
  using Rules = typename K::Rules;
  using Adapter = GameAdapter<Rules>;
  using State = typename K::State;

  /// `game` must be one of Rules.
  AlphaBetaEngine(const Game& game, const EngineSettings& settings)
      : start_(game.start()),
        rules_(*Adapter::rules_of(start_)),
        settings_(settings),
        knowledge_(rules_, settings),
        shared_(std::make_unique<SharedSearch>(settings.table_megabytes)) {}

  void forget() override { shared_->table.clear(); }

  SearchReport search(const Position& at, const SearchLimits& limits, std::stop_token stop,
                      const SearchListener& listener) override {
    return Run(*this, at, limits, std::move(stop), listener, false).result();
  }
  SearchReport solve(const Position& at, const SearchLimits& limits, std::stop_token stop,
                     const SearchListener& listener) override {
    return Run(*this, at, limits, std::move(stop), listener, true).result();
  }

 private:
  static constexpr int kMaxDepth = kMaxPly - 1;
  static constexpr Value kAspirationWindow = 40;
  /// No estimate is certain, however good a position looks.
  static constexpr double kMaxExpected = 0.99;
  /// Whether pruned moves are searched at the root once every other move loses. A game with weak
  /// moves of its own has too many; searching just the weak ones only finds ways to delay a loss,
  /// which costs games (docs/engines/rows.md has the figures).
  static constexpr bool kSearchesPrunedMoves = !HasWeakMoves<K>;
  /// The limit of a game's own solver where neither time nor nodes are limited.
  static constexpr std::uint64_t kSolverNodes = 1'000'000;

  /// One search.
  class Run {
   public:
    Run(AlphaBetaEngine& engine, const Position& at, const SearchLimits& limits,
        std::stop_token stop, const SearchListener& listener, bool is_solving)
        : engine_(engine),
          limits_(limits),
          stop_(std::move(stop)),
          listener_(listener),
          is_solving_(is_solving),
          begin_(SteadyClock::now()),
          time_limits_(time_limits(limits, begin_)),
          position_(*Adapter::position_of(at)),
          root_(engine.knowledge_.root(position_)) {
      assert(!at.outcome().is_over());
    }

    SearchReport result() {
      if (limits_.nodes && engine_.settings_.threads == 1) {
        engine_.shared_->table.clear();
      } else {
        engine_.shared_->table.new_search();
      }
      moves_ = root_moves();
      line_count_ = std::min(static_cast<std::size_t>(std::max(limits_.lines, 1)), moves_.size());
      if (is_forced()) return forced_move();
      if (run_solver()) return report_;
      search_in_parallel();
      return report_;
    }

   private:
    using Moves = std::vector<RootMove>;

    Moves root_moves() {
      std::vector<ScoredMove> storage;
      MoveList list(storage);
      is_complete_ = engine_.knowledge_.generate(root_, list);
      // Ties are broken by the seed; 0 keeps board order.
      const std::uint64_t seed = engine_.settings_.seed;
      const auto comes_first = [seed](const ScoredMove& left, const ScoredMove& right) {
        if (left.score != right.score) return left.score > right.score;
        if (seed == 0) return left.move < right.move;
        return shuffle_key(left.move, seed) < shuffle_key(right.move, seed);
      };
      std::vector<ScoredMove> sorted(storage);
      std::sort(sorted.begin(), sorted.end(), comes_first);
      const std::size_t wanted = static_cast<std::size_t>(std::max(limits_.lines, 1));
      if (sorted.size() < wanted) {
        std::vector<ScoredMove> others = unsearched_moves(sorted);
        std::sort(others.begin(), others.end(), comes_first);
        if (others.size() > wanted - sorted.size()) others.resize(wanted - sorted.size());
        sorted.insert(sorted.end(), others.begin(), others.end());
      }
      Moves moves;
      moves.reserve(sorted.size());
      for (const ScoredMove& each : sorted) {
        moves.push_back({.move = each.move, .variation = {each.move}});
      }
      return moves;
    }

    /// Moves that the search would not look at: needed if more lines are asked for and, where there
    /// are not too many, if everything else loses.
    std::vector<ScoredMove> unsearched_moves(const std::vector<ScoredMove>& known) const {
      std::vector<ScoredMove> storage;
      MoveList list(storage);
      if constexpr (HasWeakMoves<K>) {
        engine_.knowledge_.generate_weak(root_, list);
      } else {
        // In random order, lest they all come from one corner of the board.
        engine_.rules_.for_each_move(position_, [&](Move move) {
          list.add(move, static_cast<std::int32_t>(shuffle_key(move, 1) >> 40));
        });
      }
      std::set<Move> seen;
      for (const ScoredMove& each : known) seen.insert(each.move);
      std::vector<ScoredMove> others(storage);
      std::erase_if(others, [&](const ScoredMove& each) { return !seen.insert(each.move).second; });
      return others;
    }

    /// Adds the moves that were pruned, the most promising first.
    void add_pruned_moves(Moves& moves) const {
      std::vector<ScoredMove> storage;
      MoveList list(storage);
      for (const RootMove& each : moves) list.add(each.move, 0);
      std::vector<ScoredMove> others;
      if constexpr (HasPrunedMoves<K>) {
        engine_.knowledge_.generate_pruned(root_, list);
        others.assign(storage.begin() + std::ssize(moves), storage.end());
      } else {
        others = unsearched_moves(storage);
      }
      std::sort(others.begin(), others.end(), [](const auto& left, const auto& right) {
        return left.score != right.score ? left.score > right.score : left.move < right.move;
      });
      for (const ScoredMove& each : others) {
        moves.push_back({.move = each.move, .variation = {each.move}});
      }
    }

    static std::uint64_t shuffle_key(Move move, std::uint64_t seed) {
      return mix64(seed * 0x9E3779B97F4A7C15u + (std::uint64_t{move.first} << 16 | move.second));
    }

    /// Whether there is only one legal move and the clock is running.
    bool is_forced() const {
      const bool is_timed = limits_.move_time.has_value() || limits_.clock.has_value();
      return is_timed && !is_solving_ && engine_.rules_.move_count(position_) == 1;
    }
    SearchReport forced_move() {
      RootMove& only = moves_.front();
      only.value = engine_.knowledge_.evaluate(root_, root_.side_to_move());
      report_.nodes = 1;
      report(0, 1);
      return report_;
    }

    /// Lets the game's own solver try; true if it has solved the position.
    bool run_solver() {
      if constexpr (HasSolver<K>) {
        if (limits_.lines > 1) return false;
        std::optional<SteadyClock::time_point> deadline = time_limits_.hard;
        std::optional<std::uint64_t> nodes = limits_.nodes;
        if (!is_solving_) {
          // If the solver fails, the search must still have its time.
          if (deadline) deadline = begin_ + (*deadline - begin_) * 2 / 5;
          if (nodes) nodes = *nodes * 2 / 5;
          if (!deadline && !nodes) nodes = kSolverNodes;
        }
        StopFlag stop_flag;
        SearchControl control(stop_flag, stop_, deadline, nodes);
        const std::optional<Solution> solution = engine_.knowledge_.solve(root_, control);
        solver_nodes_ = control.nodes();
        if (!solution) return false;
        is_exact_ = solution->is_exact;
        const auto found = std::find_if(moves_.begin(), moves_.end(), [&](const RootMove& each) {
          return each.move == solution->line.front();
        });
        if (found == moves_.end()) {
          moves_.insert(moves_.begin(), RootMove{.move = solution->line.front()});
        } else {
          std::rotate(moves_.begin(), found, found + 1);
        }
        moves_.front().value = solution->value;
        moves_.front().variation = solution->line;
        report(static_cast<int>(solution->line.size()), 1);
        return true;
      }
      return false;
    }

    void search_in_parallel() {
      const int threads = std::max(engine_.settings_.threads, 1);
      std::optional<std::uint64_t> nodes;
      if (limits_.nodes) {
        const std::uint64_t left = *limits_.nodes - std::min(solver_nodes_, *limits_.nodes - 1);
        nodes = std::max<std::uint64_t>(left / static_cast<std::uint64_t>(threads), 1);
      }
      const SearchMode mode{.is_full_width = is_solving_, .is_parallel = threads > 1};
      for (int index = 0; index < threads; ++index) {
        controls_.emplace_back(stop_flag_, stop_, time_limits_.hard, nodes);
        searches_.push_back(std::make_unique<PrincipalVariationSearch<K>>(
            engine_.knowledge_, engine_.rules_.players(), root_, *engine_.shared_, controls_.back(),
            mode));
      }
      std::vector<std::jthread> helpers;
      for (std::size_t index = 1; index < searches_.size(); ++index) {
        helpers.emplace_back([this, index, moves = moves_,
                              may_add_pruned = may_add_pruned()]() mutable {
          iterative_deepening(*searches_[index], controls_[index], moves, may_add_pruned, false);
        });
      }
      iterative_deepening(*searches_.front(), controls_.front(), moves_, may_add_pruned(), true);
      stop_flag_.is_stopped = true;
      helpers.clear();
      take_partial_depth();
      count_nodes();
    }

    bool may_add_pruned() const { return kSearchesPrunedMoves && !is_complete_; }

    /// Takes what counts of an iteration that was not finished.
    void take_partial_depth() {
      // In a lost position only a finished iteration has compared all moves.
      if (is_lost_) return;
      // With several lines those of the last finished iteration count, because this one has
      // updated only some of them. (A level, limited by nodes, takes what it has.)
      if (line_count_ > 1 && !limits_.nodes && depth_ > 0) return;
      // A move found to lose comes after those of which nothing bad is known yet.
      const auto loses = [](const RootMove& each) {
        return each.value != -kInfinite && is_loss(each.value);
      };
      Moves lost;
      std::copy_if(moves_.begin(), moves_.end(), std::back_inserter(lost), loses);
      std::erase_if(moves_, loses);
      moves_.insert(moves_.end(), lost.begin(), lost.end());
      // Even a search that was stopped before it began has an answer.
      RootMove& best = moves_.front();
      if (best.value == -kInfinite) {
        best.value = engine_.knowledge_.evaluate(root_, root_.side_to_move());
      }
      report(depth_, line_count_, false);
    }

    /// What each thread does: depth after depth, and at each depth line after line (multi-PV).
    void iterative_deepening(PrincipalVariationSearch<K>& search, SearchControl& control,
                             Moves& moves, bool may_add_pruned, bool is_main) {
      const int max_depth = std::min(limits_.depth.value_or(kMaxDepth), kMaxDepth);
      const bool was_pruned = may_add_pruned;
      for (int depth = 1; depth <= max_depth; ++depth) {
        for (RootMove& each : moves) {
          each.previous = each.value;
          each.value = -kInfinite;
        }
        for (std::size_t line = 0; line < line_count_ && !control.is_stopped(); ++line) {
          aspiration_search(search, control, moves, line, depth, may_add_pruned);
        }
        if (control.is_stopped()) {
          // Moves that this iteration did not reach keep the value of the last one.
          for (RootMove& each : moves) {
            if (each.value == -kInfinite) each.value = each.previous;
          }
          return;
        }
        if (!is_main) continue;
        depth_ = depth;
        is_lost_ = is_loss(moves.front().value);
        if (was_pruned && !may_add_pruned) is_complete_ = true;
        if constexpr (HasMaxPliesLeft<K>) {
          if (is_solving_ && depth >= engine_.knowledge_.max_plies_left(root_)) is_exact_ = true;
        }
        report(depth, line_count_);
        if (is_finished(depth)) return;
      }
    }

    /// Finds the best of the moves from `line` on, with an aspiration window around its last value.
    /// Where even that one loses, the pruned moves are added to the root moves for good.
    void aspiration_search(PrincipalVariationSearch<K>& search, SearchControl& control,
                           Moves& moves, std::size_t line, int depth, bool& may_add_pruned) {
      const auto first = [&] { return moves.begin() + static_cast<std::ptrdiff_t>(line); };
      // If every move gets a line of its own, each is searched alone.
      const std::size_t last = line_count_ == moves.size() ? line + 1 : moves.size();
      const Value before = first()->previous;
      Value window = kAspirationWindow;
      const bool is_aspiration = depth >= 4 && !is_decided(before) && before != -kInfinite;
      Value alpha = is_aspiration ? std::max(before - window, -kInfinite) : -kInfinite;
      Value beta = is_aspiration ? std::min(before + window, kInfinite) : kInfinite;
      while (true) {
        const Value value = search.search_root(moves, line, last, depth, alpha, beta);
        sort_by_value(first(), moves.end());
        if (control.is_stopped()) break;
        window *= 4;
        if (value <= alpha && alpha > -kInfinite) {
          alpha = window > kMaxEstimate ? -kInfinite : std::max(value - window, -kInfinite);
        } else if (value >= beta && beta < kInfinite) {
          beta = window > kMaxEstimate ? kInfinite : std::min(value + window, kInfinite);
        } else if (is_loss(value) && may_add_pruned && last == moves.size() && line == 0) {
          may_add_pruned = false;
          add_pruned_moves(moves);
          if (last < moves.size()) {
            search.search_root(moves, last, moves.size(), depth, value, kInfinite);
            sort_by_value(first(), moves.end());
          }
          break;
        } else {
          break;
        }
        for (RootMove& each : std::ranges::subrange(first(), moves.end())) each.value = -kInfinite;
      }
      sort_by_value(moves.begin(), first() + 1);
    }

    /// Stable. Insertion sort, because most values are equal or in order already.
    static void sort_by_value(typename Moves::iterator begin, typename Moves::iterator end) {
      for (auto each = begin; each != end; ++each) {
        auto place = each;
        while (place != begin && (place - 1)->value < each->value) --place;
        std::rotate(place, each, each + 1);
      }
    }

    /// Whether another iteration could tell nothing new, or has no time.
    bool is_finished(int depth) const {
      if (time_limits_.soft && SteadyClock::now() >= *time_limits_.soft) return true;
      if constexpr (HasMaxPliesLeft<K>) {
        if (depth >= engine_.knowledge_.max_plies_left(root_)) return true;
      }
      const auto is_settled = [&](const RootMove& each) {
        if (has_distance(each.value)) return distance_of(each.value) <= depth;
        return is_decided(each.value) && !is_solving_;
      };
      return std::all_of(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(line_count_),
                         is_settled);
    }

    /// The first line's score is the position's: if all searched moves lose but others were pruned,
    /// it is only an estimate. So are losses against several opponents, who need not play as one
    /// team, unless the next of them wins at once.
    Score score_of(const RootMove& move, bool is_first) const {
      const bool is_certain = (!is_first || is_complete_) &&
                              (engine_.rules_.players() == 2 || distance_of(move.value) <= 2);
      const Value value = is_certain ? move.value : std::max(move.value, -kMaxEstimate);
      if (has_distance(value)) {
        const int plies = distance_of(value);
        return value > 0 ? Score::win_in(plies) : Score::loss_in(plies);
      }
      if (is_decided(value)) {
        int plies = static_cast<int>(move.variation.size());
        if constexpr (HasMaxPliesLeft<K>) plies = engine_.knowledge_.max_plies_left(root_);
        return value > 0 ? Score::win_in(plies) : Score::loss_in(plies);
      }
      if (is_exact_ && value == 0) return Score::draw();
      const double expected = 1.0 / (1.0 + std::exp(-value / static_cast<double>(K::kScale)));
      return Score::estimate(std::clamp(expected, 1 - kMaxExpected, kMaxExpected));
    }

    /// An exact score is final: a later one may find the same result sooner, but no other result.
    static bool is_contradicted(Score old, Score now) {
      return old.is_exact() && (now.kind() != old.kind() || now.plies() > old.plies());
    }

    void count_nodes() {
      std::uint64_t nodes = solver_nodes_;
      for (const SearchControl& each : controls_) nodes += each.nodes();
      report_.nodes = std::max(report_.nodes, nodes);
      report_.time = SteadyClock::now() - begin_;
      report_.table_fill = engine_.shared_->table.fill();
    }

    void report(int depth, std::size_t count, bool tell = true) {
      report_.depth = depth;
      count_nodes();
      std::vector<Line> lines;
      for (std::size_t index = 0; index < count && moves_[index].value > -kInfinite; ++index) {
        lines.push_back({score_of(moves_[index], index == 0), moves_[index].variation});
      }
      if (report_.lines.empty() || !is_contradicted(report_.score(), lines.front().score)) {
        report_.lines = std::move(lines);
      }
      if (tell && listener_) listener_(report_);
    }

    AlphaBetaEngine& engine_;
    const SearchLimits limits_;
    const std::stop_token stop_;
    const SearchListener& listener_;
    const bool is_solving_;
    const SteadyClock::time_point begin_;
    const TimeLimits time_limits_;
    const typename Rules::Position position_;
    const State root_;

    Moves moves_;
    /// How many lines are asked for (multi-PV), bounded by the number of moves.
    std::size_t line_count_ = 1;
    /// Whether no pruned move could be better than the best root move.
    bool is_complete_ = true;
    /// Whether all moves lost in the last finished iteration.
    bool is_lost_ = false;
    StopFlag stop_flag_;
    std::deque<SearchControl> controls_;
    std::vector<std::unique_ptr<PrincipalVariationSearch<K>>> searches_;
    std::uint64_t solver_nodes_ = 0;
    int depth_ = 0;
    bool is_exact_ = false;
    SearchReport report_;
  };

  const Position start_;
  const Rules& rules_;
  const EngineSettings settings_;
  K knowledge_;
  std::unique_ptr<SharedSearch> shared_;
};

/// The make_engine function of a game with one kind of knowledge.
template <Knowledge K>
std::unique_ptr<Engine> make_engine(const Game& game, const EngineSettings& settings) {
  return std::make_unique<AlphaBetaEngine<K>>(game, settings);
}

}  // namespace spielwerk::search
