// People play while one visitor does its worst: everything that costs the server much, from as many
// connections as it gets. docs/performance.md has the command and the figures.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "bench/load.h"
#include "records/record_writer.h"
#include "tests/support/endless_game.h"
#include "tests/support/web_client.h"

namespace spielwerk {
namespace {

namespace json = boost::json;
using std::chrono::milliseconds;
using std::chrono::seconds;
using SteadyClock = std::chrono::steady_clock;

constexpr int kPlayers = 20;
constexpr milliseconds kMoveEvery{200};
/// What the others may notice at most.
constexpr double kBarMilliseconds = 100;
/// As if it came from another machine: it may not take the processors from the server.
constexpr int kAttackersNiceness = 15;
constexpr int kLongGame = 20'000;
constexpr const char* kAttacker = "X-Forwarded-For: 192.0.2.66";

const json::value kPerson{{"kind", "human"}, {"name", "Anna"}};

// ---- The worst

/// A board on which every field is about to overflow.
std::string full_board(int side) {
  std::string text;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int edges =
          (row == 0 || row == side - 1 ? 1 : 0) + (column == 0 || column == side - 1 ? 1 : 0);
      text += fmt::format("{}{}", 3 - edges, column == side - 1 ? 'b' : 'a');
    }
  }
  return text + ":A";
}

struct Attack {
  std::uint16_t port;
  std::string long_table{};
  std::string long_record{};

  std::string head(std::string_view method, std::string_view path, std::size_t length) const {
    return fmt::format(
        "{} {} HTTP/1.1\r\nHost: localhost\r\n{}\r\nContent-Type: application/json\r\n"
        "Content-Length: {}\r\n\r\n",
        method, path, kAttacker, length);
  }
  /// Many requests in one connection, without waiting for an answer before the next.
  void pipeline(std::string_view method, std::string_view path, const std::string& body) const {
    test::RawClient client(port);
    std::string requests;
    const int count = body.size() > 10'000 ? 2 : 50;
    for (int number = 0; number < count; ++number) {
      requests += head(method, path, body.size()) + body;
    }
    client.send(requests);
    client.receive_all(seconds(2));
  }
  void look_at_long_tables() const { pipeline("GET", "/api/tables/" + long_table, ""); }
  void read_long_records() const { pipeline("GET", "/api/tables/" + long_table + "/record", ""); }
  void list() const {
    pipeline("GET", "/api/tables?limit=100", "");
    pipeline("GET", "/api/tables?state=finished&limit=100", "");
  }
  void replay() const {
    pipeline("POST", "/api/replay", json::serialize(json::value{{"record", long_record}}));
  }
  void topple() const {
    const json::value question{
        {"game", "kaskade:20x20"}, {"position", full_board(20)}, {"move", "0;0"}};
    pipeline("POST", "/api/position", json::serialize(question));
  }
  void think() const {
    const json::value question{{"game", "connect6:18"}, {"time", "10s"}};
    pipeline("POST", "/api/evaluate", json::serialize(question));
  }
  void create() const {
    const json::value wish{{"game", "othello"}, {"seats", {kPerson, kPerson}}};
    pipeline("POST", "/api/tables", json::serialize(wish));
    const json::value long_wish{{"seats", {kPerson, kPerson}}, {"record", long_record}};
    pipeline("POST", "/api/tables", json::serialize(long_wish));
  }
  /// Moves and takes back at a long table, from many connections.
  void play() const {
    const auto made = test::post(
        port, "/api/tables", {{"seats", {kPerson, kPerson}}, {"record", long_record}}, {kAttacker});
    const std::string id =
        made.status == 201 ? made.json().at("id").as_string().c_str() : long_table;
    std::vector<test::WebSocketClient> sockets;
    for (int count = 0; count < 20; ++count) {
      sockets.emplace_back(port, "/api/tables/" + id + "/live",
                           std::vector<std::string>{kAttacker});
      json::object hello{{"type", "hello"}};
      if (made.status == 201) hello["token"] = made.json().at("token");
      sockets.back().send(json::value(hello));
    }
    for (int count = 0; count < 200; ++count) {
      for (auto& socket : sockets) {
        socket.send(json::value{{"type", "take_back"}, {"id", count}, {"at", kLongGame - count}});
      }
      std::this_thread::sleep_for(milliseconds(2));
    }
  }
  void come_and_go() const {
    std::vector<test::RawClient> crowd;
    for (int count = 0; count < 100; ++count) {
      crowd.emplace_back(port);
      crowd.back().send(head("GET", "/api/games", 0));
    }
  }
};

[[noreturn]] void attack(const Attack& how) {
  ::setpriority(PRIO_PROCESS, 0, kAttackersNiceness);
  ::signal(SIGPIPE, SIG_IGN);
  std::vector<std::thread> threads;
  using Way = void (Attack::*)() const;
  const std::vector<Way> ways{&Attack::look_at_long_tables,
                              &Attack::read_long_records,
                              &Attack::list,
                              &Attack::replay,
                              &Attack::topple,
                              &Attack::think,
                              &Attack::create,
                              &Attack::play,
                              &Attack::come_and_go};
  for (const Way way : ways) {
    for (int count = 0; count < 4; ++count) {
      threads.emplace_back([&how, way] {
        while (true) {
          try {
            (how.*way)();
          } catch (const std::exception&) {
            // Whatever the server does to it, it goes on.
          }
        }
      });
    }
  }
  for (std::thread& each : threads) each.join();
  std::exit(0);
}

// ---- The others

/// One game at a table of their own, and how long each move takes until it is stored and told.
void play(std::uint16_t port, int number, SteadyClock::time_point end, std::vector<double>& times,
          std::atomic<int>& refused) {
  const std::string visitor = fmt::format("X-Forwarded-For: 10.0.0.{}", number + 1);
  const auto made = test::post(port, "/api/tables",
                               {{"game", "othello:8x8"}, {"seats", {kPerson, kPerson}}}, {visitor});
  test::WebSocketClient socket(
      port, "/api/tables/" + std::string(made.json().at("id").as_string()) + "/live", {visitor});
  socket.send(json::value{{"type", "hello"}, {"token", made.json().at("token")}});
  socket.receive("table");
  // A move and its taking back in turn: the game never ends.
  bool has_moved = false;
  while (SteadyClock::now() < end) {
    const auto begin = SteadyClock::now();
    const std::string answer = has_moved
                                   ? socket.command({{"type", "take_back"}, {"at", 1}})
                                   : socket.command({{"type", "move"}, {"move", "D3"}, {"at", 0}});
    times.push_back(milliseconds_of(SteadyClock::now() - begin));
    if (answer != "done") ++refused;
    has_moved = !has_moved;
    std::this_thread::sleep_until(begin + kMoveEvery);
  }
}

struct Figures {
  std::size_t moves = 0;
  double median = 0;
  double nearly_all = 0;
  double slowest = 0;
  int refused = 0;
};

Figures play_all(std::uint16_t port, seconds duration) {
  std::vector<std::vector<double>> times(kPlayers);
  std::atomic<int> refused = 0;
  {
    const auto end = SteadyClock::now() + duration;
    std::vector<std::jthread> players;
    for (int number = 0; number < kPlayers; ++number) {
      players.emplace_back([&, number] {
        play(port, number, end, times[static_cast<std::size_t>(number)], refused);
      });
    }
  }
  Latencies all;
  for (const auto& each : times) all.all.insert(all.all.end(), each.begin(), each.end());
  return {all.all.size(), all.at(0.5), all.at(0.99), all.at(1), refused.load()};
}

void print(std::string_view when, const Figures& figures) {
  fmt::print(
      "{}: {} moves of {} others, median {:.1f} ms, 99 % {:.1f} ms, slowest {:.1f} ms, {} "
      "refused\n",
      when, figures.moves, kPlayers, figures.median, figures.nearly_all, figures.slowest,
      figures.refused);
  std::fflush(stdout);
}

bool measure(const ServerProcess& server, const Attack& how, seconds duration) {
  print("alone", play_all(server.port(), seconds(2)));
  std::fflush(stdout);
  const pid_t attackers = ::fork();
  if (attackers == 0) attack(how);
  const Figures figures = play_all(server.port(), duration);
  ::kill(attackers, SIGKILL);
  ::waitpid(attackers, nullptr, 0);
  print(fmt::format("beside the worst visitor for {} s", duration.count()), figures);
  fmt::print("memory of the server: {} MB\n", server.kilobytes() / 1024);
  return figures.nearly_all < kBarMilliseconds && figures.refused == 0;
}

int run(seconds duration, int tries) {
  const std::filesystem::path data =
      std::filesystem::temp_directory_path() / fmt::format("spielwerk-worst-{}", ::getpid());
  bool is_good = false;
  {
    const ServerProcess server([&](const auto& report) {
      const server::ApplicationSettings usual;
      serve_visitors(usual, data, report);
    });
    Attack how{.port = server.port()};
    how.long_record = print_record(test::endless_game("towerwars:26", kLongGame));
    const auto made =
        test::post(server.port(), "/api/tables",
                   {{"seats", {kPerson, kPerson}}, {"record", how.long_record}}, {kAttacker});
    how.long_table = made.json().at("id").as_string().c_str();
    for (int count = 0; count < tries && !is_good; ++count) {
      is_good = measure(server, how, duration);
    }
  }
  std::filesystem::remove_all(data);
  return is_good ? 0 : 1;
}

}  // namespace
}  // namespace spielwerk

int main(int argc, char** argv) {
  CLI::App app(
      "Measures how long others' moves take while one visitor does its worst. Ends with 1 if 99 % "
      "take 100 ms or more.\n\nExamples:\n  worst_visitor\n  worst_visitor --seconds 5 --tries 3");
  int duration = 20;
  int tries = 1;
  app.add_option("--seconds", duration, "how long")->capture_default_str();
  app.add_option("--tries", tries, "measures again if others noticed, so often in all")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return spielwerk::run(std::chrono::seconds(duration), tries);
}
