// The positions about which no engine is asked for now: those that stand at tables where people
// play for time and have not agreed on help.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "server/tables/table.h"

namespace spielwerk::server {

/// The first moves of a game stand on many boards at once, and everybody may study them.
inline constexpr std::size_t kMaxOpeningMoves = 5;

class GuardedPositions {
 public:
  /// A table has come or changed.
  void follow(const Table& table);
  /// A table has left the memory.
  void forget(const std::string& table);
  bool holds(const Game& game, const Position& position) const;

 private:
  std::unordered_map<std::string, std::uint64_t> of_table_{};
  /// The same keys, as often as there are tables with them.
  std::unordered_multiset<std::uint64_t> keys_{};
};

}  // namespace spielwerk::server
