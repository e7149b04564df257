#include "server/json/command_json.h"

#include "core/text.h"
#include "server/json/event_json.h"

namespace spielwerk::server {
namespace {

/// More than any game has; whether it fits is the table's question.
constexpr std::int64_t kMaxMoves = 1'000'000;

Player read_seat(JsonReader& reader) {
  return static_cast<Player>(reader.integer("seat", 0, kMaxPlayers - 1));
}

ReplaceCommand read_replace(JsonReader& reader) {
  ReplaceCommand command{.seat = read_seat(reader)};
  const json::value* with = reader.find("with");
  auto seat = parse_seat(with == nullptr ? json::value() : *with);
  if (!seat) {
    reader.complain(seat.error());
  } else {
    command.with = *std::move(seat);
  }
  return command;
}

Command read(JsonReader& reader) {
  const std::string type = reader.text("type");
  const auto at = [&] { return static_cast<int>(reader.integer("at", 0, kMaxMoves)); };
  if (type == "move") return MoveCommand{reader.text("move"), at()};
  if (type == "take_back") return TakeBackCommand{at()};
  if (type == "offer_draw") return OfferDrawCommand{};
  if (type == "answer") return AnswerCommand{reader.boolean("accepts")};
  if (type == "resign") {
    ResignCommand command;
    if (reader.find("seat") != nullptr) command.seat = read_seat(reader);
    return command;
  }
  if (type == "rematch") return RematchCommand{};
  if (type == "pace") {
    return PaceCommand{milliseconds(reader.integer("delay", 0, kMaxDelay.count())),
                       reader.boolean("is_paused")};
  }
  if (type == "step") return StepCommand{};
  if (type == "replace") return read_replace(reader);
  if (type == "help") return HelpCommand{reader.boolean("is_on")};
  reader.complain(fmt::format("there is no command {}", in_quotes(type)));
  return {};
}

}  // namespace

std::expected<Command, Refusal> parse_command(const json::value& message) {
  JsonReader reader(message);
  Command command = read(reader);
  if (!reader.is_good()) return std::unexpected(reader.problem());
  return command;
}

}  // namespace spielwerk::server
