// Analyses as tables for people.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "app/analysis/analysis_view.h"
#include "app/analysis/evaluation_text.h"
#include "app/analysis/thinking.h"
#include "app/terminal/terminal_style.h"

namespace spielwerk::app {
namespace {

/// From here on a move is marked as an error, and as a blunder: the tenth and the third part of a
/// game given away.
constexpr double kError = 0.1;
constexpr double kBlunder = 0.33;

/// How much of a line is shown in a row of a table: 80 columns are enough for the depths, 90 for
/// the moves of a game.
constexpr std::size_t kLineOfDepth = 35;
constexpr std::size_t kLineOfMove = 20;

class TextView final : public AnalysisView {
 public:
  TextView(const Game& game, BoardStyle style, std::ostream& output)
      : game_(game), board_(game, style), output_(output) {}

  void begin_position(const Position& position) override {
    fmt::print(output_, "{}\n\n", title_of(game_));
    board_.print(output_, position);
    output_ << '\n';
    board_.print_players(output_, position, position.side_to_move());
    fmt::print(output_, "\n{:>5}  {:>7}  {:>13}  {:>8}  line\n", "depth", "score", "nodes",
               "seconds");
    output_.flush();
  }

  void show_depth(const SearchReport& report) override {
    fmt::print(output_, "{:>5}  {:>7}  {:>13}  {:>8.2f}  {}\n", report.depth,
               print_score(report.score()), print_count(report.nodes), to_seconds(report.time),
               cut(report.lines.front(), kLineOfDepth));
    output_.flush();
  }

  void show_result(const Position& position, const SearchReport& report) override {
    output_ << '\n';
    std::size_t width = 0;
    for (const Line& line : report.lines) {
      width = std::max(width, game_.print_move(line.moves.front()).size());
    }
    for (std::size_t index = 0; index < report.lines.size(); ++index) {
      const Line& line = report.lines[index];
      fmt::print(output_, "{:>3}. {:<{}}  {:>7}  {}\n", index + 1,
                 game_.print_move(line.moves.front()), width, print_score(line.score),
                 print_line(game_, line, static_cast<int>(line.moves.size())));
    }
    fmt::print(output_, "\nBest is {}: {}.\n", game_.print_move(report.best()),
               describe_prospects(game_, position.side_to_move(), report.score()));
  }

  void begin_game(const Record& record) override {
    fmt::print(output_, "{}\n", title_of(game_));
    for (const Tag& tag : record.tags) {
      fmt::print(output_, "{}: {}\n", tag.name, printable(tag.value));
    }
    fmt::print(output_, "\n{:>4}  {:<7} {:<11} {:>6}  {:>6}     {:<11} {:>7}  line\n", "move",
               "player", "played", "value", "loss", "best", "score");
    output_.flush();
  }

  void show_move(int number, const JudgedMove& move) override {
    const Line& best = move.report.lines.front();
    fmt::print(output_, "{:>4}  {:<7} {:<11} {:>6.3f}  {:>6.3f} {:<2}  {:<11} {:>7}  {}\n", number,
               game_.player_name(move.position.side_to_move()), game_.print_move(move.played),
               move.value, move.loss, mark(move.loss), game_.print_move(best.moves.front()),
               print_score(best.score), cut(best, kLineOfMove));
    output_.flush();
  }

  void show_losses(const std::vector<JudgedMove>& moves) override {
    output_ << '\n';
    for (int index = 0; index < game_.players(); ++index) {
      const auto player = static_cast<Player>(index);
      const PlayerLoss loss = loss_of(player, moves);
      fmt::print(output_, "{}: {} {}, mean loss {:.3f}", board_.player(player), loss.moves,
                 loss.moves == 1 ? "move" : "moves", loss.mean());
      if (loss.worst != nullptr) {
        fmt::print(output_, ", worst move {}, {} ({:.3f})", loss.worst_number,
                   game_.print_move(loss.worst->played), loss.worst->loss);
      }
      output_ << '\n';
    }
  }

 private:
  static std::string_view mark(double loss) {
    return loss >= kBlunder ? "??" : loss >= kError ? "?" : "";
  }
  /// As many moves as fit.
  std::string cut(const Line& line, std::size_t max_size) const {
    std::string text;
    for (const Move move : line.moves) {
      const std::string next = game_.print_move(move);
      if (!text.empty() && text.size() + next.size() >= max_size) return text + " ...";
      if (!text.empty()) text += ' ';
      text += next;
    }
    return text;
  }

  const Game game_;
  const TerminalBoard board_;
  std::ostream& output_;
};

}  // namespace

std::unique_ptr<AnalysisView> make_text_view(const Game& game, BoardStyle style,
                                             std::ostream& output) {
  return std::make_unique<TextView>(game, style, output);
}

}  // namespace spielwerk::app
