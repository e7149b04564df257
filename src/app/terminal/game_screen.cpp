#include "app/terminal/game_screen.h"

#include "app/terminal/move_help.h"
#include "app/terminal/terminal_style.h"

namespace spielwerk::app {

void GameScreen::greet() {
  const Game& game = game_.game();
  board_ = TerminalBoard(game, style_);
  say("{}, {}\n", game.description().title, game.variant_text());
  say("Write a move like {}; 'help' lists all commands.\n",
      game.print_move(example_move(game, game_.position())));
}

void GameScreen::show(std::vector<Cell> choices) const {
  say("\n");
  board_.print(streams_.output, game_.position(),
               {.last = game_.last_cells(), .choices = std::move(choices)});
  say("\n");
  const Outcome outcome = game_.outcome();
  board_.print_players(streams_.output, game_.position(),
                       outcome.is_over() ? kNoPlayer : game_.side_to_move());
  if (outcome.is_win()) {
    const std::string_view how =
        words_of(game_.game().description().look, game_.position().ending());
    say("{} wins{}{}.\n", board_.player(outcome.winner()), how.empty() ? "" : " ", how);
  }
  if (outcome.is_draw()) say("The game is a draw.\n");
}

void GameScreen::show_last_move() const {
  if (const auto last = game_.last_move()) {
    say("After {}.", game_.game().print_move(last->move));
    if (last->evaluation) say(" [{}]", print_score(*last->evaluation));
    if (!last->comment.empty()) say(" {}", printable(last->comment));
    say("\n");
  } else {
    say("At the beginning.\n");
  }
}

void GameScreen::print_prompt() const {
  if (!streams_.is_terminal) return;
  if (game_.outcome().is_over()) {
    say("game over> ");
  } else {
    say("{}> ", board_.player(game_.side_to_move()));
  }
}

void GameScreen::begin_thinking() const {
  if (!streams_.is_terminal) return;
  say("{} thinks ...", board_.player(game_.side_to_move()));
  streams_.output << std::flush;
}

void GameScreen::end_thinking() const {
  // Over the line that said who is thinking.
  if (streams_.is_terminal) say("\r{:30}\r", "");
}

}  // namespace spielwerk::app
