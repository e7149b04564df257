#include "protocols/kaskade/client_session.h"

#include <fmt/format.h>

#include <cassert>

#include "core/text.h"

namespace spielwerk::kaskade_protocol {

ClientSession::ClientSession(const Init& init)
    : init_(init), game_(NetworkGame::create(init).value()), position_(game_.start()) {}

void ClientSession::receive(std::string_view line) {
  if (state_ == State::Failed || state_ == State::Over) return;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (is_comment(line)) return;
  const auto reply = parse_reply(line);
  if (!reply) {
    return fail(fmt::format("expected {} from the server, but it sent {}: {}", expected(),
                            in_quotes(line), reply.error()),
                {FailureKind::Protocol, in_quotes(line)});
  }
  line_ = line;
  std::visit([this](const auto& each) { handle(each); }, *reply);
}

std::string ClientSession::move(Move move) {
  assert(state_ == State::OwnTurn && position_.is_legal(move));
  position_.play(move);
  state_ = State::Waiting;
  next_ = position_.outcome().is_over() ? Next::Bye : Next::Move;
  return print_request(game_.message_of(move));
}

void ClientSession::handle(const Initialized& reply) {
  if (state_ != State::Waiting || next_ != Next::Initialized) return fail_unexpected();
  // It goes to people's terminals.
  server_name_ = make_printable(reply.user);
  expect_boards();
}

void ClientSession::handle(const BoardRow& reply) {
  if (state_ != State::Waiting || next_ != Next::Board) return fail_unexpected();
  rows_.push_back(reply.row);
  if (static_cast<int>(rows_.size()) == game_.rows()) compare_boards();
}

void ClientSession::handle(const MoveMessage& reply) {
  if (state_ != State::Waiting || next_ != Next::Move) return fail_unexpected();
  const auto move = game_.move_of(reply);
  if (!move || !position_.is_legal(*move)) {
    const std::string place = fmt::format("x={} y={}", reply.x, reply.y);
    return fail(fmt::format("the server's move {} is not legal", place),
                {FailureKind::IllegalMove, place});
  }
  position_.play(*move);
  server_move_ = move;
  if (position_.outcome().is_over()) {
    next_ = Next::Bye;
  } else {
    expect_boards();
  }
}

void ClientSession::handle(const Bye& reply) {
  if (state_ != State::Waiting || next_ != Next::Bye) {
    const std::string_view result = !reply.winner                  ? "without a winner"
                                    : *reply.winner == End::Client ? "as won by us"
                                                                   : "as won by itself";
    return fail(fmt::format("the server ended the game {}, but nobody has won", result),
                {FailureKind::WrongResult});
  }
  winner_ = game_.end(position_.outcome().winner());
  if (reply.winner && *reply.winner != winner_) {
    return fail(fmt::format("the server says that {} won, but {} did",
                            *reply.winner == End::Client ? "we" : "it",
                            winner_ == End::Client ? "we" : "it"),
                {FailureKind::WrongResult});
  }
  state_ = State::Over;
}

void ClientSession::handle(const ErrorReply& reply) {
  const std::string words = make_printable(reply.message);
  fail(fmt::format("the server refused: {}", words), {FailureKind::Refused, words});
}

void ClientSession::expect_boards() {
  rows_.clear();
  next_ = Next::Board;
}

void ClientSession::compare_boards() {
  bool is_same = true;
  std::string comparison;
  for (int row = 0; row < game_.rows(); ++row) {
    const std::string own = game_.row(position_, row);
    const std::string& other = rows_[static_cast<std::size_t>(row)];
    is_same = is_same && own == other;
    comparison += fmt::format("\n{} {:<{}}   {}", own == other ? ' ' : '!', own,
                              2 * game_.game().geometry().columns(), make_printable(other));
  }
  if (!is_same) {
    return fail(fmt::format("the server's board (right) differs from ours (left):{}", comparison),
                {FailureKind::DifferentBoard});
  }
  if (position_.side_to_move() == game_.player(End::Client)) {
    state_ = State::OwnTurn;
  } else {
    next_ = Next::Move;
  }
}

void ClientSession::fail(std::string reason, Failure failure) {
  state_ = State::Failed;
  failure_ = std::move(reason);
  failure_kind_ = std::move(failure);
}

void ClientSession::fail_unexpected() {
  fail(fmt::format("expected {} from the server, but it sent {}", expected(), in_quotes(line_)),
       {FailureKind::Protocol, in_quotes(line_)});
}

std::string_view ClientSession::expected() const {
  if (state_ != State::Waiting) return "nothing";
  switch (next_) {
    case Next::Initialized:
      return "'initialized'";
    case Next::Board:
      return "'board'";
    case Next::Move:
      return "'move'";
    case Next::Bye:
      return "'bye'";
  }
  return "";
}

}  // namespace spielwerk::kaskade_protocol
