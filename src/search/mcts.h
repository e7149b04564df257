// The general engine: Monte-Carlo tree search, which needs a game's rules and nothing else.
#pragma once

#include <algorithm>
#include <cassert>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "core/engine.h"
#include "core/game_adapter.h"
#include "search/mcts_lines.h"
#include "search/mcts_simulation.h"
#include "search/shortest_win.h"

namespace spielwerk::search {

template <Rules R>
class MctsEngine final : public Engine {
 public:
  using Adapter = GameAdapter<R>;

  /// `game` must be one of R.
  MctsEngine(const Game& game, const EngineSettings& settings)
      : start_(game.start()),
        rules_(*Adapter::rules_of(start_)),
        settings_(settings),
        tree_(settings.table_megabytes) {}

  void forget() override { tree_.clear(); }

  SearchReport search(const Position& at, const SearchLimits& limits, std::stop_token stop,
                      const SearchListener& listener) override {
    return Run(*this, at, limits, std::move(stop), listener, false).result();
  }
  SearchReport solve(const Position& at, const SearchLimits& limits, std::stop_token stop,
                     const SearchListener& listener) override {
    return Run(*this, at, limits, std::move(stop), listener, true).result();
  }

 private:
  /// Where there is only one move, playouts merely say what it is worth.
  static constexpr std::uint32_t kForcedPlayouts = 64;
  /// What telling drawn moves apart may take.
  static constexpr std::uint64_t kMaxChanceNodes = 100'000;
  /// What a position remembered on the way to the shortest win takes, about.
  static constexpr std::size_t kBytesPerEntry = 64;
  /// Counters have 32 bits.
  static constexpr std::uint32_t kMaxPlayouts = 1u << 31;

  /// One search.
  class Run {
   public:
    Run(MctsEngine& engine, const Position& at, const SearchLimits& limits, std::stop_token stop,
        const SearchListener& listener, bool is_solving)
        : engine_(engine),
          limits_(limits),
          stop_(std::move(stop)),
          listener_(listener),
          is_solving_(is_solving),
          begin_(SteadyClock::now()),
          position_(*Adapter::position_of(at)) {
      assert(!at.outcome().is_over());
    }

    SearchReport result() {
      engine_.tree_.clear();
      const int threads = std::max(engine_.settings_.threads, 1);
      std::optional<std::uint64_t> nodes;
      if (limits_.nodes) {
        nodes = std::max<std::uint64_t>(*limits_.nodes / static_cast<std::uint64_t>(threads), 1);
      }
      const auto deadline = this->deadline();
      const MctsStyle style{.has_company = threads > 1, .compares_all = limits_.lines > 1};
      for (int index = 0; index < threads; ++index) {
        counters_.emplace_back(stopped_, stop_, deadline, nodes);
        simulations_.push_back(std::make_unique<MctsSimulation<R>>(
            engine_.rules_, engine_.tree_, position_, counters_.back(),
            mix64(engine_.settings_.seed + static_cast<std::uint64_t>(index)), style));
      }
      simulations_.front()->expand_root();
      {
        std::vector<std::jthread> helpers;
        for (std::size_t index = 1; index < simulations_.size(); ++index) {
          helpers.emplace_back([this, index] {
            while (!is_finished() && simulations_[index]->run()) {
            }
          });
        }
        think();
        stopped_.is_stopped = true;
      }
      take_stock();
      if (is_solving_ && limits_.lines <= 1) shorten();
      return report_;
    }

   private:
    /// A tree has no depths to finish: on a clock it uses its share and no more.
    std::optional<SteadyClock::time_point> deadline() const {
      const TimeLimits time = time_limits(limits_, begin_);
      if (!time.soft) return time.hard;
      const auto share = begin_ + 2 * (*time.soft - begin_);
      return time.hard ? std::min(*time.hard, share) : share;
    }

    void think() {
      std::uint32_t next_report = 16;
      while (!is_finished() && simulations_.front()->run()) {
        if (root().visit_count() < next_report) continue;
        next_report += next_report / 2;
        take_stock();
        if (listener_) listener_(report_);
        if (limits_.depth && report_.depth >= *limits_.depth) return;
      }
    }

    const MctsNode& root() const { return engine_.tree_.root(); }

    /// Whether more playouts could tell nothing new.
    bool is_finished() const {
      if (root().proof().is_known() || root().visit_count() >= kMaxPlayouts) return true;
      const auto children = engine_.tree_.children(root());
      // Losses to different players prove nothing about the root, but there is nothing else.
      if (engine_.rules_.players() > 2 &&
          std::all_of(children.begin(), children.end(),
                      [](const MctsNode& each) { return each.proof().is_known(); })) {
        return true;
      }
      if (limits_.depth && engine_.tree_.is_full()) return true;
      const bool is_timed = limits_.move_time.has_value() || limits_.clock.has_value();
      return is_timed && !is_solving_ && children.size() == 1 &&
             root().visit_count() >= kForcedPlayouts;
    }

    /// What a limit of nodes leaves.
    std::optional<std::uint64_t> nodes_left() const {
      if (!limits_.nodes) return std::nullopt;
      return *limits_.nodes - std::min(*limits_.nodes, report_.nodes);
    }

    void count_work() {
      std::uint64_t nodes = 0;
      for (const SearchControl& each : counters_) nodes += each.nodes();
      report_.nodes = nodes;
      report_.time = SteadyClock::now() - begin_;
      report_.table_fill = engine_.tree_.fill();
    }

    void take_stock() {
      count_work();
      const Notation& notation = engine_.rules_.notation();
      MctsLines lines(engine_.tree_, notation, engine_.rules_.players(), position_.side_to_move());
      if (root().proof().is_draw()) tell_draws_apart(lines);
      const std::uint64_t moves = engine_.rules_.move_count(position_);
      const auto wanted = static_cast<std::size_t>(
          std::min<std::uint64_t>(static_cast<std::uint64_t>(std::max(limits_.lines, 1)), moves));
      if (lines.size() < wanted) {
        engine_.rules_.for_each_move(position_, [&](Move move) {
          if (lines.size() < wanted) lines.add_unknown(move);
        });
      }
      report_.lines = lines.best(wanted);
      for (Line& line : report_.lines) finish(line);
      report_.depth = static_cast<int>(report_.lines.front().moves.size());
    }

    /// Perfect play makes all drawn moves alike, but opponents are not perfect.
    void tell_draws_apart(MctsLines& lines) {
      if (engine_.rules_.players() != 2) return;
      StopFlag stopped;
      const std::uint64_t nodes = std::min(nodes_left().value_or(kMaxChanceNodes), kMaxChanceNodes);
      if (nodes == 0) return;
      SearchControl& control = counters_.emplace_back(stopped, stop_, deadline(), nodes);
      for (const MctsNode& child : engine_.tree_.children(root())) {
        if (!child.proof().is_draw() ||
            child.move.size() < engine_.rules_.notation().cells_per_move) {
          continue;
        }
        typename R::Position next = position_;
        engine_.rules_.play(next, child.move);
        const double chance = chance_against_random(next, child, control);
        if (control.is_stopped()) return;
        lines.set_chance(child.move, chance);
      }
    }
    /// What the player at the root gets from a proven position with its best moves, if the other
    /// one makes any. A drawn node has nothing but proven children.
    double chance_against_random(const typename R::Position& at, const MctsNode& node,
                                 SearchControl& control) const {
      const Player us = position_.side_to_move();
      const auto children = engine_.tree_.children(node);
      if (!node.proof().is_draw() || children.empty() || control.tick()) {
        return node.proof().is_known() ? node.proof().outcome().share(us, 2) : 0.5;
      }
      double best = 0;
      double sum = 0;
      for (const MctsNode& child : children) {
        if (child.move.size() < engine_.rules_.notation().cells_per_move) return 0.5;
        typename R::Position next = at;
        engine_.rules_.play(next, child.move);
        const double chance = chance_against_random(next, child, control);
        best = std::max(best, chance);
        sum += chance;
      }
      return at.side_to_move() == us ? best : sum / static_cast<double>(children.size());
    }

    /// The last move of a proven win is not in the tree: it is found by trying.
    void finish(Line& line) const {
      const bool is_short = line.score.kind() != Score::Kind::Draw && line.score.is_exact() &&
                            static_cast<int>(line.moves.size()) + 1 == line.score.plies();
      if (!is_short) return;
      typename R::Position at = position_;
      for (const Move move : line.moves) engine_.rules_.play(at, move);
      if (engine_.rules_.move_count(at) > kMaxWholeMoves) return;
      std::optional<Move> last;
      engine_.rules_.for_each_move(at, [&](Move move) {
        if (last) return;
        typename R::Position next = at;
        engine_.rules_.play(next, move);
        const Outcome outcome = engine_.rules_.outcome(next);
        if (outcome.is_win() && outcome.winner() == at.side_to_move()) last = move;
      });
      if (last) line.moves.push_back(*last);
    }

    /// A tree proves that a position is won, but seldom by the shortest way.
    void shorten() {
      const Proof proof = root().proof();
      if (engine_.rules_.players() != 2 || !proof.is_known() || proof.is_draw()) return;
      const auto nodes = nodes_left();
      if (nodes == 0u) return;
      StopFlag stopped;
      SearchControl& control = counters_.emplace_back(stopped, stop_, deadline(), nodes);
      const std::size_t max_entries =
          (static_cast<std::size_t>(engine_.settings_.table_megabytes) << 20) / kBytesPerEntry;
      ShortestWin<R> shortest(engine_.rules_, proof.outcome().winner(), control, max_entries);
      const auto line = shortest.find(position_, proof.plies());
      count_work();
      if (!line) return;
      const int plies = static_cast<int>(line->size());
      const bool is_win = proof.is_win_of(position_.side_to_move());
      report_.depth = plies;
      report_.lines = {{is_win ? Score::win_in(plies) : Score::loss_in(plies), *line}};
    }

    MctsEngine& engine_;
    const SearchLimits limits_;
    const std::stop_token stop_;
    const SearchListener& listener_;
    const bool is_solving_;
    const SteadyClock::time_point begin_;
    const typename R::Position position_;
    StopFlag stopped_;
    std::deque<SearchControl> counters_;
    std::vector<std::unique_ptr<MctsSimulation<R>>> simulations_;
    SearchReport report_;
  };

  const Position start_;
  const R& rules_;
  const EngineSettings settings_;
  MctsTree tree_;
};

template <Rules R>
std::unique_ptr<Engine> make_mcts(const Game& game, const EngineSettings& settings) {
  return std::make_unique<MctsEngine<R>>(game, settings);
}

}  // namespace spielwerk::search
