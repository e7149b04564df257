#include "app/commands/common_options.h"

#include <random>

#include "app/analysis/thinking.h"
#include "app/terminal/terminal_style.h"
#include "core/duration.h"
#include "core/play_moves.h"
#include "core/text.h"

namespace spielwerk::app {

std::expected<Position, std::string> parse_position_option(const Game& game,
                                                           const std::string& text) {
  auto position = game.parse_position(text);
  if (!position) return std::unexpected("--position: " + position.error().message(text));
  return *std::move(position);
}

void PositionOptions::add_to(Options& options) {
  options.add("--position", text(position_), "the position; without it the game's start");
  options.add("--moves", text(moves_), "moves from there, with blanks between");
}

std::expected<Position, std::string> PositionOptions::position(const Game& game) const {
  std::expected<Position, std::string> start = game.start();
  if (!position_.empty()) start = parse_position_option(game, position_);
  if (!start) return start;
  return play_moves(game, *std::move(start), words(moves_));
}

std::expected<Position, std::string> PositionOptions::unfinished_position(const Game& game) const {
  auto found = position(game);
  if (found && found->outcome().is_over()) {
    return std::unexpected("the game is over: " + describe_outcome(game, found->outcome()));
  }
  return found;
}

void LimitOptions::add_to(Options& options) {
  Value time = duration(move_time_);
  time.usual = print_duration(usual_time_);
  options.add("--movetime", std::move(time),
              "how long to think about each move: 200ms, 5s, 2m; no limit if another one is given");
  options.add("--depth", number(depth_, 1, 1'000), "how many plies to look ahead");
  options.add("--nodes", number(nodes_, 1, kMaxNumber), "how many nodes to search");
}

SearchLimits LimitOptions::limits() const {
  SearchLimits limits{.move_time = move_time_, .depth = depth_, .nodes = nodes_};
  if (!depth_ && !nodes_ && !move_time_) limits.move_time = usual_time_;
  return limits;
}

void EngineOptions::add_to(Options& options) {
  options.add("--hash", number(settings_.table_megabytes, 1, 65'536),
              "megabytes for positions searched before");
  options.add("--threads", number(settings_.threads, 1, 256), "how many threads search together");
}

std::unique_ptr<Engine> EngineOptions::make(const Game& game) const {
  return game.make_engine(settings_);
}

void SeedOption::add_to(Options& options) {
  options.add("--seed", number(seed_, 0, kMaxNumber),
              "makes the computers' random choices repeatable");
}

std::uint64_t SeedOption::seed() const { return seed_ ? *seed_ : std::random_device{}(); }

void StyleOptions::add_to(Options& options) {
  options.add("--color", choice(color_, {"auto", "always", "never"}),
              "colours; auto: on a terminal, unless NO_COLOR is set");
  const Option ascii = options.add_flag("--ascii", ascii_, "draw with plain characters only");
  options.add_flag("--unicode", unicode_, "draw with Unicode characters whatever the locale says")
      .excludes(ascii);
}

BoardStyle StyleOptions::style(const Streams& streams) const {
  const BoardStyle found = find_style(streams);
  return {.color = color_ == "always" || (color_ == "auto" && found.color),
          .ascii = ascii_ || (!unicode_ && found.ascii)};
}

void add_connection_limits(Options& options, int& max_connections, int& max_per_address) {
  options.add("--max-connections", number(max_connections, 1, 1'000'000),
              "more are refused at a time");
  options.add("--max-per-address", number(max_per_address, 1, 1'000'000),
              "more from one address are refused");
}

}  // namespace spielwerk::app
