// A game while people play it: moves are made, taken back and made again.
#pragma once

#include <optional>
#include <vector>

#include "records/record.h"

namespace spielwerk::app {

class PlayedGame {
 public:
  /// Stands where the record ends.
  explicit PlayedGame(Record record);

  const Game& game() const { return record_.game; }
  const Position& position() const { return position_; }
  Player side_to_move() const { return position_.side_to_move(); }
  /// By the rules, or because somebody gave up.
  Outcome outcome() const;
  /// Whether the game was decided otherwise than by the rules.
  bool was_given_up() const { return outcome().is_over() && !position_.outcome().is_over(); }
  /// The move that led here.
  std::optional<RecordedMove> last_move() const;
  /// The cells of the last move, and of the row with which it won.
  std::vector<Cell> last_cells() const;

  /// The move must be legal, and the game not given up. What had been taken back is forgotten.
  void play(Move move, std::optional<Score> evaluation = {});
  /// Takes back that somebody gave up, else the last move; says whether there was anything.
  bool undo();
  /// Plays again what was taken back last.
  bool redo();
  /// The player to move gives up; there must be two players.
  void surrender();

  /// The game up to here.
  Record record() const;

 private:
  bool is_at_end() const { return ply_ == record_.moves.size(); }
  /// Removes from the record of this game what has been taken back.
  void cut(Record& record) const;
  /// The position after that many moves.
  Position position_after(std::size_t plies) const;

  Record record_;
  std::size_t ply_;
  Position position_;
};

}  // namespace spielwerk::app
