#include "protocols/ugi/info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spielwerk::ugi {

int to_centipoints(Score score) {
  constexpr int kWin = 30'000;
  constexpr double kMaxEstimate = 10'000;
  switch (score.kind()) {
    case Score::Kind::Win:
      return kWin - score.plies();
    case Score::Kind::Loss:
      return score.plies() - kWin;
    case Score::Kind::Draw:
      return 0;
    case Score::Kind::Estimate:
      break;
  }
  // Certainty has infinite odds, which the limits turn into a number again.
  const double odds = score.expected() / (1 - score.expected());
  const double points = std::clamp(100 * std::log(odds), -kMaxEstimate, kMaxEstimate);
  return static_cast<int>(std::lround(points));
}

std::string print_info(const Game& game, const SearchReport& report, std::size_t index) {
  const Line& line = report.lines[index];
  std::string text = fmt::format("info depth {}", report.depth);
  if (report.lines.size() > 1) text += fmt::format(" multipv {}", index + 1);
  text += fmt::format(" score cp {} value {} nodes {} nps {} time {} hashfull {} pv",
                      to_centipoints(line.score), print_score(line.score), report.nodes,
                      report.nodes_per_second(),
                      std::chrono::duration_cast<std::chrono::milliseconds>(report.time).count(),
                      std::lround(report.table_fill * 1000));
  for (const Move move : line.moves) {
    text += ' ';
    text += game.print_move(move);
  }
  return text;
}

}  // namespace spielwerk::ugi
