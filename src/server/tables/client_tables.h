// Gives those who play over the Kaskade protocol a table in the hall, where they can be watched.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "players/player_kinds.h"
#include "players/thinking_pool.h"
#include "protocols/kaskade/server.h"
#include "server/base/token_bucket.h"
#include "server/tables/hall.h"

namespace spielwerk::server {

struct ClientTableSettings {
  /// Tables of clients at the same time. Whoever finds none plays all the same, unwatched.
  int max_tables = 500;
  /// Tables that the clients of one address may have, as a token bucket: a second on average, and
  /// at once. A program that plays thousands of quick games does not fill the archive.
  double rate = 1;
  double burst = 60;
};

class ClientTables {
 public:
  /// Scheduler, hall and pool live longer.
  ClientTables(Scheduler& scheduler, Hall& hall, ThinkingPool& pool,
               const ClientTableSettings& settings)
      : scheduler_(scheduler),
        hall_(hall),
        pool_(pool),
        settings_(settings),
        tokens_(settings.rate, settings.burst),
        entrance_(std::make_shared<Entrance>(scheduler)) {}
  ~ClientTables() { entrance_->close(); }
  ClientTables(const ClientTables&) = delete;
  ClientTables& operator=(const ClientTables&) = delete;

  /// Whoever plays with a client: the computer at a new table, or, if there is no table for them,
  /// the same computer without one. May be called from any thread.
  kaskade_protocol::ServerPlayer seat(const kaskade_protocol::NetworkGame& game,
                                      const kaskade_protocol::Client& client,
                                      const PlayerPlan& computer, milliseconds time);

  /// The table of a connection; empty if it has none. Belongs to the scheduler's thread.
  std::string table_of(const std::string& connection) const;

 private:
  struct Visit;

  void open(const std::shared_ptr<Visit>& visit);
  /// The client plays on without a table.
  void give_up(Visit& visit);
  void leave(const std::shared_ptr<Visit>& visit);

  Scheduler& scheduler_;
  Hall& hall_;
  ThinkingPool& pool_;
  const ClientTableSettings settings_;
  TokenBuckets tokens_;
  /// By connection; only those with a table, or about to have one.
  std::map<std::string, std::shared_ptr<Visit>> visits_{};
  /// The Kaskade server's thread may call when everything here is gone.
  const std::shared_ptr<Entrance> entrance_;
};

}  // namespace spielwerk::server
