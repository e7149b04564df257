#include "server/tables/guarded_positions.h"

namespace spielwerk::server {
namespace {

/// 64 bits: that two positions share them by chance need not be feared.
std::uint64_t key_of(const Game& game, const Position& position) {
  return position.key() ^ std::hash<std::string>{}(game.text());
}

bool is_guarded(const Table& table) {
  return table.clock() && table.forbids_help() && table.moves().size() > kMaxOpeningMoves;
}

}  // namespace

void GuardedPositions::follow(const Table& table) {
  forget(table.id());
  if (!is_guarded(table)) return;
  const std::uint64_t key = key_of(table.game(), table.position());
  of_table_[table.id()] = key;
  keys_.insert(key);
}

void GuardedPositions::forget(const std::string& table) {
  const auto found = of_table_.find(table);
  if (found == of_table_.end()) return;
  keys_.erase(keys_.find(found->second));
  of_table_.erase(found);
}

bool GuardedPositions::holds(const Game& game, const Position& position) const {
  // Most often there is none, and nothing is to be computed.
  return !keys_.empty() && keys_.contains(key_of(game, position));
}

}  // namespace spielwerk::server
