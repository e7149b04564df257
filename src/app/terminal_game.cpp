#include "app/terminal_game.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/played_game.h"
#include "app/record_file.h"
#include "app/save_file.h"
#include "app/terminal_style.h"
#include "core/line_reader.h"
#include "core/text.h"
#include "records/record_writer.h"

namespace spielwerk::app {
namespace {

// More legal moves than that are counted, not listed; these are some 50 lines.
constexpr std::uint64_t kMostListed = 500;
constexpr std::size_t kLineWidth = 80;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// A legal move, or any if there is none.
Move example_move(const Game& game, const Position& position) {
  const auto pick = [&](Cell before, Cell otherwise) {
    const std::vector<Cell> cells = position.next_cells(before);
    return cells.empty() ? otherwise : cells.front();
  };
  const Cell first = pick(kNoCell, 0);
  return {first, game.notation().cells_per_move == 2 ? pick(first, 1) : kNoCell};
}

/// How a move is written, in one or two lines.
std::string describe_moves(const Game& game, const Position& position) {
  const Notation& notation = game.notation();
  const std::string field = notation.row_first
                                ? fmt::format("<row>{}<column>", notation.cell_separator)
                                : fmt::format("<column>{}<row>", notation.cell_separator);
  const Move example = example_move(game, position);
  const std::string text = game.print_move(example);
  if (notation.cells_per_move == 1) {
    return fmt::format("A move is written {}, for example {}.\n", field, text);
  }
  return fmt::format(
      "A move is written {}{}{}, for example {},\nor as two fields with a blank between: {} {}.\n",
      field, notation.move_separator, field, text, game.print_cell(example.first),
      game.print_cell(example.second));
}

/// Why `text` cannot be read, as the rest of a sentence about it.
std::string reason_of(const ParseError& error, std::string_view text) {
  if (error.position >= text.size()) return fmt::format("expected {} after it", error.expected);
  return fmt::format("expected {} instead of {}", error.expected,
                     in_quotes(text.substr(error.position)));
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
        board_(game_.game(), options.style) {}

  void run() {
    greet();
    while (!is_done_) ask_person();
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
  static const std::array<Command, 13> kCommands;

  template <class... Arguments>
  void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::print(streams_.output, format, std::forward<Arguments>(arguments)...);
  }
  std::string_view name(Player player) const { return game_.game().player_name(player); }

  // ---- What is shown

  void greet() {
    const Game& game = game_.game();
    say("{}, {}\n", game.description().title, game.variant_text());
    say("Write a move like {}; 'help' lists all commands.\n",
        game.print_move(example_move(game, game_.position())));
    show();
  }

  void show(std::vector<Cell> choices = {}) {
    say("\n");
    board_.print(streams_.output, game_.position(),
                 {.last = game_.last_cells(), .choices = std::move(choices)});
    say("\n");
    const Outcome outcome = game_.outcome();
    board_.print_players(streams_.output, game_.position(),
                         outcome.is_over() ? kNoPlayer : game_.side_to_move());
    if (outcome.is_win()) say("{} wins.\n", board_.player(outcome.winner()));
    if (outcome.is_draw()) say("The game is a draw.\n");
  }

  void print_prompt() {
    if (!streams_.is_terminal) return;
    if (game_.outcome().is_over()) {
      say("game over> ");
    } else {
      say("{}> ", board_.player(game_.side_to_move()));
    }
  }

  /// The last move and what was noted about it.
  void show_last_move() {
    const auto last = game_.last_move();
    if (last) {
      say("After {}.", game_.game().print_move(last->move));
      if (last->evaluation) say(" [{}]", print_score(*last->evaluation));
      if (!last->comment.empty()) say(" {}", printable(last->comment));
      say("\n");
    } else {
      say("At the beginning.\n");
    }
    show();
  }

  // ---- Input

  void ask_person() {
    print_prompt();
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

  /// Reads a move in its own form, or as two fields with a blank between.
  Parsed<Move> parse_move(std::string_view text) const {
    const Game& game = game_.game();
    const auto fields = words(text);
    if (game.notation().cells_per_move == 2 && fields.size() == 2) {
      const auto first = parse_cell(game.notation(), game.geometry(), fields[0]);
      const auto second = parse_cell(game.notation(), game.geometry(), fields[1]);
      if (first && second) return game.make_move(*first, *second);
    }
    return game.parse_move(text);
  }

  void play(std::string_view text) {
    const auto move = parse_move(text);
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
    if (!streams_.is_terminal) say("{}: {}\n", name(game_.side_to_move()), move_text);
    for (const Step& step : game_.position().steps(*move)) {
      if (step.kind == StepKind::Pass) say("{} cannot move and passes.\n", name(step.piece.owner));
    }
    game_.play(*move);
    show();
  }

  // ---- Commands

  void help(std::string_view) {
    say("{}", describe_moves(game_.game(), game_.position()));
    for (const std::string& line : board_.legend()) say("  {}\n", line);
    for (const Command& command : kCommands) {
      const std::string form = fmt::format("{} {}", command.name, command.argument);
      say("  {:<14} {}\n", form, command.help);
    }
  }

  void list_moves(std::string_view) {
    const Position& position = game_.position();
    if (game_.outcome().is_over()) {
      say("The game is over.\n");
      return;
    }
    if (position.move_count() > kMostListed) {
      say("{} moves are possible; 'hints' shows the fields.\n{}", position.move_count(),
          describe_moves(game_.game(), position));
      return;
    }
    std::vector<std::string> texts;
    std::size_t width = 0;
    for (const Move move : position.moves()) {
      texts.push_back(game_.game().print_move(move));
      width = std::max(width, texts.back().size() + 2);
    }
    const std::size_t columns = kLineWidth / width;
    for (std::size_t index = 0; index < texts.size(); ++index) {
      const bool ends_line = (index + 1) % columns == 0 || index + 1 == texts.size();
      if (ends_line) {
        say("  {}\n", texts[index]);
      } else {
        say("  {:<{}}", texts[index], width - 2);
      }
    }
  }

  void show_hints(std::string_view field) {
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
    if (!game_.undo()) {
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
    board_ = TerminalBoard(game_.game(), options_.style);
    greet();
  }

  void quit(std::string_view) { is_done_ = true; }

  // ---- Files

  bool may_use_files() {
    if (!options_.may_use_files) say("Files cannot be used here.\n");
    return options_.may_use_files;
  }

  void save_carefully(std::string_view file) {
    if (!may_use_files()) return;
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::path(file), ignored)) {
      if (!streams_.is_terminal) {
        say("{} is there already; 'save! {}' replaces it.\n", in_quotes(file), printable(file));
        return;
      }
      say("{} is there already. Replace it? [y/N] ", in_quotes(file));
      std::string answer;
      const LineStatus status = reader_.next(answer);
      is_done_ = status == LineStatus::End;
      if (status != LineStatus::Line || (answer != "y" && answer != "Y" && answer != "yes")) {
        say("Not saved.\n");
        return;
      }
    }
    save(file);
  }

  void save(std::string_view file) {
    if (!may_use_files()) return;
    if (const auto saved = save_file(std::filesystem::path(file), print_record(game_.record()))) {
      say("Saved in {}.\n", in_quotes(file));
    } else {
      say("{} could not be saved: {}.\n", in_quotes(file), saved.error());
    }
  }

  void load(std::string_view file) {
    if (!may_use_files()) return;
    auto loaded = load_record(std::string(file), games_);
    if (!loaded) {
      say("{}\n", loaded.error());
      return;
    }
    if (loaded->has_more) say("The first of several games in {}:\n", in_quotes(file));
    begin(std::move(loaded->record));
  }

  const Registry& games_;
  const TerminalGameOptions options_;
  Streams& streams_;
  LineReader reader_;
  PlayedGame game_;
  TerminalBoard board_;
  bool is_done_ = false;
};

const std::array<TerminalGame::Command, 13> TerminalGame::kCommands{{
    {"moves", Argument::None, "", "list all moves that are possible", &TerminalGame::list_moves},
    {"hints", Argument::Optional, "[FIELD]",
     "show which fields can be picked, first or after FIELD", &TerminalGame::show_hints},
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
