#include "tests/games/score_verifier.h"

#include <fmt/format.h>

#include <algorithm>

namespace spielwerk::test {
namespace {

/// Wins and losses are followed along one attack. For a draw everything has to be tried: that ends
/// soon or never.
constexpr std::uint64_t kAttackPositions = 50'000;
constexpr std::uint64_t kDrawPositions = 5'000;

}  // namespace

void ScoreVerifier::begin(Score score) {
  left_ = score.kind() == Score::Kind::Draw ? kDrawPositions : kAttackPositions;
  problem_.clear();
}

ScoreVerifier::Verdict ScoreVerifier::verify(const Position& at, Score score) {
  begin(score);
  if (score.kind() == Score::Kind::Win) return wins(at, score.plies());
  if (score.kind() == Score::Kind::Loss) return loses(at, score.plies());
  const auto result = value(at);
  if (!result) return Verdict::TooLong;
  return *result == Result::Draw ? Verdict::Holds : fail(at, "is no draw");
}

ScoreVerifier::Verdict ScoreVerifier::verify(const Position& at, Move move, Score score) {
  Position next = at;
  next.play(move);
  if (score.kind() == Score::Kind::Draw) {
    return next.outcome().is_draw() ? Verdict::Holds : verify(next, score);
  }
  begin(score);
  const Player side = at.side_to_move();
  const bool is_win = score.kind() == Score::Kind::Win;
  return goes_on(next, is_win ? side : static_cast<Player>(1 - side), score.plies() - 1);
}

ScoreVerifier::Verdict ScoreVerifier::goes_on(const Position& at, Player winner, int plies) {
  if (const Outcome outcome = at.outcome(); outcome.is_over()) {
    if (outcome.is_win() && outcome.winner() == winner) return Verdict::Holds;
    return fail(at, "ends otherwise");
  }
  if (plies <= 0) return fail(at, "is not over in time");
  return at.side_to_move() == winner ? wins(at, plies) : loses(at, plies);
}

ScoreVerifier::Verdict ScoreVerifier::wins(const Position& at, int plies) {
  if (const auto known = won_.find(at.key()); known != won_.end() && known->second <= plies) {
    return Verdict::Holds;
  }
  if (left_ == 0) return Verdict::TooLong;
  --left_;
  if (wins_at_once(at)) {
    won_[at.key()] = 1;
    return Verdict::Holds;
  }
  if (plies < 2) return fail(at, "is not won at once");
  const auto move = attack_(at, plies);
  if (!move) return Verdict::TooLong;
  Position next = at;
  next.play(*move);
  const Verdict verdict = goes_on(next, at.side_to_move(), plies - 1);
  if (verdict == Verdict::Holds) won_[at.key()] = plies;
  return verdict;
}

ScoreVerifier::Verdict ScoreVerifier::loses(const Position& at, int plies) {
  if (const auto known = lost_.find(at.key()); known != lost_.end() && known->second <= plies) {
    return Verdict::Holds;
  }
  for (const Move move : at.moves()) {
    Position next = at;
    next.play(move);
    const Player winner = static_cast<Player>(1 - at.side_to_move());
    const Verdict verdict = goes_on(next, winner, plies - 1);
    if (verdict != Verdict::Holds) return verdict;
  }
  lost_[at.key()] = plies;
  return Verdict::Holds;
}

bool ScoreVerifier::wins_at_once(const Position& at) const {
  const auto moves = at.moves();
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    Position next = at;
    next.play(move);
    return next.outcome().is_win() && next.outcome().winner() == at.side_to_move();
  });
}

std::optional<ScoreVerifier::Result> ScoreVerifier::value(const Position& at) {
  if (const auto known = values_.find(at.key()); known != values_.end()) return known->second;
  if (left_ == 0) return std::nullopt;
  --left_;
  Result best = Result::Loss;
  for (const Move move : at.moves()) {
    Position next = at;
    next.play(move);
    Result result = Result::Draw;
    if (const Outcome outcome = next.outcome(); outcome.is_over()) {
      if (outcome.is_win()) {
        result = outcome.winner() == at.side_to_move() ? Result::Win : Result::Loss;
      }
    } else {
      const auto found = value(next);
      if (!found) return std::nullopt;
      const bool same = next.side_to_move() == at.side_to_move();
      result = same                     ? *found
               : *found == Result::Win  ? Result::Loss
               : *found == Result::Loss ? Result::Win
                                        : Result::Draw;
    }
    best = std::max(best, result);
    if (best == Result::Win) break;
  }
  return values_[at.key()] = best;
}

ScoreVerifier::Verdict ScoreVerifier::fail(const Position& at, const std::string& why) {
  problem_ = fmt::format("{} {}", at.text(), why);
  return Verdict::Fails;
}

}  // namespace spielwerk::test
