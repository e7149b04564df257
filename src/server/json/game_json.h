// Games, boards, positions and records as clients see them: the JSON of docs/api.md.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "core/game_player.h"
#include "core/problem.h"
#include "core/registry.h"
#include "records/record.h"

namespace spielwerk::server {

namespace json = boost::json;

/// -1 for nothing, as clients see it.
inline std::int64_t number_of(Cell cell) { return cell == kNoCell ? -1 : cell; }
inline std::int64_t number_of(Player player) { return player == kNoPlayer ? -1 : player; }

json::object json_of_description(const GameDescription& description, const Game& standard);
json::object json_of_board(const Game& game);
json::object json_of_position(const Game& game, const Position& position);
json::array json_of_pieces(const Game& game, const Position& position);
json::array json_of_steps(const std::vector<Step>& steps);
json::array json_of_cells(const std::vector<Cell>& cells);
json::object json_of_move(const Game& game, Move move, Player player, std::string_view score);
json::object json_of_score(Score score);
/// What a player has found; it must have said what it thinks.
json::object json_of_choice(const Game& game, const Choice& choice);

json::object json_of_problem(const Problem& problem);
/// A game move by move, from one of them on, with the position after each; `problem` is what is
/// wrong with the rest of it. Of a very long game only a part, and then `next` is where it goes on.
json::object json_of_record(const Record& record, const std::optional<Problem>& problem,
                            std::size_t from);

}  // namespace spielwerk::server
