// One game that people and computers play together, by event sourcing: what its events have made of
// it (table.cpp), and which events may come next (table_decisions.cpp). Knows neither network nor
// storage nor the time of day.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/registry.h"
#include "records/record.h"
#include "server/base/refusal.h"
#include "server/tables/event.h"
#include "server/tables/move_history.h"

namespace spielwerk::server {

/// What is shown to somebody: only those who hold the key see where remote players are.
enum class Sight : std::uint8_t { Everybody, KeyHolder };

/// Who gives a command, as the token tells.
struct Actor {
  std::vector<Player> seats{};
  bool is_host = false;
  Sight sight = Sight::Everybody;
  bool holds(Player seat) const;
};

struct Offer {
  OfferKind what = OfferKind::TakeBack;
  Player seat = 0;
  /// Who has yet to answer.
  std::vector<Player> waiting{};
  int to = 0;
};

struct Trouble {
  Player seat = 0;
  Failure failure{};
};

/// Whether hints and evaluation are allowed: one person may always have them, several only if all
/// have agreed.
enum class Help : std::uint8_t { Free, Off, Agreed };

/// What all have left, and whose clock runs since when.
struct ClockState {
  std::vector<milliseconds> left{};
  std::optional<Player> running{};
  Time since{};
  /// What all have left at a moment.
  std::vector<milliseconds> at(Time now) const;
};

/// So large that nobody plays so long, and a damaged or hostile record does no harm.
inline constexpr std::size_t kMaxTableMoves = 20'000;

/// What is told of a move's steps: of very many only the first waves. Nobody watches longer, and
/// the position tells the end.
void keep_first_waves(std::vector<Step>& steps);

class Table {
 public:
  /// A table begins with its first event, and grows by `apply`. The error, a sentence, says what is
  /// wrong with the event; the table is then as before.
  static std::expected<Table, std::string> create(const Registry& games, std::string id,
                                                  const Event& created);
  std::expected<void, std::string> apply(const Event& event);

  // ---- How it stands

  const std::string& id() const { return id_; }
  const Game& game() const { return game_; }
  const Position& start() const { return moves_.start(); }
  const Position& position() const { return position_; }
  const MoveHistory& moves() const { return moves_; }
  /// What the last move changed, at least its first waves.
  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<Seat>& seats() const { return seats_; }
  const std::optional<ClockRule>& clock() const { return clock_; }
  const std::optional<Ended>& end() const { return end_; }
  const std::optional<Offer>& offer() const { return offer_; }
  const std::optional<Trouble>& trouble() const { return trouble_; }
  const std::string& rematch() const { return rematch_; }
  milliseconds delay() const { return delay_; }
  bool is_paused() const { return is_paused_; }
  Time created() const { return created_; }
  Time changed() const { return changed_; }
  /// The number of the last event.
  int number() const { return number_; }
  /// What is wrong with what is stored after that event, a sentence; empty if nothing is. Nothing
  /// more can happen at a damaged table.
  const std::string& damage() const { return damage_; }

  Help help() const;
  /// Why whoever acts may not ask an engine about this game; nothing if they may. Those who watch
  /// may as long as nobody plays for time.
  std::optional<Refusal> refuse_help(const Actor& actor) const;
  /// Whether the game goes on between people who have not agreed on help: what computers think of
  /// their moves is told to nobody for so long.
  bool forbids_help() const { return !end_ && help() == Help::Off; }

  bool is_over() const { return end_.has_value(); }
  Outcome result() const;
  /// Whether all invited people have come.
  bool is_complete() const;
  /// Whether somebody waits for the others' moves, at the page or over the network.
  bool has_people() const;
  /// Whether somebody plays over the network whom nobody here can help in trouble.
  bool has_clients() const;
  /// Whose turn it is, if the game goes on.
  std::optional<Player> turn() const;
  /// The same if that is not somebody at the page, and able to move now.
  std::optional<Player> automatic_turn() const;

  /// Clocks run from the second move on.
  bool is_clock_running() const;
  ClockState clock_state() const;
  /// What a seat has left; without clocks nothing.
  std::vector<milliseconds> clocks(Time now) const { return clock_state().at(now); }
  /// When the time of the one to move is over, if a clock runs.
  std::optional<Time> deadline() const;
  /// The clock of the one to move goes on from now: the time in which the program did not run does
  /// not count.
  void resume_clock(Time now) { turn_began_ = now; }
  Time turn_began() const { return turn_began_; }
  void set_damage(std::string damage) { damage_ = std::move(damage); }

  Record record() const;
  /// The same game again, with the next one beginning.
  Created next_game() const;

  // ---- What may happen: the events to store and then to apply, or why not

  using Decision = std::expected<std::vector<EventBody>, Refusal>;

  Decision seat(Player seat, const std::string& name) const;
  /// `at` is the number of moves at which the move is meant.
  Decision move(const Actor& actor, std::string_view move, int at, Time now) const;
  /// By whoever plays automatically at the seat whose turn it is, asked about the position `at`. A
  /// remote player may say its name.
  Decision automatic_move(const Position& at, Move move, const std::string& score, Time now,
                          std::string_view name = "") const;
  Decision automatic_resignation(const Position& at, Time now) const;
  Decision take_back(const Actor& actor, int at) const;
  Decision offer_draw(const Actor& actor) const;
  Decision answer(const Actor& actor, bool accepts, Time now) const;
  /// In a game of more than two a computer takes over, as it does when the time is over.
  Decision resign(const Actor& actor, std::optional<Player> seat, Time now) const;
  /// The Rematched event comes without the table's name.
  Decision ask_rematch(const Actor& actor) const;
  Decision pace(const Actor& actor, milliseconds delay, bool is_paused) const;
  /// Somebody who plays by itself cannot go on. Where nobody could put another in its place, that
  /// is the end of the game.
  Decision fail(Player seat, const Failure& failure, Time now) const;
  /// Whoever played over the network has left the game.
  Decision leave(Player seat, Time now) const;
  /// A computer takes over from another, or from an invited person unless that one `is_there`. A
  /// remote player can be tried again, and its server need not be told for that.
  Decision replace(const Actor& actor, Player seat, const Seat& with, bool is_there) const;
  /// Others are asked before hints and evaluation are allowed; anybody may end that.
  Decision switch_help(const Actor& actor, bool is_on) const;
  /// If the time of the one to move is over.
  Decision run_out_of_time(Time now) const;

 private:
  Table(std::string id, Game game, const Position& start)
      : id_(std::move(id)), game_(std::move(game)), position_(start), moves_(start) {}

  std::expected<void, std::string> on(const Created& event);
  std::expected<void, std::string> on(const Seated& event);
  std::expected<void, std::string> on(const Named& event);
  std::expected<void, std::string> on(const Moved& event);
  std::expected<void, std::string> on(const Offered& event);
  std::expected<void, std::string> on(const Answered& event);
  std::expected<void, std::string> on(const TakenBack& event);
  std::expected<void, std::string> on(const Ended& event);
  std::expected<void, std::string> on(const Paced& event);
  std::expected<void, std::string> on(const Troubled& event);
  std::expected<void, std::string> on(const Replaced& event);
  std::expected<void, std::string> on(const HelpSwitched& event);
  std::expected<void, std::string> on(const Rematched& event);

  std::expected<void, std::string> play(std::string_view text, std::string score);
  bool has_seat(Player seat) const { return seat < seats_.size(); }
  /// The people who are not this one.
  std::vector<Player> other_people(const Actor& actor) const;
  std::optional<Refusal> refuse_unless_playing(const Actor& actor) const;
  std::vector<EventBody> moved(Player seat, Move move, std::string score, Time now) const;
  std::vector<EventBody> carry_out(const Offer& offer, Time now) const;
  /// What it means if somebody gives up or has no time left.
  EventBody lost_by(Player seat, EndReason reason, Time now) const;

  std::string id_;
  Game game_;
  Position position_;
  MoveHistory moves_;
  std::vector<Step> steps_{};
  std::vector<Seat> seats_{};
  std::optional<ClockRule> clock_{};
  std::vector<milliseconds> clocks_{};
  Time turn_began_{};
  std::optional<Ended> end_{};
  std::optional<Offer> offer_{};
  std::optional<Trouble> trouble_{};
  std::string rematch_{};
  milliseconds delay_{600};
  bool is_paused_ = false;
  bool is_help_agreed_ = false;
  Time created_{};
  Time changed_{};
  int number_ = 0;
  std::string damage_{};
};

/// What a person at a seat is called if nobody said.
std::string standard_name(const Seat& seat);

}  // namespace spielwerk::server
