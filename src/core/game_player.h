// Who makes the moves: the one interface for engines, strategies, people and programs far away.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine.h"

namespace spielwerk {

/// Why a player gives no move, for whoever words it themselves.
enum class FailureKind : std::uint8_t {
  Other,              ///< the detail is all there is to say
  ConnectionRefused,  ///< nobody listens there
  UnknownHost,        ///< there is no machine of that name
  Unreachable,        ///< no way leads there
  Silent,             ///< it does not answer in time
  Lost,               ///< the connection has ended
  Protocol,           ///< it does not keep to the protocol; the detail is what it said
  IllegalMove,        ///< it chose a move that is not legal; the detail may be the move
  DifferentBoard,     ///< its board is not ours
  WrongResult,        ///< it sees another end, or an end where there is none
  Refused,            ///< it does not want to; the detail is what it said
  TooMany,            ///< too many of its kind play here
  TooLong,            ///< the game has as many moves as a game may have
  Left,               ///< it has left the game: quit, disconnected, at the end of its input
  Withdrawn,          ///< whoever asked does not want to know any more
};

struct Failure {
  FailureKind kind = FailureKind::Other;
  /// A foreign text, to be shown as it is; names no address.
  std::string detail{};
  /// All of it without full stop, for whoever runs the program; may name an address.
  std::string sentence{};

  friend bool operator==(const Failure&, const Failure&) = default;
};

/// A failure that is told by nothing but a sentence, which names no address.
inline std::unexpected<Failure> failed(const std::string& sentence) {
  return std::unexpected(Failure{FailureKind::Other, sentence, sentence});
}

/// What a player does at a position.
struct Choice {
  /// A move; nothing if the player resigns.
  std::optional<Move> move{};
  /// What the position after the move is worth for the player, if it says so.
  std::optional<Score> score{};
  int depth = 0;
  std::uint64_t nodes = 0;
  /// The play expected from here, beginning with the move, if the player says so.
  std::vector<Move> line{};
  /// What the player calls itself, if that is known only once it plays.
  std::string player_name{};
};

/// One who plays games of one variant, one after the other. What was asked for is answered later,
/// on any thread, or at once, before the call returns; so no lock may be held while calling. A
/// player is used by one thread at a time, but `withdraw` may come from any. Destroying a player
/// withdraws what it was asked.
class GamePlayer {
 public:
  /// A choice (nobody vouches for its move), or why there is none.
  using Answer = std::function<void(std::expected<Choice, Failure>)>;
  /// Nothing, or what the player has against the end of the game.
  using EndHeard = std::function<void(std::optional<Failure>)>;

  virtual ~GamePlayer() = default;

  /// As it was asked for: `level:5`.
  virtual std::string name() const = 0;
  /// The next position belongs to another game.
  virtual void begin_game() {}
  /// Asks for a choice at a position that is not over. The answer comes exactly once, unless it is
  /// withdrawn, and belongs to this position. It must not need anything that is gone by then: it
  /// may come after the player has been destroyed, if it was on its way. Asking again withdraws the
  /// question before.
  virtual void ask(const Position& at, const SearchLimits& limits, Answer answer) = 0;
  /// The answer is not wanted any more; it may still come if it is on its way.
  virtual void withdraw() = 0;
  /// The game has ended at this position, for whoever has to be told.
  virtual void end_game(const Position& /*at*/, EndHeard heard) { heard(std::nullopt); }
};

/// Asks and waits for the answer. If this is stopped, the question is withdrawn and the failure is
/// FailureKind::Withdrawn.
std::expected<Choice, Failure> choose(GamePlayer& player, const Position& at,
                                      const SearchLimits& limits, std::stop_token stop = {});
/// Tells a player of the end and waits until it has heard; what it has against that.
std::optional<Failure> end_game(GamePlayer& player, const Position& at);

// ---- How the consoles of games, which know no kinds of players, get theirs

using PersonMaker = std::function<std::unique_ptr<GamePlayer>()>;
struct FoundPlayer {
  bool is_person = false;
  /// Makes a player whose random choices depend on the seed alone; people are the console's own.
  std::function<std::unique_ptr<GamePlayer>(std::uint64_t seed, const PersonMaker&)> make{};
};
/// Understands a text as a player of a game; the error is a sentence without full stop.
using FindPlayer =
    std::function<std::expected<FoundPlayer, std::string>(const Game& game, std::string_view text)>;

}  // namespace spielwerk
