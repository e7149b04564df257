// The engine made from a game's knowledge: iterative deepening in one or more threads.
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
#include "search/worker.h"

namespace spielwerk::search {

template <Knowledge K>
class SearchEngine final : public Engine {
 public:
  using Rules = typename K::Rules;
  using Adapter = GameAdapter<Rules>;
  using State = typename K::State;

  /// `game` must be one of Rules.
  SearchEngine(const Game& game, const EngineSettings& settings)
      : start_(game.start()),
        rules_(*Adapter::rules_of(start_)),
        settings_(settings),
        knowledge_(rules_, settings),
        shared_(std::make_unique<SharedSearch>(settings.table_megabytes)) {}

  void forget() override { shared_->table.forget(); }

  SearchReport search(const Position& at, const SearchLimits& limits, std::stop_token stop,
                      const SearchListener& listener) override {
    return Run(*this, at, limits, std::move(stop), listener, false).result();
  }
  SearchReport solve(const Position& at, const SearchLimits& limits, std::stop_token stop,
                     const SearchListener& listener) override {
    return Run(*this, at, limits, std::move(stop), listener, true).result();
  }

 private:
  static constexpr int kMostDepth = kMaxPly - 1;
  static constexpr Value kFirstWindow = 40;
  /// No estimate is certain, however good a position looks.
  static constexpr double kMostExpected = 0.99;
  /// Whether moves that were left out can be searched after all. A game with weak moves of its own
  /// has too many others; to search the weak ones instead only finds ways to put a loss off, which
  /// costs games (docs/engines/rows.md has the figures).
  static constexpr bool kCanWiden = !HasWeakMoves<K>;
  /// What a game's own solver may use where neither time nor nodes are limited.
  static constexpr std::uint64_t kSolverNodes = 1'000'000;

  /// One search.
  class Run {
   public:
    Run(SearchEngine& engine, const Position& at, const SearchLimits& limits, std::stop_token stop,
        const SearchListener& listener, bool is_solving)
        : engine_(engine),
          limits_(limits),
          stop_(std::move(stop)),
          listener_(listener),
          is_solving_(is_solving),
          begin_(SteadyClock::now()),
          budget_(time_budget(limits, begin_)),
          position_(*Adapter::position_of(at)),
          root_(engine.knowledge_.root(position_)) {
      assert(!at.outcome().is_over());
    }

    SearchReport result() {
      if (limits_.nodes && engine_.settings_.threads == 1) {
        engine_.shared_->table.forget();
      } else {
        engine_.shared_->table.next_search();
      }
      moves_ = root_moves();
      line_count_ = std::min(static_cast<std::size_t>(std::max(limits_.lines, 1)), moves_.size());
      if (is_forced()) return forced_move();
      if (solve_at_once()) return report_;
      deepen();
      return report_;
    }

   private:
    using Moves = std::vector<RootMove>;

    Moves root_moves() {
      std::vector<ScoredMove> storage;
      MoveList list(storage);
      is_complete_ = engine_.knowledge_.generate(root_, list);
      // Among equals the seed decides; 0 leaves the order of the board.
      const std::uint64_t seed = engine_.settings_.seed;
      const auto comes_first = [seed](const ScoredMove& left, const ScoredMove& right) {
        if (left.score != right.score) return left.score > right.score;
        if (seed == 0) return left.move < right.move;
        return scatter(left.move, seed) < scatter(right.move, seed);
      };
      std::vector<ScoredMove> sorted(storage);
      std::sort(sorted.begin(), sorted.end(), comes_first);
      const std::size_t wanted = static_cast<std::size_t>(std::max(limits_.lines, 1));
      if (sorted.size() < wanted) {
        std::vector<ScoredMove> others = moves_beside(sorted);
        std::sort(others.begin(), others.end(), comes_first);
        if (others.size() > wanted - sorted.size()) others.resize(wanted - sorted.size());
        sorted.insert(sorted.end(), others.begin(), others.end());
      }
      Moves moves;
      moves.reserve(sorted.size());
      for (const ScoredMove& each : sorted) {
        moves.push_back({.move = each.move, .line = {each.move}});
      }
      return moves;
    }

    /// Moves that the search would not look at; they count if more lines are asked for, and if
    /// there are not too many, where everything else loses.
    std::vector<ScoredMove> moves_beside(const std::vector<ScoredMove>& known) const {
      std::vector<ScoredMove> storage;
      MoveList list(storage);
      if constexpr (HasWeakMoves<K>) {
        engine_.knowledge_.generate_weak(root_, list);
      } else {
        // In an order of no meaning, lest they come from one corner of the board.
        engine_.rules_.for_each_move(position_, [&](Move move) {
          list.add(move, static_cast<std::int32_t>(scatter(move, 1) >> 40));
        });
      }
      std::set<Move> seen;
      for (const ScoredMove& each : known) seen.insert(each.move);
      std::vector<ScoredMove> others(storage);
      std::erase_if(others, [&](const ScoredMove& each) { return !seen.insert(each.move).second; });
      return others;
    }

    /// Adds the moves that were left out, the most promising first.
    void widen(Moves& moves) const {
      std::vector<ScoredMove> storage;
      MoveList list(storage);
      for (const RootMove& each : moves) list.add(each.move, 0);
      std::vector<ScoredMove> others;
      if constexpr (HasReserveMoves<K>) {
        engine_.knowledge_.generate_reserve(root_, list);
        others.assign(storage.begin() + std::ssize(moves), storage.end());
      } else {
        others = moves_beside(storage);
      }
      std::sort(others.begin(), others.end(), [](const auto& left, const auto& right) {
        return left.score != right.score ? left.score > right.score : left.move < right.move;
      });
      for (const ScoredMove& each : others) {
        moves.push_back({.move = each.move, .line = {each.move}});
      }
    }

    static std::uint64_t scatter(Move move, std::uint64_t seed) {
      return mix64(seed * 0x9E3779B97F4A7C15u + (std::uint64_t{move.first} << 16 | move.second));
    }

    /// Whether there is nothing to think about.
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

    /// Lets the game's own solver try; says whether it knows the answer.
    bool solve_at_once() {
      if constexpr (HasSolver<K>) {
        if (limits_.lines > 1) return false;
        std::optional<SteadyClock::time_point> deadline = budget_.deadline;
        std::optional<std::uint64_t> nodes = limits_.nodes;
        if (!is_solving_) {
          // The search must have its time too if this comes to nothing.
          if (deadline) deadline = begin_ + (*deadline - begin_) * 2 / 5;
          if (nodes) nodes = *nodes * 2 / 5;
          if (!deadline && !nodes) nodes = kSolverNodes;
        }
        SharedStop shared;
        Interruption work(shared, stop_, deadline, nodes);
        const std::optional<Solution> solution = engine_.knowledge_.solve(root_, work);
        solver_nodes_ = work.nodes();
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
        moves_.front().line = solution->line;
        report(static_cast<int>(solution->line.size()), 1);
        return true;
      }
      return false;
    }

    void deepen() {
      const int threads = std::max(engine_.settings_.threads, 1);
      std::optional<std::uint64_t> nodes;
      if (limits_.nodes) {
        const std::uint64_t left = *limits_.nodes - std::min(solver_nodes_, *limits_.nodes - 1);
        nodes = std::max<std::uint64_t>(left / static_cast<std::uint64_t>(threads), 1);
      }
      const SearchStyle style{.is_exact = is_solving_, .has_company = threads > 1};
      for (int index = 0; index < threads; ++index) {
        counters_.emplace_back(stopped_, stop_, budget_.deadline, nodes);
        workers_.push_back(std::make_unique<Worker<K>>(engine_.knowledge_, engine_.rules_.players(),
                                                       root_, *engine_.shared_, counters_.back(),
                                                       style));
      }
      std::vector<std::jthread> helpers;
      for (std::size_t index = 1; index < workers_.size(); ++index) {
        helpers.emplace_back([this, index, moves = moves_, may_widen = can_widen()]() mutable {
          think(*workers_[index], counters_[index], moves, may_widen, false);
        });
      }
      think(*workers_.front(), counters_.front(), moves_, can_widen(), true);
      stopped_.is_stopped = true;
      helpers.clear();
      take_partial_depth();
      count_work();
    }

    bool can_widen() const { return kCanWiden && !is_complete_; }

    /// What counts of a depth that was not finished.
    void take_partial_depth() {
      // In a lost position the finished depth has compared all moves, this one only some.
      if (is_lost_) return;
      // Where several lines are compared, those of the last finished depth are: the next one has
      // reached some of them only. (A level, limited by nodes, takes what it has.)
      if (line_count_ > 1 && !limits_.nodes && depth_ > 0) return;
      // A move found to lose gives way to those that nothing bad is known of yet.
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

    /// What each thread does: depth after depth, line after line.
    void think(Worker<K>& worker, Interruption& work, Moves& moves, bool may_widen, bool is_main) {
      const int most_depth = std::min(limits_.depth.value_or(kMostDepth), kMostDepth);
      const bool was_narrow = may_widen;
      for (int depth = 1; depth <= most_depth; ++depth) {
        for (RootMove& each : moves) {
          each.previous = each.value;
          each.value = -kInfinite;
        }
        for (std::size_t line = 0; line < line_count_ && !work.is_stopped(); ++line) {
          search_line(worker, work, moves, line, depth, may_widen);
        }
        if (work.is_stopped()) {
          // What this depth did not get to keeps its old value, behind what it did.
          for (RootMove& each : moves) {
            if (each.value == -kInfinite) each.value = each.previous;
          }
          return;
        }
        if (!is_main) continue;
        depth_ = depth;
        is_lost_ = is_loss(moves.front().value);
        if (was_narrow && !may_widen) is_complete_ = true;
        if constexpr (HasPliesLeft<K>) {
          if (is_solving_ && depth >= engine_.knowledge_.plies_left(root_)) is_exact_ = true;
        }
        report(depth, line_count_);
        if (is_finished(depth)) return;
      }
    }

    /// The best of the moves from `line` on. Where even that one loses, the moves that were left
    /// out are searched too, once for all depths.
    void search_line(Worker<K>& worker, Interruption& work, Moves& moves, std::size_t line,
                     int depth, bool& may_widen) {
      const auto first = [&] { return moves.begin() + static_cast<std::ptrdiff_t>(line); };
      // If every move gets a line of its own, there is no need to find out which comes next.
      const std::size_t last = line_count_ == moves.size() ? line + 1 : moves.size();
      const Value before = first()->previous;
      Value window = kFirstWindow;
      const bool is_narrow = depth >= 4 && !is_decided(before) && before != -kInfinite;
      Value alpha = is_narrow ? std::max(before - window, -kInfinite) : -kInfinite;
      Value beta = is_narrow ? std::min(before + window, kInfinite) : kInfinite;
      while (true) {
        const Value value = worker.search_root(moves, line, last, depth, alpha, beta);
        sort_by_value(first(), moves.end());
        if (work.is_stopped()) break;
        window *= 4;
        if (value <= alpha && alpha > -kInfinite) {
          alpha = window > kMaxEstimate ? -kInfinite : std::max(value - window, -kInfinite);
        } else if (value >= beta && beta < kInfinite) {
          beta = window > kMaxEstimate ? kInfinite : std::min(value + window, kInfinite);
        } else if (is_loss(value) && may_widen && last == moves.size() && line == 0) {
          may_widen = false;
          widen(moves);
          if (last < moves.size()) {
            worker.search_root(moves, last, moves.size(), depth, value, kInfinite);
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

    /// Equals stay in order. By insertion, for most values are the same or in order already.
    static void sort_by_value(typename Moves::iterator begin, typename Moves::iterator end) {
      for (auto each = begin; each != end; ++each) {
        auto place = each;
        while (place != begin && (place - 1)->value < each->value) --place;
        std::rotate(place, each, each + 1);
      }
    }

    /// Whether another depth could tell nothing new, or has no time.
    bool is_finished(int depth) const {
      if (budget_.last_depth_start && SteadyClock::now() >= *budget_.last_depth_start) return true;
      if constexpr (HasPliesLeft<K>) {
        if (depth >= engine_.knowledge_.plies_left(root_)) return true;
      }
      const auto is_settled = [&](const RootMove& each) {
        if (has_distance(each.value)) return distance_of(each.value) <= depth;
        return is_decided(each.value) && !is_solving_;
      };
      return std::all_of(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(line_count_),
                         is_settled);
    }

    /// The first line's score is the position's: if all moves searched lose but others were left
    /// out, it is only an estimate. So are losses to several others, who need not play as one team,
    /// unless the next of them wins at once.
    Score score_of(const RootMove& move, bool is_first) const {
      const bool is_certain = (!is_first || is_complete_) &&
                              (engine_.rules_.players() == 2 || distance_of(move.value) <= 2);
      const Value value = is_certain ? move.value : std::max(move.value, -kMaxEstimate);
      if (has_distance(value)) {
        const int plies = distance_of(value);
        return value > 0 ? Score::win_in(plies) : Score::loss_in(plies);
      }
      if (is_decided(value)) {
        int plies = static_cast<int>(move.line.size());
        if constexpr (HasPliesLeft<K>) plies = engine_.knowledge_.plies_left(root_);
        return value > 0 ? Score::win_in(plies) : Score::loss_in(plies);
      }
      if (is_exact_ && value == 0) return Score::draw();
      const double expected = 1.0 / (1.0 + std::exp(-value / static_cast<double>(K::kScale)));
      return Score::estimate(std::clamp(expected, 1 - kMostExpected, kMostExpected));
    }

    /// An exact score is final: what comes later may say the same sooner, but not something else.
    static bool is_taken_back(Score old, Score now) {
      return old.is_exact() && (now.kind() != old.kind() || now.plies() > old.plies());
    }

    void count_work() {
      std::uint64_t nodes = solver_nodes_;
      for (const Interruption& each : counters_) nodes += each.nodes();
      report_.nodes = std::max(report_.nodes, nodes);
      report_.time = SteadyClock::now() - begin_;
      report_.table_fill = engine_.shared_->table.fill();
    }

    void report(int depth, std::size_t count, bool tell = true) {
      report_.depth = depth;
      count_work();
      std::vector<Line> lines;
      for (std::size_t index = 0; index < count && moves_[index].value > -kInfinite; ++index) {
        lines.push_back({score_of(moves_[index], index == 0), moves_[index].line});
      }
      if (report_.lines.empty() || !is_taken_back(report_.score(), lines.front().score)) {
        report_.lines = std::move(lines);
      }
      if (tell && listener_) listener_(report_);
    }

    SearchEngine& engine_;
    const SearchLimits limits_;
    const std::stop_token stop_;
    const SearchListener& listener_;
    const bool is_solving_;
    const SteadyClock::time_point begin_;
    const TimeBudget budget_;
    const typename Rules::Position position_;
    const State root_;

    Moves moves_;
    /// How many lines are asked for, as far as there are moves.
    std::size_t line_count_ = 1;
    /// Whether no move left out could be better than the best that is there.
    bool is_complete_ = true;
    /// Whether all moves lost at the last finished depth.
    bool is_lost_ = false;
    SharedStop stopped_;
    std::deque<Interruption> counters_;
    std::vector<std::unique_ptr<Worker<K>>> workers_;
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
  return std::make_unique<SearchEngine<K>>(game, settings);
}

}  // namespace spielwerk::search
