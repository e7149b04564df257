// A client of our server as a player: what is needed to let those who connect play each other.
#pragma once

#include <memory>
#include <string>

#include "players/player.h"
#include "protocols/kaskade/opponent.h"

namespace spielwerk::kaskade_protocol {

/// Stands between a client, who thinks that it plays against the server, and whoever really makes
/// the server's moves: that one's moves come as positions to choose at, the client's are the
/// answers. It plays the one game for which the client has connected.
class ClientSeat final : public ComputerPlayer {
 public:
  ClientSeat(const NetworkGame& game, std::string user);
  ~ClientSeat() override;

  /// The server's side of it, to be given to the server; once.
  std::unique_ptr<Opponent> opponent();

  const NetworkGame& game() const { return game_; }
  std::string name() const override { return user_; }
  /// Waits for the client's move. Throws PlayerFailure if it leaves or if this is stopped.
  Choice choose(const Position& at, const SearchLimits& limits, std::stop_token stop) override;
  void end_game(const Position& at) override;

 private:
  class Channel;
  const NetworkGame game_;
  const std::string user_;
  std::shared_ptr<Channel> channel_;
};

}  // namespace spielwerk::kaskade_protocol
