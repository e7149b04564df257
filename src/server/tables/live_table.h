// A table in memory with all that is around it: its latest changes, its secrets, who watches, what
// waits to be done, and who plays there by itself. The hall (server/tables/hall.h) makes it live.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>

#include "core/game_player.h"
#include "server/base/scheduler.h"
#include "server/base/token_bucket.h"
#include "server/tables/event_log.h"
#include "server/tables/table.h"
#include "server/tables/view.h"

namespace spielwerk::server {

/// Something to be done at a table when its turn comes.
struct Job {
  std::function<Table::Decision(const Table&, Time)> decide;
  std::function<void(std::optional<Refusal>)> done;
  /// Asked if it makes a new table: why whoever wants that may not have one now.
  std::function<std::optional<Refusal>()> refuse_new_table{};
  std::vector<Secret> new_secrets{};
  std::optional<Secret> used_invite{};
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

struct LiveTable {
  /// After `max_absence` without a connection somebody counts as gone.
  LiveTable(Table at, std::vector<Secret> known, Scheduler& scheduler, milliseconds max_absence);

  /// What a token allows here.
  Actor actor_of(std::string_view token) const;
  Presence presence(Time now) const;
  /// Whether somebody who holds a seat is connected, or was a moment ago. Who has not been there
  /// since the table is in memory counts from then.
  bool is_there(Player seat, Time now) const;
  /// A connection has ended; says whether there was one.
  bool leave(Watcher& watcher, Time now);
  /// How many people have seats here who hold none of these tokens.
  int people_without(std::span<const std::string> tokens) const;

  /// An event that has been stored becomes true: those who watch hear of it.
  void happen(Event event, Table after, Time now);
  /// Everything about the table, for somebody who comes.
  void tell_state(Watcher& watcher, const Actor& actor, Time now) const;
  /// Sends what was missed after an event; false if that is not possible.
  bool tell_missed(Watcher& watcher, Sight sight, int after, Time now) const;
  /// Who is there, if that has changed.
  void tell_presence(Time now);

  /// Takes back what somebody was asked.
  void stop_asking();
  /// Lets go of everybody who plays by itself and of all that waits to be done.
  void end();

  Table table;
  std::vector<Secret> secrets;
  /// On whose behalf it is in memory: whoever created it or asked for it.
  std::string owner{};
  /// When somebody last came, went or did something here.
  Time touched{};
  std::map<Watcher*, Actor> watchers{};
  bool is_presence_new = false;
  /// Whether somebody has waited for the table to be read and has not been told yet.
  bool is_awaited = false;
  /// Every event goes to everybody who watches: so many messages a second may a table send, that
  /// the others' moves are not held up by a crowd and somebody who never rests.
  TokenBucket deliveries{10'000, 30'000};
  std::deque<Job> jobs{};
  bool is_storing = false;
  /// Whether something may have been stored that is not known here: nothing more happens until the
  /// table is read anew.
  bool is_unclear = false;

  std::unique_ptr<Timer> clock_timer;
  std::unique_ptr<Timer> player_timer;
  /// Those who play by themselves: clients from the beginning, others made when first asked.
  std::vector<std::unique_ptr<GamePlayer>> players;
  /// Counts questions, so that a late answer to an old one is recognised.
  int question = 0;
  /// From the question until its answer is stored.
  bool is_asking = false;
  /// At how many moves somebody is being asked.
  std::size_t asked_moves = 0;
  /// A single move is wanted although the table is paused.
  bool wants_step = false;

 private:
  struct PastChange {
    Event event;
    TableChange change;
    std::size_t steps() const { return change.steps ? change.steps->size() : 0; }
  };

  bool is_connected(Player seat) const;
  SharedMessage message_about(const PastChange& past, Sight sight, Time now) const;
  void remember(PastChange past);

  const milliseconds max_absence_;
  /// For each seat when its last connection ended.
  std::vector<Time> last_seen_;
  /// When somebody who is away will be gone.
  std::optional<Time> next_gone_{};
  /// The latest events, for those whose connection was lost for a moment.
  std::deque<PastChange> recent_{};
  std::size_t recent_steps_ = 0;
};

/// What the list of live games tells about a table.
LiveSummary live_summary_of(const LiveTable& live, Time now);

/// Everybody at a table keeps the token for the next game; the seats move on by one.
std::vector<Secret> secrets_of_next(const LiveTable& live);

}  // namespace spielwerk::server
