// spielwerk match: two computer players, many games, and who is stronger.
#include "arena/match.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "core/duration.h"
#include "games/all_games.h"
#include "protocols/all_players.h"
#include "records/record_writer.h"

namespace spielwerk::app {
namespace {

double milliseconds_of(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::string print_limits(const SearchLimits& limits) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (limits.move_time) add(print_duration(*limits.move_time));
  if (limits.nodes) add(fmt::format("{} nodes", *limits.nodes));
  if (limits.depth) add(fmt::format("depth {}", *limits.depth));
  return text + " a move";
}

/// The names of both players.
using Names = std::array<std::string, 2>;

void print_result(std::ostream& output, const Names& names, const arena::MatchResult& result) {
  fmt::print(output, "{}  {}\n", names[0], arena::print_tally(result.total));
  const auto part = [&](std::string_view seat, const arena::Tally& tally) {
    fmt::print(output, "  {:<14} +{} ={} -{}\n", seat, tally.wins, tally.draws, tally.losses);
  };
  constexpr std::array kSeats{"moving first", "moving second", "moving third", "moving fourth"};
  for (int seat = 0; seat < result.total.players; ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    part(kSeats[index], result.by_seat[index]);
  }
  fmt::print(output, "  slowest move   {} {:.1f} ms, {} {:.1f} ms\n", names[0],
             milliseconds_of(result.slowest[0]), names[1], milliseconds_of(result.slowest[1]));
  if (result.illegal + result.failures + result.too_long > 0) {
    fmt::print(output,
               "  irregular      {} by illegal moves, {} by failures, {} too long (drawn)\n",
               result.illegal, result.failures, result.too_long);
  }
}

/// Nobody sits at a keyboard for a hundred games.
constexpr AllowedPlayers kAllowed{.network = true};

using Factories = std::array<arena::PlayerFactory, 2>;

/// Tells a match game by game, and keeps the games.
class MatchTeller {
 public:
  MatchTeller(int games, bool tells_games, Streams& streams)
      : games_(games), tells_games_(tells_games), streams_(streams) {}

  std::expected<void, std::string> write_to(const std::string& file) {
    name_ = file;
    file_.open(file, std::ios::trunc);
    if (!file_) return std::unexpected(fmt::format("{} cannot be written", file));
    return {};
  }

  void tell(const arena::MatchGame& played, const arena::MatchResult& so_far) {
    if (file_.is_open()) writer_.write(played.record);
    if (tells_games_ || !played.trouble.empty()) {
      fmt::print(streams_.output, "game {:>4}  {}  {} plies{}{}\n", played.number + 1,
                 print_outcome(played.record.result, so_far.total.players),
                 played.record.moves.size(), played.trouble.empty() ? "" : "  ", played.trouble);
      streams_.output << std::flush;
    }
    // Only a person watches the running score.
    if (!streams_.is_terminal) return;
    fmt::print(streams_.error, "\r{}/{}  {}   ", so_far.total.games(), games_,
               arena::print_tally(so_far.total));
    streams_.error << std::flush;
  }

  /// Whether all games are in the file, if there is one.
  std::expected<void, std::string> end() {
    if (streams_.is_terminal) fmt::print(streams_.error, "\r\033[K");
    if (!file_.is_open() || file_.flush()) return {};
    return std::unexpected(fmt::format("the games could not all be written to {}", name_));
  }

 private:
  const int games_;
  const bool tells_games_;
  Streams& streams_;
  std::string name_;
  std::ofstream file_;
  RecordWriter writer_{file_};
};

class Match final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Lets two computer players play many games. Each random opening is played twice, with\n"
        "colours swapped; the result is given for the first player, with the Elo difference and "
        "the\n"
        "interval that holds it with 95 %. In a game for more than two the first player takes "
        "each\n"
        "seat in turn, and the second all others.",
        all_players().help(all_games(), kAllowed) +
            "\nExamples:\n"
            "  spielwerk match kaskade:6x6 max simple:depth=2 --games 100 --movetime 100ms\n"
            "  spielwerk match othello level:5 level:4 --games 200 --concurrency 2\n"
            "  spielwerk match tictactoe:10x10,k=5 max@nodes=2000 max@nodes=1000 --save games.txt\n"
            "  spielwerk match connect6:18,players=3 mcts max --games 60 --movetime 200ms\n"
            "  spielwerk match kaskade:8x8 max kaskade:localhost:4711 --games 10");
    options.add("game", any_game(game_), kGameHelp).required();
    options.add("first", text(names_[0]), "the first player").required();
    options.add("second", text(names_[1]), "the second player").required();
    options.add("--games", number(settings_.games, 1, 1'000'000), "how many games");
    limits_.add_to(options);
    options.add("--min-opening-plies", opening_plies(min_opening_, settings_.min_opening_plies),
                "at least so many random plies to begin with");
    options.add("--max-opening-plies", opening_plies(max_opening_, settings_.max_opening_plies),
                "at most so many");
    options.add("--max-plies", number(settings_.max_plies, 1, 100'000), "longer games are drawn");
    options.add("--seed", number(settings_.seed, 0, kMaxNumber),
                "what all random choices start from");
    options.add("--concurrency", number(settings_.concurrency, 1, 256), "games at the same time");
    engine_.add_to(options);
    options.add("--save", text(file_), "write all games to this file");
    options.add_flag("--verbose", tells_games_, "tell the result of each game");
  }

  ExitStatus run(Streams& streams) override {
    settings_.limits = limits_.limits();
    if (min_opening_ && max_opening_ && *min_opening_ > *max_opening_) {
      return std::unexpected("--min-opening-plies: more than --max-opening-plies");
    }
    set_opening_plies();
    const auto factories = make_factories();
    if (!factories) return std::unexpected(factories.error());
    MatchTeller teller(settings_.games, tells_games_, streams);
    if (!file_.empty()) {
      if (const auto opened = teller.write_to(file_); !opened) {
        return std::unexpected(opened.error());
      }
    }
    return play(*factories, teller, streams);
  }

 private:
  static Value opening_plies(std::optional<int>& plies, int usual) {
    Value value = number(plies, 0, 100);
    value.usual = std::to_string(usual);
    return value;
  }
  /// Where only one end is given, the other one moves with it.
  void set_opening_plies() {
    int& min = settings_.min_opening_plies;
    int& max = settings_.max_opening_plies;
    min = min_opening_.value_or(std::min(min, max_opening_.value_or(max)));
    max = max_opening_.value_or(std::max(max, min));
  }

  std::expected<Factories, std::string> make_factories() const {
    Factories factories;
    for (std::size_t each = 0; each < names_.size(); ++each) {
      const std::string& text = names_[each];
      const auto plan = all_players().parse(*game_, text, kAllowed);
      if (!plan) return std::unexpected(plan.error().message(text));
      if (const auto problem = plan->find_problem ? plan->find_problem() : std::nullopt) {
        return std::unexpected(fmt::format("{}: {}", text, *problem));
      }
      factories[each] =
          [make = plan->make,
           settings = PlayerSettings{.engine = engine_.settings()}](std::uint64_t seed) mutable {
            settings.seed = seed;
            settings.engine.seed = seed;
            return make(settings);
          };
    }
    return factories;
  }

  ExitStatus play(const Factories& factories, MatchTeller& teller, Streams& streams) const {
    fmt::print(streams.output, "{}: {} against {}, {} games, {}, seed {}\n", game_->text(),
               names_[0], names_[1], settings_.games, print_limits(settings_.limits),
               settings_.seed);
    streams.output << std::flush;
    const auto result =
        arena::play_match(*game_, factories, settings_, {},
                          [&](const arena::MatchGame& played, const arena::MatchResult& so_far) {
                            teller.tell(played, so_far);
                          });
    const auto ended = teller.end();
    print_result(streams.output, names_, result);
    if (!ended) return std::unexpected(ended.error());
    return 0;
  }

  std::optional<Game> game_;
  Names names_;
  LimitOptions limits_{std::chrono::milliseconds(100)};
  EngineOptions engine_{16};
  arena::MatchSettings settings_;
  std::optional<int> min_opening_;
  std::optional<int> max_opening_;
  std::string file_;
  bool tells_games_ = false;
};

}  // namespace

std::unique_ptr<Command> make_match() { return std::make_unique<Match>(); }

}  // namespace spielwerk::app
