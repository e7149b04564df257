// spielwerk solve: the value of a position with best play, and how it comes about.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <limits>

#include "app/analysis/evaluation_text.h"
#include "app/analysis/thinking.h"
#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "app/terminal/terminal_board.h"
#include "core/duration.h"

namespace spielwerk::app {
namespace {

using Milliseconds = std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr int kWholeLine = std::numeric_limits<int>::max();

/// The status if the time did not suffice.
constexpr int kUnsolved = 2;

Milliseconds time_until(SteadyClock::time_point end) {
  return std::max(std::chrono::duration_cast<Milliseconds>(end - SteadyClock::now()),
                  Milliseconds(0));
}

class Solver {
 public:
  Solver(const Game& game, const Position& start, Engine& engine, Milliseconds time,
         BoardStyle style, Streams& streams)
      : game_(game),
        start_(start),
        engine_(engine),
        time_(time),
        style_(style),
        streams_(streams),
        progress_(streams) {}

  int run() {
    const Player side = start_.side_to_move();
    fmt::print(streams_.output, "{}, {} to move\n\n", title_of(game_), game_.player_name(side));
    streams_.output.flush();
    progress_.begin("solving");
    const SearchReport report = solve(start_, time_);
    if (!report.score().is_exact()) {
      progress_.aside([&] { print_unsolved(report); });
      return kUnsolved;
    }
    const Line best = follow(report);
    progress_.aside([&] { print_solved(report, best); });
    return 0;
  }

 private:
  SearchReport solve(const Position& at, Milliseconds time) {
    return engine_.solve(at, {.move_time = time}, {},
                         [&](const SearchReport& report) { progress_.hear(report); });
  }

  /// Best play to the end, as far as the same time once more suffices: a report's own line ends
  /// where the search already knew the rest.
  Line follow(const SearchReport& first) {
    const auto end = SteadyClock::now() + time_;
    Line line{.score = first.score()};
    Position position = start_;
    SearchReport report = first;
    while (true) {
      line.moves.push_back(report.best());
      position.play(report.best());
      if (position.outcome().is_over()) break;
      progress_.begin(fmt::format("line, move {}", line.moves.size() + 1));
      report = solve(position, time_until(end));
      if (!report.score().is_exact()) return line;
    }
    // Where the margin counts, a search does not know how long the game lasts.
    const int plies = static_cast<int>(line.moves.size());
    if (line.score.kind() == Score::Kind::Win) line.score = Score::win_in(plies);
    if (line.score.kind() == Score::Kind::Loss) line.score = Score::loss_in(plies);
    return line;
  }

  void print_solved(const SearchReport& report, const Line& line) {
    std::ostream& output = streams_.output;
    const Player side = start_.side_to_move();
    Position end = start_;
    for (const Move move : line.moves) end.play(move);
    const bool is_whole = end.outcome().is_over();
    std::string words;
    if (line.score.kind() != Score::Kind::Draw) {
      // With more than two players the search takes all others for one team.
      words = fmt::format(" ({}{})", describe_prospects(game_, side, line.score),
                          game_.players() > 2 ? " if all others play together" : "");
    }
    fmt::print(output, "value  {}{}\n", print_score(line.score), words);
    fmt::print(output, "line   {}{}\n", print_line(game_, line, kWholeLine),
               is_whole ? "" : " ...");
    print_work(report);
    if (!is_whole) return;
    const TerminalBoard board(game_, style_);
    fmt::print(output, "\nThe end of the line, {}:\n\n", describe_outcome(game_, end.outcome()));
    board.print(output, end);
    output << '\n';
    board.print_players(output, end, kNoPlayer);
  }

  void print_unsolved(const SearchReport& report) {
    fmt::print(streams_.output, "value  not found in {}\n", print_duration(time_));
    fmt::print(streams_.output, "best   {} at depth {}\n",
               describe_prospects(game_, start_.side_to_move(), report.score()), report.depth);
    fmt::print(streams_.output, "line   {} ...\n",
               print_line(game_, report.lines.front(), kWholeLine));
    print_work(report);
  }

  void print_work(const SearchReport& report) {
    fmt::print(streams_.output, "work   {} nodes in {:.2f} s\n", print_count(report.nodes),
               to_seconds(report.time));
  }

  const Game& game_;
  const Position& start_;
  Engine& engine_;
  const Milliseconds time_;
  const BoardStyle style_;
  Streams& streams_;
  Progress progress_;
};

class Solve final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Finds out what a position is worth for the player to move if nobody errs, and shows the\n"
        "best play to the end. The exit status is 2 if the time did not suffice.",
        "Examples:\n"
        "  spielwerk solve tictactoe:4x4,k=3\n"
        "  spielwerk solve othello:4x4 --time 10s\n"
        "  spielwerk solve kaskade:4x3 --time 2m --hash 256 --threads 2");
    options.add("game", any_game(game_), kGameHelp).required();
    position_.add_to(options);
    options.add("--time", duration(time_),
                "how long to search at most; the line may take it again");
    engine_.add_to(options);
    style_.add_to(options);
  }

  ExitStatus run(Streams& streams) override {
    const auto start = position_.unfinished_position(*game_);
    if (!start) return std::unexpected(start.error());
    const auto engine = engine_.make(*game_);
    return Solver(*game_, *start, *engine, time_, style_.style(streams), streams).run();
  }

 private:
  std::optional<Game> game_;
  PositionOptions position_;
  Milliseconds time_ = std::chrono::seconds(60);
  EngineOptions engine_{256};
  StyleOptions style_;
};

}  // namespace

std::unique_ptr<Command> make_solve() { return std::make_unique<Solve>(); }

}  // namespace spielwerk::app
