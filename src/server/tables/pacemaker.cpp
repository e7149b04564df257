#include "server/tables/pacemaker.h"

#include <algorithm>

namespace spielwerk::server {
namespace {

using LivePointer = std::shared_ptr<LiveTable>;

/// After this time is tried again what could not be stored.
constexpr milliseconds kRetryTime{2000};

/// Whether what was refused may be possible later.
bool is_passing(const std::optional<Refusal>& refusal) {
  return refusal &&
         (refusal->code == RefusalCode::Storage || refusal->code == RefusalCode::StorageUnclear ||
          refusal->code == RefusalCode::TableBusy);
}

}  // namespace

void Pacemaker::keep_going(const LivePointer& live) {
  const Table& table = live->table;
  live->clock_timer->cancel();
  if (!table.damage().empty()) return;
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
  const milliseconds passed = scheduler_.now() - table.changed();
  const milliseconds pause =
      live->wants_step ? milliseconds(0) : std::max(table.delay() - passed, milliseconds(0));
  call_after(live, *live->player_timer, pause, [this](const LivePointer& at) { ask(at); });
}

void Pacemaker::call_after(const LivePointer& live, Timer& timer, milliseconds time,
                           std::function<void(const LivePointer&)> function) {
  timer.set(time, [table = std::weak_ptr(live), function = std::move(function)] {
    if (const LivePointer at = table.lock()) function(at);
  });
}

void Pacemaker::set_clock(const LivePointer& live) {
  const auto deadline = live->table.deadline();
  if (!deadline) return;
  const milliseconds left = std::max(*deadline - scheduler_.now(), milliseconds(0));
  call_after(live, *live->clock_timer, left, [this](const LivePointer& late) {
    submit_(late, {.decide = [](const Table& table, Time at) { return table.run_out_of_time(at); },
                   .done =
                       [this, late](const std::optional<Refusal>& refusal) {
                         if (!is_passing(refusal)) return;
                         call_after(late, *late->clock_timer, kRetryTime,
                                    [this](const LivePointer& at) { set_clock(at); });
                       }});
  });
}

SearchLimits Pacemaker::limits_of(const Table& table, Player seat) const {
  SearchLimits limits{.move_time = table.seats()[seat].time};
  if (const auto& clock = table.clock()) {
    limits.clock = Clock{table.clocks(scheduler_.now())[seat], clock->increment};
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
    auto made = make_player_(live->table.game(), live->table.seats()[*seat]);
    if (!made) return fail(live, *seat, made.error());
    player = *std::move(made);
  }
  const Position& at = live->table.position();
  // The answer does not own the table, which owns the player that will give it.
  player->ask(at, limits_of(live->table, *seat),
              [this, entrance = entrance_, table = std::weak_ptr(live), at, seat = *seat,
               question = live->question](std::expected<Choice, Failure> choice) {
                entrance->post([this, table, at, seat, question, choice = std::move(choice)] {
                  const LivePointer asking = table.lock();
                  if (!asking || question != asking->question) return;
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
  settle(live,
         [seat, failure](const Table& table, Time now) { return table.fail(seat, failure, now); });
}

void Pacemaker::settle(const LivePointer& live, Decide decide) {
  submit_(live,
          {.decide = [live, question = live->question, decide = std::move(decide)](
                         const Table& table, Time now) -> Table::Decision {
             if (question == live->question) return decide(table, now);
             return std::unexpected(refusal<RefusalCode::Stale>());
           },
           .done =
               [this, live, question = live->question](const std::optional<Refusal>& refused) {
                 if (question != live->question) return;
                 live->is_asking = false;
                 if (!is_passing(refused)) return;
                 call_after(live, *live->player_timer, kRetryTime,
                            [this](const LivePointer& at) { ask(at); });
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
