#include "games/towerwars/participant.h"

#include <fmt/format.h>

#include "games/towerwars/move_tables.h"

namespace spielwerk::towerwars {

void Participant::init(int size, Player colour) {
  if (size < kMinSize || size > kMaxSize) {
    throw ParticipantError(fmt::format(
        "a player was told to play on a board of size {}, not {} to {}", size, kMinSize, kMaxSize));
  }
  // Many games may follow on boards of one size, but each has its own.
  if (!board_ || board_->game().geometry().columns() != size) player_.reset();
  colour_ = colour;
  board_.emplace(size);
  if (!player_) player_ = make_(board_->game());
  player_->begin_game();
  requested_.reset();
  due_ = colour == kRed ? Due::Request : Due::Update;
}

std::optional<Move> Participant::request() {
  expect(Due::Request);
  const auto choice = choose(*player_, board_->position(), limits_);
  if (!choice) {
    const Failure& failure = choice.error();
    if (failure.kind == FailureKind::Left) throw ParticipantLeft(failure.sentence);
    throw ParticipantError(fmt::format("{}: {}", name(), failure.sentence));
  }
  requested_ = choice->move;
  due_ = Due::Confirm;
  return requested_;
}

void Participant::confirm(Status status) {
  expect(Due::Confirm);
  const Status own = board_->make(requested_);
  compare(Due::Confirm, own, status);
  if (own == Status::Illegal) {
    due_ = Due::Request;
  } else {
    go_on(own, Due::Update);
  }
}

void Participant::update(std::optional<Move> opponent_move, Status status) {
  expect(Due::Update);
  const Status own = board_->make(opponent_move);
  if (own == Status::Illegal) {
    throw ParticipantError(fmt::format("{} was told the illegal move {} of its opponent: {}",
                                       name(), board_->game().print_move(*opponent_move),
                                       board_->position().objection(*opponent_move)));
  }
  compare(Due::Update, own, status);
  go_on(own, Due::Request);
}

void Participant::go_on(Status status, Due next) {
  due_ = status == Status::Ok ? next : Due::Init;
  if (due_ == Due::Init) end_game(*player_, board_->position());
}

std::string_view Participant::print_due(Due due) {
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

void Participant::expect(Due call) const {
  if (call == due_) return;
  throw ParticipantError(
      fmt::format("{} got the call {}, but {} was due", name(), print_due(call), print_due(due_)));
}

void Participant::compare(Due call, Status own, Status told) const {
  if (own == told) return;
  throw ParticipantError(fmt::format("{} was told {} by {}, but its own board says {}", name(),
                                     print_status(told), print_due(call), print_status(own)));
}

std::string Participant::name() const {
  if (!board_) return "a player";
  return std::string(board_->game().player_name(colour_));
}

}  // namespace spielwerk::towerwars
