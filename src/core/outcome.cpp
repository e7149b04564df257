#include "core/outcome.h"

#include <fmt/format.h>

namespace spielwerk {

std::string print_outcome(Outcome outcome, int players) {
  if (!outcome.is_over()) return "*";
  std::string text;
  for (int player = 0; player < players; ++player) {
    if (player > 0) text += '-';
    if (outcome.is_draw()) {
      text += fmt::format("1/{}", players);
    } else {
      text += outcome.winner() == player ? '1' : '0';
    }
  }
  return text;
}

Parsed<Outcome> parse_outcome(std::string_view text, int players) {
  // There are only players + 2 outcomes, so the printer is the parser's only grammar.
  if (text == print_outcome(Outcome::ongoing(), players)) return Outcome::ongoing();
  if (text == print_outcome(Outcome::draw(), players)) return Outcome::draw();
  for (int player = 0; player < players; ++player) {
    const Outcome win = Outcome::win(static_cast<Player>(player));
    if (text == print_outcome(win, players)) return win;
  }
  return parse_error(
      0, fmt::format("a result such as {}, {} or *", print_outcome(Outcome::win(0), players),
                     print_outcome(Outcome::draw(), players)));
}

}  // namespace spielwerk
