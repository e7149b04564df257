// A client of our server as a player: what is needed to let those who connect play others than the
// server's computers.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/game_player.h"
#include "protocols/kaskade/board.h"

namespace spielwerk::kaskade_protocol {

/// Stands between a client, who thinks that it plays against the server, and whoever really makes
/// the server's moves: that one's moves come as positions to choose at, the client's are the
/// answers. It plays the one game for which the client has connected.
class ClientPlayer final : public GamePlayer {
 public:
  ClientPlayer(const NetworkGame& game, std::string user);
  ~ClientPlayer() override;
  ClientPlayer(const ClientPlayer&) = delete;
  ClientPlayer& operator=(const ClientPlayer&) = delete;

  /// What the server asks for its own moves; to be given to it, once. When it is destroyed, the
  /// client has left, and `left` is called.
  std::unique_ptr<GamePlayer> server_side(std::function<void()> left = {});
  /// Lets somebody else make the server's moves from now on instead of whoever asks this player;
  /// may be called from any thread, also when this player is gone.
  std::function<void(std::unique_ptr<GamePlayer>)> hand_over() const;

  const NetworkGame& game() const { return game_; }
  std::string name() const override { return user_; }
  /// The client's next move, or FailureKind::Left.
  void ask(const Position& at, const SearchLimits& limits, Answer answer) override;
  void withdraw() override;
  void end_game(const Position& at, EndHeard heard) override;

 private:
  class Exchange;
  const NetworkGame game_;
  const std::string user_;
  const std::shared_ptr<Exchange> exchange_;
};

}  // namespace spielwerk::kaskade_protocol
