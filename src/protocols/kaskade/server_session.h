// The server's side of a conversation, without a network: lines in, lines out, and a request for a
// move in between.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocols/kaskade/board.h"

namespace spielwerk::kaskade_protocol {

/// Takes the lines of one client. After each line, and after each answer, it is
/// - ready for the next line,
/// - waiting for the server's move (`wants_move`), and then takes no line, or
/// - over: what is left to do is to close the connection.
class ServerSession {
 public:
  /// `name` is what the server calls itself; it has to be printable.
  explicit ServerSession(std::string name);

  /// What to send in answer to a line, with all its line ends. The line comes without its own, with
  /// or without a carriage return.
  std::string receive(std::string_view line);
  /// What to send if there was a line too long to be read.
  std::string refuse_long_line(std::size_t longest) const;

  bool wants_move() const { return state_ == State::Thinking; }
  /// What to send when the server has chosen a legal move.
  std::string answer(Move move);

  bool is_over() const { return state_ == State::Over; }
  /// Who has won, if the game is over and has been played to its end.
  std::optional<End> winner() const { return winner_; }

  bool has_game() const { return game_.has_value(); }
  /// The game a client has begun.
  const NetworkGame& game() const { return *game_; }
  const Position& position() const { return *position_; }
  const std::string& user() const { return user_; }

 private:
  enum class State : std::uint8_t { Listening, Thinking, Over };

  std::string handle(const Init& init);
  std::string handle(const MoveMessage& message);
  std::string handle(const Exit& exit);
  std::string handle(const Help& help);
  std::string boards() const;
  std::string end_with(End winner);

  const std::string name_;
  State state_ = State::Listening;
  std::optional<NetworkGame> game_{};
  std::optional<Position> position_{};
  std::optional<End> winner_{};
  std::string user_{};
};

}  // namespace spielwerk::kaskade_protocol
