#include "games/towerwars/player.h"

#include <fmt/format.h>

#include "games/towerwars/move_tables.h"

namespace spielwerk::towerwars {

void PlayerBase::init(int size, Player colour) {
  if (size < kMinSize || size > kMaxSize) {
    throw PlayerError(fmt::format("a player was told to play on a board of size {}, not {} to {}",
                                  size, kMinSize, kMaxSize));
  }
  colour_ = colour;
  board_.emplace(size);
  requested_.reset();
  due_ = colour == kRed ? Due::Request : Due::Update;
}

std::optional<Move> PlayerBase::request() {
  expect(Due::Request);
  requested_ = choose(*board_);
  due_ = Due::Confirm;
  return requested_;
}

void PlayerBase::confirm(Status status) {
  expect(Due::Confirm);
  const Status own = board_->make(requested_);
  compare(Due::Confirm, own, status);
  if (own == Status::Illegal) {
    due_ = Due::Request;
  } else {
    due_ = own == Status::Ok ? Due::Update : Due::Init;
  }
}

void PlayerBase::update(std::optional<Move> opponent_move, Status status) {
  expect(Due::Update);
  const Status own = board_->make(opponent_move);
  if (own == Status::Illegal) {
    throw PlayerError(fmt::format("{} was told the illegal move {} of its opponent: {}", name(),
                                  board_->game().print_move(*opponent_move),
                                  board_->position().objection(*opponent_move)));
  }
  compare(Due::Update, own, status);
  due_ = own == Status::Ok ? Due::Request : Due::Init;
}

std::string_view PlayerBase::print_due(Due due) {
  switch (due) {
    case Due::Request:
      return "request";
    case Due::Confirm:
      return "confirm";
    case Due::Update:
      return "update";
    case Due::Init:
      break;
  }
  return "init";
}

void PlayerBase::expect(Due call) const {
  if (call == due_) return;
  throw PlayerError(
      fmt::format("{} got the call {}, but {} was due", name(), print_due(call), print_due(due_)));
}

void PlayerBase::compare(Due call, Status own, Status told) const {
  if (own == told) return;
  throw PlayerError(fmt::format("{} was told {} by {}, but its own board says {}", name(),
                                print_status(told), print_due(call), print_status(own)));
}

std::string PlayerBase::name() const {
  if (!board_) return "a player";
  return std::string(board_->game().player_name(colour_));
}

}  // namespace spielwerk::towerwars
