// What happens at a table. Tables are event-sourced: events are all that is stored, and a table is
// nothing but the sum of its events (server/tables/table.h).
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/game_player.h"
#include "core/move.h"
#include "server/base/time.h"

namespace spielwerk::server {

/// Between two moves of computers.
inline constexpr milliseconds kMaxDelay = std::chrono::minutes(1);

enum class SeatKind : std::uint8_t {
  Human,     ///< whoever created the table
  Invite,    ///< whoever comes with the invite
  Computer,  ///< a player of this program
  Remote,    ///< a Kaskade server somewhere else
  Client,    ///< whoever has connected to our Kaskade server
};

struct Seat {
  SeatKind kind = SeatKind::Human;
  /// What to show; empty for an invited person who has not come yet, and for a remote player that
  /// has not said it yet.
  std::string name{};
  /// Of computers: the player's text, and the time for a move.
  std::string player{};
  milliseconds time{1000};
  /// Of remote players: `HOST:PORT`, which strangers do not see.
  std::string server{};
  /// Whether it is held by somebody at the page.
  bool is_person() const { return kind == SeatKind::Human || kind == SeatKind::Invite; }
  bool is_taken() const { return kind != SeatKind::Invite || !name.empty(); }
  friend bool operator==(const Seat&, const Seat&) = default;
};

/// Time for the whole game, and what each move adds.
struct ClockRule {
  milliseconds time{0};
  milliseconds increment{0};
  friend bool operator==(const ClockRule&, const ClockRule&) = default;
};

enum class OfferKind : std::uint8_t { TakeBack, Draw, Rematch, Help };
enum class EndReason : std::uint8_t { Rules, Resignation, TimeOut, Agreement, Left };

// ---- The events

struct Created {
  /// `kaskade:10x10`
  std::string game{};
  /// The position's text; empty for the start of the game.
  std::string start{};
  /// What had been played before the table began.
  std::vector<std::string> moves{};
  std::vector<Seat> seats{};
  std::optional<ClockRule> clock{};
  milliseconds delay{600};
  /// Between people: whether hints and evaluation are allowed from the beginning. Whoever joins
  /// sees it before, and so agrees.
  bool has_help = false;
  friend bool operator==(const Created&, const Created&) = default;
};
struct Seated {
  Player seat = 0;
  std::string name{};
  friend bool operator==(const Seated&, const Seated&) = default;
};
/// A server far away has said what it is called.
struct Named {
  Player seat = 0;
  std::string name{};
  friend bool operator==(const Named&, const Named&) = default;
};
struct Moved {
  Player seat = 0;
  std::string move{};
  /// What a computer thinks of it, as print_score writes it.
  std::string score{};
  /// What all have left after the move; empty without clocks.
  std::vector<milliseconds> clocks{};
  friend bool operator==(const Moved&, const Moved&) = default;
};
struct Offered {
  Player seat = 0;
  OfferKind what = OfferKind::TakeBack;
  /// TakeBack: how many moves would be left.
  int to = 0;
  friend bool operator==(const Offered&, const Offered&) = default;
};
struct Answered {
  Player seat = 0;
  bool accepts = false;
  friend bool operator==(const Answered&, const Answered&) = default;
};
struct TakenBack {
  /// How many moves are left.
  int to = 0;
  friend bool operator==(const TakenBack&, const TakenBack&) = default;
};
struct Ended {
  /// `1-0`
  std::string result{};
  EndReason reason = EndReason::Rules;
  /// Who has resigned, run out of time or left.
  std::optional<Player> seat{};
  /// What all have left; empty without clocks, and after a move that tells it.
  std::vector<milliseconds> clocks{};
  friend bool operator==(const Ended&, const Ended&) = default;
};
struct Paced {
  milliseconds delay{600};
  bool is_paused = false;
  friend bool operator==(const Paced&, const Paced&) = default;
};
struct Troubled {
  Player seat = 0;
  Failure failure{};
  friend bool operator==(const Troubled&, const Troubled&) = default;
};
struct Replaced {
  Player seat = 0;
  Seat with{};
  friend bool operator==(const Replaced&, const Replaced&) = default;
};
/// Hints and evaluation are allowed from now on, as all people have agreed, or somebody has put an
/// end to it.
struct HelpSwitched {
  bool is_on = false;
  friend bool operator==(const HelpSwitched&, const HelpSwitched&) = default;
};
struct Rematched {
  std::string table{};
  friend bool operator==(const Rematched&, const Rematched&) = default;
};

using EventBody = std::variant<Created, Seated, Named, Moved, Offered, Answered, TakenBack, Ended,
                               Paced, Troubled, Replaced, HelpSwitched, Rematched>;

struct Event {
  /// Counts up from 1 without gaps.
  int number = 0;
  Time time{};
  EventBody body{};
};

}  // namespace spielwerk::server
