// How analyses are shown: for people as tables, for programs as lines of JSON.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "app/terminal/terminal_board.h"
#include "core/engine.h"
#include "records/record.h"

namespace spielwerk::app {

/// One move of a recorded game and what the engine says about it.
struct JudgedMove {
  /// Before the move, whose turn it was.
  Position position;
  Move played;
  /// What the engine found there.
  SearchReport report;
  /// What the position after the move is worth for the player who made it, and how much less that
  /// is than the best: 0 to 1.
  double value = 0;
  double loss = 0;
};

class AnalysisView {
 public:
  virtual ~AnalysisView() = default;

  /// A position, and what is found depth by depth and at the end.
  virtual void begin_position(const Position& position) = 0;
  virtual void show_depth(const SearchReport& report) = 0;
  virtual void show_result(const Position& position, const SearchReport& report) = 0;

  /// A game, its moves one after the other, and each player's errors.
  virtual void begin_game(const Record& record) = 0;
  virtual void show_move(int number, const JudgedMove& move) = 0;
  virtual void show_losses(const std::vector<JudgedMove>& moves) = 0;
};

std::unique_ptr<AnalysisView> make_text_view(const Game& game, BoardStyle style,
                                             std::ostream& output);
std::unique_ptr<AnalysisView> make_json_view(const Game& game, std::ostream& output);

/// How a player did: number of moves and the loss of all together, and the worst (nullptr if none
/// lost anything).
struct PlayerLoss {
  int moves = 0;
  double sum = 0;
  const JudgedMove* worst = nullptr;
  int worst_number = 0;

  double mean() const { return moves == 0 ? 0 : sum / moves; }
};
PlayerLoss loss_of(Player player, const std::vector<JudgedMove>& moves);

}  // namespace spielwerk::app
