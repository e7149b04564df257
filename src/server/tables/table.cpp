#include "server/tables/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"

namespace spielwerk::server {
namespace {

using Done = std::expected<void, std::string>;

/// About 100 KB as a message; the longest cascades have more than 100,000 steps.
constexpr std::size_t kMaxSteps = 4'000;

std::unexpected<std::string> damaged(std::string what) { return std::unexpected(std::move(what)); }

}  // namespace

void keep_first_waves(std::vector<Step>& steps) {
  if (steps.size() <= kMaxSteps) return;
  std::size_t count = kMaxSteps;
  while (count < steps.size() && steps[count].wave == steps[count - 1].wave) ++count;
  steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(count), steps.end());
  steps.shrink_to_fit();
}

bool Actor::holds(Player seat) const {
  return std::find(seats.begin(), seats.end(), seat) != seats.end();
}

std::vector<milliseconds> ClockState::at(Time now) const {
  std::vector<milliseconds> clocks = left;
  if (running) {
    milliseconds& own = clocks[*running];
    own = std::max(own - std::max(now - since, milliseconds(0)), milliseconds(0));
  }
  return clocks;
}

std::string standard_name(const Seat& seat) {
  // Where a server is does not stand for its name: strangers see that. Once it did.
  if (seat.kind == SeatKind::Remote && seat.name == seat.server) return "";
  if (!seat.name.empty()) return seat.name;
  switch (seat.kind) {
    case SeatKind::Computer:
      return seat.player;
    case SeatKind::Remote:
    case SeatKind::Client:
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
  Table table(std::move(id), *game, *start);
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
  is_help_agreed_ = event.has_help;
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
  if (moves_.size() >= kMaxTableMoves) {
    return damaged(fmt::format("a game may have {} moves at most", kMaxTableMoves));
  }
  const auto move = game_.parse_move(text);
  if (!move) return damaged(move.error().message(text));
  if (!position_.is_legal(*move)) {
    return damaged(fmt::format(
        "{}: {}", text,
        position_.outcome().is_over() ? "the game is over" : position_.objection(*move)));
  }
  steps_ = position_.steps(*move);
  keep_first_waves(steps_);
  const Player player = position_.side_to_move();
  position_.play(*move);
  moves_.push_back({*move, player, std::move(score)}, position_);
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
  const auto left = static_cast<std::size_t>(event.to);
  moves_.shorten(left);
  position_ = moves_.position_at(left == 0 ? 0 : left - 1);
  steps_.clear();
  if (left > 0) {
    steps_ = position_.steps(moves_.back().move);
    keep_first_waves(steps_);
    position_.play(moves_.back().move);
  }
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

Done Table::on(const HelpSwitched& event) {
  is_help_agreed_ = event.is_on;
  if (offer_ && offer_->what == OfferKind::Help) offer_.reset();
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
  return has_clients() || std::any_of(seats_.begin(), seats_.end(),
                                      [](const Seat& seat) { return seat.is_person(); });
}

bool Table::has_clients() const {
  return std::any_of(seats_.begin(), seats_.end(),
                     [](const Seat& seat) { return seat.kind == SeatKind::Client; });
}

std::optional<Player> Table::turn() const {
  if (end_ || position_.outcome().is_over()) return std::nullopt;
  return position_.side_to_move();
}

Help Table::help() const {
  // All human seats are one person's, each invited one is another's.
  const auto count = [this](SeatKind kind) {
    return std::count_if(seats_.begin(), seats_.end(),
                         [kind](const Seat& seat) { return seat.kind == kind; });
  };
  if (std::min<std::ptrdiff_t>(count(SeatKind::Human), 1) + count(SeatKind::Invite) < 2) {
    return Help::Free;
  }
  return is_help_agreed_ ? Help::Agreed : Help::Off;
}

std::optional<Refusal> Table::refuse_help(const Actor& actor) const {
  if (!forbids_help() || (actor.seats.empty() && !clock_)) return std::nullopt;
  return refusal<RefusalCode::HelpIsOff>();
}

std::optional<Player> Table::automatic_turn() const {
  const auto seat = turn();
  if (!seat || seats_[*seat].is_person() || trouble_ || !is_complete()) return std::nullopt;
  return seat;
}

bool Table::is_clock_running() const {
  return clock_ && !moves_.empty() && is_complete() && turn().has_value();
}

ClockState Table::clock_state() const {
  return {
      .left = clocks_, .running = is_clock_running() ? turn() : std::nullopt, .since = turn_began_};
}

std::optional<Time> Table::deadline() const {
  if (!is_clock_running()) return std::nullopt;
  return turn_began_ + clocks_[*turn()];
}

Record Table::record() const {
  Record record(game_, start());
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
  record.moves.reserve(moves_.size());
  for (std::size_t index = 0; index < moves_.size(); ++index) {
    const PlayedMove& each = moves_[index];
    RecordedMove move{.move = each.move};
    if (const auto score = parse_score(each.score); score && !forbids_help()) {
      move.evaluation = *score;
    }
    record.moves.push_back(std::move(move));
  }
  record.result = end_ ? result() : position_.outcome();
  if (end_ && end_->reason == EndReason::Resignation) record.set_tag("Termination", "surrender");
  if (end_ && end_->reason == EndReason::TimeOut) record.set_tag("Termination", "time");
  if (end_ && end_->reason == EndReason::Agreement) record.set_tag("Termination", "agreement");
  if (end_ && end_->reason == EndReason::Left) record.set_tag("Termination", "abandoned");
  return record;
}

Created Table::next_game() const {
  Created next{.game = game_.text(),
               .seats = seats_,
               .clock = clock_,
               .delay = delay_,
               .has_help = is_help_agreed_};
  std::rotate(next.seats.begin(), next.seats.begin() + 1, next.seats.end());
  return next;
}

}  // namespace spielwerk::server
