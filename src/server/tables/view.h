// Tables as others see them: plain values, made from a table for somebody, with what they must not
// see left out. server/json/table_json.h writes them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/tables/table.h"

namespace spielwerk::server {

/// Who is at a table besides its seats.
struct Presence {
  /// For each seat whether somebody is connected who holds it.
  std::vector<bool> present{};
  int watchers = 0;
  /// For each seat whether the invited person who has taken it has been away for so long that a
  /// computer may take over.
  std::vector<bool> gone{};
};

/// How a game has ended.
struct Result {
  std::string text{};
  Player winner = kNoPlayer;
  EndReason reason = EndReason::Rules;
  friend bool operator==(const Result&, const Result&) = default;
};
std::optional<Result> result_of(const Table& table);

/// All that an event can change at a table, as it is after the event.
struct TableChange {
  Game game;
  int number = 0;
  std::vector<Seat> seats{};
  /// The moves from this one on.
  std::size_t first_move = 0;
  std::vector<PlayedMove> moves{};
  Position position;
  /// What the last move changed; nothing unless the board has changed.
  std::optional<std::vector<Step>> steps{};
  ClockState clocks{};
  std::optional<Offer> offer{};
  milliseconds delay{0};
  bool is_paused = false;
  Help help = Help::Free;
  std::optional<Trouble> trouble{};
  std::optional<Result> result{};
  /// The next table, if there is one.
  std::string rematch{};
  /// What is wrong with what is stored of it; empty if nothing is.
  std::string damage{};
};
/// What an event that has just been applied has changed; for somebody who may see every server.
TableChange change_of(const Table& table, const EventBody& event);

/// So many moves of a table are told at once; the earlier ones of a longer game are asked for page
/// by page.
inline constexpr std::size_t kMaxMovesTold = 1'000;

/// The whole state of a table at a moment.
struct TableView {
  std::string id{};
  std::optional<ClockRule> clock{};
  Time created{};
  Position start;
  /// With the latest moves and the last steps.
  TableChange state;
  Presence presence{};
  Time now{};
};
TableView view_of(const Table& table, Presence presence, Time now, Sight sight);

/// A page of the moves of a table.
struct MovePage {
  Game game;
  std::size_t first_move = 0;
  std::vector<PlayedMove> moves{};
};
MovePage page_of(const Table& table, std::size_t first_move);

/// What lists tell about a table, also stored with it.
struct Summary {
  std::string id{};
  std::string game{};
  std::string title{};
  std::vector<Seat> seats{};
  Time created{};
  Time changed{};
  int moves = 0;
  /// Nothing while the game goes on.
  std::optional<Result> result{};
};
Summary summary_of(const Table& table);

/// A table whose game goes on, in a list.
struct LiveSummary {
  Summary summary{};
  int watchers = 0;
  Game game;
  Position position;
};

/// Takes out where remote players are, unless the one who looks may see it.
void hide_servers(std::vector<Seat>& seats, Sight sight);
void hide_servers(EventBody& event, Sight sight);
/// Takes out what a computer thinks of its move, while nobody may know it.
void hide_score(EventBody& event, const Table& table);

// ---- What is told to those who watch

/// How the table stands, and who is told.
struct StateMessage {
  TableView table;
  Actor you{};
};
struct EventMessage {
  Event event{};
  TableChange change;
  Presence presence{};
  Time now{};
};
struct PresenceMessage {
  Presence presence{};
};
using TableMessage = std::variant<StateMessage, EventMessage, PresenceMessage>;
/// The same for all who watch and see the same.
using SharedMessage = std::shared_ptr<const TableMessage>;

/// Somebody who is connected to a table.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void receive(const SharedMessage& message) = 0;
  /// The table is not here any more; it can be asked for again.
  virtual void dismiss(std::string_view reason) = 0;
};

}  // namespace spielwerk::server
