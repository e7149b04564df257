#include "games/connect6/knowledge.h"

#include <algorithm>
#include <limits>

#include "games/connect6/candidates.h"

namespace spielwerk::connect6 {
namespace {

using search::Value;

/// The number of turns searched where none is forced.
constexpr int kMaxTurns = 40;
/// Nodes of the proof-number search one ply above the leaves; doubled with each ply nearer the
/// root.
constexpr std::uint64_t kProofNodes = 50;
/// The plies within which such an attack must win; the shortest win is not determined.
constexpr int kMaxAttack = 25;
/// Nodes for shortening a proven attack, in addition to ten times those of its proof.
constexpr std::uint64_t kMinShortening = 2'000;
/// The turn is worth about two well-placed stones.
constexpr Value kTempo = 60;

}  // namespace

Knowledge::Knowledge(const Rules& rules, const EngineSettings& settings)
    : lines_(rules, kWeights), proofs_(std::max(settings.table_megabytes / 2, 1)) {}

bool Knowledge::generate(const State& at, search::MoveList& moves) const {
  return generate_turns(lines_, at, kMaxTurns, moves);
}

void Knowledge::generate_weak(const State& at, search::MoveList& moves) const {
  generate_careless_turns(lines_, at, moves);
}

Value Knowledge::evaluate(const State& at, Player view) const {
  const int players = lines_.rules().players();
  int strongest = 0;
  for (Player player = 0; player < players; ++player) {
    if (player != view) strongest = std::max(strongest, at.weight_sum(player));
  }
  Value value = at.weight_sum(view) - strongest;
  if (at.side_to_move() == view) {
    value += kTempo;
  } else if (players == 2) {
    value -= kTempo;
  }
  return std::clamp(value, -search::kMaxEstimate, search::kMaxEstimate);
}

std::optional<Value> Knowledge::probe(const State& at, int depth, Value, Value, Memory& memory,
                                      search::SearchControl& control) const {
  const Player side = at.side_to_move();
  if (lines_.can_complete(at, side)) return search::win_in(1);
  if (lines_.rules().players() > 2) return std::nullopt;
  if (Threats(lines_, at, static_cast<Player>(1 - side)).stones_to_block() > 2) {
    return search::loss_in(2);
  }
  search::MoveList overloads(memory.storage);
  generate_attacks(lines_, at, true, overloads);
  if (overloads.size() > 0) return search::win_in(3);
  if (depth < 1) return std::nullopt;
  // The nearer the root, the more search a proven attack saves.
  const int last_free = at.position().free_cells() - 2 * kMaxAttack;
  const AttackProblem problem(lines_, side, std::max(last_free, 0));
  search::ProofNumberSearch<AttackProblem> search(problem, memory.proofs);
  search.set_max_nodes(control.nodes() + (kProofNodes << std::min(depth, 6)));
  if (search.prove(at, control) != search::Verdict::Proven) return std::nullopt;
  return search::win_in(kMaxAttack);
}

std::optional<search::Solution> Knowledge::solve(const State& at, search::SearchControl& control) {
  if (lines_.rules().players() > 2) return std::nullopt;
  std::optional<search::Solution> best;
  int last_free = 0;
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
  while (true) {
    const AttackProblem problem(lines_, at.side_to_move(), last_free);
    search::ProofNumberSearch<AttackProblem> search(problem, proofs_);
    search.set_max_nodes(max_nodes);
    auto proof = search.find_proof(at, control);
    if (!proof) return best;
    if (proof->line.empty()) {
      // A row can be completed at once.
      std::vector<search::ScoredMove> storage;
      search::MoveList moves(storage);
      generate_turns(lines_, at, 1, moves);
      proof->line.push_back(moves[0].move);
    }
    best = search::Solution{.value = search::win_in(proof->plies), .line = std::move(proof->line)};
    if (proof->plies <= 1) return best;
    // Try to prove it with a turn less, within a limit: a longer win is a win too.
    if (last_free == 0) max_nodes = 10 * control.nodes() + kMinShortening;
    last_free = at.position().free_cells() - 2 * (proof->plies - 2);
  }
}

}  // namespace spielwerk::connect6
