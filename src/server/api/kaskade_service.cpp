#include "server/api/kaskade_service.h"

#include <fmt/format.h>

#include "core/duration.h"
#include "games/all_games.h"
#include "protocols/all_players.h"

namespace spielwerk::server {
namespace {

using kaskade_protocol::NetworkGame;
using kaskade_protocol::Server;
using std::chrono::milliseconds;

/// Nobody is there to type, and whoever connects must not make us connect to others.
constexpr AllowedPlayers kAllowed{};

}  // namespace

KaskadeService::KaskadeService(ThinkingPool& pool, Settings settings, std::string strategy,
                               milliseconds time, Server::Listener listener, ClientTables* tables)
    : pool_(pool),
      settings_(std::move(settings)),
      strategy_(std::move(strategy)),
      time_(time),
      listener_(std::move(listener)),
      tables_(tables) {}

kaskade_protocol::ServerPlayerMaker KaskadeService::players() const {
  return [&pool = pool_, strategy = strategy_, time = time_, tables = tables_](
             const NetworkGame& game,
             const kaskade_protocol::Client& client) -> kaskade_protocol::ServerPlayer {
    const auto plan = all_players().parse(game.game(), strategy, kAllowed);
    if (!plan) return {};
    if (tables != nullptr) return tables->seat(game, client, *plan, time);
    return {plan->make({.pool = &pool}), {.move_time = time}};
  };
}

std::string KaskadeService::strategies() {
  const Game game = all_games().parse("kaskade").value();
  return all_players().forms(game.description(), kAllowed);
}

std::string KaskadeService::problem_with_strategy(const std::string& strategy) {
  const Game game = all_games().parse("kaskade").value();
  const auto plan = all_players().parse(game, strategy, kAllowed);
  return plan ? "" : plan.error().message(strategy);
}

KaskadeService::Done KaskadeService::switch_on() {
  if (server_) return {};
  try {
    server_ = std::make_unique<Server>(settings_, players(), listener_);
    settings_.port = server_->port();
  } catch (const std::runtime_error& failure) {
    return std::unexpected(failure.what());
  }
  return {};
}

void KaskadeService::switch_off() { server_.reset(); }

KaskadeService::Done KaskadeService::set_port(int port) {
  if (port < 1 || port > 65'535) return std::unexpected("the port is a number from 1 to 65535");
  const auto number = static_cast<std::uint16_t>(port);
  try {
    if (server_) server_->set_port(number);
  } catch (const std::runtime_error& failure) {
    return std::unexpected(fmt::format("{}; the port is still {}", failure.what(), settings_.port));
  }
  settings_.port = number;
  return {};
}

KaskadeService::Done KaskadeService::set_strategy(const std::string& strategy) {
  if (std::string problem = problem_with_strategy(strategy); !problem.empty()) {
    return std::unexpected(std::move(problem));
  }
  strategy_ = strategy;
  if (server_) server_->set_players(players());
  return {};
}

KaskadeService::Done KaskadeService::set_time(milliseconds time) {
  if (time < kMinTime || time > kMaxTime) {
    return std::unexpected(fmt::format("the time for a move is {} to {}", print_duration(kMinTime),
                                       print_duration(kMaxTime)));
  }
  time_ = time;
  if (server_) server_->set_players(players());
  return {};
}

KaskadeService::State KaskadeService::state() const {
  State state{
      .is_on = server_ != nullptr, .port = settings_.port, .strategy = strategy_, .time = time_};
  if (server_) {
    for (auto& each : server_->connections()) {
      std::string table = tables_ == nullptr ? "" : tables_->table_of(each.connection);
      state.connections.push_back({std::move(each), std::move(table)});
    }
    state.counts = server_->counts();
  }
  return state;
}

}  // namespace spielwerk::server
