#include "server/api/questions.h"

#include "server/json/game_json.h"
#include "server/json/request_reader.h"
#include "server/tables/table.h"
#include "server/web/answer.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;

constexpr milliseconds kMinEvaluation{10};
constexpr milliseconds kMaxEvaluation = seconds(10);
constexpr milliseconds kUsualEvaluation = seconds(1);

HttpResponse answer_position(const Registry& games, const json::value& body) {
  JsonReader reader(body);
  auto given = read_position(games, reader);
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
    std::vector<Step> steps = position.steps(*move);
    keep_first_waves(steps);
    answer["steps"] = json_of_steps(steps);
    Position after = position;
    after.play(*move);
    answer["after"] = json_of_position(game, after);
  }
  return ok(answer);
}

HttpResponse answer_replay(const Registry& games, const json::value& body) {
  JsonReader reader(body);
  const auto from = reader.optional_integer("from", 0, kMaxTableMoves);
  if (!reader.is_good()) return refused(reader.problem());
  const auto loaded = read_record(games, body);
  if (!loaded) return bad(loaded.error());
  return ok(
      json_of_record(loaded->record, loaded->problem, static_cast<std::size_t>(from.value_or(0))));
}

/// Reads the body, and answers it.
std::function<HttpResponse()> answering(const Registry& games, const std::string& text,
                                        HttpResponse (*answer)(const Registry& games,
                                                               const json::value& body)) {
  return [&games, text, answer] {
    const auto body = parse_json(text);
    return body ? answer(games, *body) : refused(body.error());
  };
}

}  // namespace

HttpResponse Questions::games() const {
  json::array games;
  for (const auto& each : games_.games()) {
    games.push_back(json_of_description(*each, games_.parse(each->name).value()));
  }
  return ok(json::object{{"games", std::move(games)}});
}

void Questions::position(const std::string& address, const std::string& body,
                         const WebHandler::Respond& respond) {
  elsewhere(address, answering(games_, body, &answer_position), respond);
}

void Questions::replay(const std::string& address, const std::string& body,
                       const WebHandler::Respond& respond) {
  elsewhere(address, answering(games_, body, &answer_replay), respond);
}

void Questions::elsewhere(const std::string& address, std::function<HttpResponse()> answer,
                          const WebHandler::Respond& respond) {
  const bool has_place =
      background_.run(address, [entrance = entrance_, answer = std::move(answer), respond] {
        auto response = std::make_shared<HttpResponse>();
        try {
          *response = answer();
        } catch (const std::exception& failure) {
          *response = refused<RefusalCode::Inconsistent>(failure.what());
        }
        entrance->post([response, respond] { respond(std::move(*response)); });
      });
  if (!has_place) respond(refused<RefusalCode::TooManyQuestions>());
}

void Questions::evaluate(const HttpRequest& request, const json::value& body,
                         const WebHandler::Respond& respond) {
  JsonReader reader(body);
  auto given = read_position(games_, reader);
  const auto time = reader.optional_duration("time", kMinEvaluation, kMaxEvaluation);
  const std::string table = reader.optional_text("table").value_or("");
  const std::string token = reader.optional_text("token").value_or("");
  if (!given) return respond(refused(given.error()));
  if (!reader.is_good()) return respond(refused(reader.problem()));
  if (given->position.outcome().is_over()) return respond(refused<RefusalCode::Over>());
  // It may go while the table is read.
  const auto is_gone = std::make_shared<bool>(false);
  request.asker->on_gone = [is_gone] { *is_gone = true; };
  const Evaluation wanted{given->game, given->position, time.value_or(kUsualEvaluation)};
  refuse_evaluation_(given->game, given->position, table, token, request.address,
                     [this, wanted, address = request.address, asker = request.asker, is_gone,
                      respond](const std::optional<Refusal>& refusal) {
                       if (*is_gone) return;
                       if (refusal) return respond(refused(*refusal));
                       begin(wanted, address, asker, respond);
                     });
}

void Questions::begin(const Evaluation& wanted, const std::string& address,
                      const std::shared_ptr<Asker>& asker, const WebHandler::Respond& respond) {
  const auto found = evaluations_of_.find(address);
  const int own = found == evaluations_of_.end() ? 0 : found->second;
  // The last quarter is for those who have none yet.
  const bool is_scarce = 4 * evaluations_ >= 3 * limits_.max_in_all;
  if (evaluations_ >= limits_.max_in_all || own >= limits_.max_per_address ||
      (is_scarce && own > 0)) {
    return respond(refused<RefusalCode::TooManyEvaluations>());
  }
  ++evaluations_;
  ++evaluations_of_[address];
  asker->step_aside();
  // Once: the answer may be on its way when nobody waits for it any more.
  const auto end = [this, address, is_over = std::make_shared<bool>(false)] {
    if (std::exchange(*is_over, true)) return;
    --evaluations_;
    if (--evaluations_of_[address] == 0) evaluations_of_.erase(address);
  };
  const auto ticket =
      pool_.ask({wanted.game, wanted.position, "max", {.move_time = wanted.time}},
                [entrance = entrance_, game = wanted.game, end,
                 respond](const std::expected<Choice, Failure>& choice) {
                  entrance->post([game, end, respond, choice] {
                    end();
                    respond(choice ? ok(json_of_choice(game, *choice))
                                   : refused<RefusalCode::EngineFailed>(choice.error().sentence));
                  });
                });
  asker->on_gone = [this, entrance = entrance_, ticket, end] {
    if (!entrance->is_open()) return;
    pool_.withdraw(ticket);
    end();
  };
}

}  // namespace spielwerk::server
