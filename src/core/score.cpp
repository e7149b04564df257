#include "core/score.h"

#include <fmt/format.h>

#include "core/text.h"

namespace spielwerk {

std::string print_score(Score score) {
  switch (score.kind()) {
    case Score::Kind::Estimate:
      return fmt::format("{:.3f}", score.expected());
    case Score::Kind::Win:
      return fmt::format("win:{}", score.plies());
    case Score::Kind::Loss:
      return fmt::format("loss:{}", score.plies());
    case Score::Kind::Draw:
      return "draw";
  }
  return {};
}

Parsed<Score> parse_score(std::string_view text) {
  Cursor cursor(text);
  if (text == "draw") return Score::draw();
  for (const bool is_win : {true, false}) {
    if (!cursor.skip(is_win ? "win:" : "loss:")) continue;
    const auto plies = cursor.integer(0, 100'000, "a number of plies");
    if (!plies) return std::unexpected(plies.error());
    if (!cursor.at_end()) return cursor.fail("the end of the score");
    return is_win ? Score::win_in(*plies) : Score::loss_in(*plies);
  }
  constexpr std::string_view kExpected = "a score: 0.000 to 1.000, win:N, loss:N or draw";
  const auto whole = cursor.integer(0, 1, "a score");
  if (!whole || !cursor.skip(".")) return parse_error(0, std::string(kExpected));
  const std::size_t start = cursor.position();
  const auto thousandths = cursor.integer(0, 999, "a score");
  if (!thousandths || cursor.position() != start + 3 || !cursor.at_end() ||
      (*whole == 1 && *thousandths > 0)) {
    return parse_error(0, std::string(kExpected));
  }
  return Score::estimate(*whole + *thousandths / 1000.0);
}

}  // namespace spielwerk
