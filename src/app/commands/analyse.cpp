// spielwerk analyse: the best moves of a position, or how good the moves of a game were.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/analysis/analysis.h"
#include "app/analysis/thinking.h"
#include "app/commands/command.h"
#include "app/terminal/record_file.h"
#include "app/terminal/terminal_style.h"
#include "core/duration.h"
#include "games/all_games.h"

namespace spielwerk::app {
namespace {

/// What limits an analysis.
class LimitOptions {
 public:
  void add_to(CLI::App& parser) {
    parser.add_option("--movetime", move_time_,
                      "how long to search: 200ms, 5s, 2m; 1s if nothing "
                      "else is said");
    parser.add_option("--depth", depth_, "how many plies to look ahead")
        ->check(CLI::Range(1, 1'000));
    parser.add_option("--nodes", nodes_, "how many nodes to search")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
    parser.add_option("--lines", lines_, "how many of the best moves to show")
        ->check(CLI::Range(1, 1'000))
        ->capture_default_str();
  }
  std::expected<SearchLimits, std::string> limits() const {
    SearchLimits limits{.depth = depth_, .nodes = nodes_, .lines = lines_};
    const bool is_limited = depth_ || nodes_;
    if (!move_time_.empty() || !is_limited) {
      const std::string& text = move_time_.empty() ? kStandardTime : move_time_;
      const auto time = parse_duration(text);
      if (!time) return std::unexpected(time.error().message(text));
      limits.move_time = *time;
    }
    return limits;
  }

 private:
  inline static const std::string kStandardTime = "1s";
  std::string move_time_;
  std::optional<int> depth_;
  std::optional<std::uint64_t> nodes_;
  int lines_ = 1;
};

void analyse_position(const Position& position, Engine& engine, const SearchLimits& limits,
                      AnalysisView& view, Progress& progress) {
  view.begin_position(position);
  std::uint64_t told = 0;
  const auto tell = [&](const SearchReport& report) {
    told = report.nodes;
    progress.hear(report);
    progress.aside([&] { view.show_depth(report); });
  };
  const SearchReport report = engine.search(position, limits, {}, tell);
  // The depth that the end interrupted may have found a better move.
  if (report.nodes != told) tell(report);
  progress.aside([&] { view.show_result(position, report); });
}

/// One search a position: what the engine finds after a move is also what the move was worth.
class RecordAnalysis {
 public:
  RecordAnalysis(const Record& record, Engine& engine, const SearchLimits& limits,
                 AnalysisView& view, Progress& progress)
      : record_(record), engine_(engine), limits_(limits), view_(view), progress_(progress) {}

  void run() {
    view_.begin_game(record_);
    Position position = record_.start;
    std::optional<SearchReport> report = search(position);
    for (const RecordedMove& each : record_.moves) {
      JudgedMove judged{.position = position, .played = each.move, .report = *report};
      const Player player = position.side_to_move();
      position.play(each.move);
      report = search(position);
      judged.value = value_for(player, position, report);
      if (each.move == judged.report.best()) {
        // The deeper look of the next search is no fault of the move.
        judged.value = judged.report.score().expected();
      } else {
        judged.loss = std::max(judged.report.score().expected() - judged.value, 0.0);
      }
      moves_.push_back(std::move(judged));
      progress_.aside([&] { view_.show_move(number(), moves_.back()); });
    }
    progress_.aside([&] { view_.show_losses(moves_); });
  }

 private:
  int number() const { return static_cast<int>(moves_.size()); }

  /// Nothing if the game is over there.
  std::optional<SearchReport> search(const Position& at) {
    if (at.outcome().is_over()) return std::nullopt;
    progress_.begin(fmt::format("position {} of {}", number() + 1, record_.moves.size()));
    return engine_.search(at, limits_, {},
                          [&](const SearchReport& report) { progress_.hear(report); });
  }

  double value_for(Player player, const Position& at,
                   const std::optional<SearchReport>& report) const {
    if (!report) return at.outcome().share(player, record_.game.players());
    const double expected = report->score().expected();
    return at.side_to_move() == player ? expected : 1 - expected;
  }

  const Record& record_;
  Engine& engine_;
  const SearchLimits limits_;
  AnalysisView& view_;
  Progress& progress_;
  std::vector<JudgedMove> moves_;
};

}  // namespace

int run_analyse(std::span<const std::string> arguments, Streams& streams) {
  CLI::App parser(
      "Shows the best moves of a position with their scores and the play expected from there, or\n"
      "judges every move of a recorded game for two.",
      "spielwerk analyse");
  parser.footer(
      "Examples:\n"
      "  spielwerk analyse othello --moves \"D3 C5 F6\" --lines 3 --movetime 5s\n"
      "  spielwerk analyse tictactoe --position X../.O./...:X --depth 9 --json\n"
      "  spielwerk analyse --record evening.txt --movetime 200ms");
  std::string game_text;
  std::string file;
  bool json = false;
  PositionOptions position_options;
  LimitOptions limit_options;
  EngineOptions engine_options(16);
  StyleOptions style;
  parser.add_option("game", game_text, "the game, with its variant: GAME[:variant]");
  position_options.add_to(parser);
  parser.add_option("--record", file, "judge the moves of the first game in this file");
  limit_options.add_to(parser);
  engine_options.add_to(parser);
  parser.add_flag("--json", json, "write lines of JSON");
  style.add_to(parser);
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;

  const auto complain = [&](const std::string& what) {
    fmt::print(streams.error, "spielwerk analyse: {}\n", what);
    return 1;
  };
  const auto limits = limit_options.limits();
  if (!limits) return complain(limits.error());
  if (game_text.empty() == file.empty() || (!file.empty() && position_options.is_given())) {
    return complain("name either a game or a record; see 'spielwerk analyse --help'");
  }
  const auto view_of = [&](const Game& game) {
    return json ? make_json_view(game, streams.output)
                : make_text_view(game, style.style(streams), streams.output);
  };
  if (!file.empty()) {
    const auto loaded = load_record(file, all_games());
    if (!loaded) return complain(loaded.error());
    const Game& game = loaded->record.game;
    if (game.players() > 2) return complain("only moves of games for two can be judged");
    const auto engine = engine_options.make(game);
    const auto view = view_of(game);
    Progress progress(streams);
    RecordAnalysis(loaded->record, *engine, *limits, *view, progress).run();
    return 0;
  }
  const auto game = read_game(game_text);
  if (!game) return complain(game.error());
  const auto position = position_options.position(*game);
  if (!position) return complain(position.error());
  if (position->outcome().is_over()) {
    return complain("the game is over: " + describe_outcome(*game, position->outcome()));
  }
  const auto engine = engine_options.make(*game);
  const auto view = view_of(*game);
  Progress progress(streams);
  analyse_position(*position, *engine, *limits, *view, progress);
  return 0;
}

}  // namespace spielwerk::app
