// spielwerk analyse: the best moves of a position, or how good the moves of a game were.
#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/analysis_view.h"
#include "app/analysis/thinking.h"
#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "app/terminal/record_file.h"
#include "games/all_games.h"

namespace spielwerk::app {
namespace {

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

class Analyse final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Shows the best moves of a position with their scores and the play expected from there, "
        "or\n"
        "judges every move of a recorded game for two.",
        "Examples:\n"
        "  spielwerk analyse othello --moves \"D3 C5 F6\" --lines 3 --movetime 5s\n"
        "  spielwerk analyse tictactoe --position X../.O./...:X --depth 9 --json\n"
        "  spielwerk analyse --record evening.txt --movetime 200ms");
    options.add("game", any_game(game_), kGameHelp);
    position_.add_to(options);
    options.add("--record", text(file_), "judge the moves of the first game in this file");
    limits_.add_to(options);
    options.add("--lines", number(lines_, 1, 1'000), "how many of the best moves to show");
    engine_.add_to(options);
    options.add_flag("--json", is_json_, "write lines of JSON");
    style_.add_to(options);
  }

  ExitStatus run(Streams& streams) override {
    const bool has_record = !file_.empty();
    if (game_.has_value() == has_record || (has_record && position_.is_given())) {
      return std::unexpected("name either a game or a record; see 'spielwerk analyse --help'");
    }
    return has_record ? judge(streams) : show_best(streams);
  }

 private:
  ExitStatus judge(Streams& streams) const {
    const auto loaded = load_record(file_, all_games());
    if (!loaded) return std::unexpected(loaded.error());
    const Game& game = loaded->record.game;
    if (game.players() > 2) return std::unexpected("only moves of games for two can be judged");
    const auto engine = engine_.make(game);
    const auto view = view_of(game, streams);
    Progress progress(streams);
    RecordAnalysis(loaded->record, *engine, limits(), *view, progress).run();
    return 0;
  }

  ExitStatus show_best(Streams& streams) const {
    const auto position = position_.unfinished_position(*game_);
    if (!position) return std::unexpected(position.error());
    const auto engine = engine_.make(*game_);
    const auto view = view_of(*game_, streams);
    Progress progress(streams);
    analyse_position(*position, *engine, limits(), *view, progress);
    return 0;
  }

  SearchLimits limits() const {
    SearchLimits limits = limits_.limits();
    limits.lines = lines_;
    return limits;
  }
  std::unique_ptr<AnalysisView> view_of(const Game& game, Streams& streams) const {
    return is_json_ ? make_json_view(game, streams.output)
                    : make_text_view(game, style_.style(streams), streams.output);
  }

  std::optional<Game> game_;
  PositionOptions position_;
  std::string file_;
  LimitOptions limits_{std::chrono::seconds(1)};
  int lines_ = 1;
  EngineOptions engine_{16};
  bool is_json_ = false;
  StyleOptions style_;
};

}  // namespace

std::unique_ptr<Command> make_analyse() { return std::make_unique<Analyse>(); }

}  // namespace spielwerk::app
