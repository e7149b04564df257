// Games, positions and tables as clients see them: the JSON of docs/api.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "core/registry.h"
#include "core/game_player.h"
#include "records/record.h"
#include "server/table.h"

namespace spielwerk::server {

json::object view_of_description(const GameDescription& description, const Game& standard);
json::object view_of_board(const Game& game);
json::object view_of_position(const Game& game, const Position& position);
json::array view_of_pieces(const Game& game, const Position& position);
/// Of very many steps only the first waves: nobody watches longer, and the position tells the end.
json::array view_of_steps(const std::vector<Step>& steps);
json::array view_of_cells(const std::vector<Cell>& cells);
json::object view_of_score(Score score);
/// What a player has found; it must have said what it thinks.
json::object view_of_choice(const Game& game, const Choice& choice);

json::object view_of_problem(const Problem& problem);
/// A game move by move, with what each changes; `problem` is what is wrong with the rest of it.
json::object view_of_record(const Record& record, const std::optional<Problem>& problem);

/// Who is at a table besides its seats.
struct Presence {
  /// For each seat whether somebody is connected who holds it.
  std::vector<bool> present{};
  int watchers = 0;
};

/// The whole state of a table.
json::object view_of_table(const Table& table, const Presence& presence, Time now, Sight sight);
/// What an event can change in it; of the moves those from `first_move` on, and of the steps
/// nothing unless the event has changed the board.
json::object view_of_change(const Table& table, const Presence& presence, Time now, Sight sight,
                            std::size_t first_move, bool has_new_board);
json::object view_of_event(const EventBody& event, Sight sight);

/// What lists tell about a table, also stored with it.
struct Summary {
  std::string id{};
  std::string game{};
  std::string title{};
  json::array seats{};
  Time created{};
  Time changed{};
  int moves = 0;
  /// Null while the game goes on.
  json::value result{};
};
Summary summary_of(const Table& table);
json::object view_of_summary(const Summary& summary, Sight sight);

}  // namespace spielwerk::server
