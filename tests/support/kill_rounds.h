// A server that is killed again and again while people play there: what they were told has happened
// is looked for at every new start.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spielwerk::test {

struct KillFigures {
  int kills = 0;
  /// Moves, and people who came by invitation, that the server had said were there.
  int moves = 0;
  int joined = 0;
  /// Of those, what was not there after a kill.
  int lost = 0;
  /// What was there although nobody had sent it, or twice.
  int doubled = 0;
  /// Moves that were stored, but the server did not live to say so.
  int unsaid = 0;
  /// Tables whose events are not whole at the end.
  int damaged = 0;
  int tables = 0;
  /// Whatever else was wrong, as sentences.
  std::vector<std::string> problems{};
};

/// Starts a server with this data folder, lets people play, and kills it, so many times. `told`
/// hears of each kill.
KillFigures kill_again_and_again(const std::string& data, int kills, std::uint64_t seed,
                                 const std::function<void(const KillFigures&)>& told = {});

}  // namespace spielwerk::test
