#include "server/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"

namespace spielwerk::server {
namespace {

using Decision = Table::Decision;
using Done = std::expected<void, std::string>;

std::unexpected<Refusal> refuse(std::string code, std::string reason) {
  return std::unexpected(Refusal{std::move(code), std::move(reason)});
}
std::unexpected<Refusal> refuse(const Refusal& refusal) { return std::unexpected(refusal); }
std::unexpected<std::string> damaged(std::string what) { return std::unexpected(std::move(what)); }

/// Plays for whoever leaves a game of three or four: neither gives it away nor decides it.
constexpr std::string_view kSubstitute = "level:5";
/// Characters of what a foreign program has said: more would only hide the board.
constexpr std::size_t kLongestDetail = 200;

}  // namespace

bool Actor::holds(Player seat) const {
  return std::find(seats.begin(), seats.end(), seat) != seats.end();
}

std::string standard_name(const Seat& seat) {
  // Where a server is does not stand for its name: strangers see that. Once it did.
  if (seat.kind == SeatKind::Remote && seat.name == seat.server) return "";
  if (!seat.name.empty()) return seat.name;
  switch (seat.kind) {
    case SeatKind::Computer:
      return seat.player;
    case SeatKind::Remote:
    case SeatKind::Human:
    case SeatKind::Invite:
      break;
  }
  return "";
}

// ---- Events

std::expected<Table, std::string> Table::create(const Registry& games, std::string id,
                                                const Event& event) {
  const auto* created = std::get_if<Created>(&event.body);
  if (created == nullptr || event.number != 1) return damaged("a table begins with its creation");
  const auto game = games.parse(created->game);
  if (!game) return damaged(game.error().message(created->game));
  auto start = created->start.empty() ? game->start() : game->parse_position(created->start);
  if (!start) return damaged(start.error().message(created->start));
  Table table(std::move(id), *game, *std::move(start));
  table.created_ = event.time;
  if (auto done = table.apply(event); !done) return damaged(done.error());
  return table;
}

Done Table::apply(const Event& event) {
  if (event.number != number_ + 1) {
    return damaged(fmt::format("event {} follows event {}", event.number, number_));
  }
  const Time last_change = changed_;
  changed_ = event.time;
  if (auto done = std::visit([this](const auto& each) { return on(each); }, event.body); !done) {
    changed_ = last_change;
    return done;
  }
  number_ = event.number;
  return {};
}

Done Table::on(const Created& event) {
  if (number_ != 0) return damaged("a table is created once");
  if (std::cmp_not_equal(event.seats.size(), game_.players())) {
    return damaged(fmt::format("{} is for {} players, not for {}", game_.text(), game_.players(),
                               event.seats.size()));
  }
  seats_ = event.seats;
  for (Seat& seat : seats_) seat.name = standard_name(seat);
  clock_ = event.clock;
  if (clock_) clocks_.assign(seats_.size(), clock_->time);
  delay_ = event.delay;
  for (const std::string& move : event.moves) {
    if (auto done = play(move, ""); !done) return done;
  }
  turn_began_ = changed_;
  return {};
}

Done Table::on(const Seated& event) {
  if (!has_seat(event.seat) || seats_[event.seat].is_taken()) return damaged("no such free seat");
  seats_[event.seat].name = event.name;
  turn_began_ = changed_;
  return {};
}

Done Table::on(const Named& event) {
  if (!has_seat(event.seat) || seats_[event.seat].kind != SeatKind::Remote) {
    return damaged("no such remote player");
  }
  seats_[event.seat].name = event.name;
  return {};
}

Done Table::play(std::string_view text, std::string score) {
  if (moves_.size() >= kMostTableMoves) {
    return damaged(fmt::format("a game may have {} moves at most", kMostTableMoves));
  }
  const auto move = game_.parse_move(text);
  if (!move) return damaged(move.error().message(text));
  if (!position_.is_legal(*move)) {
    return damaged(fmt::format(
        "{}: {}", text,
        position_.outcome().is_over() ? "the game is over" : position_.objection(*move)));
  }
  steps_ = position_.steps(*move);
  moves_.push_back({*move, position_.side_to_move(), std::move(score)});
  position_.play(*move);
  return {};
}

Done Table::on(const Moved& event) {
  if (end_) return damaged("the game is over");
  if (!event.clocks.empty() && event.clocks.size() != clocks_.size()) {
    return damaged("the clocks do not fit the seats");
  }
  if (auto done = play(event.move, event.score); !done) return done;
  if (!event.clocks.empty()) clocks_ = event.clocks;
  turn_began_ = changed_;
  offer_.reset();
  trouble_.reset();
  return {};
}

Done Table::on(const Offered& event) {
  if (!has_seat(event.seat)) return damaged("no such seat");
  if (std::cmp_greater(event.to, moves_.size())) return damaged("so many moves have not been made");
  offer_ = Offer{event.what, event.seat, {}, event.to};
  // Whoever holds the seat may hold others as well; those are not asked. All human seats are held
  // by the one who created the table, all invited ones by different people.
  const bool is_host = seats_[event.seat].kind == SeatKind::Human;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const bool is_same = is_host ? seats_[seat].kind == SeatKind::Human : seat == event.seat;
    if (seats_[seat].is_person() && !is_same) offer_->waiting.push_back(static_cast<Player>(seat));
  }
  return {};
}

Done Table::on(const Answered& event) {
  if (!offer_) return damaged("nothing was asked");
  if (event.accepts) {
    const bool is_host = has_seat(event.seat) && seats_[event.seat].kind == SeatKind::Human;
    std::erase_if(offer_->waiting, [&](Player seat) {
      return seat == event.seat || (is_host && seats_[seat].kind == SeatKind::Human);
    });
  } else {
    offer_.reset();
  }
  return {};
}

Done Table::on(const TakenBack& event) {
  if (end_) return damaged("the game is over");
  if (event.to < 0 || std::cmp_greater(event.to, moves_.size())) {
    return damaged("so many moves have not been made");
  }
  Position position = start_;
  steps_.clear();
  moves_.resize(static_cast<std::size_t>(event.to));
  for (const PlayedMove& each : moves_) {
    if (&each == &moves_.back()) steps_ = position.steps(each.move);
    position.play(each.move);
  }
  position_ = position;
  // Whoever thought until now has used that time.
  turn_began_ = changed_;
  offer_.reset();
  trouble_.reset();
  return {};
}

Done Table::on(const Ended& event) {
  if (end_) return damaged("the game is over");
  if (const auto outcome = parse_outcome(event.result, game_.players());
      !outcome || !outcome->is_over()) {
    return damaged(fmt::format("{} is not a result", in_quotes(event.result)));
  }
  if (!event.clocks.empty() && event.clocks.size() != clocks_.size()) {
    return damaged("the clocks do not fit the seats");
  }
  if (!event.clocks.empty()) clocks_ = event.clocks;
  end_ = event;
  offer_.reset();
  trouble_.reset();
  return {};
}

Done Table::on(const Paced& event) {
  delay_ = event.delay;
  is_paused_ = event.is_paused;
  return {};
}

Done Table::on(const Troubled& event) {
  if (!has_seat(event.seat)) return damaged("no such seat");
  trouble_ = Trouble{event.seat, event.failure};
  return {};
}

Done Table::on(const Replaced& event) {
  if (!has_seat(event.seat)) return damaged("no such seat");
  seats_[event.seat] = event.with;
  seats_[event.seat].name = standard_name(event.with);
  if (clock_) {
    // Whoever comes begins with all the time.
    clocks_[event.seat] = clock_->time;
    if (turn() == event.seat) turn_began_ = changed_;
  }
  trouble_.reset();
  // Whoever was asked may be gone.
  offer_.reset();
  return {};
}

Done Table::on(const Rematched& event) {
  rematch_ = event.table;
  offer_.reset();
  return {};
}

// ---- How it stands

Outcome Table::result() const {
  if (!end_) return Outcome::ongoing();
  return parse_outcome(end_->result, game_.players()).value();
}

bool Table::is_complete() const {
  return std::all_of(seats_.begin(), seats_.end(),
                     [](const Seat& seat) { return seat.is_taken(); });
}

bool Table::has_people() const {
  return std::any_of(seats_.begin(), seats_.end(),
                     [](const Seat& seat) { return seat.is_person(); });
}

std::optional<Player> Table::turn() const {
  if (end_ || position_.outcome().is_over()) return std::nullopt;
  return position_.side_to_move();
}

std::optional<Player> Table::automatic_turn() const {
  const auto seat = turn();
  if (!seat || seats_[*seat].is_person() || trouble_ || !is_complete()) return std::nullopt;
  return seat;
}

bool Table::is_clock_running() const {
  return clock_ && !moves_.empty() && is_complete() && turn().has_value();
}

std::vector<milliseconds> Table::clocks(Time now) const {
  std::vector<milliseconds> clocks = clocks_;
  if (is_clock_running()) {
    milliseconds& left = clocks[*turn()];
    left = std::max(left - std::max(now - turn_began_, milliseconds(0)), milliseconds(0));
  }
  return clocks;
}

std::optional<Time> Table::deadline() const {
  if (!is_clock_running()) return std::nullopt;
  return turn_began_ + clocks_[*turn()];
}

Record Table::record() const {
  Record record(game_, start_);
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const Seat& each = seats_[seat];
    // A computer by its text, so that it can be seated again.
    record.set_tag(fmt::format("Player{}", seat + 1),
                   each.kind == SeatKind::Computer ? each.player : each.name);
  }
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(created_));
  record.set_tag(
      "Date", fmt::format("{:04}.{:02}.{:02}", static_cast<int>(date.year()),
                          static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day())));
  for (const PlayedMove& each : moves_) {
    RecordedMove move{.move = each.move};
    if (const auto score = parse_score(each.score)) move.evaluation = *score;
    record.moves.push_back(move);
  }
  record.result = end_ ? result() : position_.outcome();
  if (end_ && end_->reason == EndReason::Resignation) record.set_tag("Termination", "surrender");
  if (end_ && end_->reason == EndReason::TimeOut) record.set_tag("Termination", "time");
  if (end_ && end_->reason == EndReason::Agreement) record.set_tag("Termination", "agreement");
  return record;
}

Created Table::next_game() const {
  Created next{.game = game_.text(), .seats = seats_, .clock = clock_, .delay = delay_};
  std::rotate(next.seats.begin(), next.seats.begin() + 1, next.seats.end());
  return next;
}

// ---- Decisions

std::vector<Player> Table::other_people(const Actor& actor) const {
  std::vector<Player> others;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const auto player = static_cast<Player>(seat);
    if (seats_[seat].is_person() && !actor.holds(player)) others.push_back(player);
  }
  return others;
}

std::optional<Refusal> Table::refuse_unless_playing(const Actor& actor) const {
  if (actor.seats.empty()) return Refusal{"not_seated", "only players may do that"};
  if (end_) return Refusal{"over", "the game is over"};
  return std::nullopt;
}

Decision Table::seat(Player seat, const std::string& name) const {
  if (!has_seat(seat) || seats_[seat].is_taken()) {
    return refuse("not_allowed", "this seat is taken already");
  }
  return {{Seated{seat, name}}};
}

std::vector<EventBody> Table::moved(Player seat, Move move, std::string score, Time now) const {
  Moved event{.seat = seat, .move = game_.print_move(move), .score = std::move(score)};
  if (clock_) {
    event.clocks = clocks(now);
    if (is_clock_running()) event.clocks[seat] += clock_->increment;
  }
  std::vector<EventBody> events{event};
  Position after = position_;
  after.play(move);
  if (after.outcome().is_over()) {
    events.emplace_back(Ended{.result = print_outcome(after.outcome(), game_.players())});
  }
  return events;
}

Decision Table::move(const Actor& actor, std::string_view text, int at, Time now) const {
  if (const auto refusal = refuse_unless_playing(actor)) return refuse(*refusal);
  if (std::cmp_not_equal(at, moves_.size())) {
    return refuse("stale", fmt::format("that was meant for move {}, but {} have been made", at + 1,
                                       moves_.size()));
  }
  if (!is_complete()) return refuse("not_your_turn", "not everybody is here yet");
  const auto seat = turn();
  if (!seat || !actor.holds(*seat) || !seats_[*seat].is_person()) {
    return refuse("not_your_turn", "it is not your turn");
  }
  if (const auto end = deadline(); end && now >= *end) return refuse("over", "the time is over");
  if (moves_.size() >= kMostTableMoves) {
    return refuse("over", fmt::format("a game may have {} moves at most", kMostTableMoves));
  }
  const auto move = game_.parse_move(text);
  if (!move) return refuse("illegal", move.error().message(text));
  if (!position_.is_legal(*move)) return refuse("illegal", position_.objection(*move));
  return moved(*seat, *move, "", now);
}

Decision Table::automatic_move(const Position& at, Move move, const std::string& score, Time now,
                               std::string_view name) const {
  const auto seat = automatic_turn();
  if (!seat) return refuse("not_your_turn", "it is not your turn");
  if (position_ != at) return refuse("stale", "the game has gone on since");
  if (moves_.size() >= kMostTableMoves) {
    return fail(*seat, {FailureKind::TooLong});
  }
  if (!position_.is_legal(move)) return fail(*seat, {FailureKind::IllegalMove});
  std::vector<EventBody> events = moved(*seat, move, score, now);
  const std::string fit_name = made_fit(name, JsonReader::kLongestName);
  if (seats_[*seat].kind == SeatKind::Remote && !fit_name.empty() &&
      fit_name != seats_[*seat].name) {
    events.insert(events.begin(), Named{*seat, fit_name});
  }
  return events;
}

Decision Table::automatic_resignation(const Position& at, Time now) const {
  const auto seat = automatic_turn();
  if (!seat || position_ != at) return refuse("stale", "the game has gone on since");
  return {{lost_by(*seat, EndReason::Resignation, now)}};
}

Decision Table::take_back(const Actor& actor, int at) const {
  if (const auto refusal = refuse_unless_playing(actor)) return refuse(*refusal);
  if (std::cmp_not_equal(at, moves_.size())) {
    return refuse("stale", "the game has gone on since");
  }
  // Back to the last turn of whoever asks.
  std::optional<int> to;
  Player seat = 0;
  for (std::size_t index = moves_.size(); index-- > 0 && !to;) {
    if (!actor.holds(moves_[index].player)) continue;
    to = static_cast<int>(index);
    seat = moves_[index].player;
  }
  if (!to) return refuse("not_allowed", "you have not made a move yet");
  if (other_people(actor).empty()) return {{TakenBack{*to}}};
  if (offer_) return refuse("not_allowed", "something is being asked already");
  return {{Offered{seat, OfferKind::TakeBack, *to}}};
}

Decision Table::offer_draw(const Actor& actor) const {
  if (const auto refusal = refuse_unless_playing(actor)) return refuse(*refusal);
  if (!game_.description().has_draws) {
    return refuse("not_allowed", fmt::format("{} knows no draw", game_.description().title));
  }
  if (other_people(actor).size() + actor.seats.size() != seats_.size() ||
      other_people(actor).empty()) {
    return refuse("not_allowed", "a computer plays on and does not agree to a draw");
  }
  if (!is_complete()) return refuse("not_allowed", "not everybody is here yet");
  if (offer_) return refuse("not_allowed", "something is being asked already");
  return {{Offered{actor.seats.front(), OfferKind::Draw}}};
}

std::vector<EventBody> Table::carry_out(const Offer& offer, Time now) const {
  switch (offer.what) {
    case OfferKind::TakeBack:
      return {TakenBack{offer.to}};
    case OfferKind::Draw:
      return {Ended{.result = print_outcome(Outcome::draw(), game_.players()),
                    .reason = EndReason::Agreement,
                    .clocks = clocks(now)}};
    case OfferKind::Rematch:
      return {Rematched{}};
  }
  return {};
}

Decision Table::answer(const Actor& actor, bool accepts, Time now) const {
  const auto asked = [&](Player seat) { return actor.holds(seat); };
  if (!offer_) return refuse("stale", "nothing is being asked any more");
  const auto found = std::find_if(offer_->waiting.begin(), offer_->waiting.end(), asked);
  if (found == offer_->waiting.end()) return refuse("not_allowed", "you have not been asked");
  std::vector<EventBody> events{Answered{*found, accepts}};
  if (accepts && std::all_of(offer_->waiting.begin(), offer_->waiting.end(), asked)) {
    for (EventBody& each : carry_out(*offer_, now)) events.push_back(std::move(each));
  }
  return events;
}

EventBody Table::lost_by(Player seat, EndReason reason, Time now) const {
  if (game_.players() == 2) {
    return Ended{.result = print_outcome(Outcome::win(static_cast<Player>(1 - seat)), 2),
                 .reason = reason,
                 .seat = seat,
                 .clocks = clocks(now)};
  }
  // The others have not won yet: a computer plays on.
  return Replaced{seat, {.kind = SeatKind::Computer, .player = std::string(kSubstitute)}};
}

Decision Table::resign(const Actor& actor, std::optional<Player> seat, Time now) const {
  if (const auto refusal = refuse_unless_playing(actor)) return refuse(*refusal);
  if (seat && !actor.holds(*seat)) return refuse("not_allowed", "this is not your seat");
  // Who plays both sides gives up the one whose turn it is.
  const Player loser = seat                                    ? *seat
                       : actor.holds(position_.side_to_move()) ? position_.side_to_move()
                                                               : actor.seats.front();
  return {{lost_by(loser, EndReason::Resignation, now)}};
}

Decision Table::ask_rematch(const Actor& actor) const {
  if (actor.seats.empty() && !actor.is_host) {
    return refuse("not_seated", "only players may do that");
  }
  if (!end_) return refuse("not_allowed", "the game is not over yet");
  if (!rematch_.empty()) return refuse("stale", "the next game has begun already");
  if (other_people(actor).empty()) return {{Rematched{}}};
  if (actor.seats.empty()) return refuse("not_seated", "only players may do that");
  if (offer_) return refuse("not_allowed", "something is being asked already");
  return {{Offered{actor.seats.front(), OfferKind::Rematch}}};
}

Decision Table::pace(const Actor& actor, milliseconds delay, bool is_paused) const {
  if (!actor.is_host) return refuse("not_allowed", "only who created the table may do that");
  if (has_people()) return refuse("not_allowed", "people play at their own pace");
  if (end_) return refuse("over", "the game is over");
  return {{Paced{delay, is_paused}}};
}

Decision Table::fail(Player seat, const Failure& failure) const {
  if (turn() != seat) return refuse("stale", "it is not its turn any more");
  return {{Troubled{seat, {failure.kind, made_fit(failure.detail, kLongestDetail)}}}};
}

Decision Table::replace(const Actor& actor, Player seat, const Seat& with) const {
  if (!actor.is_host) return refuse("not_allowed", "only who created the table may do that");
  if (end_) return refuse("over", "the game is over");
  if (!has_seat(seat) || seats_[seat].kind == SeatKind::Human || with.is_person()) {
    return refuse("not_allowed", "only others can be replaced, and by computers");
  }
  if (with.kind != SeatKind::Remote) return {{Replaced{seat, with}}};
  // Whom the program connects to was decided when the table was made.
  const Seat& now = seats_[seat];
  if (now.kind != SeatKind::Remote || (!with.server.empty() && with.server != now.server)) {
    return refuse("not_allowed", "a remote server can only be tried again");
  }
  return {{Replaced{seat, now}}};
}

Decision Table::run_out_of_time(Time now) const {
  const auto end = deadline();
  if (!end || now < *end) return refuse("stale", "there is time left");
  return {{lost_by(*turn(), EndReason::TimeOut, now)}};
}

}  // namespace spielwerk::server
