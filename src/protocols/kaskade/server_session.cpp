#include "protocols/kaskade/server_session.h"

#include <fmt/format.h>

#include <cassert>

namespace spielwerk::kaskade_protocol {
namespace {

std::string refused(std::string_view message) {
  return reply_line(ErrorReply{make_printable(message)});
}

constexpr std::string_view kHelp =
    "> Kaskade: put balls on empty fields or on your own. A field with as many balls\r\n"
    "> as it has neighbours overflows: each neighbour gets one and is yours. Who\r\n"
    "> takes the last ball of the other wins.\r\n"
    ">\r\n"
    "> init(xDim=6;yDim=6;begin=c;user=Anna)  a board of 3 to 20 columns and rows;\r\n"
    ">                                        begin=c: you begin, begin=s: the server\r\n"
    ">     setup=0n1c2s...                    may be added: balls and owner of each\r\n"
    ">                                        field, c you, s the server, n nobody\r\n"
    "> move(x=0;y=2)                          a ball on the first column, third row\r\n"
    "> exit                                   ends the game\r\n"
    "> help                                   this text\r\n"
    ">\r\n"
    "> A game begins like this:\r\n"
    ">   init(xDim=3;yDim=3;begin=c;user=Anna)\r\n"
    ">     initialized(user=Spielwerk)\r\n"
    ">     board(row=0n0n0n)\r\n"
    ">     board(row=0n0n0n)\r\n"
    ">     board(row=0n0n0n)\r\n"
    ">   move(x=0;y=0)\r\n"
    ">     move(x=2;y=2)\r\n"
    ">     board(row=1c0n0n)\r\n"
    ">     board(row=0n0n0n)\r\n"
    ">     board(row=0n0n1s)\r\n"
    "> The answers are the server's name, its moves and the board after them, from\r\n"
    "> the top. After bye(winner=c) you have won, after bye(winner=s) the server.\r\n";

}  // namespace

ServerSession::ServerSession(std::string name) : name_(std::move(name)) {
  assert(is_printable(name_));
}

std::string ServerSession::receive(std::string_view line) {
  assert(state_ == State::Listening);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (is_comment(line)) return "";
  const auto request = parse_request(line);
  if (!request) return reply_line(ErrorReply{request.error()});
  return std::visit([this](const auto& each) { return handle(each); }, *request);
}

std::string ServerSession::refuse_long_line(std::size_t longest) const {
  return refused(fmt::format("a line may have {} characters at most", longest));
}

std::string ServerSession::handle(const Init& init) {
  if (game_) return refused("init: the game has begun already");
  auto game = NetworkGame::create(init);
  if (!game) return reply_line(ErrorReply{game.error()});
  game_ = *std::move(game);
  position_ = game_->start();
  user_ = init.user;
  if (init.begin == End::Server) state_ = State::Thinking;
  return reply_line(Initialized{name_}) + boards();
}

std::string ServerSession::handle(const MoveMessage& message) {
  if (!game_) return refused("move: there is no game yet, begin one by init");
  const auto move = game_->move_of(message);
  if (!move) {
    return refused(fmt::format("move: x must be 0 to {} and y 0 to {}, not x={} y={}",
                               game_->game().geometry().columns() - 1, game_->rows() - 1, message.x,
                               message.y));
  }
  if (!position_->is_legal(*move)) {
    return refused(
        fmt::format("move: the field x={} y={} belongs to the server", message.x, message.y));
  }
  position_->play(*move);
  if (position_->outcome().is_over()) return end_with(End::Client);
  state_ = State::Thinking;
  return "";
}

std::string ServerSession::handle(const Exit&) {
  state_ = State::Over;
  return reply_line(Bye{});
}

std::string ServerSession::handle(const Help&) { return std::string(kHelp); }

std::string ServerSession::answer(Move move) {
  assert(state_ == State::Thinking && position_->is_legal(move));
  std::string text = reply_line(game_->message_of(move));
  position_->play(move);
  if (position_->outcome().is_over()) return text + end_with(End::Server);
  state_ = State::Listening;
  return text + boards();
}

std::string ServerSession::boards() const {
  std::string text;
  for (int row = 0; row < game_->rows(); ++row) {
    text += reply_line(BoardRow{game_->row(*position_, row)});
  }
  return text;
}

std::string ServerSession::end_with(End winner) {
  state_ = State::Over;
  winner_ = winner;
  return reply_line(Bye{winner});
}

}  // namespace spielwerk::kaskade_protocol
