// Keeps tables going: their clocks, and those who play by themselves when it is their turn.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>

#include "players/thinking_pool.h"
#include "server/live_table.h"

namespace spielwerk::server {

/// All methods belong to the thread that runs the context; context and pool live longer.
class Pacemaker {
 public:
  using Now = std::function<Time()>;
  /// Puts a job in line at a table.
  using Submit = std::function<void(const std::shared_ptr<LiveTable>&, Job)>;

  Pacemaker(boost::asio::io_context& context, ThinkingPool& pool, Now now, Submit submit)
      : context_(context), pool_(pool), now_(std::move(now)), submit_(std::move(submit)) {}

  /// Whatever has changed at a table: sets the clock, and asks whoever is to move.
  void keep_going(const std::shared_ptr<LiveTable>& live);
  /// One move at a table where computers play among themselves, or why not.
  std::optional<Refusal> step(const std::shared_ptr<LiveTable>& live, const Actor& actor);

 private:
  void set_clock(const std::shared_ptr<LiveTable>& live);
  milliseconds thinking_time(const Table& table, Player seat) const;
  void ask(const std::shared_ptr<LiveTable>& live);
  void answer(const std::shared_ptr<LiveTable>& live, const Choice& choice);
  void fail(const std::shared_ptr<LiveTable>& live, Player seat, const Failure& failure);
  using Decide = std::function<Table::Decision(const Table&, Time)>;
  /// Something has happened at a table; if it cannot be stored, `again` is called after a while.
  void insist(const std::shared_ptr<LiveTable>& live, boost::asio::steady_timer& timer,
              Decide decide, std::function<void()> again);
  void call_after(const std::shared_ptr<LiveTable>& live, boost::asio::steady_timer& timer,
                  milliseconds time, std::function<void()> function);

  boost::asio::io_context& context_;
  ThinkingPool& pool_;
  const Now now_;
  const Submit submit_;
  /// Late answers look whether this is still there.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace spielwerk::server
