// Who sits at a table, found among the program's players.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "players/player_kinds.h"
#include "server/tables/event.h"

namespace spielwerk::server {

/// To which servers far away this one may connect.
class AllowedRemotes {
 public:
  /// To all.
  AllowedRemotes() = default;
  /// Only to these, each as `HOST:PORT`, or `HOST` for the usual port.
  explicit AllowedRemotes(std::vector<std::string> servers) : servers_(std::move(servers)) {}

  /// Whether whoever sits there may be asked; true for all who are not remote.
  bool allow(const Seat& seat) const;
  /// What is wrong with a text for a list of these; empty if nothing is.
  static std::string problem_with(const std::string& server);

 private:
  std::optional<std::vector<std::string>> servers_{};
};

/// Whoever plays by itself at a seat that is not a person's.
Parsed<PlayerPlan> plan_for(const Game& game, const Seat& seat);

/// The same as one who can be asked, or why there is none: what was stored once may mean nothing
/// any more, or be allowed no more. The pool must live longer.
std::expected<std::unique_ptr<GamePlayer>, Failure> make_seat_player(const Game& game,
                                                                     const Seat& seat,
                                                                     ThinkingPool& pool,
                                                                     const AllowedRemotes& remotes);

/// Whether somebody could play there; an empty text, or a sentence why not.
std::string problem_with_seat(const Game& game, const Seat& seat);

}  // namespace spielwerk::server
