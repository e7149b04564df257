// The computers at a terminal game: those who play, and the one who gives advice.
#pragma once

#include <array>
#include <expected>
#include <memory>
#include <string>

#include "core/engine.h"
#include "players/player_kinds.h"
#include "records/record.h"

namespace spielwerk::app {

struct SeatSettings {
  /// Per player its text.
  std::array<std::string, kMaxPlayers> texts{"human", "human", "human", "human"};
  /// Whether somebody has said so; other seats are taken as a loaded game tells.
  std::array<bool, kMaxPlayers> is_given{};
  /// Of every move and every advice.
  SearchLimits limits{.move_time = std::chrono::seconds(1)};
  PlayerSettings players{};
};

class ComputerSeats {
 public:
  explicit ComputerSeats(SeatSettings settings) : settings_(std::move(settings)) {}

  /// Gives the seats about which nobody has said anything to the computers who sat there when the
  /// game was saved.
  void take_over(const Record& record);
  /// Notes in a record which seats are computers'.
  void sign(Record& record) const;
  /// Takes the seats at a game. Where a text means nothing in that game, a person sits, and the
  /// error says which.
  std::expected<void, std::string> sit_down(const Game& game);

  bool is_computer(Player player) const { return players_[player] != nullptr; }
  /// Whether a person plays at all.
  bool has_person() const;
  const std::string& name(Player player) const { return settings_.texts[player]; }
  /// What a computer does; the error is a sentence without full stop.
  std::expected<Choice, std::string> choose(const Position& at);
  /// From now on a person plays there.
  void leave(Player player) { players_[player].reset(); }
  /// The game has ended here.
  void end_game(const Position& at);

  /// The best lines of a position that is not over.
  SearchReport advise(const Position& at, int lines);

 private:
  SeatSettings settings_;
  std::unique_ptr<Game> game_;
  std::array<std::unique_ptr<GamePlayer>, kMaxPlayers> players_;
  /// Made when it is first asked.
  std::unique_ptr<Engine> adviser_;
};

}  // namespace spielwerk::app
