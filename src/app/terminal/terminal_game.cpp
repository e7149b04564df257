#include "app/terminal/terminal_game.h"

#include <fmt/format.h>

#include <array>

#include "app/analysis/evaluation_text.h"
#include "app/terminal/computer_seats.h"
#include "app/terminal/game_screen.h"
#include "app/terminal/move_help.h"
#include "app/terminal/played_game.h"
#include "app/terminal/record_dialog.h"
#include "core/line_reader.h"
#include "core/text.h"

namespace spielwerk::app {
namespace {

// A hint names that many moves, and that much of the play behind each.
constexpr int kHintLines = 3;
constexpr int kMaxLineMoves = 8;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

class TerminalGame {
 public:
  TerminalGame(Record record, const Registry& games, const TerminalGameOptions& options,
               Streams& streams)
      : games_(games),
        options_(options),
        streams_(streams),
        reader_(streams.input, streams.output),
        game_(std::move(record)),
        screen_(game_, options.style, streams),
        files_(games, options.may_use_files, reader_, streams),
        seats_(options.seats) {}

  void run() {
    greet();
    while (!is_done_) {
      if (is_computers_turn()) {
        let_computer_move();
      } else {
        ask_person();
      }
    }
  }

 private:
  enum class Argument : std::uint8_t { None, Optional, Required };
  struct Command {
    std::string_view name;
    Argument takes;
    std::string_view argument;
    std::string_view help;
    void (TerminalGame::*run)(std::string_view argument);
  };
  static const std::array<Command, 15> kCommands;

  template <class... Arguments>
  void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    screen_.say(format, std::forward<Arguments>(arguments)...);
  }
  std::string_view name(Player player) const { return screen_.name(player); }

  // ---- What is shown

  void greet() {
    const Game& game = game_.game();
    screen_.greet();
    seats_.take_over(game_.record());
    if (const auto seated = seats_.sit_down(game); !seated) {
      say("{}; a person plays instead.\n", seated.error());
    }
    for (int each = 0; each < game.players(); ++each) {
      const auto player = static_cast<Player>(each);
      if (seats_.is_computer(player))
        say("{} is played by {}.\n", name(player), seats_.name(player));
    }
    show();
  }

  void show(std::vector<Cell> choices = {}) {
    screen_.show(std::move(choices));
    if (options_.shows_evaluation && !game_.outcome().is_over()) show_evaluation({});
  }

  void show_last_move() {
    screen_.show_last_move();
    show();
  }

  // ---- Computers

  bool is_computers_turn() const {
    return !game_.outcome().is_over() && seats_.is_computer(game_.side_to_move());
  }

  void let_computer_move() {
    screen_.begin_thinking();
    const auto choice = seats_.choose(game_.position());
    screen_.end_thinking();
    if (!choice) {
      const Player player = game_.side_to_move();
      say("{} cannot go on: {}; a person plays instead.\n", name(player), choice.error());
      seats_.leave(player);
    } else if (choice->move) {
      make(*choice->move, choice->score, true);
    } else {
      resign({});
    }
  }

  /// Says and plays a legal move.
  void make(Move move, std::optional<Score> evaluation, bool says_it) {
    if (says_it) say("{}: {}\n", name(game_.side_to_move()), game_.game().print_move(move));
    for (const Step& step : game_.position().steps(move)) {
      if (step.kind == StepKind::Pass) say("{} cannot move and passes.\n", name(step.piece.owner));
    }
    game_.play(move, evaluation);
    if (game_.outcome().is_over()) seats_.end_game(game_.position());
    show();
  }

  bool can_advise() {
    if (!game_.outcome().is_over()) return true;
    say("The game is over.\n");
    return false;
  }

  void give_hint(std::string_view) {
    if (!can_advise()) return;
    const SearchReport report = seats_.advise(game_.position(), kHintLines);
    for (const Line& line : report.lines) {
      say("  {:<16} {}\n", describe_score(line.score),
          print_line(game_.game(), line, kMaxLineMoves));
    }
  }

  void show_evaluation(std::string_view) {
    if (!can_advise()) return;
    const SearchReport report = seats_.advise(game_.position(), 1);
    say("{}\n", print_bar(report.score(), name(game_.side_to_move()), options_.style.ascii));
  }

  // ---- Input

  void ask_person() {
    screen_.print_prompt();
    std::string line;
    switch (reader_.next(line)) {
      case LineStatus::Line:
        obey(trimmed(line));
        break;
      case LineStatus::TooLong:
        say("That line is too long to mean anything.\n");
        break;
      case LineStatus::End:
        if (streams_.is_terminal) say("\n");
        is_done_ = true;
        break;
    }
  }

  void obey(std::string_view line) {
    if (line.empty()) return;
    const std::size_t end = line.find_first_of(" \t");
    const std::string_view word = line.substr(0, end);
    const std::string_view argument =
        end == std::string_view::npos ? std::string_view() : trimmed(line.substr(end));
    for (const Command& command : kCommands) {
      if (command.name != word) continue;
      if (command.takes == Argument::None && !argument.empty()) {
        say("'{}' stands alone, without {}.\n", word, in_quotes(argument));
      } else if (command.takes == Argument::Required && argument.empty()) {
        say("'{}' needs something more: {} {}\n", word, word, command.argument);
      } else {
        (this->*command.run)(argument);
      }
      return;
    }
    play(line);
  }

  void play(std::string_view text) {
    const auto move = parse_typed_move(game_.game(), text);
    if (!move) {
      say("{} is neither a command nor a move: {}.\n", in_quotes(text),
          reason_of(move.error(), text));
      return;
    }
    const std::string move_text = game_.game().print_move(*move);
    if (game_.was_given_up()) {
      say("{} is not possible: the game is over ('undo' takes that back).\n", move_text);
      return;
    }
    if (!game_.position().is_legal(*move)) {
      say("{} is not possible: {}.\n", move_text, game_.position().objection(*move));
      return;
    }
    // On a terminal it stands there already, as it was typed.
    make(*move, {}, !streams_.is_terminal);
  }

  // ---- Commands

  void help(std::string_view) {
    say("{}", describe_moves(game_.game(), game_.position()));
    for (const std::string& line : screen_.board().legend()) say("  {}\n", line);
    for (const Command& command : kCommands) {
      const std::string form = fmt::format("{} {}", command.name, command.argument);
      say("  {:<14} {}\n", form, command.help);
    }
  }

  void list_moves(std::string_view) {
    if (game_.outcome().is_over()) {
      say("The game is over.\n");
    } else {
      say("{}", app::list_moves(game_.game(), game_.position()));
    }
  }

  void show_fields(std::string_view field) {
    const Game& game = game_.game();
    Cell first = kNoCell;
    if (!field.empty()) {
      const auto cell = parse_cell(game.notation(), game.geometry(), field);
      if (!cell) {
        say("{} is not a field: {}.\n", in_quotes(field), reason_of(cell.error(), field));
        return;
      }
      first = *cell;
    }
    if (game_.outcome().is_over()) {
      say("The game is over.\n");
      return;
    }
    std::vector<Cell> cells = game_.position().next_cells(first);
    if (cells.empty()) {
      say("No move goes on from {}.\n", game.print_cell(first));
      return;
    }
    show(std::move(cells));
  }

  void show_board(std::string_view) { show(); }

  void print_position(std::string_view) { say("{}\n", game_.position().text()); }

  void undo(std::string_view) {
    const bool was_given_up = game_.was_given_up();
    bool is_undone = game_.undo();
    // Against computers a person takes back to the own last move; if there is none, nothing.
    int more = 0;
    while (is_undone && !was_given_up && seats_.has_person() && is_computers_turn()) {
      is_undone = game_.undo();
      ++more;
    }
    for (; !is_undone && more > 0; --more) game_.redo();
    if (!is_undone) {
      say("There is nothing to take back.\n");
    } else if (was_given_up) {
      say("The result is taken back, the game goes on.\n");
      show();
    } else {
      show_last_move();
    }
  }

  void redo(std::string_view) {
    if (game_.redo()) {
      while (is_computers_turn() && game_.redo()) continue;
      show_last_move();
    } else {
      say("There is nothing that was taken back.\n");
    }
  }

  void resign(std::string_view) {
    if (game_.outcome().is_over()) {
      say("The game is over.\n");
    } else if (game_.game().players() > 2) {
      say("With {} players nobody can resign: it would not be clear who of the others wins.\n"
          "Play on, or 'save' the game and 'quit'.\n",
          game_.game().players());
    } else {
      say("{} resigns.\n", name(game_.side_to_move()));
      game_.surrender();
      show();
    }
  }

  void start_again(std::string_view text) {
    if (text.empty()) {
      begin(new_record(game_.game()));
      return;
    }
    const auto game = games_.parse(text);
    if (!game) {
      say("{} is not a game: {}.\n", in_quotes(text), game.error().message(text));
      return;
    }
    begin(new_record(*game));
  }

  Record new_record(const Game& game) const {
    Record record(game);
    record.set_tag("Date", options_.date);
    return record;
  }

  void begin(Record record) {
    game_ = PlayedGame(std::move(record));
    greet();
  }

  void quit(std::string_view) { is_done_ = true; }

  // ---- Files

  Record signed_record() const {
    Record record = game_.record();
    seats_.sign(record);
    return record;
  }
  void save_carefully(std::string_view file) {
    is_done_ = !files_.save_carefully(signed_record(), file);
  }
  void save(std::string_view file) { files_.save(signed_record(), file); }
  void load(std::string_view file) {
    if (auto record = files_.load(file)) begin(*std::move(record));
  }

  const Registry& games_;
  const TerminalGameOptions options_;
  Streams& streams_;
  LineReader reader_;
  PlayedGame game_;
  GameScreen screen_;
  RecordDialog files_;
  ComputerSeats seats_;
  bool is_done_ = false;
};

const std::array<TerminalGame::Command, 15> TerminalGame::kCommands{{
    {"moves", Argument::None, "", "list all moves that are possible", &TerminalGame::list_moves},
    {"fields", Argument::Optional, "[FIELD]",
     "show which fields can be picked, first or after FIELD", &TerminalGame::show_fields},
    {"hint", Argument::None, "", "what the computer would play, and why", &TerminalGame::give_hint},
    {"eval", Argument::None, "", "how the computer sees the position",
     &TerminalGame::show_evaluation},
    {"undo", Argument::None, "", "take the last move back", &TerminalGame::undo},
    {"redo", Argument::None, "", "make it again", &TerminalGame::redo},
    {"board", Argument::None, "", "show the board", &TerminalGame::show_board},
    {"position", Argument::None, "", "print the position as text, as --position takes it",
     &TerminalGame::print_position},
    {"save", Argument::Required, "FILE", "save the game up to here; never replaces a file unasked",
     &TerminalGame::save_carefully},
    {"save!", Argument::Required, "FILE", "the same, and replaces a file of that name",
     &TerminalGame::save},
    {"load", Argument::Required, "FILE", "go on with a saved game", &TerminalGame::load},
    {"new", Argument::Optional, "[GAME]", "start again, or another game: new othello:6x6",
     &TerminalGame::start_again},
    {"resign", Argument::None, "", "give up: the other player wins", &TerminalGame::resign},
    {"help", Argument::None, "", "show this", &TerminalGame::help},
    {"quit", Argument::None, "", "leave without saving", &TerminalGame::quit},
}};

}  // namespace

void play_in_terminal(Record record, const Registry& games, const TerminalGameOptions& options,
                      Streams& streams) {
  TerminalGame(std::move(record), games, options, streams).run();
}

}  // namespace spielwerk::app
