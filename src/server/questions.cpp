#include "server/questions.h"

#include "server/answer.h"
#include "server/json/game_json.h"
#include "server/json/request_reader.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;

constexpr milliseconds kMinEvaluation{10};
constexpr milliseconds kMaxEvaluation = seconds(10);
constexpr milliseconds kUsualEvaluation = seconds(1);

}  // namespace

HttpResponse Questions::games() const {
  json::array games;
  for (const auto& each : games_.games()) {
    games.push_back(json_of_description(*each, games_.parse(each->name).value()));
  }
  return ok(json::object{{"games", std::move(games)}});
}

HttpResponse Questions::position(const json::value& body) const {
  JsonReader reader(body);
  auto given = read_position(games_, reader);
  if (!given) return refused(given.error());
  const auto& [game, position] = *given;
  const auto first = reader.optional_integer("first", 0, game.geometry().cell_count() - 1);
  const auto move_text = reader.optional_text("move");
  if (!reader.is_good()) return refused(reader.problem());
  json::object answer{{"game", game.text()},
                      {"board", json_of_board(game)},
                      {"position", json_of_position(game, position)}};
  if (first) {
    answer["seconds"] = position.outcome().is_over() || game.notation().cells_per_move < 2
                            ? json::array()
                            : json_of_cells(position.next_cells(static_cast<Cell>(*first)));
  }
  if (move_text) {
    const auto move = game.parse_move(*move_text);
    if (!move) return refused(misread(move.error(), *move_text, "move"));
    if (!position.is_legal(*move)) {
      return refused<RefusalCode::NotPossible>(game.print_move(*move), position.objection(*move));
    }
    answer["steps"] = json_of_steps(position.steps(*move));
    Position after = position;
    after.play(*move);
    answer["after"] = json_of_position(game, after);
  }
  return ok(answer);
}

HttpResponse Questions::replay(const json::value& body) const {
  const auto loaded = read_record(games_, body);
  if (!loaded) return bad(loaded.error());
  return ok(json_of_record(loaded->record, loaded->problem));
}

void Questions::evaluate(const HttpRequest& request, const json::value& body,
                         const WebHandler::Respond& respond) {
  JsonReader reader(body);
  auto given = read_position(games_, reader);
  const auto time = reader.optional_duration("time", kMinEvaluation, kMaxEvaluation);
  if (!given) return respond(refused(given.error()));
  if (!reader.is_good()) return respond(refused(reader.problem()));
  if (given->position.outcome().is_over()) return respond(refused<RefusalCode::Over>());
  const std::string& address = request.address;
  const auto found = evaluations_of_.find(address);
  const int own = found == evaluations_of_.end() ? 0 : found->second;
  if (evaluations_ >= limits_.max_in_all || own >= limits_.max_per_address) {
    return respond(refused<RefusalCode::TooManyEvaluations>());
  }
  ++evaluations_;
  ++evaluations_of_[address];
  request.asker->step_aside();
  // Once: the answer may be on its way when nobody waits for it any more.
  const auto end = [this, address, is_over = std::make_shared<bool>(false)] {
    if (std::exchange(*is_over, true)) return;
    --evaluations_;
    if (--evaluations_of_[address] == 0) evaluations_of_.erase(address);
  };
  const auto ticket = pool_.ask(
      {given->game, given->position, "max", {.move_time = time.value_or(kUsualEvaluation)}},
      [entrance = entrance_, game = given->game, end,
       respond](const std::expected<Choice, Failure>& choice) {
        entrance->post([game, end, respond, choice] {
          end();
          respond(choice ? ok(json_of_choice(game, *choice))
                         : refused<RefusalCode::EngineFailed>(choice.error().sentence));
        });
      });
  request.asker->on_gone = [this, entrance = entrance_, ticket, end] {
    if (!entrance->is_open()) return;
    pool_.withdraw(ticket);
    end();
  };
}

}  // namespace spielwerk::server
