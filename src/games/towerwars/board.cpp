#include "games/towerwars/board.h"

#include <utility>

#include "core/registry.h"
#include "games/towerwars/rules.h"

namespace spielwerk::towerwars {
namespace {

Status status_of(const Position& position) {
  const Outcome outcome = position.outcome();
  return outcome.is_over() ? win_of(outcome.winner()) : Status::Ok;
}

}  // namespace

std::string_view print_status(Status status) {
  switch (status) {
    case Status::Ok:
      return "OK";
    case Status::RedWin:
      return "RED_WIN";
    case Status::BlueWin:
      return "BLUE_WIN";
    case Status::Illegal:
      return "ILLEGAL";
    case Status::Undefined:
      break;
  }
  return "UNDEFINED";
}

Status win_of(Player winner) { return winner == kRed ? Status::RedWin : Status::BlueWin; }

Game game_of_size(int size) {
  // Games refer to their description, so it must outlive them all.
  static const GameDescription game = description();
  return parse_game(game, std::to_string(size)).value();
}

Board::Board(int size) : game_(game_of_size(size)), position_(game_.start()) {}

Board::Board(Game game, Position position)
    : game_(std::move(game)), position_(std::move(position)), status_(status_of(position_)) {}

Status Board::make(std::optional<Move> move) {
  if (status_ != Status::Ok) return Status::Illegal;
  if (!move) return status_ = win_of(opponent_of(turn()));
  if (!position_.is_legal(*move)) return Status::Illegal;
  position_.play(*move);
  return status_ = status_of(position_);
}

}  // namespace spielwerk::towerwars
