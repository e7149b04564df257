// The Kaskade server under load, on the loopback address: idle connections, many games at once, and
// a crowd. docs/performance.md has the command and the figures.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bench/server_process.h"
#include "core/random.h"
#include "players/thinking_pool.h"
#include "protocols/all_players.h"
#include "protocols/kaskade/remote_game.h"
#include "protocols/kaskade/server.h"
#include "tests/support/raw_client.h"

namespace spielwerk {
namespace {

using kaskade_protocol::ClientSession;
using kaskade_protocol::RemoteGame;
using std::chrono::milliseconds;
using test::RawClient;
using SteadyClock = std::chrono::steady_clock;

constexpr milliseconds kMoveTime{200};
/// What an answer may take beyond the time for a move.
constexpr milliseconds kGrace{200};
constexpr int kIdle = 2'000;
constexpr int kGames = 200;
constexpr int kCrowd = 5'000;

[[noreturn]] void serve(const ServerProcess::Report& report) {
  ThinkingPool pool({.threads = 2});
  const kaskade_protocol::Server server(
      {.port = 0, .max_connections = 4'000, .max_per_address = 1'000'000},
      [&](const kaskade_protocol::NetworkGame& game,
          const kaskade_protocol::Client&) -> kaskade_protocol::ServerPlayer {
        return {all_players().parse(game.game(), "max", {}).value().make({.pool = &pool}),
                {.move_time = kMoveTime}};
      });
  report(server.port());
  while (true) ::pause();
}

double milliseconds_of(SteadyClock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

struct Games {
  std::mutex mutex{};
  std::vector<double> answers{};
  int finished = 0;
  int failed = 0;
};

/// One player who moves at once and at random, game after game.
void play(std::uint16_t port, std::uint64_t seed, SteadyClock::time_point end, Games& games) {
  Random random(seed);
  std::vector<double> answers;
  int finished = 0;
  int failed = 0;
  while (SteadyClock::now() < end) {
    try {
      RemoteGame game({.port = port},
                      {.columns = 10, .rows = 10, .user = fmt::format("player {}", seed)}, {});
      game.wait({});
      while (game.session().state() == ClientSession::State::OwnTurn && SteadyClock::now() < end) {
        const auto begin = SteadyClock::now();
        game.move(game.session().position().random_move(random));
        game.wait({});
        answers.push_back(milliseconds_of(SteadyClock::now() - begin));
      }
      if (game.session().state() == ClientSession::State::Over) ++finished;
    } catch (const kaskade_protocol::ConnectionFailure& failure) {
      fmt::print("failed: {}\n", failure.what());
      ++failed;
    }
  }
  const std::lock_guard lock(games.mutex);
  games.answers.insert(games.answers.end(), answers.begin(), answers.end());
  games.finished += finished;
  games.failed += failed;
}

int measure() {
  const ServerProcess server(serve);
  RawClient(server.port()).receive_all(milliseconds(100));
  const long before = server.kilobytes();
  std::vector<RawClient> idle;
  for (int count = 0; count < kIdle; ++count) idle.emplace_back(server.port());
  std::this_thread::sleep_for(milliseconds(500));
  const double per_connection = static_cast<double>(server.kilobytes() - before) / kIdle;
  fmt::print("{} idle connections: {:.1f} KB each\n", kIdle, per_connection);

  Games games;
  {
    const auto end = SteadyClock::now() + std::chrono::seconds(20);
    std::vector<std::jthread> players;
    for (int count = 0; count < kGames; ++count) {
      players.emplace_back(
          [&, count] { play(server.port(), static_cast<std::uint64_t>(count), end, games); });
    }
  }
  std::sort(games.answers.begin(), games.answers.end());
  const auto quantile = [&](double part) {
    return games
        .answers[static_cast<std::size_t>(part * static_cast<double>(games.answers.size() - 1))];
  };
  const double limit = milliseconds_of(kMoveTime + kGrace);
  const auto late =
      games.answers.end() - std::upper_bound(games.answers.begin(), games.answers.end(), limit);
  fmt::print(
      "{} games at {} ms a move for 20 s: {} answers, median {:.0f} ms, 99 % {:.0f} ms, "
      "slowest {:.0f} ms, {} late, {} games failed, {} finished\n",
      kGames, kMoveTime.count(), games.answers.size(), quantile(0.5), quantile(0.99), quantile(1),
      late, games.failed, games.finished);

  std::vector<RawClient> crowd;
  const auto begin = SteadyClock::now();
  for (int count = 0; count < kCrowd; ++count) crowd.emplace_back(server.port());
  const double crowd_time = milliseconds_of(SteadyClock::now() - begin);
  // The idle ones are still served.
  int served = 0;
  for (RawClient& each : idle) {
    each.send("exit\n");
    // Before it stands the comment that greets whoever is silent.
    served += each.receive_until("\nbye\r\n").ends_with("\nbye\r\n") ? 1 : 0;
  }
  fmt::print(
      "{} more connections in {:.0f} ms, of which the server takes 2,000; {} of {} idle ones "
      "are answered; memory {} MB\n",
      kCrowd, crowd_time, served, kIdle, server.kilobytes() / 1024);
  return per_connection < 20 && late == 0 && games.failed == 0 && served == kIdle ? 0 : 1;
}

}  // namespace
}  // namespace spielwerk

int main() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  return spielwerk::measure();
}
