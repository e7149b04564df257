// Keeps tables going: their clocks, and those who play by themselves when it is their turn.
#pragma once

#include <functional>
#include <memory>

#include "server/base/scheduler.h"
#include "server/tables/live_table.h"

namespace spielwerk::server {

/// Makes whoever plays by itself at a seat.
using TablePlayerMaker = std::function<std::expected<std::unique_ptr<GamePlayer>, Failure>(
    const Game& game, const Seat& seat)>;

/// All methods belong to the scheduler's thread; the scheduler lives longer.
class Pacemaker {
 public:
  /// Puts a job in line at a table.
  using Submit = std::function<void(const std::shared_ptr<LiveTable>&, Job)>;

  Pacemaker(Scheduler& scheduler, TablePlayerMaker make_player, Submit submit)
      : scheduler_(scheduler),
        make_player_(std::move(make_player)),
        submit_(std::move(submit)),
        entrance_(std::make_shared<Entrance>(scheduler)) {}
  ~Pacemaker() { entrance_->close(); }
  Pacemaker(const Pacemaker&) = delete;
  Pacemaker& operator=(const Pacemaker&) = delete;

  /// Whatever has changed at a table: sets the clock, and asks whoever is to move.
  void keep_going(const std::shared_ptr<LiveTable>& live);
  /// One move at a table where computers play among themselves, or why not.
  std::optional<Refusal> step(const std::shared_ptr<LiveTable>& live, const Actor& actor);

 private:
  void set_clock(const std::shared_ptr<LiveTable>& live);
  SearchLimits limits_of(const Table& table, Player seat) const;
  void ask(const std::shared_ptr<LiveTable>& live);
  /// What somebody has chosen at a position.
  void answer(const std::shared_ptr<LiveTable>& live, const Position& at, const Choice& choice);
  void fail(const std::shared_ptr<LiveTable>& live, Player seat, const Failure& failure);
  using Decide = std::function<Table::Decision(const Table&, Time)>;
  /// What follows from the answer to the question that is open at a table. It stays open until that
  /// is stored, so that nobody is asked a second time meanwhile; if that is not possible, it is
  /// asked again after a while.
  void settle(const std::shared_ptr<LiveTable>& live, Decide decide);
  /// What a timer of a table does does not keep the table alive.
  static void call_after(const std::shared_ptr<LiveTable>& live, Timer& timer, milliseconds time,
                         std::function<void(const std::shared_ptr<LiveTable>&)> function);

  Scheduler& scheduler_;
  const TablePlayerMaker make_player_;
  const Submit submit_;
  /// Answers of players far away may come when everything here is gone.
  const std::shared_ptr<Entrance> entrance_;
};

}  // namespace spielwerk::server
