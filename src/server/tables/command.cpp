#include "server/tables/command.h"

namespace spielwerk::server {
namespace {

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
    return table.replace(actor, command.seat, command.with, command.is_there);
  }
  Table::Decision operator()(const HelpCommand& command) const {
    return table.switch_help(actor, command.is_on);
  }
};

}  // namespace

Table::Decision decide(const Command& command, const Table& table, const Actor& actor, Time now) {
  return std::visit(Decider{table, actor, now}, command);
}

}  // namespace spielwerk::server
