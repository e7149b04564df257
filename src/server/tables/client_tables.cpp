#include "server/tables/client_tables.h"

#include "protocols/kaskade/client_player.h"
#include "server/base/fit_text.h"

namespace spielwerk::server {

using kaskade_protocol::ClientPlayer;
using kaskade_protocol::End;
using kaskade_protocol::NetworkGame;

/// One client's game, from its beginning until it leaves.
struct ClientTables::Visit {
  kaskade_protocol::Client client;
  PlayerPlan computer;
  milliseconds time;
  /// Until it sits at the table.
  std::unique_ptr<ClientPlayer> player;
  std::function<void(std::unique_ptr<GamePlayer>)> hand_over = player->hand_over();
  const Player seat = player->game().player(End::Client);
  std::string table{};
  bool has_left = false;
};

kaskade_protocol::ServerPlayer ClientTables::seat(const NetworkGame& game,
                                                  const kaskade_protocol::Client& client,
                                                  const PlayerPlan& computer, milliseconds time) {
  auto player = std::make_unique<ClientPlayer>(game, client.user);
  ClientPlayer& seated = *player;
  const std::shared_ptr<Visit> visit(new Visit{client, computer, time, std::move(player)});
  const auto call = [this, entrance = entrance_,
                     visit](void (ClientTables::*method)(const std::shared_ptr<Visit>&)) {
    entrance->post([this, visit, method] { (this->*method)(visit); });
  };
  auto server_side = seated.server_side([call] { call(&ClientTables::leave); });
  call(&ClientTables::open);
  return {std::move(server_side), {.move_time = time}};
}

void ClientTables::open(const std::shared_ptr<Visit>& visit) {
  if (visit->has_left) return;
  const bool is_allowed = std::cmp_less(visits_.size(), settings_.max_tables) &&
                          tokens_.take(visit->client.address, scheduler_.now());
  if (!is_allowed) return give_up(*visit);
  const NetworkGame& game = visit->player->game();
  Created wish{.game = game.game().text(), .seats = std::vector<Seat>(2)};
  if (game.start() != game.game().start()) wish.start = game.start().text();
  wish.seats[visit->seat] = {.kind = SeatKind::Client,
                             .name = made_fit(visit->client.user, kMaxNameLength)};
  wish.seats[game.player(End::Server)] = {
      .kind = SeatKind::Computer, .player = visit->computer.text, .time = visit->time};
  visits_[visit->client.connection] = visit;
  std::vector<Hall::ConnectedPlayer> connected;
  connected.push_back({visit->seat, std::move(visit->player)});
  hall_.create(
      wish, visit->client.address,
      [this, entrance = entrance_, visit](std::expected<Hall::NewTable, Refusal> created) {
        if (!entrance->is_open()) return;
        if (!created) return give_up(*visit);
        visit->table = created->id;
        if (visit->has_left) hall_.disconnect(visit->table, visit->seat);
      },
      std::move(connected));
}

void ClientTables::give_up(Visit& visit) {
  visit.hand_over(visit.computer.make({.pool = &pool_}));
  visits_.erase(visit.client.connection);
}

void ClientTables::leave(const std::shared_ptr<Visit>& visit) {
  visit->has_left = true;
  visits_.erase(visit->client.connection);
  if (!visit->table.empty()) hall_.disconnect(visit->table, visit->seat);
}

std::string ClientTables::table_of(const std::string& connection) const {
  const auto found = visits_.find(connection);
  return found == visits_.end() ? "" : found->second->table;
}

}  // namespace spielwerk::server
