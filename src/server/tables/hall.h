// The hall with all tables (hall.cpp): carries commands out one after the other at each table,
// stores every event before anybody hears of it (hall_jobs.cpp), tells those who watch, lets
// computers play, and keeps in memory only where somebody is (hall_storage.cpp). Speaks typed
// commands and views; JSON stays outside.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/base/background.h"
#include "server/tables/command.h"
#include "server/tables/guarded_positions.h"
#include "server/tables/live_table.h"
#include "server/tables/pacemaker.h"
#include "server/tables/table_building.h"

namespace spielwerk::server {

struct HallSettings {
  /// Games that go on at the same time: somebody is there, or a computer thinks. All others rest in
  /// storage.
  int max_tables = 5'000;
  /// Commands of one table that wait to be carried out.
  int max_waiting = 100;
  /// Events of one table: nobody changes their mind so often, and no disk is filled from one seat.
  int max_events = 100'000;
  /// Moves of long games in memory, beyond the first thousand of each: at most some 200 MB.
  int max_long_moves = 4'000'000;
  /// How long tables are kept after their last change; without a value for ever.
  std::optional<milliseconds> keep_without_move = std::chrono::days(7);
  std::optional<milliseconds> keep_unfinished = std::chrono::days(90);
  std::optional<milliseconds> keep_finished{};
  /// Without a connection for so long somebody is gone, and a computer may take over. Longer than
  /// it takes to load a page again or to wake a phone.
  milliseconds max_absence = std::chrono::seconds(30);
};

/// The bounds between the classes of HallCounts::latencies, in milliseconds.
inline constexpr std::array<int, 9> kLatencyBounds{1, 2, 5, 10, 20, 50, 100, 200, 500};

struct HallCounts {
  int live = 0;      ///< tables in memory whose game goes on
  int loaded = 0;    ///< tables in memory
  int resting = 0;   ///< tables of which only a note is in memory
  int watchers = 0;  ///< connections to tables
  std::uint64_t created = 0;
  std::uint64_t events = 0;     ///< stored since the beginning
  std::uint64_t moves = 0;      ///< the moves among them
  std::uint64_t failed = 0;     ///< commands whose events could not be stored
  std::uint64_t refused = 0;    ///< commands that were not carried out
  std::uint64_t damaged = 0;    ///< tables that could not be read, or not to their end
  std::uint64_t forgotten = 0;  ///< tables that were deleted because they were old
  /// From a command to its broadcast: how many took up to each of the bounds, and longer.
  std::array<std::uint64_t, kLatencyBounds.size() + 1> latencies{};
  double latency_sum = 0;  ///< in seconds
};

/// All methods belong to the scheduler's thread. Scheduler, log, games and the background live
/// longer, but the background does nothing any more when the hall ends.
class Hall {
 public:
  /// Hears, as a sentence, what the one who runs the server should know.
  using Reporter = std::function<void(std::string_view)>;

  /// Games that have gone on lately go on soon.
  Hall(Scheduler& scheduler, Background& background, const Registry& games, EventLog& log,
       TablePlayerMaker make_player, const HallSettings& settings, Reporter report);
  ~Hall();
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;

  struct NewTable {
    std::string id{};
    std::string token{};
    /// One for each invited seat.
    std::vector<Secret> invites{};
  };
  using OnCreated = std::function<void(std::expected<NewTable, Refusal>)>;
  /// Somebody who comes with a connection, for a seat of kind Client.
  struct ConnectedPlayer {
    Player seat = 0;
    std::unique_ptr<GamePlayer> player;
  };
  /// For `owner`, an address: nobody gets so many tables that others get none.
  void create(const Created& wish, const std::string& owner, const OnCreated& answer,
              std::vector<ConnectedPlayer> connected = {});
  /// The connection of such a player has ended, and with it the game if it goes on.
  void disconnect(const std::string& id, Player seat);

  using OnDone = std::function<void(std::optional<Refusal>)>;
  /// Reads a table from storage if it is not in memory, on behalf of `owner`; then it stays for a
  /// while, and all that follows here works with tables in memory only. Tells why that is not
  /// possible.
  void bring(const std::string& id, const std::string& owner, OnDone brought);

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
  void join(const std::string& id, const JoinWish& wish, const OnJoined& answer);

  /// From now on `watcher` receives what happens at a table, first how it stands: the events after
  /// `after` if that is possible, else everything. Says whether there is such a table.
  bool watch(const std::string& id, Watcher& watcher, std::string_view token, Sight sight,
             std::optional<int> after);
  void leave(const std::string& id, Watcher& watcher);

  /// Why somebody may not have another table now; counts it if they may.
  using RefuseNewTable = std::function<std::optional<Refusal>()>;
  /// A command of somebody who watches. A rematch makes a new table.
  void command(const std::string& id, Watcher& watcher, Command command,
               const RefuseNewTable& refuse_new_table, const OnDone& done);

  /// How a table stands, a page of its moves, all of it; nothing if it is not in memory.
  std::optional<TableView> view(const std::string& id, Sight sight);
  std::optional<MovePage> moves(const std::string& id, std::size_t first_move);
  std::optional<Table> copy(const std::string& id);
  /// Games that go on, the latest change first.
  std::vector<LiveSummary> live_tables(int max, Sight sight) const;
  /// Reads from storage: may be called from any thread.
  std::vector<Summary> finished_tables(const FinishedAfter& after, int max, Sight sight);

  /// Why an engine may not be asked about a position by whoever has a token and says to look at a
  /// table, both perhaps empty; nothing if it may. The table is brought into memory to know.
  void refuse_evaluation(const Game& game, const Position& position, const std::string& table,
                         const std::string& token, const std::string& owner, const OnDone& answer);

  struct Company {
    int games = 0;
    int people = 0;
  };
  /// The games that go on with people other than whoever has these tokens, and those people.
  Company others_than(std::span<const std::string> tokens) const;

  HallCounts counts() const;

 private:
  using LivePointer = std::shared_ptr<LiveTable>;

  /// A game that nobody is at leaves the list of live games after so long without a move. Those
  /// that are younger when the program begins go on soon, but not more than so many; the others
  /// when somebody asks for them.
  static constexpr milliseconds kListedTime = std::chrono::minutes(10);
  static constexpr int kMaxRevived = 200;

  // ---- Tables (hall.cpp)

  struct MadeTable {
    LivePointer live;
    LogEntry entry;
  };

  /// Why nobody may have another table for now.
  std::optional<Refusal> refuse_when_full();
  /// Why somebody may have no more tables for now.
  std::optional<Refusal> refuse_another(const std::string& owner);
  /// A new table, not yet stored; with the secrets of another, or with new ones.
  MadeTable make_table(BuiltTable built, std::vector<Secret> secrets, const std::string& owner);
  void finish_creation(BuiltTable built, const std::string& owner, const OnCreated& answer,
                       std::vector<ConnectedPlayer> connected);
  void enter(const LivePointer& live, std::size_t events);
  LivePointer find(const std::string& id);
  int live_count() const;
  std::optional<Refusal> refuse_evaluation(const Game& game, const Position& position,
                                           const LivePointer& live, std::string_view token) const;

  // ---- Between memory and storage (hall_storage.cpp)

  /// What stays in memory of a table that nobody is at.
  struct RestingTable {
    Time turn_began{};
    /// When somebody's time is over.
    std::optional<Time> deadline{};
    /// While it is in the list of live games.
    std::optional<LiveSummary> listed{};
  };

  /// A table has been read.
  void arrive(const std::string& id, const std::string& owner, ReadTable read);
  std::expected<LivePointer, Refusal> take_in(const std::string& id, const std::string& owner,
                                              ReadTable read);
  /// Tells those who have waited for a table, from one of them on.
  void tell_one_by_one(const LivePointer& live, const std::shared_ptr<std::vector<OnDone>>& waiting,
                       std::size_t next);
  /// Why somebody may not have such a long game in memory.
  std::optional<Refusal> refuse_long(const Table& table, const std::string& owner) const;
  void revive_next();
  void sweep_later();
  void sweep();
  /// Whether a table may leave the memory: what is stored tells all about it.
  bool is_unused(const LiveTable& live, bool also_thinking) const;
  void put_away_unused(milliseconds rest_time);
  /// Notes what has to be known meanwhile; false if there is no room for it.
  bool rest(const LiveTable& live);
  void look_after_resting();
  void begin_anew();
  /// A table that has left the memory lets go of all that is around it.
  void send_away(const LivePointer& live, const Refusal& refused, std::string_view reason);
  void forget_old();
  /// Tables have been deleted.
  void leave_forgotten(const std::vector<std::string>& old);

  // ---- What is to be done at them (hall_jobs.cpp)

  /// An event, and the table after it; true once the event is stored.
  struct Applied {
    Event event;
    Table after;
  };

  void submit(const LivePointer& live, Job job);
  void work_off(const LivePointer& live);
  void carry_out(const LivePointer& live, Job job, std::vector<EventBody> bodies);
  /// Applies events to a copy of the table, each once.
  std::expected<std::vector<Applied>, Refusal> apply(const Table& table,
                                                     std::vector<EventBody> bodies) const;
  /// What has been stored becomes true.
  void happen(const LivePointer& live, std::vector<Applied> steps, const Job& job);
  void refuse(const Job& job, const Refusal& refusal);
  /// Stores and then calls back on the scheduler's thread, unless the hall is gone by then.
  void store(std::vector<LogEntry> entries,
             std::function<void(const std::optional<Refusal>&)> stored);
  void note_latency(std::chrono::steady_clock::duration time);

  Scheduler& scheduler_;
  Background& background_;
  const Registry& games_;
  EventLog& log_;
  const HallSettings settings_;
  const Reporter report_;
  std::unordered_map<std::string, LivePointer> tables_{};
  std::unordered_map<std::string, RestingTable> resting_{};
  /// Those who wait for a table that is being read.
  std::unordered_map<std::string, std::vector<OnDone>> loading_{};
  std::unordered_set<std::string> deleted_while_loading_{};
  /// Games that go on when the program begins again, the latest last.
  std::vector<std::string> reviving_{};
  int recoveries_ = 0;
  Time last_forgetting_{};
  GuardedPositions guarded_{};
  int watchers_ = 0;
  HallCounts counts_{};
  std::string last_problem_{};
  std::unique_ptr<Timer> sweeper_;
  Pacemaker pacemaker_;
  /// The log may answer when the hall is gone.
  const std::shared_ptr<Entrance> entrance_;
};

}  // namespace spielwerk::server
