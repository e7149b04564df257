#include "server/pacemaker.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>

#include "server/seats.h"

namespace spielwerk::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using LivePointer = std::shared_ptr<LiveTable>;

/// After this time is tried again what could not be stored.
constexpr milliseconds kRetryTime{2000};

/// Whether what was refused may be possible later.
bool is_passing(const std::optional<Refusal>& refusal) {
  return refusal && (refusal->code == "storage" || refusal->code == "busy");
}

}  // namespace

void Pacemaker::keep_going(const LivePointer& live) {
  const Table& table = live->table;
  live->clock_timer.cancel();
  set_clock(live);
  // Whoever thinks about this very position goes on, and a move that is being stored is on its way.
  const bool is_asked =
      live->is_asking && table.automatic_turn() && live->asked_moves == table.moves().size();
  if (is_asked) {
    live->wants_step = false;
    return;
  }
  live->stop_asking();
  if (table.is_over()) {
    for (const auto& player : live->players) {
      if (player) player->end_game(table.position(), [](const std::optional<Failure>&) {});
    }
    live->players.clear();
    live->players.resize(table.seats().size());
    return;
  }
  if (!table.automatic_turn()) return;
  if (table.has_people()) return ask(live);
  // Where only computers play, they play for those who watch.
  if (live->watchers.empty() || (table.is_paused() && !live->wants_step)) return;
  const milliseconds passed = now_() - table.changed();
  const milliseconds pause =
      live->wants_step ? milliseconds(0) : std::max(table.delay() - passed, milliseconds(0));
  call_after(live, live->player_timer, pause, [this, live] { ask(live); });
}

void Pacemaker::call_after(const LivePointer& live, asio::steady_timer& timer, milliseconds time,
                           std::function<void()> function) {
  timer.expires_after(time);
  timer.async_wait(
      [alive = std::weak_ptr(alive_), live, function = std::move(function)](error_code error) {
        if (!error && !alive.expired()) function();
      });
}

void Pacemaker::set_clock(const LivePointer& live) {
  const auto deadline = live->table.deadline();
  if (!deadline) return;
  call_after(live, live->clock_timer, std::max(*deadline - now_(), milliseconds(0)), [this, live] {
    submit_(live, {.decide = [](const Table& table, Time at) { return table.run_out_of_time(at); },
                   .done =
                       [this, live](const std::optional<Refusal>& refusal) {
                         if (!is_passing(refusal)) return;
                         call_after(live, live->clock_timer, kRetryTime,
                                    [this, live] { set_clock(live); });
                       }});
  });
}

SearchLimits Pacemaker::limits_of(const Table& table, Player seat) const {
  SearchLimits limits{.move_time = table.seats()[seat].time};
  if (const auto& clock = table.clock()) {
    limits.clock = Clock{table.clocks(now_())[seat], clock->increment};
  }
  return limits;
}

void Pacemaker::ask(const LivePointer& live) {
  const auto seat = live->table.automatic_turn();
  if (!seat || live->is_asking) return;
  live->is_asking = true;
  live->asked_moves = live->table.moves().size();
  live->wants_step = false;
  std::unique_ptr<GamePlayer>& player = live->players[*seat];
  if (!player) {
    const Seat& there = live->table.seats()[*seat];
    const auto plan = plan_for(live->table.game(), there);
    // What was stored once may mean nothing any more.
    if (!plan && there.kind == SeatKind::Remote) {
      return fail(live, *seat, {FailureKind::UnknownHost});
    }
    if (!plan) return fail(live, *seat, failed(plan.error().message(there.player)).error());
    player = plan->make({.pool = &pool_});
  }
  const Position& at = live->table.position();
  // The answer does not own the table, which owns the player that will give it.
  player->ask(
      at, limits_of(live->table, *seat),
      [this, alive = std::weak_ptr(alive_), entrance = entrance_, table = std::weak_ptr(live), at,
       seat = *seat, question = live->question](std::expected<Choice, Failure> choice) {
        entrance->post([this, alive, table, at, seat, question, choice = std::move(choice)] {
          const LivePointer asking = table.lock();
          if (alive.expired() || !asking || question != asking->question) return;
          if (!choice) return fail(asking, seat, choice.error());
          answer(asking, at, *choice);
        });
      });
}

void Pacemaker::answer(const LivePointer& live, const Position& at, const Choice& choice) {
  const std::string score = choice.score ? print_score(*choice.score) : "";
  settle(live,
         [at, move = choice.move, score, name = choice.player_name](const Table& table, Time now) {
           return move ? table.automatic_move(at, *move, score, now, name)
                       : table.automatic_resignation(at, now);
         });
}

void Pacemaker::fail(const LivePointer& live, Player seat, const Failure& failure) {
  // It is asked again after it was replaced, perhaps by itself.
  live->players[seat].reset();
  settle(live, [seat, failure](const Table& table, Time) { return table.fail(seat, failure); });
}

void Pacemaker::settle(const LivePointer& live, Decide decide) {
  submit_(live,
          {.decide = [live, question = live->question, decide = std::move(decide)](
                         const Table& table, Time now) -> Table::Decision {
             if (question == live->question) return decide(table, now);
             return std::unexpected(Refusal{"stale", "the table has gone on meanwhile"});
           },
           .done =
               [this, live, question = live->question](const std::optional<Refusal>& refusal) {
                 if (question != live->question) return;
                 live->is_asking = false;
                 if (!is_passing(refusal)) return;
                 call_after(live, live->player_timer, kRetryTime, [this, live] { ask(live); });
               }});
}

std::optional<Refusal> Pacemaker::step(const LivePointer& live, const Actor& actor) {
  // Whether a step is allowed is the same question as whether the pace may be changed.
  const auto decision = live->table.pace(actor, live->table.delay(), true);
  if (!decision) return decision.error();
  live->wants_step = true;
  keep_going(live);
  return std::nullopt;
}

}  // namespace spielwerk::server
