#include "server/command.h"

#include <fmt/format.h>

#include "core/text.h"
#include "server/seats.h"

namespace spielwerk::server {
namespace {

/// More than any game has; whether it fits is the table's question.
constexpr std::int64_t kMostMoves = 1'000'000;

struct Decider {
  const Table& table;
  const Actor& actor;
  Time now;

  Table::Decision operator()(const MoveCommand& command) const {
    return table.move(actor, command.move, command.at, now);
  }
  Table::Decision operator()(const TakeBackCommand& command) const {
    return table.take_back(actor, command.at);
  }
  Table::Decision operator()(const OfferDrawCommand&) const { return table.offer_draw(actor); }
  Table::Decision operator()(const AnswerCommand& command) const {
    return table.answer(actor, command.accepts, now);
  }
  Table::Decision operator()(const ResignCommand& command) const {
    return table.resign(actor, command.seat, now);
  }
  Table::Decision operator()(const RematchCommand&) const { return table.ask_rematch(actor); }
  Table::Decision operator()(const PaceCommand& command) const {
    return table.pace(actor, command.delay, command.is_paused);
  }
  Table::Decision operator()(const StepCommand&) const {
    return table.pace(actor, table.delay(), true);
  }
  Table::Decision operator()(const ReplaceCommand& command) const {
    return table.replace(actor, command.seat, command.with);
  }
};

ReplaceCommand read_replace(JsonReader& reader, const Game& game) {
  ReplaceCommand command{static_cast<Player>(reader.integer("seat", 0, game.players() - 1))};
  const json::value* with = reader.find("with");
  auto seat = parse_seat(with == nullptr ? json::value() : *with);
  if (!seat) {
    reader.complain(seat.error());
    return command;
  }
  command.with = *std::move(seat);
  // A server that is only tried again need not be told; the table knows it.
  const bool is_known = command.with.kind == SeatKind::Remote && command.with.server.empty();
  if (is_known) return command;
  if (auto problem = problem_with_seat(game, command.with); !problem.empty()) {
    reader.complain(std::move(problem));
  }
  return command;
}

Command read(JsonReader& reader, const Game& game) {
  const std::string type = reader.text("type");
  const auto at = [&] { return static_cast<int>(reader.integer("at", 0, kMostMoves)); };
  if (type == "move") return MoveCommand{reader.text("move"), at()};
  if (type == "take_back") return TakeBackCommand{at()};
  if (type == "offer_draw") return OfferDrawCommand{};
  if (type == "answer") return AnswerCommand{reader.boolean("accepts")};
  if (type == "resign") {
    ResignCommand command;
    if (const auto seat = reader.optional_integer("seat", 0, game.players() - 1)) {
      command.seat = static_cast<Player>(*seat);
    }
    return command;
  }
  if (type == "rematch") return RematchCommand{};
  if (type == "pace") {
    return PaceCommand{milliseconds(reader.integer("delay", 0, kLongestDelay.count())),
                       reader.boolean("is_paused")};
  }
  if (type == "step") return StepCommand{};
  if (type == "replace") return read_replace(reader, game);
  reader.complain(fmt::format("there is no command {}", in_quotes(type)));
  return {};
}

}  // namespace

std::expected<Command, std::string> parse_command(const json::value& message, const Game& game) {
  JsonReader reader(message);
  Command command = read(reader, game);
  if (!reader.is_good()) return std::unexpected(reader.problem());
  return command;
}

Table::Decision decide(const Command& command, const Table& table, const Actor& actor, Time now) {
  return std::visit(Decider{table, actor, now}, command);
}

}  // namespace spielwerk::server
