// What clients ask of a table. server/json/command_json.h reads it from their messages.
#pragma once

#include <variant>

#include "server/tables/table.h"

namespace spielwerk::server {

struct MoveCommand {
  std::string move{};
  int at = 0;
};
struct TakeBackCommand {
  int at = 0;
};
struct OfferDrawCommand {};
struct AnswerCommand {
  bool accepts = false;
};
struct ResignCommand {
  std::optional<Player> seat{};
};
struct RematchCommand {};
struct PaceCommand {
  milliseconds delay{0};
  bool is_paused = false;
};
/// One move of a computer while the table is paused; changes nothing by itself.
struct StepCommand {};
struct ReplaceCommand {
  Player seat = 0;
  Seat with{};
  /// Whether the person at that seat is there, or was a moment ago; only the hall knows.
  bool is_there = false;
};
struct HelpCommand {
  bool is_on = false;
};

using Command =
    std::variant<MoveCommand, TakeBackCommand, OfferDrawCommand, AnswerCommand, ResignCommand,
                 RematchCommand, PaceCommand, StepCommand, ReplaceCommand, HelpCommand>;

/// What a table makes of a command.
Table::Decision decide(const Command& command, const Table& table, const Actor& actor, Time now);

}  // namespace spielwerk::server
