// spielwerk play: any game in the terminal.
#include <fmt/format.h>

#include <ctime>

#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "app/terminal/record_file.h"
#include "app/terminal/terminal_game.h"
#include "games/all_games.h"
#include "protocols/all_players.h"

namespace spielwerk::app {
namespace {

/// `2026.11.15`
std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm date{};
  localtime_r(&now, &date);
  return fmt::format("{:04}.{:02}.{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

constexpr const char* kExamples =
    "Examples:\n"
    "  spielwerk play othello\n"
    "  spielwerk play othello --p2 level:3\n"
    "  spielwerk play kaskade:8x8 --p1 max --p2 simple:depth=3 --time 500ms\n"
    "  spielwerk play connect6:20,edges=torus,players=3\n"
    "  spielwerk play tictactoe --position X../.O./...:X\n"
    "  spielwerk play --load evening.txt\n\n";

/// Every game with its variants, for the help.
std::string game_list() {
  std::string text = "Games and some of their variants:\n";
  for (const auto& game : all_games().games()) {
    for (const Preset& preset : game->presets) {
      text += fmt::format("  {:<36} {}\n", game->name + ":" + preset.variant,
                          fmt::format("{}, {}", game->title, preset.title));
    }
  }
  return text;
}

std::string names_of_games() {
  std::string names;
  for (const auto& each : all_games().games()) names += (names.empty() ? "" : ", ") + each->name;
  return names;
}

class Play final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Plays a game against the computer or for people at one keyboard; 'help' there\n"
        "lists all commands.",
        kExamples + all_players().help(all_games(), kAllPlayers) + "\n" + game_list());
    const Option game = options.add("game", any_game(game_), kGameHelp);
    const Option position = options.add("--position", text(position_), "begin with this position");
    options.add("--load", text(file_), "go on with the first game in this file")
        .excludes(game)
        .excludes(position);
    for (std::size_t each = 0; each < kMaxPlayers; ++each) {
      options.add(fmt::format("--p{}", each + 1), seat(each),
                  fmt::format("who plays player {}", each + 1));
    }
    options.add("--time", duration(time_), "the computer's time for a move or a hint: 200ms, 5s");
    seed_.add_to(options);
    engine_.add_to(options);
    options.add_flag("--eval", shows_evaluation_, "show after every move how the computer sees it");
    style_.add_to(options);
  }

  ExitStatus run(Streams& streams) override {
    const std::string date = today();
    auto record = first_record(date);
    if (!record) return std::unexpected(record.error());
    seats_.limits.move_time = time_;
    seats_.players.seed = seed_.seed();
    seats_.players.engine = engine_.settings();
    if (const auto problem = objection_to_seats(record->game)) return std::unexpected(*problem);
    const TerminalGameOptions options{.style = style_.style(streams),
                                      .date = date,
                                      .seats = seats_,
                                      .shows_evaluation = shows_evaluation_};
    play_in_terminal(*std::move(record), all_games(), options, streams);
    return 0;
  }

 private:
  Value seat(std::size_t index) {
    Value value = text(seats_.texts[index]);
    value.read = [this, index, read = std::move(value.read)](const std::string& player) {
      seats_.is_given[index] = true;
      return read(player);
    };
    return value;
  }

  /// A new game, or the one that was saved.
  std::expected<Record, std::string> first_record(const std::string& date) const {
    if (!file_.empty()) {
      auto loaded = load_record(file_, all_games());
      if (!loaded) return std::unexpected(loaded.error());
      return std::move(loaded->record);
    }
    if (!game_) {
      return std::unexpected(
          fmt::format("name a game: {}; see 'spielwerk play --help'", names_of_games()));
    }
    Position start = game_->start();
    if (!position_.empty()) {
      auto position = parse_position_option(*game_, position_);
      if (!position) return std::unexpected(position.error());
      start = *std::move(position);
    }
    Record record(*game_, start);
    record.set_tag("Date", date);
    return record;
  }

  std::optional<std::string> objection_to_seats(const Game& game) const {
    for (auto each = static_cast<std::size_t>(game.players()); each < kMaxPlayers; ++each) {
      if (!seats_.is_given[each]) continue;
      return fmt::format("--p{}: {} is for {} players", each + 1, game.text(), game.players());
    }
    if (const auto seated = ComputerSeats(seats_).sit_down(game); !seated) return seated.error();
    return std::nullopt;
  }

  std::optional<Game> game_;
  std::string position_;
  std::string file_;
  SeatSettings seats_;
  std::chrono::milliseconds time_ = std::chrono::seconds(1);
  SeedOption seed_;
  EngineOptions engine_{16};
  bool shows_evaluation_ = false;
  StyleOptions style_;
};

}  // namespace

std::unique_ptr<Command> make_play() { return std::make_unique<Play>(); }

}  // namespace spielwerk::app
