#include "games/tictactoe/knowledge.h"

#include <algorithm>

#include "games/tictactoe/attack.h"

namespace spielwerk::tictactoe {
namespace {

using search::Value;

constexpr Player other(Player player) { return static_cast<Player>(1 - player); }

/// With more free fields than this, moves are pruned and only attacks by threats are proven.
constexpr int kMaxFreeForAll = 36;
constexpr int kMaxCandidates = 20;
/// The turn is worth about a row that is half complete.
constexpr Value kTempo = 12;

}  // namespace

/// A row with one empty field less is worth about three times as much, down to the five last
/// stones; what is further away decides nothing.
search::RowWeights weights_for(int length) {
  constexpr std::array<int, 6> kByGap{0, 60, 40, 12, 4, 1};
  search::RowWeights weights{};
  for (int stones = 1; stones < length; ++stones) {
    const int gap = length - stones;
    weights[static_cast<std::size_t>(stones)] =
        gap < static_cast<int>(kByGap.size()) ? kByGap[static_cast<std::size_t>(gap)] : 1;
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
            search::kTactical + gain_of(lines_, at, moves[index].move.first).value_or(0);
      }
      return true;
    }
  }
  generate_moves(lines_, at, moves);
  if (at.position().free_cells() <= kMaxFreeForAll || moves.size() <= kMaxCandidates) return true;
  for (int index = 0; index < kMaxCandidates; ++index) moves.pick(index);
  moves.truncate(kMaxCandidates);
  return false;
}

void Knowledge::generate_pruned(const State& at, search::MoveList& moves) const {
  std::array<bool, kMaxSide * kMaxSide> is_there{};
  const int known = moves.size();
  for (int index = 0; index < known; ++index) is_there[moves[index].move.first] = true;
  for (Cell cell = 0; cell < lines_.rules().geometry().cell_count(); ++cell) {
    if (!at.is_free(cell) || is_there[cell]) continue;
    if (const auto gain = gain_of(lines_, at, cell)) moves.add({cell, kNoCell}, *gain);
  }
}

Value Knowledge::evaluate(const State& at, Player view) const {
  const Value value = at.weight_sum(view) - at.weight_sum(other(view)) +
                      (at.side_to_move() == view ? kTempo : -kTempo);
  return std::clamp(value, -search::kMaxEstimate, search::kMaxEstimate);
}

int Knowledge::max_plies_left(const State& at) const {
  const int free = at.position().free_cells();
  // Where moves are pruned, searching to the last field proves nothing.
  return free <= kMaxFreeForAll ? free : free + search::kMinWin;
}

std::optional<Value> Knowledge::probe(const State& at, int depth, Value alpha, Value beta, Memory&,
                                      search::SearchControl& control) const {
  const Player side = at.side_to_move();
  // Attacks by single threats branch little, so they are followed far, farther where more search
  // would be saved.
  const int length = attack_length(lines_, at, depth > 0 ? 8 : 4, control);
  if (length > 0) return search::win_in(length);
  if (Threats(lines_, at, other(side)).count() > 1) return search::loss_in(2);
  const bool cannot_win = cannot_get_row(lines_, at, side);
  const bool cannot_lose = cannot_get_row(lines_, at, other(side));
  if ((cannot_win && cannot_lose) || (cannot_win && alpha >= 0) || (cannot_lose && beta <= 0)) {
    return 0;
  }
  return std::nullopt;
}

std::optional<search::Solution> Knowledge::solve(const State& at, search::SearchControl& control) {
  const Player side = at.side_to_move();
  if (at.position().free_cells() > kMaxFreeForAll) return solve_by_threats(at, control);
  for (const Player attacker : {side, other(side)}) {
    if (auto found = solve_for(at, attacker, control)) return found;
    if (control.is_stopped()) return std::nullopt;
  }
  const auto move = drawing_move(at, control);
  if (!move) return std::nullopt;
  return search::Solution{.value = 0, .line = {*move}};
}

std::optional<search::Solution> Knowledge::solve_by_threats(const State& at,
                                                            search::SearchControl& control) {
  const AttackProblem problem(lines_, at.side_to_move());
  search::ProofNumberSearch<AttackProblem> search(problem, proofs_);
  auto proof = search.find_proof(at, control);
  // Wins within three plies are left to the search.
  if (!proof || proof->line.empty()) return std::nullopt;
  return search::Solution{.value = search::win_in(proof->plies), .line = std::move(proof->line)};
}

/// The shortest row of `attacker`, if there is one against every defence.
std::optional<search::Solution> Knowledge::solve_for(const State& at, Player attacker,
                                                     search::SearchControl& control) {
  std::optional<search::Solution> best;
  int last_free = 0;
  while (true) {
    const RowProblem problem(lines_, symmetries_, attacker, last_free);
    search::ProofNumberSearch<RowProblem> search(problem, proofs_);
    auto proof = search.find_proof(at, control);
    const bool is_own = at.side_to_move() == attacker;
    if (!proof) {
      // The move that disproves a faster win is the longest defence; the line of the proof may only
      // seem long because the attacker does not take the shortest way.
      if (best && !is_own && !control.is_stopped()) {
        const Move defence = search.deciding_move(at);
        if (defence.size() > 0) best->line = {defence};
      }
      return best;
    }
    if (proof->line.empty()) {
      // Decided without search: any generated move will do.
      std::vector<search::ScoredMove> storage;
      search::MoveList moves(storage);
      generate_moves(lines_, at, moves);
      proof->line.push_back(moves[0].move);
    }
    best = search::Solution{
        .value = is_own ? search::win_in(proof->plies) : search::loss_in(proof->plies),
        .line = proof->line};
    // Try to prove it with two plies less.
    last_free = at.position().free_cells() - proof->plies + 2;
    if (proof->plies <= 2) return best;
  }
}

/// The best-looking move after which the opponent has no way to a row.
std::optional<Move> Knowledge::drawing_move(const State& at, search::SearchControl& control) {
  const RowProblem problem(lines_, symmetries_, other(at.side_to_move()));
  search::ProofNumberSearch<RowProblem> search(problem, proofs_);
  std::vector<search::ScoredMove> storage;
  search::MoveList moves(storage);
  generate_moves(lines_, at, moves);
  for (int index = 0; index < moves.size(); ++index) {
    const Move move = moves.pick(index).move;
    State next = at;
    lines_.play(next, move);
    if (search.prove(next, control) == search::Verdict::Disproven) return move;
    if (control.is_stopped()) break;
  }
  return std::nullopt;
}

}  // namespace spielwerk::tictactoe
