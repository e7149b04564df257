// Computer players at work for many games at once, on a bounded number of threads.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "core/game_player.h"

namespace spielwerk {

struct PoolSettings {
  /// How many think at the same time.
  int threads = 2;
  /// The table of each player; each thread keeps up to four players.
  int table_megabytes = 8;
  /// How far the threads stand back behind others of this machine, 0 to 19.
  int niceness = 0;
};

/// Every question has a deadline, and all that are open share the time until then: if more wait
/// than there are threads, each is thought about for less time instead of being answered late. The
/// one with the earliest deadline comes first. A question that is already being thought about is
/// cut short when others come.
class ThinkingPool {
 public:
  /// A player that thinks on this machine, as text, asked about a position that is not over. The
  /// deadline comes from the limits; without one of time it is kMaxThought.
  struct Question {
    Game game;
    Position position;
    std::string player;
    SearchLimits limits;
  };
  static constexpr std::chrono::minutes kMaxThought{10};
  /// A legal move, or why there is none. Comes on a thread of the pool, exactly once unless the
  /// question is withdrawn.
  using Answer = GamePlayer::Answer;
  /// Names a question.
  struct Ticket {
    std::chrono::steady_clock::time_point deadline{};
    std::uint64_t number = 0;
    friend auto operator<=>(const Ticket&, const Ticket&) = default;
  };

  explicit ThinkingPool(const PoolSettings& settings);
  /// Withdraws all questions. Whatever their answers hold may still withdraw others meanwhile.
  ~ThinkingPool();
  ThinkingPool(const ThinkingPool&) = delete;
  ThinkingPool& operator=(const ThinkingPool&) = delete;

  Ticket ask(Question question, Answer answer);
  /// No answer comes any more, unless it is coming right now.
  void withdraw(Ticket ticket);

  struct Load {
    int thinking = 0;
    int waiting = 0;
  };
  Load load() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// A player that thinks in a pool, which must live longer.
std::unique_ptr<GamePlayer> make_pooled_player(const Game& game, std::string text,
                                               ThinkingPool& pool);

}  // namespace spielwerk
