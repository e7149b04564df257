#include "server/tables/seats.h"

#include <algorithm>
#include <boost/url/grammar/ci_string.hpp>

#include "protocols/all_players.h"
#include "protocols/kaskade/remote_player.h"

namespace spielwerk::server {

using kaskade_protocol::parse_remote_server;

bool AllowedRemotes::allow(const Seat& seat) const {
  if (seat.kind != SeatKind::Remote || !servers_) return true;
  const auto wanted = parse_remote_server(seat.server);
  if (!wanted) return false;
  return std::any_of(servers_->begin(), servers_->end(), [&](const std::string& each) {
    const auto allowed = parse_remote_server(each);
    return allowed && allowed->port == wanted->port &&
           boost::urls::grammar::ci_is_equal(allowed->host, wanted->host);
  });
}

std::string AllowedRemotes::problem_with(const std::string& server) {
  const auto read = parse_remote_server(server);
  return read ? "" : read.error().message(server);
}

Parsed<PlayerPlan> plan_for(const Game& game, const Seat& seat) {
  if (seat.kind != SeatKind::Remote) return all_players().parse(game, seat.player, {});
  // Where a remote player is stands apart from other texts: strangers do not see it.
  const std::string text = std::string(kaskade_protocol::kRemotePrefix) + seat.server;
  auto plan = all_players().parse(game, text, {.network = true});
  if (plan || plan.error().position < kaskade_protocol::kRemotePrefix.size()) return plan;
  ParseError error = plan.error();
  error.position -= kaskade_protocol::kRemotePrefix.size();
  return std::unexpected(error);
}

std::expected<std::unique_ptr<GamePlayer>, Failure> make_seat_player(
    const Game& game, const Seat& seat, ThinkingPool& pool, const AllowedRemotes& remotes) {
  // Clients come with their connection, and with that they are gone.
  if (seat.kind == SeatKind::Client) return std::unexpected(Failure{FailureKind::Left});
  if (!remotes.allow(seat)) return failed("this server must not connect to that one any more");
  const auto plan = plan_for(game, seat);
  if (plan) return plan->make({.pool = &pool});
  if (seat.kind == SeatKind::Remote) return std::unexpected(Failure{FailureKind::UnknownHost});
  return failed(plan.error().message(seat.player));
}

std::string problem_with_seat(const Game& game, const Seat& seat) {
  if (seat.is_person() || seat.kind == SeatKind::Client) return "";
  if (seat.kind == SeatKind::Remote && !all_players().has_network_players(game.description())) {
    return "nobody plays this game over the network";
  }
  const auto plan = plan_for(game, seat);
  const std::string& text = seat.kind == SeatKind::Remote ? seat.server : seat.player;
  return plan ? "" : plan.error().message(text);
}

}  // namespace spielwerk::server
