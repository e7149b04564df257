#include "tests/support/kill_rounds.h"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "core/random.h"
#include "games/all_games.h"
#include "server/store/store_check.h"
#include "tests/support/server_process.h"
#include "tests/support/waiting.h"
#include "tests/support/web_client.h"

namespace spielwerk::test {
namespace {

constexpr int kColumns = 10;
constexpr std::size_t kThreads = 3;
/// How many tables are played at, and how many are made for guests in one round.
constexpr std::size_t kTables = 6;
constexpr int kMaxGuests = 6;
/// So many moves at most are acknowledged before the kill.
constexpr std::uint32_t kMaxMoves = 120;

const json::value kPerson{{"kind", "human"}, {"name", "Anna"}};

/// A table for one person at both seats, and what that person knows of it.
struct KnownTable {
  std::string id{};
  std::string token{};
  /// What the server has said it has done.
  std::vector<std::string> acknowledged{};
  /// The last move sent, perhaps never arrived.
  std::string sent{};
  bool is_over = false;
};

/// A table to which somebody has come by invitation, as far as the server has said so.
struct Promise {
  std::string id{};
  std::string guest_token{};
  bool has_guest = false;
};

std::vector<std::string> moves_of(const json::value& table) {
  std::vector<std::string> moves;
  for (const json::value& move : table.at("moves").as_array()) {
    moves.emplace_back(move.at("move").as_string().c_str());
  }
  return moves;
}

class KillRounds {
 public:
  KillRounds(const std::string& data, std::uint64_t seed)
      : arguments_{"--data", data}, data_(data), random_(seed) {}

  bool is_well() const { return figures_.problems.empty(); }
  const KillFigures& figures() const { return figures_; }

  void play_round() {
    ServerProcess server(arguments_);
    if (server.port() == 0) return complain("the server does not start: " + server.output());
    look(server.port());
    make_tables(server.port());
    if (!is_well()) return;
    idle_ = 0;
    {
      std::vector<std::jthread> threads;
      threads.emplace_back([&, seed = random_.below(1'000'000)](const std::stop_token& stop) {
        guarded([&] { invite(server.port(), Random(seed), stop); });
      });
      for (std::size_t thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back(
            [&, thread, seed = random_.below(1'000'000)](const std::stop_token& stop) {
              guarded([&] { play(server.port(), thread, Random(seed), stop); });
            });
      }
      // Killed after some of what they do has been acknowledged, each time at another moment.
      const int wanted = moves_ + static_cast<int>(random_.below(kMaxMoves));
      if (!eventually([&] { return moves_ > wanted || idle_ == kThreads || is_complained_; })) {
        complain("nothing is acknowledged any more");
      }
      if (server.end(SIGKILL) != 128 + SIGKILL) complain("the server ended by itself");
    }
    ++figures_.kills;
    figures_.moves = moves_;
  }

  /// After the last kill: looks at everything once more, and into the file.
  void end() {
    ServerProcess server(arguments_);
    if (server.port() == 0) return complain("the server does not start: " + server.output());
    for (KnownTable& table : over_) look(server.port(), table);
    look(server.port());
    server.end(SIGTERM);
    const auto counts = server::check_store(
        all_games(), data_ + "/" + server::kStoreFile,
        [&](std::string_view line) { complain(std::string(line)); },
        [](std::int64_t, std::int64_t) {});
    figures_.damaged = counts.damaged;
    figures_.tables = counts.tables;
  }

 private:
  void complain(std::string what) {
    const std::lock_guard lock(mutex_);
    figures_.problems.push_back(std::move(what));
    is_complained_ = true;
  }
  /// What goes wrong on a thread is a problem like any other.
  template <class Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (const std::exception& failure) {
      complain(failure.what());
    }
  }

  // ---- What is there after a kill

  void look(std::uint16_t port) {
    for (auto each = tables_.begin(); each != tables_.end();) {
      look(port, *each);
      if (each->is_over) {
        over_.push_back(std::move(*each));
        each = tables_.erase(each);
      } else {
        ++each;
      }
    }
    for (const Promise& promise : promises_) look(port, promise);
    promises_.clear();
  }

  void look(std::uint16_t port, KnownTable& table) {
    const WebAnswer answer = get(port, "/api/tables/" + table.id);
    if (answer.status != 200) {
      figures_.lost += static_cast<int>(table.acknowledged.size());
      return complain(fmt::format("table {} is gone: {}", table.id, answer.body));
    }
    const json::value state = answer.json();
    const auto stored = moves_of(state);
    for (std::size_t index = 0; index < table.acknowledged.size(); ++index) {
      if (index < stored.size() && stored[index] == table.acknowledged[index]) continue;
      ++figures_.lost;
      complain(fmt::format("table {} has lost move {}", table.id, index + 1));
    }
    for (std::size_t index = table.acknowledged.size(); index < stored.size(); ++index) {
      if (!table.sent.empty() && stored[index] == table.sent) {
        // It was stored, but the server did not live to say so.
        ++figures_.unsaid;
        table.acknowledged.push_back(std::exchange(table.sent, ""));
      } else {
        ++figures_.doubled;
        complain(fmt::format("table {} has the move {} that nobody sent", table.id, stored[index]));
      }
    }
    table.sent.clear();
    table.is_over = !state.at("result").is_null();
  }

  void look(std::uint16_t port, const Promise& promise) {
    const WebAnswer answer = get(port, "/api/tables/" + promise.id);
    if (answer.status != 200) {
      ++figures_.lost;
      return complain(fmt::format("table {} is gone: {}", promise.id, answer.body));
    }
    const json::value table = answer.json();
    // The clocks have not run while nobody could play.
    if (json::serialize(table.at("clocks")) != "[600000,600000]") {
      complain(fmt::format("the clocks of table {} have run", promise.id));
    }
    if (!promise.has_guest) return;
    WebSocketClient guest(port, "/api/tables/" + promise.id + "/live");
    guest.send(json::value{{"type", "hello"}, {"token", promise.guest_token}});
    const auto state = guest.receive("table");
    if (table.at("seats").at(1).at("name").as_string() == "Bert" && state &&
        json::serialize(state->at("you").at("seats")) == "[1]") {
      ++figures_.joined;
    } else {
      ++figures_.lost;
      complain(fmt::format("whoever came to table {} has no seat there", promise.id));
    }
  }

  // ---- What is done until the kill

  void make_tables(std::uint16_t port) {
    while (tables_.size() < kTables && is_well()) {
      const WebAnswer answer =
          post(port, "/api/tables", {{"game", "kaskade:10x10"}, {"seats", {kPerson, kPerson}}});
      if (answer.status != 201) return complain("no table can be made: " + answer.body);
      tables_.push_back({.id = answer.json().at("id").as_string().c_str(),
                         .token = answer.json().at("token").as_string().c_str()});
    }
  }

  /// Plays random moves at every third table until the server is gone.
  void play(std::uint16_t port, std::size_t first, Random random, const std::stop_token& stop) {
    struct Seat {
      KnownTable& table;
      std::unique_ptr<WebSocketClient> socket;
      json::value state;
    };
    std::vector<Seat> seats;
    for (std::size_t index = first; index < tables_.size(); index += kThreads) {
      auto socket =
          std::make_unique<WebSocketClient>(port, "/api/tables/" + tables_[index].id + "/live");
      socket->send(json::value{{"type", "hello"}, {"token", tables_[index].token}});
      const auto begin = socket->receive("table");
      if (!begin) return;
      seats.push_back({tables_[index], std::move(socket), begin->at("table")});
    }
    for (bool is_playing = true; is_playing && !stop.stop_requested();) {
      is_playing = false;
      for (Seat& seat : seats) {
        KnownTable& table = seat.table;
        const auto& picks = seat.state.at("position").at("picks").as_array();
        if (picks.empty()) continue;
        is_playing = true;
        const auto cell = picks[random.below(static_cast<std::uint32_t>(picks.size()))].as_int64();
        table.sent = fmt::format("{};{}", cell % kColumns, cell / kColumns);
        const std::string answer = seat.socket->command(
            {{"type", "move"}, {"move", table.sent}, {"at", table.acknowledged.size()}});
        if (answer == "lost") return;
        if (answer != "done") return complain("a move is refused: " + seat.socket->last_reason());
        table.acknowledged.push_back(std::exchange(table.sent, ""));
        ++moves_;
        seat.state = seat.socket->events().back().at("change");
      }
    }
    ++idle_;
  }

  /// Creates tables and joins them until the server is gone, or it has been enough.
  void invite(std::uint16_t port, Random random, const std::stop_token& stop) {
    const json::value wish{{"game", "othello"},
                           {"seats", {kPerson, {{"kind", "invite"}}}},
                           {"clock", {{"time", "10m"}, {"increment", "1s"}}}};
    for (int count = 0; count < kMaxGuests && !stop.stop_requested(); ++count) {
      const WebAnswer created = post(port, "/api/tables", wish);
      if (created.status != 201) return;
      Promise& promise = promises_.emplace_back();
      promise.id = created.json().at("id").as_string().c_str();
      for (int digit = 0; digit < 32; ++digit) {
        promise.guest_token += "0123456789abcdef"[random.below(16)];
      }
      const WebAnswer joined = post(port, "/api/tables/" + promise.id + "/join",
                                    {{"invite", created.json().at("invites").at(0).at("invite")},
                                     {"name", "Bert"},
                                     {"token", promise.guest_token}});
      if (joined.status != 200) return;
      promise.has_guest = true;
    }
  }

  const std::vector<std::string> arguments_;
  const std::string data_;
  Random random_;
  std::vector<KnownTable> tables_{};
  std::vector<KnownTable> over_{};
  std::vector<Promise> promises_{};
  std::atomic<int> moves_ = 0;
  /// How many threads have played all their games to the end.
  std::atomic<std::size_t> idle_ = 0;
  std::mutex mutex_{};
  std::atomic<bool> is_complained_ = false;
  KillFigures figures_{};
};

}  // namespace

KillFigures kill_again_and_again(const std::string& data, int kills, std::uint64_t seed,
                                 const std::function<void(const KillFigures&)>& told) {
  KillRounds rounds(data, seed);
  for (int count = 0; count < kills && rounds.is_well(); ++count) {
    rounds.play_round();
    if (told) told(rounds.figures());
  }
  if (rounds.is_well()) rounds.end();
  return rounds.figures();
}

}  // namespace spielwerk::test
