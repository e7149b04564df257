// spielwerk play: any game in the terminal.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <random>

#include "app/commands/command.h"
#include "app/terminal/record_file.h"
#include "app/terminal/terminal_game.h"
#include "app/terminal/terminal_style.h"
#include "core/duration.h"
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

std::expected<Record, std::string> new_record(const std::string& game_text,
                                              const std::string& position_text) {
  const auto game = all_games().parse(game_text);
  if (!game) return std::unexpected(game.error().message(game_text));
  if (position_text.empty()) return Record(*game);
  const auto position = game->parse_position(position_text);
  if (!position) return std::unexpected(position.error().message(position_text));
  return Record(*game, *position);
}

}  // namespace

int run_play(std::span<const std::string> arguments, Streams& streams) {
  CLI::App parser(
      "Plays a game against the computer or for people at one keyboard; 'help' there\n"
      "lists all commands.",
      "spielwerk play");
  parser.footer(
      "Examples:\n"
      "  spielwerk play othello\n"
      "  spielwerk play othello --p2 level:3\n"
      "  spielwerk play kaskade:8x8 --p1 max --p2 simple:depth=3 --time 500ms\n"
      "  spielwerk play connect6:20,edges=torus,players=3\n"
      "  spielwerk play tictactoe --position X../.O./...:X\n"
      "  spielwerk play --load evening.txt\n\n" +
      all_players().help(all_games(), {.people = true, .network = true}) + "\n" + game_list());
  std::string game_text;
  std::string position_text;
  std::string file;
  StyleOptions style;
  auto* game = parser.add_option("game", game_text, "the game, with its variant: GAME[:variant]");
  auto* position = parser.add_option("--position", position_text, "begin with this position");
  auto* load = parser.add_option("--load", file, "go on with the first game in this file");
  load->excludes(game)->excludes(position);
  SeatSettings seats;
  std::string time = "1s";
  bool shows_evaluation = false;
  for (std::size_t each = 0; each < kMaxPlayers; ++each) {
    parser.add_option(fmt::format("--p{}", each + 1), seats.texts[each],
                      fmt::format("who plays player {}", each + 1));
  }
  parser.add_option("--time", time, "the computer's time for a move or a hint: 200ms, 5s (1s)");
  parser.add_option("--seed", seats.players.seed, "makes the computer's random choices repeatable");
  parser.add_option("--threads", seats.players.engine.threads, "threads of the computer's search")
      ->check(CLI::Range(1, 256));
  parser.add_flag("--eval", shows_evaluation, "show after every move how the computer sees it");
  style.add_to(parser);
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;
  if (game_text.empty() && file.empty()) {
    std::string names;
    for (const auto& each : all_games().games()) names += (names.empty() ? "" : ", ") + each->name;
    fmt::print(streams.error, "spielwerk play: name a game: {}; see 'spielwerk play --help'\n",
               names);
    return 1;
  }

  const auto move_time = parse_duration(time);
  if (!move_time) {
    fmt::print(streams.error, "spielwerk play: {}\n", move_time.error().message(time));
    return 1;
  }
  seats.limits.move_time = *move_time;
  for (std::size_t each = 0; each < kMaxPlayers; ++each) {
    seats.is_given[each] = parser.count(fmt::format("--p{}", each + 1)) > 0;
  }
  if (parser.count("--seed") == 0) seats.players.seed = std::random_device{}();
  const TerminalGameOptions options{.style = style.style(streams),
                                    .date = today(),
                                    .seats = seats,
                                    .shows_evaluation = shows_evaluation};
  std::expected<Record, std::string> record = std::unexpected(std::string());
  if (file.empty()) {
    record = new_record(game_text, position_text);
    if (record) record->set_tag("Date", options.date);
  } else if (auto loaded = load_record(file, all_games())) {
    record = std::move(loaded->record);
  } else {
    record = std::unexpected(loaded.error());
  }
  if (!record) {
    fmt::print(streams.error, "spielwerk play: {}\n", record.error());
    return 1;
  }
  for (auto each = static_cast<std::size_t>(record->game.players()); each < kMaxPlayers; ++each) {
    if (!seats.is_given[each]) continue;
    fmt::print(streams.error, "spielwerk play: --p{}: {} is for {} players\n", each + 1,
               record->game.text(), record->game.players());
    return 1;
  }
  if (const auto seated = ComputerSeats(seats).sit_down(record->game); !seated) {
    fmt::print(streams.error, "spielwerk play: {}\n", seated.error());
    return 1;
  }
  play_in_terminal(std::move(*record), all_games(), options, streams);
  return 0;
}

}  // namespace spielwerk::app
