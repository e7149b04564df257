#include "server/view.h"

#include <algorithm>
#include <array>

#include "core/level.h"
#include "server/look_view.h"
#include "server/seat_player.h"

namespace spielwerk::server {
namespace {

constexpr std::array<std::string_view, 7> kPieceKinds{"none",  "hole",    "stone", "ball",
                                                      "tower", "blocked", "base"};
constexpr std::array<std::string_view, 12> kStepKinds{"place", "flip",    "topple", "roll",
                                                      "leave", "arrive",  "build",  "capture",
                                                      "block", "unblock", "line",   "pass"};
constexpr std::array<std::string_view, 4> kParameterKinds{"number", "rectangle", "choice", "cells"};

/// About 600 KB; the longest cascades have more than 100,000.
constexpr std::size_t kMostSteps = 20'000;

std::string_view name_of(PieceKind kind) { return kPieceKinds.at(static_cast<std::size_t>(kind)); }

/// -1 for nothing, as clients see it.
std::int64_t number_of(Cell cell) { return cell == kNoCell ? -1 : cell; }
std::int64_t number_of(Player player) { return player == kNoPlayer ? -1 : player; }

json::object view_of_range(const Range& range) {
  return {{"least", range.min}, {"most", range.max}, {"step", range.step}};
}

json::object view_of_parameter(const Parameter& parameter) {
  json::object view{
      {"name", parameter.name},
      {"kind", kParameterKinds.at(static_cast<std::size_t>(parameter.kind))},
      {"help", parameter.help},
      {"standard", parameter.standard},
  };
  switch (parameter.kind) {
    case ParameterKind::Rectangle:
      view["second_range"] = view_of_range(parameter.second_range);
      view["first_name"] = parameter.first_name;
      view["second_name"] = parameter.second_name;
      [[fallthrough]];
    case ParameterKind::Number:
      view["range"] = view_of_range(parameter.range);
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

json::value view_of_outcome(Outcome outcome, int players) {
  return outcome.is_over() ? json::value(print_outcome(outcome, players)) : json::value();
}

json::object view_of_move(const Game& game, Move move, Player player, std::string_view score) {
  json::array cells{move.first};
  if (move.second != kNoCell) cells.emplace_back(move.second);
  json::object view{{"move", game.print_move(move)}, {"player", player}, {"cells", cells}};
  if (!score.empty()) view["score"] = score;
  return view;
}

/// Takes out where a remote player is.
void hide_server(json::object& seat, Sight sight) {
  if (sight == Sight::KeyHolder) return;
  const auto found = seat.find("server");
  if (found == seat.end()) return;
  const json::value server = found->value();
  seat.erase(found);
  // In lists that were stored long ago it stands for the name as well.
  if (seat["name"] == server) seat["name"] = "";
}

json::array view_of_seats(const Table& table, const Presence* presence, Sight sight) {
  json::array seats;
  for (std::size_t index = 0; index < table.seats().size(); ++index) {
    json::object seat = to_json(table.seats()[index]);
    hide_server(seat, sight);
    if (presence != nullptr && table.seats()[index].is_person()) {
      seat["present"] = index < presence->present.size() && presence->present[index];
    }
    seats.push_back(std::move(seat));
  }
  return seats;
}

json::value view_of_result(const Table& table) {
  if (!table.is_over()) return {};
  return json::object{{"text", table.end()->result},
                      {"winner", number_of(table.result().winner())},
                      {"reason", print_reason(table.end()->reason)}};
}

}  // namespace

json::array view_of_cells(const std::vector<Cell>& cells) {
  json::array view;
  view.reserve(cells.size());
  for (const Cell cell : cells) view.emplace_back(cell);
  return view;
}

json::object view_of_description(const GameDescription& description, const Game& standard) {
  json::array parameters;
  for (const Parameter& each : description.parameters) {
    parameters.push_back(view_of_parameter(each));
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
      {"has_remote", has_remote_players(description)},
      {"board", view_of_board(standard)},
  };
}

json::object view_of_board(const Game& game) {
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
      {"capacities", view_of_capacities(game)},
      {"look", view_of_look(game)},
  };
}

json::array view_of_pieces(const Game& game, const Position& position) {
  json::array pieces;
  for (Cell cell = 0; cell < game.geometry().cell_count(); ++cell) {
    const Piece piece = position.piece(cell);
    if (piece.kind == PieceKind::None) continue;
    pieces.push_back(json::array{cell, name_of(piece.kind), number_of(piece.owner), piece.count});
  }
  return pieces;
}

json::object view_of_position(const Game& game, const Position& position) {
  const Outcome outcome = position.outcome();
  return {
      {"text", position.text()},
      {"to_move", outcome.is_over() ? -1 : number_of(position.side_to_move())},
      {"pieces", view_of_pieces(game, position)},
      {"picks", outcome.is_over() ? json::array() : view_of_cells(position.next_cells())},
      {"outcome", view_of_outcome(outcome, game.players())},
      {"ending", view_of_ending(position)},
  };
}

json::array view_of_steps(const std::vector<Step>& steps) {
  json::array view;
  view.reserve(std::min(steps.size(), kMostSteps));
  for (const Step& step : steps) {
    if (view.size() >= kMostSteps && step.wave != steps[view.size() - 1].wave) break;
    view.push_back(json::array{step.wave, kStepKinds.at(static_cast<std::size_t>(step.kind)),
                               number_of(step.from), number_of(step.to), name_of(step.piece.kind),
                               number_of(step.piece.owner), step.piece.count});
  }
  return view;
}

json::object view_of_score(Score score) {
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

json::object view_of_choice(const Game& game, const Choice& choice) {
  json::object view = view_of_move(game, choice.move, 0, "");
  view.erase("player");
  json::array line;
  for (const Move move : choice.line) line.emplace_back(game.print_move(move));
  if (line.empty()) line.emplace_back(game.print_move(choice.move));
  view["score"] = view_of_score(choice.score.value_or(Score::draw()));
  view["line"] = std::move(line);
  view["depth"] = choice.depth;
  view["nodes"] = choice.nodes;
  return view;
}

json::object view_of_problem(const Problem& problem) {
  json::object parameters;
  for (const auto& [name, value] : problem.parameters) parameters[name] = value;
  return {
      {"code", problem.code}, {"reason", problem.reason}, {"parameters", std::move(parameters)}};
}

json::object view_of_record(const Record& record, const std::optional<Problem>& problem) {
  json::array tags;
  for (const Tag& tag : record.tags) tags.push_back(json::array{tag.name, tag.value});
  json::array moves;
  Position position = record.start;
  for (const RecordedMove& each : record.moves) {
    json::object move =
        view_of_move(record.game, each.move, position.side_to_move(),
                     each.evaluation ? print_score(*each.evaluation) : std::string());
    position.play(each.move);
    const Outcome outcome = position.outcome();
    move["position"] = json::object{
        {"text", position.text()},
        {"to_move", outcome.is_over() ? -1 : number_of(position.side_to_move())},
        {"outcome", view_of_outcome(outcome, record.game.players())},
        {"ending", view_of_ending(position)},
    };
    if (!each.comment.empty()) move["comment"] = each.comment;
    moves.push_back(std::move(move));
  }
  json::object view{
      {"game", record.game.text()},
      {"title", record.game.description().title},
      {"board", view_of_board(record.game)},
      {"tags", std::move(tags)},
      {"start", view_of_position(record.game, record.start)},
      {"moves", std::move(moves)},
      {"result", print_outcome(record.result, record.game.players())},
  };
  if (problem) view["problem"] = view_of_problem(*problem);
  return view;
}

json::object view_of_event(const EventBody& event, Sight sight) {
  json::object view = to_json(event);
  if (json::value* with = view.if_contains("with")) hide_server(with->as_object(), sight);
  return view;
}

json::object view_of_change(const Table& table, const Presence& presence, Time now, Sight sight,
                            std::size_t first_move, bool has_new_board) {
  json::array moves;
  for (std::size_t index = first_move; index < table.moves().size(); ++index) {
    const PlayedMove& move = table.moves()[index];
    moves.push_back(view_of_move(table.game(), move.move, move.player, move.score));
  }
  json::object view{
      {"number", table.number()},
      {"seats", view_of_seats(table, &presence, sight)},
      {"first_move", first_move},
      {"moves", std::move(moves)},
      {"position", view_of_position(table.game(), table.position())},
      {"clocks", nullptr},
      {"is_running", table.is_clock_running()},
      {"now", now.time_since_epoch().count()},
      {"offer", nullptr},
      {"delay", table.delay().count()},
      {"is_paused", table.is_paused()},
      {"trouble", nullptr},
      {"result", view_of_result(table)},
      {"rematch", nullptr},
      {"watchers", presence.watchers},
  };
  if (has_new_board) view["steps"] = view_of_steps(table.steps());
  if (table.clock()) {
    json::array clocks;
    for (const milliseconds left : table.clocks(now)) clocks.emplace_back(left.count());
    view["clocks"] = std::move(clocks);
  }
  if (const auto& offer = table.offer()) {
    json::array waiting;
    for (const Player seat : offer->waiting) waiting.emplace_back(seat);
    json::object asked{
        {"what", print_offer(offer->what)}, {"seat", offer->seat}, {"waiting", std::move(waiting)}};
    if (offer->what == OfferKind::TakeBack) asked["to"] = offer->to;
    view["offer"] = std::move(asked);
  }
  if (const auto& trouble = table.trouble()) {
    const auto& [kind, detail] = trouble->failure;
    json::object told{{"seat", trouble->seat},
                      {"code", print_failure_kind(kind)},
                      {"message", explain(trouble->failure)}};
    if (!detail.empty()) told["detail"] = detail;
    view["trouble"] = std::move(told);
  }
  if (!table.rematch().empty()) view["rematch"] = table.rematch();
  return view;
}

json::object view_of_table(const Table& table, const Presence& presence, Time now, Sight sight) {
  json::object view = view_of_change(table, presence, now, sight, 0, true);
  view.erase("first_move");
  view["id"] = table.id();
  view["game"] = table.game().text();
  view["title"] = table.game().description().title;
  view["board"] = view_of_board(table.game());
  view["clock"] = table.clock() ? json::value(to_json(*table.clock())) : json::value();
  view["created"] = table.created().time_since_epoch().count();
  view["start"] = table.start().text();
  return view;
}

Summary summary_of(const Table& table) {
  return {
      .id = table.id(),
      .game = table.game().text(),
      .title = table.game().description().title,
      .seats = view_of_seats(table, nullptr, Sight::KeyHolder),
      .created = table.created(),
      .changed = table.changed(),
      .moves = static_cast<int>(table.moves().size()),
      .result = view_of_result(table),
  };
}

json::object view_of_summary(const Summary& summary, Sight sight) {
  json::array seats = summary.seats;
  for (json::value& seat : seats) hide_server(seat.as_object(), sight);
  return {
      {"id", summary.id},
      {"game", summary.game},
      {"title", summary.title},
      {"seats", std::move(seats)},
      {"created", summary.created.time_since_epoch().count()},
      {"changed", summary.changed.time_since_epoch().count()},
      {"moves", summary.moves},
      {"result", summary.result},
      {"watchers", 0},
  };
}

}  // namespace spielwerk::server
