// The client's side of a conversation, without a network: follows the game, checks every board the
// server sends, and says whose turn it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_player.h"
#include "protocols/kaskade/board.h"

namespace spielwerk::kaskade_protocol {

class ClientSession {
 public:
  enum class State : std::uint8_t {
    Waiting,  ///< the server has to say something
    OwnTurn,  ///< `move` is to be called
    Over,     ///< the game has ended as the rules say
    Failed,   ///< it has not; `failure` says why
  };

  /// `init` must be one that NetworkGame::create takes, with a printable user.
  explicit ClientSession(const Init& init);

  /// The line that begins the game, without line end.
  std::string first_line() const { return print_request(init_); }
  /// A line of the server, without line feed.
  void receive(std::string_view line);
  /// Makes the own legal move, and returns the line that tells the server.
  std::string move(Move move);

  State state() const { return state_; }
  const NetworkGame& game() const { return game_; }
  /// The position after all moves that were told.
  const Position& position() const { return position_; }
  /// The server's last move.
  std::optional<Move> server_move() const { return server_move_; }
  const std::string& server_name() const { return server_name_; }
  /// Who has won a game that is over.
  End winner() const { return winner_; }
  /// What went wrong: one or more lines without the last line feed.
  const std::string& failure() const { return failure_; }
  /// The same for whoever words it themselves.
  const Failure& failure_kind() const { return failure_kind_; }
  /// What the server has to say next, for messages.
  std::string_view expected() const;

 private:
  enum class Next : std::uint8_t { Initialized, Board, Move, Bye };

  void handle(const Initialized& reply);
  void handle(const BoardRow& reply);
  void handle(const MoveMessage& reply);
  void handle(const Bye& reply);
  void handle(const ErrorReply& reply);
  void expect_boards();
  void compare_boards();
  void fail(std::string reason, Failure failure);
  void fail_unexpected();

  const Init init_;
  const NetworkGame game_;
  Position position_;
  State state_ = State::Waiting;
  Next next_ = Next::Initialized;
  std::vector<std::string> rows_{};
  std::optional<Move> server_move_{};
  std::string server_name_{};
  End winner_ = End::Client;
  std::string failure_{};
  Failure failure_kind_{};
  /// While it is being handled.
  std::string_view line_{};
};

}  // namespace spielwerk::kaskade_protocol
