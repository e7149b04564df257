#include "games/tictactoe/knowledge.h"

#include <algorithm>

#include "games/tictactoe/attack.h"

namespace spielwerk::tictactoe {
namespace {

using search::Value;

constexpr Player other(Player player) { return static_cast<Player>(1 - player); }

/// With more free fields than this, moves are chosen and a proof is sought in threats alone.
constexpr int kMostFreeForAll = 36;
constexpr int kMostCandidates = 20;
/// Having the move is worth about a row more than half begun.
constexpr Value kTempo = 12;

}  // namespace

/// A row that lacks one stone less is worth about three times as much, down to the five last
/// stones; what is further away decides nothing.
search::RowWeights weights_for(int length) {
  constexpr std::array<int, 6> kByLack{0, 60, 40, 12, 4, 1};
  search::RowWeights weights{};
  for (int stones = 1; stones < length; ++stones) {
    const int lack = length - stones;
    weights[static_cast<std::size_t>(stones)] =
        lack < static_cast<int>(kByLack.size()) ? kByLack[static_cast<std::size_t>(lack)] : 1;
  }
  // A finished row ends the game and is never evaluated.
  weights[static_cast<std::size_t>(length)] = weights[static_cast<std::size_t>(length - 1)];
  return weights;
}

Knowledge::Knowledge(const Rules& rules, const EngineSettings& settings)
    : lines_(rules, weights_for(rules.length())),
      symmetries_(rules.geometry()),
      proofs_(std::max(settings.table_megabytes / 2, 1)) {}

bool Knowledge::generate(const State& at, search::MoveList& moves) const {
  const Player side = at.side_to_move();
  if (!lines_.can_complete(at, side) && !lines_.can_complete(at, other(side))) {
    if (const DoubleThreats own(lines_, at, side); own.any()) {
      own.add_makers(moves);
      return true;
    }
    if (const DoubleThreats threats(lines_, at, other(side)); threats.any()) {
      generate_defences(lines_, at, threats, moves);
      for (int index = 0; index < moves.size(); ++index) {
        moves[index].score =
            search::kSharp + gain_of(lines_, at, moves[index].move.first).value_or(0);
      }
      return true;
    }
  }
  generate_moves(lines_, at, moves);
  if (at.position().free_cells() <= kMostFreeForAll || moves.size() <= kMostCandidates) return true;
  for (int index = 0; index < kMostCandidates; ++index) moves.pick(index);
  moves.shorten(kMostCandidates);
  return false;
}

void Knowledge::generate_reserve(const State& at, search::MoveList& moves) const {
  std::array<bool, kLongestSide * kLongestSide> is_there{};
  const int known = moves.size();
  for (int index = 0; index < known; ++index) is_there[moves[index].move.first] = true;
  for (Cell cell = 0; cell < lines_.rules().geometry().cell_count(); ++cell) {
    if (!at.is_free(cell) || is_there[cell]) continue;
    if (const auto gain = gain_of(lines_, at, cell)) moves.add({cell, kNoCell}, *gain);
  }
}

Value Knowledge::evaluate(const State& at, Player view) const {
  const Value value =
      at.worth(view) - at.worth(other(view)) + (at.side_to_move() == view ? kTempo : -kTempo);
  return std::clamp(value, -search::kMaxEstimate, search::kMaxEstimate);
}

int Knowledge::plies_left(const State& at) const {
  const int free = at.position().free_cells();
  // Where moves are left out, searching to the last field proves nothing.
  return free <= kMostFreeForAll ? free : free + search::kSlowestWin;
}

std::optional<Value> Knowledge::known_value(const State& at, int depth, Value alpha, Value beta,
                                            Memory&, search::Interruption& work) const {
  const Player side = at.side_to_move();
  // An attack with nothing but fours is soon over, so it is followed far, the farther the more it
  // saves.
  const int length = attack_length(lines_, at, depth > 0 ? 8 : 4, work);
  if (length > 0) return search::win_in(length);
  if (Threats(lines_, at, other(side)).count() > 1) return search::loss_in(2);
  const bool cannot_win = cannot_get_row(lines_, at, side);
  const bool cannot_lose = cannot_get_row(lines_, at, other(side));
  if ((cannot_win && cannot_lose) || (cannot_win && alpha >= 0) || (cannot_lose && beta <= 0)) {
    return 0;
  }
  return std::nullopt;
}

std::optional<search::Solution> Knowledge::solve(const State& at, search::Interruption& work) {
  const Player side = at.side_to_move();
  if (at.position().free_cells() > kMostFreeForAll) return solve_by_threats(at, work);
  for (const Player attacker : {side, other(side)}) {
    if (auto found = solve_for(at, attacker, work)) return found;
    if (work.is_stopped()) return std::nullopt;
  }
  const auto move = drawing_move(at, work);
  if (!move) return std::nullopt;
  return search::Solution{.value = 0, .line = {*move}};
}

std::optional<search::Solution> Knowledge::solve_by_threats(const State& at,
                                                            search::Interruption& work) {
  const AttackProblem problem(lines_, at.side_to_move());
  search::ProofSearch<AttackProblem> search(problem, proofs_);
  auto strategy = search.strategy(at, work);
  // What is won within three plies the search sees as well.
  if (!strategy || strategy->line.empty()) return std::nullopt;
  return search::Solution{.value = search::win_in(strategy->plies),
                          .line = std::move(strategy->line)};
}

/// The shortest row of `attacker`, if there is one against every defence.
std::optional<search::Solution> Knowledge::solve_for(const State& at, Player attacker,
                                                     search::Interruption& work) {
  std::optional<search::Solution> best;
  int last_free = 0;
  while (true) {
    const RowProblem problem(lines_, symmetries_, attacker, last_free);
    search::ProofSearch<RowProblem> search(problem, proofs_);
    auto strategy = search.strategy(at, work);
    const bool is_own = at.side_to_move() == attacker;
    if (!strategy) {
      // The defence that rules out a faster win is the longest; in a proof that the win is there,
      // a defence may seem long only because the attacker takes his time.
      if (best && !is_own && !work.is_stopped()) {
        const Move defence = search.deciding_move(at);
        if (defence.size() > 0) best->line = {defence};
      }
      return best;
    }
    if (strategy->line.empty()) {
      // Decided on the spot: any of the moves that remain will do.
      std::vector<search::ScoredMove> storage;
      search::MoveList moves(storage);
      generate_moves(lines_, at, moves);
      strategy->line.push_back(moves[0].move);
    }
    best = search::Solution{
        .value = is_own ? search::win_in(strategy->plies) : search::loss_in(strategy->plies),
        .line = strategy->line};
    // Then whether two plies less would do.
    last_free = at.position().free_cells() - strategy->plies + 2;
    if (strategy->plies <= 2) return best;
  }
}

/// The best-looking move after which the opponent has no way to a row.
std::optional<Move> Knowledge::drawing_move(const State& at, search::Interruption& work) {
  const RowProblem problem(lines_, symmetries_, other(at.side_to_move()));
  search::ProofSearch<RowProblem> search(problem, proofs_);
  std::vector<search::ScoredMove> storage;
  search::MoveList moves(storage);
  generate_moves(lines_, at, moves);
  for (int index = 0; index < moves.size(); ++index) {
    const Move move = moves.pick(index).move;
    State next = at;
    lines_.play(next, move);
    if (search.prove(next, work) == search::Verdict::Refuted) return move;
    if (work.is_stopped()) break;
  }
  return std::nullopt;
}

}  // namespace spielwerk::tictactoe
