// The hall with all tables: carries commands out one after the other at each table, stores every
// event before anybody hears of it, tells those who watch, and lets computers play.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "players/thinking_pool.h"
#include "server/live_table.h"

namespace spielwerk::server {

struct HallSettings {
  /// Games that go on at the same time.
  int most_tables = 5'000;
  /// Commands of one table that wait to be carried out.
  int most_waiting = 100;
  /// Events of one table: nobody changes their mind so often, and no disk is filled from one seat.
  int most_events = 100'000;
};

/// The bounds between the classes of HallCounts::latencies, in milliseconds.
inline constexpr std::array<int, 9> kLatencyBounds{1, 2, 5, 10, 20, 50, 100, 200, 500};

struct HallCounts {
  int live = 0;      ///< tables whose game goes on
  int loaded = 0;    ///< tables in memory
  int watchers = 0;  ///< connections to tables
  std::uint64_t created = 0;
  std::uint64_t events = 0;   ///< stored since the beginning
  std::uint64_t moves = 0;    ///< the moves among them
  std::uint64_t failed = 0;   ///< commands whose events could not be stored
  std::uint64_t refused = 0;  ///< commands that were not carried out
  std::uint64_t damaged = 0;  ///< tables that could not be read
  /// From a command to its broadcast: how many took up to each of the bounds, and longer.
  std::array<std::uint64_t, kLatencyBounds.size() + 1> latencies{};
  double latency_sum = 0;  ///< in seconds
};

/// All methods belong to the thread that runs the context. Log, pool and games live longer.
class Hall {
 public:
  /// Hears, as a sentence, what the one who runs the server should know.
  using Reporter = std::function<void(std::string_view)>;

  /// Games that have gone on lately go on at once.
  Hall(boost::asio::io_context& context, const Registry& games, EventLog& log, ThinkingPool& pool,
       const HallSettings& settings, Reporter report);
  ~Hall();
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;

  Time now() const;

  struct NewTable {
    std::string id{};
    std::string token{};
    /// One for each invited seat.
    std::vector<Secret> invites{};
  };
  using OnCreated = std::function<void(std::expected<NewTable, Refusal>)>;
  void create(const Created& wish, OnCreated answer);

  struct Joined {
    std::string token{};
    Player seat = 0;
  };
  using OnJoined = std::function<void(std::expected<Joined, Refusal>)>;
  struct JoinWish {
    std::string invite{};
    std::string name{};
    /// What the seat shall be held by, so that asking twice takes it once; empty: a new one.
    std::string token{};
  };
  void join(const std::string& id, const JoinWish& wish, OnJoined answer);

  /// From now on `watcher` receives what happens at a table, first how it stands: the events after
  /// `after` if that is possible, else everything. Says whether there is such a table.
  bool watch(const std::string& id, Watcher& watcher, std::string_view token, Sight sight,
             std::optional<int> after);
  void leave(const std::string& id, Watcher& watcher);

  using OnDone = std::function<void(std::optional<Refusal>)>;
  /// Why somebody may not have another table now; counts it if they may.
  using RefuseNewTable = std::function<std::optional<Refusal>()>;
  /// A command of somebody who watches, as JSON. A rematch makes a new table.
  void command(const std::string& id, Watcher& watcher, const json::value& message,
               RefuseNewTable refuse_new_table, OnDone done);

  bool has(const std::string& id);
  /// The table's state as JSON, its record; nothing if there is no such table.
  std::optional<json::object> view(const std::string& id, Sight sight);
  std::optional<Record> record(const std::string& id);
  /// Games that go on, the latest change first.
  json::array live_tables(int most, Sight sight);
  json::array finished_tables(const FinishedAfter& after, int most, Sight sight);

  struct Company {
    int games = 0;
    int people = 0;
  };
  /// The games that go on with people other than whoever has these tokens, and those people.
  Company others_than(std::span<const std::string> tokens) const;

  HallCounts counts() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace spielwerk::server
