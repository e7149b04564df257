// What one visitor may take of the server, so that it is there for the others: connections, an
// allowance of work, turns on the one thread, and memory for what it sends and has not read yet.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>

#include "server/base/forgetful_map.h"
#include "server/base/scheduler.h"
#include "server/base/token_bucket.h"

namespace spielwerk::server {

/// A visitor is an address or a network of them (protocols/tcp/network.h): a person, or a class of
/// thirty with their phones behind one address, who all begin at the same moment.
struct VisitorLimits {
  int max_connections = 10'000;
  /// Of one visitor.
  int max_per_address = 500;
  /// New connections of one visitor, as a token bucket: a second on average, and at once.
  double connection_rate = 50;
  double connection_burst = 500;
  /// What one visitor may cost, in the same way. A request or message is a unit, and so are 4 KB of
  /// an answer or of a body, 16 KB of a file of the page, and a millisecond of the one thread.
  double rate = 100;
  double burst = 2'000;
  /// Requests of one visitor that are worked on at the same time, and that wait for that.
  int max_at_once = 8;
  std::size_t max_in_line = 500;
  /// Bytes of answers that wait until one visitor reads them.
  std::size_t max_waiting_bytes = 33'554'432;
  /// Bytes of long bodies of requests that are not answered yet.
  std::size_t max_body_bytes = 8'388'608;
};

struct VisitorCounts {
  int connections = 0;
  std::size_t visitors = 0;         ///< remembered: active, or not long ago
  std::uint64_t refused = 0;        ///< connections over a limit
  std::uint64_t over_rate = 0;      ///< requests over the allowance
  std::uint64_t stood_in_line = 0;  ///< requests and messages that had to wait for a turn
};

class Visitors;

/// One visitor. Belongs to a shared_ptr and to the scheduler's thread, like all here.
class Visitor : public std::enable_shared_from_this<Visitor> {
 public:
  Visitor(Visitors& visitors, Scheduler& scheduler, std::shared_ptr<Entrance> entrance,
          const VisitorLimits& limits);

  /// Whether it may ask now; then that has cost a unit.
  bool take();
  /// For what was done already.
  void charge(double units);
  /// For an answer of that length.
  void charge_bytes(std::size_t bytes) { charge(static_cast<double>(bytes / kBytesOfUnit)); }
  /// For an answer that needed no work. Thirty people who load the page at the same moment have
  /// something left to play with.
  void charge_lasting_bytes(std::size_t bytes) {
    charge(static_cast<double>(bytes / kLastingBytesOfUnit));
  }
  /// How long until it may ask.
  milliseconds wait() const;

  /// The right to be worked for, as long as this lives.
  class Turn {
   public:
    explicit Turn(std::shared_ptr<Visitor> visitor) : visitor_(std::move(visitor)) {}
    Turn(Turn&&) = default;
    Turn& operator=(Turn&&) = delete;
    ~Turn() { end(); }

    /// So much time of the one thread was used. The visitor's next turn begins only after a longer
    /// rest, in which others have theirs.
    void spend(std::chrono::nanoseconds time);
    void end();

   private:
    std::shared_ptr<Visitor> visitor_;
  };
  using Begin = std::function<void(std::shared_ptr<Turn>)>;
  /// Calls `begin` when it is this visitor's turn: now, or later. False if too many wait already.
  bool line_up(Begin begin);

  /// Bytes wait to be read. False if those of all this visitor's connections are too many.
  bool add_waiting(std::size_t bytes);
  void remove_waiting(std::size_t bytes);

  /// Memory for the body of a request, as long as this lives.
  class Room {
   public:
    explicit Room(std::shared_ptr<Visitor> visitor) : visitor_(std::move(visitor)) {}
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    ~Room() { visitor_->body_bytes_ -= bytes_; }

    /// Room for so many in all; what is there stays. False if all of this visitor's bodies would
    /// have too much.
    bool grow_to(std::size_t bytes);

   private:
    std::shared_ptr<Visitor> visitor_;
    std::size_t bytes_ = 0;
  };

  bool is_idle() const;

 private:
  friend class Visitors;

  /// For which one unit is charged.
  static constexpr std::size_t kBytesOfUnit = 4'096;
  static constexpr std::size_t kLastingBytesOfUnit = 16'384;

  TokenBucket::Seconds now() const {
    return TokenBucket::Seconds(scheduler_.now().time_since_epoch());
  }
  bool has_turn() const;
  void begin_next();

  Visitors& visitors_;
  Scheduler& scheduler_;
  const std::shared_ptr<Entrance> entrance_;
  const VisitorLimits& limits_;
  TokenBucket allowance_;
  TokenBucket new_connections_;
  int connections_ = 0;
  int turns_ = 0;
  /// Nearly always empty, which costs a list nothing.
  std::list<Begin> line_{};
  std::size_t waiting_bytes_ = 0;
  std::size_t body_bytes_ = 0;
  Time resting_until_{};
  std::unique_ptr<Timer> rested_{};
};

/// All of them. Must live as long as any of them is used.
class Visitors {
 public:
  /// The scheduler must live until `close`.
  Visitors(Scheduler& scheduler, const VisitorLimits& limits);

  std::shared_ptr<Visitor> find(const std::string& name);

  /// One of the connections there may be, as long as this lives.
  class Place {
   public:
    Place(Visitors& visitors, std::shared_ptr<Visitor> visitor, bool is_counted_in_all);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    Visitors& visitors_;
    std::shared_ptr<Visitor> visitor_;
    bool is_counted_in_all_;
  };
  /// For a new connection of a visitor, or of a proxy if that is nobody; nothing if there are too
  /// many.
  std::unique_ptr<Place> connect(const std::shared_ptr<Visitor>& visitor);
  /// For a connection that is counted for its proxy already, and has turned out to be a visitor's.
  std::unique_ptr<Place> connect_through_proxy(const std::shared_ptr<Visitor>& visitor);

  VisitorCounts counts() const;
  /// Nobody gets a turn any more.
  void close() { entrance_->close(); }

 private:
  friend class Visitor;

  bool may_connect(Visitor& visitor) const;
  std::unique_ptr<Place> refuse();

  Scheduler& scheduler_;
  const VisitorLimits limits_;
  const std::shared_ptr<Entrance> entrance_;
  ForgetfulMap<std::shared_ptr<Visitor>> visitors_{};
  VisitorCounts counts_{};
};

}  // namespace spielwerk::server
