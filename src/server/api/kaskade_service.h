// The Kaskade server as something to switch on and off and to change while it runs.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "players/thinking_pool.h"
#include "protocols/kaskade/server.h"
#include "server/tables/client_tables.h"

namespace spielwerk::server {

/// All methods belong to one thread, and the listener, which hears on the server's, must not call
/// them: some wait for the server. Errors are sentences without full stop, and then nothing has
/// changed. Games in progress go on through every change but switching off.
class KaskadeService {
 public:
  using Settings = kaskade_protocol::ServerSettings;
  using Done = std::expected<void, std::string>;

  /// For a move.
  static constexpr std::chrono::milliseconds kMinTime{10};
  static constexpr std::chrono::milliseconds kMaxTime = std::chrono::minutes(10);

  /// Is off at first. The pool must live longer, and so must the tables at which clients play, if
  /// there are any.
  KaskadeService(ThinkingPool& pool, Settings settings, std::string strategy,
                 std::chrono::milliseconds time, kaskade_protocol::Server::Listener listener,
                 ClientTables* tables = nullptr);

  Done switch_on();
  void switch_off();
  Done set_port(int port);
  Done set_strategy(const std::string& strategy);
  Done set_time(std::chrono::milliseconds time);

  struct Connection {
    kaskade_protocol::ConnectionInfo info;
    /// Where its game can be watched; empty if nowhere.
    std::string table{};
  };
  struct State {
    bool is_on = false;
    std::uint16_t port = 0;
    std::string strategy{};
    std::chrono::milliseconds time{0};
    std::vector<Connection> connections{};
    kaskade_protocol::ServerCounts counts{};
  };
  State state() const;

  /// The texts of those who can be the strategy, for help.
  static std::string strategies();
  /// Why a player cannot be the strategy; empty if it can.
  static std::string problem_with_strategy(const std::string& strategy);

 private:
  kaskade_protocol::ServerPlayerMaker players() const;

  ThinkingPool& pool_;
  Settings settings_;
  std::string strategy_;
  std::chrono::milliseconds time_;
  kaskade_protocol::Server::Listener listener_;
  ClientTables* tables_;
  std::unique_ptr<kaskade_protocol::Server> server_{};
};

}  // namespace spielwerk::server
