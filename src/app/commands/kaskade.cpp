// spielwerk kaskade: text play of Kaskade; its commands for the network have their own files.
#include <fmt/format.h>

#include <array>

#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "app/commands/graphic.h"
#include "games/all_games.h"
#include "games/kaskade/console.h"
#include "games/kaskade/rules.h"
#include "protocols/all_players.h"

namespace spielwerk::app {
namespace {

class Kaskade final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Plays Kaskade as text; moves are entered as column;row, both from 0.\n"
        "Over the network: 'spielwerk kaskade serve' and 'spielwerk kaskade join', see their "
        "--help.",
        all_players().help(all_games(), kAllPlayers, "kaskade") +
            "The assignment's strategy has parameters: simple:n=1,x=0.5,y=0.2,depth=2.\n"
            "\nExamples:\n"
            "  spielwerk kaskade\n"
            "  spielwerk kaskade --x 8 --y 8 --b max --time 2s\n"
            "  spielwerk kaskade --a level:3\n"
            "  spielwerk kaskade --graphic --x 10 --y 10 --b max\n"
            "  spielwerk kaskade --a simple:depth=1 --b simple:depth=3,y=0.5 --seed 7\n"
            "  spielwerk kaskade --x 3 --y 3 --setup 0n0n0n2a1b0n0n0n1b --begin b\n"
            "  spielwerk kaskade serve --port 4711\n"
            "  spielwerk kaskade join localhost:4711 --player level:5");
    options.add("--x", number(columns_, kaskade::kMinSide, kaskade::kMaxSide), "columns");
    options.add("--y", number(rows_, kaskade::kMinSide, kaskade::kMaxSide), "rows");
    options.add("--a", text(players_[0]), "who plays A");
    options.add("--b", text(players_[1]), "who plays B");
    options.add("--time", duration(time_), "what a computer may take for a move: 200ms, 5s, 2m");
    options.add("--setup", text(setup_), "start position: count and owner (a, b, n) of each field");
    options.add("--begin", choice(begin_, {"a", "b"}), "who begins");
    options.add_flag("--graphic", is_graphic_, "opens the page at a table with these settings");
    seed_.add_to(options);
  }

  ExitStatus run(Streams& streams) override {
    const Game game = all_games().parse(fmt::format("kaskade:{}x{}", columns_, rows_)).value();
    const auto settings = console_settings(game);
    if (!settings) return std::unexpected(settings.error());
    const auto start = start_of(game);
    if (!start) return std::unexpected(start.error());
    if (is_graphic_) {
      return run_graphic({.game = game,
                          .start = *start,
                          .players = {players_.begin(), players_.end()},
                          .time = time_},
                         streams);
    }
    return kaskade::run_console(game, *start, *settings, streams);
  }

 private:
  std::expected<kaskade::ConsoleSettings, std::string> console_settings(const Game& game) const {
    kaskade::ConsoleSettings settings;
    for (std::size_t index = 0; index < players_.size(); ++index) {
      const auto found = console_players()(game, players_[index]);
      if (!found) {
        return std::unexpected(fmt::format("player {}: {}", players_[index], found.error()));
      }
      settings.players[index] = *found;
    }
    settings.limits.move_time = time_;
    settings.seed = seed_.seed();
    return settings;
  }

  std::expected<Position, std::string> start_of(const Game& game) const {
    std::string fields = setup_;
    if (fields.empty()) {
      fields = game.start().text();
      fields.erase(fields.rfind(':'));
    }
    auto start = game.parse_position(fmt::format("{}:{}", fields, begin_ == "a" ? "A" : "B"));
    if (!start) return std::unexpected("--setup: " + start.error().message(fields));
    if (start->outcome().is_over()) {
      return std::unexpected("the setup is won already; both players need a ball");
    }
    return *std::move(start);
  }

  int columns_ = 6;
  int rows_ = 6;
  std::array<std::string, 2> players_{"human", "human"};
  std::string setup_;
  std::string begin_ = "a";
  std::chrono::milliseconds time_ = std::chrono::seconds(5);
  SeedOption seed_;
  bool is_graphic_ = false;
};

}  // namespace

std::unique_ptr<Command> make_kaskade() { return std::make_unique<Kaskade>(); }

}  // namespace spielwerk::app
