// What may happen at a table: the decisions of server/tables/table.h.
#include <algorithm>

#include "server/base/fit_text.h"
#include "server/tables/table.h"

namespace spielwerk::server {
namespace {

using Decision = Table::Decision;

template <RefusalCode code, class... Arguments>
std::unexpected<Refusal> refuse(const Arguments&... arguments) {
  return std::unexpected(refusal<code>(arguments...));
}

/// Plays for whoever leaves a game of three or four: neither gives it away nor decides it.
constexpr std::string_view kSubstitute = "level:5";
/// Characters of what a foreign program has said: more would only hide the board.
constexpr std::size_t kMaxDetail = 200;

}  // namespace

std::vector<Player> Table::other_people(const Actor& actor) const {
  std::vector<Player> others;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const auto player = static_cast<Player>(seat);
    if (seats_[seat].is_person() && !actor.holds(player)) others.push_back(player);
  }
  return others;
}

std::optional<Refusal> Table::refuse_unless_playing(const Actor& actor) const {
  if (actor.seats.empty()) return refusal<RefusalCode::NotSeated>();
  if (end_) return refusal<RefusalCode::Over>();
  return std::nullopt;
}

Decision Table::seat(Player seat, const std::string& name) const {
  if (!has_seat(seat) || seats_[seat].is_taken()) {
    return refuse<RefusalCode::SeatTaken>();
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
  if (const auto refused = refuse_unless_playing(actor)) return std::unexpected(*refused);
  if (std::cmp_not_equal(at, moves_.size())) {
    return refuse<RefusalCode::Stale>();
  }
  if (!is_complete()) return refuse<RefusalCode::NotComplete>();
  const auto seat = turn();
  if (!seat || !actor.holds(*seat) || !seats_[*seat].is_person()) {
    return refuse<RefusalCode::NotYourTurn>();
  }
  if (const auto end = deadline(); end && now >= *end) return refuse<RefusalCode::TimeOver>();
  if (moves_.size() >= kMaxTableMoves) {
    return refuse<RefusalCode::TooManyMoves>(kMaxTableMoves);
  }
  const auto move = game_.parse_move(text);
  if (!move) return std::unexpected(misread(move.error(), text, "move"));
  if (!position_.is_legal(*move)) {
    return refuse<RefusalCode::NotPossible>(game_.print_move(*move), position_.objection(*move));
  }
  return moved(*seat, *move, "", now);
}

Decision Table::automatic_move(const Position& at, Move move, const std::string& score, Time now,
                               std::string_view name) const {
  const auto seat = automatic_turn();
  if (!seat) return refuse<RefusalCode::NotYourTurn>();
  if (position_ != at) return refuse<RefusalCode::Stale>();
  if (moves_.size() >= kMaxTableMoves) {
    return fail(*seat, {FailureKind::TooLong}, now);
  }
  if (!position_.is_legal(move)) return fail(*seat, {FailureKind::IllegalMove}, now);
  std::vector<EventBody> events = moved(*seat, move, score, now);
  const std::string fit_name = made_fit(name, kMaxNameLength);
  if (seats_[*seat].kind == SeatKind::Remote && !fit_name.empty() &&
      fit_name != seats_[*seat].name) {
    events.insert(events.begin(), Named{*seat, fit_name});
  }
  return events;
}

Decision Table::automatic_resignation(const Position& at, Time now) const {
  const auto seat = automatic_turn();
  if (!seat || position_ != at) return refuse<RefusalCode::Stale>();
  return {{lost_by(*seat, EndReason::Resignation, now)}};
}

Decision Table::take_back(const Actor& actor, int at) const {
  if (const auto refused = refuse_unless_playing(actor)) return std::unexpected(*refused);
  if (std::cmp_not_equal(at, moves_.size())) {
    return refuse<RefusalCode::Stale>();
  }
  // Back to the last turn of whoever asks.
  std::optional<int> to;
  Player seat = 0;
  for (std::size_t index = moves_.size(); index-- > 0 && !to;) {
    if (!actor.holds(moves_[index].player)) continue;
    to = static_cast<int>(index);
    seat = moves_[index].player;
  }
  if (!to) return refuse<RefusalCode::NoMoveYet>();
  if (other_people(actor).empty()) return {{TakenBack{*to}}};
  if (offer_) return refuse<RefusalCode::OfferPending>();
  return {{Offered{seat, OfferKind::TakeBack, *to}}};
}

Decision Table::offer_draw(const Actor& actor) const {
  if (const auto refused = refuse_unless_playing(actor)) return std::unexpected(*refused);
  if (!game_.description().has_draws) {
    return refuse<RefusalCode::NoDraws>(game_.description().title);
  }
  if (other_people(actor).size() + actor.seats.size() != seats_.size() ||
      other_people(actor).empty()) {
    return refuse<RefusalCode::ComputerDeclines>();
  }
  if (!is_complete()) return refuse<RefusalCode::NotComplete>();
  if (offer_) return refuse<RefusalCode::OfferPending>();
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
    case OfferKind::Help:
      return {HelpSwitched{true}};
  }
  return {};
}

Decision Table::answer(const Actor& actor, bool accepts, Time now) const {
  const auto asked = [&](Player seat) { return actor.holds(seat); };
  if (!offer_) return refuse<RefusalCode::NoOffer>();
  const auto found = std::find_if(offer_->waiting.begin(), offer_->waiting.end(), asked);
  if (found == offer_->waiting.end()) return refuse<RefusalCode::NotAsked>();
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
  if (const auto refused = refuse_unless_playing(actor)) return std::unexpected(*refused);
  if (seat && !actor.holds(*seat)) return refuse<RefusalCode::NotYourSeat>();
  // Who plays both sides gives up the one whose turn it is.
  const Player loser = seat                                    ? *seat
                       : actor.holds(position_.side_to_move()) ? position_.side_to_move()
                                                               : actor.seats.front();
  return {{lost_by(loser, EndReason::Resignation, now)}};
}

Decision Table::ask_rematch(const Actor& actor) const {
  if (actor.seats.empty() && !actor.is_host) {
    return refuse<RefusalCode::NotSeated>();
  }
  if (!end_) return refuse<RefusalCode::NotOver>();
  if (!rematch_.empty()) return refuse<RefusalCode::HasRematch>();
  if (other_people(actor).empty()) return {{Rematched{}}};
  if (actor.seats.empty()) return refuse<RefusalCode::NotSeated>();
  if (offer_) return refuse<RefusalCode::OfferPending>();
  return {{Offered{actor.seats.front(), OfferKind::Rematch}}};
}

Decision Table::pace(const Actor& actor, milliseconds delay, bool is_paused) const {
  if (!actor.is_host) return refuse<RefusalCode::NotHost>();
  if (has_people()) return refuse<RefusalCode::PeoplePlay>();
  if (end_) return refuse<RefusalCode::Over>();
  return {{Paced{delay, is_paused}}};
}

Decision Table::fail(Player seat, const Failure& failure, Time now) const {
  if (turn() != seat) return refuse<RefusalCode::Stale>();
  if (has_clients()) {
    const bool has_left = failure.kind == FailureKind::Left;
    return {{lost_by(seat, has_left ? EndReason::Left : EndReason::Resignation, now)}};
  }
  return {{Troubled{seat, {failure.kind, made_fit(failure.detail, kMaxDetail)}}}};
}

Decision Table::leave(Player seat, Time now) const {
  if (end_) return refuse<RefusalCode::Over>();
  if (!has_seat(seat) || seats_[seat].kind != SeatKind::Client) {
    return refuse<RefusalCode::NotYourSeat>();
  }
  return {{lost_by(seat, EndReason::Left, now)}};
}

Decision Table::replace(const Actor& actor, Player seat, const Seat& with, bool is_there) const {
  if (!actor.is_host) return refuse<RefusalCode::NotHost>();
  if (end_) return refuse<RefusalCode::Over>();
  if (!has_seat(seat) || seats_[seat].kind == SeatKind::Human || with.is_person() ||
      with.kind == SeatKind::Client) {
    return refuse<RefusalCode::NotReplaceable>();
  }
  if (seats_[seat].kind == SeatKind::Invite && seats_[seat].is_taken() && is_there) {
    return refuse<RefusalCode::OpponentPresent>();
  }
  if (with.kind != SeatKind::Remote) return {{Replaced{seat, with}}};
  // Whom the program connects to was decided when the table was made.
  const Seat& now = seats_[seat];
  if (now.kind != SeatKind::Remote || (!with.server.empty() && with.server != now.server)) {
    return refuse<RefusalCode::OtherServer>();
  }
  return {{Replaced{seat, now}}};
}

Decision Table::switch_help(const Actor& actor, bool is_on) const {
  if (const auto refused = refuse_unless_playing(actor)) return std::unexpected(*refused);
  if (!is_on && help() == Help::Agreed) return {{HelpSwitched{false}}};
  if (!is_on && help() == Help::Off) return refuse<RefusalCode::HelpIsOff>();
  // Who plays alone needs no permission, and can lose none.
  if (help() != Help::Off) return refuse<RefusalCode::HelpIsOn>();
  if (!is_complete()) return refuse<RefusalCode::NotComplete>();
  if (offer_) return refuse<RefusalCode::OfferPending>();
  return {{Offered{actor.seats.front(), OfferKind::Help}}};
}

Decision Table::run_out_of_time(Time now) const {
  const auto end = deadline();
  if (!end || now < *end) return refuse<RefusalCode::TimeLeft>();
  return {{lost_by(*turn(), EndReason::TimeOut, now)}};
}

}  // namespace spielwerk::server
