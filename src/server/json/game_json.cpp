#include "server/json/game_json.h"

#include <algorithm>
#include <array>

#include "core/level.h"
#include "protocols/all_players.h"
#include "server/json/look_json.h"

namespace spielwerk::server {
namespace {

constexpr std::array<std::string_view, 7> kPieceKinds{"none",  "hole",    "stone", "ball",
                                                      "tower", "blocked", "base"};
constexpr std::array<std::string_view, 12> kStepKinds{"place", "flip",    "topple", "roll",
                                                      "leave", "arrive",  "build",  "capture",
                                                      "block", "unblock", "line",   "pass"};
constexpr std::array<std::string_view, 4> kParameterKinds{"number", "rectangle", "choice", "cells"};

/// Positions and comments of one answer about a record: some thousand moves.
constexpr std::size_t kMaxReplayText = 524'288;

std::string_view name_of(PieceKind kind) { return kPieceKinds.at(static_cast<std::size_t>(kind)); }

json::object json_of_range(const Range& range) {
  return {{"min", range.min}, {"max", range.max}, {"step", range.step}};
}

json::object json_of_parameter(const Parameter& parameter) {
  json::object view{
      {"name", parameter.name},
      {"kind", kParameterKinds.at(static_cast<std::size_t>(parameter.kind))},
      {"help", parameter.help},
      {"standard", parameter.standard},
  };
  switch (parameter.kind) {
    case ParameterKind::Rectangle:
      view["second_range"] = json_of_range(parameter.second_range);
      view["first_name"] = parameter.first_name;
      view["second_name"] = parameter.second_name;
      [[fallthrough]];
    case ParameterKind::Number:
      view["range"] = json_of_range(parameter.range);
      if (!parameter.max_by.empty()) view["max_by"] = parameter.max_by;
      break;
    case ParameterKind::Choice:
      view["choices"] = json::value_from(parameter.choices);
      break;
    case ParameterKind::Cells:
      break;
  }
  return view;
}

json::array labels(int count, Labels kind) {
  json::array array;
  for (int index = 0; index < count; ++index) array.emplace_back(print_label(index, kind));
  return array;
}

json::value json_of_outcome(Outcome outcome, int players) {
  return outcome.is_over() ? json::value(print_outcome(outcome, players)) : json::value();
}

}  // namespace

json::array json_of_cells(const std::vector<Cell>& cells) {
  json::array view;
  view.reserve(cells.size());
  for (const Cell cell : cells) view.emplace_back(cell);
  return view;
}

json::object json_of_description(const GameDescription& description, const Game& standard) {
  json::array parameters;
  for (const Parameter& each : description.parameters) {
    parameters.push_back(json_of_parameter(each));
  }
  json::array presets;
  for (const Preset& each : description.presets) {
    presets.push_back(json::object{{"title", each.title}, {"variant", each.variant}});
  }
  json::array strategies;
  for (const StrategyDescription& each : description.strategies) {
    strategies.push_back(json::object{{"name", each.name}, {"summary", each.summary}});
  }
  return {
      {"name", description.name},
      {"title", description.title},
      {"summary", description.summary},
      {"parameters", std::move(parameters)},
      {"presets", std::move(presets)},
      {"levels", kStrongestLevel},
      {"strategies", std::move(strategies)},
      {"has_draws", description.has_draws},
      {"has_remote", all_players().has_network_players(description)},
      {"board", json_of_board(standard)},
  };
}

json::object json_of_board(const Game& game) {
  const Geometry& geometry = game.geometry();
  const Notation& notation = game.notation();
  json::array players;
  for (int player = 0; player < game.players(); ++player) {
    players.emplace_back(game.player_name(static_cast<Player>(player)));
  }
  return {
      {"game", game.name()},
      {"shape", geometry.shape() == Shape::Square ? "square" : "hexagon"},
      {"edges", geometry.edges() == Edges::Closed ? "closed" : "torus"},
      {"columns", geometry.columns()},
      {"rows", geometry.rows()},
      {"column_labels", labels(geometry.columns(), notation.column_labels)},
      {"row_labels", labels(geometry.rows(), notation.row_labels)},
      {"cells_per_move", notation.cells_per_move},
      {"unordered", notation.unordered},
      {"moves_pieces", notation.moves_pieces()},
      {"notation", json::object{{"is_row_first", notation.row_first},
                                {"between_parts", notation.cell_separator},
                                {"between_cells", notation.move_separator}}},
      {"players", std::move(players)},
      {"capacities", json_of_capacities(game)},
      {"look", json_of_look(game)},
  };
}

json::array json_of_pieces(const Game& game, const Position& position) {
  json::array pieces;
  for (Cell cell = 0; cell < game.geometry().cell_count(); ++cell) {
    const Piece piece = position.piece(cell);
    if (piece.kind == PieceKind::None) continue;
    pieces.push_back(json::array{cell, name_of(piece.kind), number_of(piece.owner), piece.count});
  }
  return pieces;
}

json::object json_of_position(const Game& game, const Position& position) {
  const Outcome outcome = position.outcome();
  return {
      {"text", position.text()},
      {"to_move", outcome.is_over() ? -1 : number_of(position.side_to_move())},
      {"pieces", json_of_pieces(game, position)},
      {"picks", outcome.is_over() ? json::array() : json_of_cells(position.next_cells())},
      {"outcome", json_of_outcome(outcome, game.players())},
      {"ending", json_of_ending(position)},
  };
}

json::array json_of_steps(const std::vector<Step>& steps) {
  json::array view;
  view.reserve(steps.size());
  for (const Step& step : steps) {
    view.push_back(json::array{step.wave, kStepKinds.at(static_cast<std::size_t>(step.kind)),
                               number_of(step.from), number_of(step.to), name_of(step.piece.kind),
                               number_of(step.piece.owner), step.piece.count});
  }
  return view;
}

json::object json_of_move(const Game& game, Move move, Player player, std::string_view score) {
  json::array cells{move.first};
  if (move.second != kNoCell) cells.emplace_back(move.second);
  json::object view{{"move", game.print_move(move)}, {"player", player}, {"cells", cells}};
  if (!score.empty()) view["score"] = score;
  return view;
}

json::object json_of_score(Score score) {
  switch (score.kind()) {
    case Score::Kind::Win:
      return {{"kind", "win"}, {"plies", score.plies()}, {"expected", 1}};
    case Score::Kind::Loss:
      return {{"kind", "loss"}, {"plies", score.plies()}, {"expected", 0}};
    case Score::Kind::Draw:
      return {{"kind", "draw"}, {"expected", 0.5}};
    case Score::Kind::Estimate:
      break;
  }
  return {{"kind", "estimate"}, {"expected", score.expected()}};
}

json::object json_of_choice(const Game& game, const Choice& choice) {
  json::object view = json_of_move(game, *choice.move, 0, "");
  view.erase("player");
  json::array line;
  for (const Move move : choice.line) line.emplace_back(game.print_move(move));
  if (line.empty()) line.emplace_back(game.print_move(*choice.move));
  view["score"] = json_of_score(choice.score.value_or(Score::draw()));
  view["line"] = std::move(line);
  view["depth"] = choice.depth;
  view["nodes"] = choice.nodes;
  return view;
}

json::object json_of_problem(const Problem& problem) {
  json::object parameters;
  for (const auto& [name, value] : problem.parameters) parameters[name] = value;
  return {
      {"code", problem.code}, {"reason", problem.reason}, {"parameters", std::move(parameters)}};
}

json::object json_of_record(const Record& record, const std::optional<Problem>& problem,
                            std::size_t from) {
  json::array tags;
  for (const Tag& tag : record.tags) tags.push_back(json::array{tag.name, tag.value});
  json::array moves;
  Position position = record.start;
  const std::size_t begin = std::min(from, record.moves.size());
  for (std::size_t index = 0; index < begin; ++index) position.play(record.moves[index].move);
  std::size_t end = begin;
  for (std::size_t bytes = 0; end < record.moves.size() && bytes < kMaxReplayText; ++end) {
    const RecordedMove& each = record.moves[end];
    json::object move =
        json_of_move(record.game, each.move, position.side_to_move(),
                     each.evaluation ? print_score(*each.evaluation) : std::string());
    position.play(each.move);
    const Outcome outcome = position.outcome();
    std::string text = position.text();
    bytes += text.size() + each.comment.size();
    move["position"] = json::object{
        {"text", std::move(text)},
        {"to_move", outcome.is_over() ? -1 : number_of(position.side_to_move())},
        {"outcome", json_of_outcome(outcome, record.game.players())},
        {"ending", json_of_ending(position)},
    };
    if (!each.comment.empty()) move["comment"] = each.comment;
    moves.push_back(std::move(move));
  }
  json::object view{
      {"game", record.game.text()},
      {"title", record.game.description().title},
      {"board", json_of_board(record.game)},
      {"tags", std::move(tags)},
      {"start", json_of_position(record.game, record.start)},
      {"moves", std::move(moves)},
      {"result", print_outcome(record.result, record.game.players())},
  };
  if (end < record.moves.size()) view["next"] = end;
  if (problem) view["problem"] = json_of_problem(*problem);
  return view;
}

}  // namespace spielwerk::server
