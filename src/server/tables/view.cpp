#include "server/tables/view.h"

#include <algorithm>

namespace spielwerk::server {
namespace {

/// Some moves; what computers think of them is left out as long as it would be help.
std::vector<PlayedMove> moves_between(const Table& table, std::size_t begin, std::size_t end) {
  std::vector<PlayedMove> moves = table.moves().between(begin, end);
  if (table.forbids_help()) {
    for (PlayedMove& each : moves) each.score.clear();
  }
  return moves;
}

TableChange change_from(const Table& table, std::size_t first_move) {
  return {.game = table.game(),
          .number = table.number(),
          .seats = table.seats(),
          .first_move = first_move,
          .moves = moves_between(table, first_move, table.moves().size()),
          .position = table.position(),
          .clocks = table.clock_state(),
          .offer = table.offer(),
          .delay = table.delay(),
          .is_paused = table.is_paused(),
          .help = table.help(),
          .trouble = table.trouble(),
          .result = result_of(table),
          .rematch = table.rematch(),
          .damage = table.damage()};
}

void hide_server(Seat& seat, Sight sight) {
  if (sight == Sight::Everybody) seat.server.clear();
}

}  // namespace

std::optional<Result> result_of(const Table& table) {
  if (!table.is_over()) return std::nullopt;
  return Result{table.end()->result, table.result().winner(), table.end()->reason};
}

TableChange change_of(const Table& table, const EventBody& event) {
  const bool is_move = std::holds_alternative<Moved>(event);
  TableChange change = change_from(table, table.moves().size() - (is_move ? 1 : 0));
  if (is_move || std::holds_alternative<TakenBack>(event)) change.steps = table.steps();
  return change;
}

TableView view_of(const Table& table, Presence presence, Time now, Sight sight) {
  const std::size_t count = table.moves().size();
  const std::size_t first_told = count - std::min(count, kMaxMovesTold);
  TableView view{.id = table.id(),
                 .clock = table.clock(),
                 .created = table.created(),
                 .start = table.start(),
                 .state = change_from(table, first_told),
                 .presence = std::move(presence),
                 .now = now};
  view.state.steps = table.steps();
  hide_servers(view.state.seats, sight);
  return view;
}

MovePage page_of(const Table& table, std::size_t first_move) {
  const std::size_t begin = std::min(first_move, table.moves().size());
  const std::size_t end = std::min(begin + kMaxMovesTold, table.moves().size());
  return {.game = table.game(), .first_move = begin, .moves = moves_between(table, begin, end)};
}

Summary summary_of(const Table& table) {
  return {.id = table.id(),
          .game = table.game().text(),
          .title = table.game().description().title,
          .seats = table.seats(),
          .created = table.created(),
          .changed = table.changed(),
          .moves = static_cast<int>(table.moves().size()),
          .result = result_of(table)};
}

void hide_servers(std::vector<Seat>& seats, Sight sight) {
  for (Seat& seat : seats) hide_server(seat, sight);
}

void hide_servers(EventBody& event, Sight sight) {
  if (auto* created = std::get_if<Created>(&event)) hide_servers(created->seats, sight);
  if (auto* replaced = std::get_if<Replaced>(&event)) hide_server(replaced->with, sight);
}

void hide_score(EventBody& event, const Table& table) {
  auto* moved = std::get_if<Moved>(&event);
  if (moved != nullptr && table.forbids_help()) moved->score.clear();
}

}  // namespace spielwerk::server
