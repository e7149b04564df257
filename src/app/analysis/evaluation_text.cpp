#include "app/analysis/evaluation_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spielwerk::app {
namespace {

constexpr int kBarWidth = 20;

std::string plies(int count) { return fmt::format("{} {}", count, count == 1 ? "ply" : "plies"); }

}  // namespace

std::string describe_score(Score score) {
  switch (score.kind()) {
    case Score::Kind::Win:
      return "wins in " + plies(score.plies());
    case Score::Kind::Loss:
      return "loses in " + plies(score.plies());
    case Score::Kind::Draw:
      return "draw";
    case Score::Kind::Estimate:
      break;
  }
  return fmt::format("{:.0f} %", score.expected() * 100);
}

std::string print_line(const Game& game, const Line& line, int max_moves) {
  std::string text;
  const int count = std::min(max_moves, static_cast<int>(line.moves.size()));
  for (int index = 0; index < count; ++index) {
    if (index > 0) text += ' ';
    text += game.print_move(line.moves[static_cast<std::size_t>(index)]);
  }
  if (count < static_cast<int>(line.moves.size())) text += " ...";
  return text;
}

std::string print_bar(Score score, std::string_view player, bool ascii) {
  const int filled = static_cast<int>(std::lround(score.expected() * kBarWidth));
  std::string bar;
  for (int index = 0; index < kBarWidth; ++index) {
    bar += index < filled ? (ascii ? "#" : "█") : (ascii ? "." : "░");
  }
  return fmt::format("{} {} {}", player, bar, describe_score(score));
}

}  // namespace spielwerk::app
