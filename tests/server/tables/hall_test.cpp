// The hall: who comes and goes, what is stored before it is told, and what survives its end.
#include "server/tables/hall.h"

#include <gmock/gmock.h>

#include "core/game_adapter.h"
#include "games/tictactoe/rules.h"
#include "tests/server/tables/hall_fixture.h"

namespace spielwerk::server {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(HallTest, NothingIsTrueBeforeItIsStored) {
  const auto table = create({kHuman, kHuman});
  Listener anna;
  watch(table, anna);
  log_.is_held = true;
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "waits");
  EXPECT_EQ(moves(table), 0u);
  EXPECT_EQ(anna.count<Moved>(), 0);
  // What comes meanwhile waits for its turn.
  EXPECT_EQ(command(table, anna, MoveCommand{"C3", 1}), "waits");
  EXPECT_EQ(log_.waiting(), 1u);
  release();
  EXPECT_EQ(moves(table), 1u);
  EXPECT_EQ(anna.count<Moved>(), 1);
  release();
  EXPECT_EQ(last_answer(), "done");
  EXPECT_EQ(moves(table), 2u);
}

TEST_F(HallTest, WhatCannotBeStoredHasNotHappened) {
  const auto table = create({kHuman, kHuman});
  Listener anna;
  watch(table, anna);
  log_.problem = "the disk is full";
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "storage");
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "storage");
  EXPECT_EQ(moves(table), 0u);
  EXPECT_EQ(anna.count<Moved>(), 0);
  const auto another = try_to_create({.game = "othello:8x8", .seats = {kHuman, kHuman}});
  ASSERT_FALSE(another);
  EXPECT_EQ(another.error().reason,
            "this could not be stored, so nothing has changed: the disk is full");
  EXPECT_EQ(hall_->counts().live, 1);
  // Whoever runs the server hears of it once, and again when it comes back.
  EXPECT_THAT(reports_, ElementsAre("events cannot be stored: the disk is full"));
  log_.problem.reset();
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  log_.problem = "the disk is full";
  EXPECT_EQ(command(table, anna, MoveCommand{"C3", 1}), "storage");
  EXPECT_EQ(reports_.size(), 2u);
}

TEST_F(HallTest, WhatWasTellingNobodyMayBeLost) {
  const auto table = create({kHuman, kHuman});
  {
    Listener anna;
    watch(table, anna);
    EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
    log_.is_held = true;
    EXPECT_EQ(command(table, anna, MoveCommand{"C3", 1}), "waits");
    // The power is cut before the disk has it.
    log_.lose();
    EXPECT_EQ(last_answer(), "waits");
    EXPECT_EQ(anna.count<Moved>(), 1);
    restart();
  }
  log_.is_held = false;
  EXPECT_EQ(moves(table), 1u);
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(anna.all<StateMessage>().at(0)->you.seats, (std::vector<Player>{0, 1}));
  EXPECT_EQ(command(table, anna, MoveCommand{"C3", 1}), "done");
}

TEST_F(HallTest, TheLogMayAnswerWhenTheHallIsGone) {
  const auto table = create({kHuman, kHuman});
  Listener anna;
  watch(table, anna);
  log_.is_held = true;
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "waits");
  hall_.reset();
  log_.release();
  scheduler_.run();
  EXPECT_EQ(last_answer(), "waits");
}

TEST_F(HallTest, OneDamagedTableDoesNotStopTheOthers) {
  const auto damaged = create({kHuman, kHuman});
  const auto good = create({kHuman, kHuman});
  log_.damage(damaged.id);
  restart();
  EXPECT_EQ(bring(damaged.id), "damaged");
  EXPECT_EQ(bring(good.id), "");
  EXPECT_THAT(reports_.at(0), HasSubstr("table '" + damaged.id + "' cannot be read"));
  EXPECT_EQ(hall_->live_tables(10, Sight::Everybody).size(), 1u);
}

TEST_F(HallTest, AnInvitedPersonComesOnce) {
  const auto table = create({kHuman, kGuest});
  const auto join = [&](const Hall::JoinWish& wish) {
    std::string answer;
    hall_->join(table.id, wish, [&](const std::expected<Hall::Joined, Refusal>& joined) {
      answer = joined ? joined->token : joined.error().name();
    });
    scheduler_.run();
    return answer;
  };
  const std::string invite = table.invites.at(0).secret;
  const std::string token(32, 'b');
  EXPECT_EQ(join({.invite = "wrong", .name = "Eve"}), "bad_invite");
  EXPECT_EQ(join({.invite = invite, .name = "Bert", .token = token}), token);
  // As if the first answer had been lost.
  EXPECT_EQ(join({.invite = invite, .name = "Bert", .token = token}), token);
  EXPECT_EQ(join({.invite = invite, .name = "Eve"}), "bad_invite");
  Listener bert;
  hall_->watch(table.id, bert, token, Sight::Everybody, {});
  EXPECT_EQ(bert.all<StateMessage>().at(0)->you.seats, std::vector<Player>{1});
  EXPECT_EQ(view(table).state.seats[1].name, "Bert");
  restart();
  EXPECT_EQ(join({.invite = invite, .name = "Eve"}), "bad_invite");
}

TEST_F(HallTest, WhoReconnectsGetsWhatWasMissed) {
  const auto table = create({kHuman, kHuman}, "kaskade:10x10");
  Listener player;
  watch(table, player);
  for (int at = 0; at < 4; ++at) {
    EXPECT_EQ(command(table, player, MoveCommand{at % 2 == 0 ? "0;0" : "4;4", at}), "done");
  }
  Listener late;
  watch(table, late, 2);
  EXPECT_THAT(late.all<StateMessage>(), IsEmpty());
  ASSERT_EQ(late.all<EventMessage>().size(), 3u);
  for (int index = 0; index < 3; ++index) {
    const EventMessage& message = *late.all<EventMessage>()[static_cast<std::size_t>(index)];
    EXPECT_EQ(message.event.number, index + 3);
    EXPECT_EQ(message.change.number, index + 3);
    EXPECT_EQ(message.change.moves.size(), 1u);
    EXPECT_EQ(message.change.first_move, static_cast<std::size_t>(index + 1));
  }
  // The same was told to whoever was there.
  EXPECT_EQ(late.all<EventMessage>().back()->change.position,
            player.all<EventMessage>().back()->change.position);
  Listener current;
  watch(table, current, 5);
  EXPECT_THAT(current.messages, IsEmpty());
  // Who claims to know more than has happened, or missed too much, gets everything.
  for (const int after : {99, 0}) {
    Listener confused;
    watch(table, confused, after);
    EXPECT_EQ(confused.all<StateMessage>().size(), 1u) << after;
    hall_->leave(table.id, confused);
  }
  for (int at = 4; at < 40; ++at) {
    const Position& position = player.all<EventMessage>().back()->change.position;
    const Game& game = player.all<EventMessage>().back()->change.game;
    const std::string move = game.print_move(position.moves().front());
    ASSERT_EQ(command(table, player, MoveCommand{move, at}), "done");
    if (view(table).state.result) break;
  }
  Listener away;
  watch(table, away, 3);
  EXPECT_EQ(away.all<StateMessage>().size(), 1u);
}

TEST_F(HallTest, TellsWhoIsThereOnceASecond) {
  const auto table = create({kHuman, kHuman});
  Listener anna;
  watch(table, anna);
  scheduler_.pass(seconds(1));
  ASSERT_EQ(anna.all<PresenceMessage>().size(), 1u);
  Listener stranger;
  hall_->watch(table.id, stranger, "", Sight::Everybody, {});
  scheduler_.pass(seconds(1));
  EXPECT_EQ(anna.all<PresenceMessage>().back()->presence.watchers, 1);
  EXPECT_EQ(anna.all<PresenceMessage>().back()->presence.present, (std::vector<bool>{true, true}));
  scheduler_.pass(seconds(10));
  EXPECT_EQ(anna.all<PresenceMessage>().size(), 2u);
  hall_->leave(table.id, stranger);
  scheduler_.pass(seconds(1));
  EXPECT_EQ(anna.all<PresenceMessage>().back()->presence.watchers, 0);
}

TEST_F(HallTest, TablesRestInStorageWhenNobodyIsThere) {
  const auto table = create({kHuman, kHuman});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  scheduler_.pass(hours(2));
  EXPECT_EQ(hall_->counts().loaded, 1);
  hall_->leave(table.id, anna);
  scheduler_.pass(minutes(1));
  EXPECT_EQ(hall_->counts().loaded, 0);
  EXPECT_THAT(hall_->live_tables(10, Sight::Everybody), IsEmpty());
  // Whoever asks for it finds it as it was.
  EXPECT_EQ(moves(table), 1u);
  EXPECT_EQ(hall_->counts().loaded, 1);
  // One that is over need not stay at all.
  watch(table, anna);
  EXPECT_EQ(command(table, anna, ResignCommand{}), "done");
  hall_->leave(table.id, anna);
  scheduler_.pass(seconds(1));
  EXPECT_EQ(hall_->counts().loaded, 0);
  EXPECT_EQ(hall_->finished_tables({}, 10, Sight::Everybody).at(0).result->text, "1-0");
}

TEST_F(HallTest, KeepsToItsLimits) {
  settings_ = {.max_tables = 2, .max_waiting = 3, .max_events = 5};
  restart();
  const auto table = create({kHuman, kHuman});
  Listener anna;
  Listener carl;
  watch(table, anna);
  watch(create({kHuman, kHuman}), carl);
  const auto third = try_to_create({.game = "othello:8x8", .seats = {kHuman, kHuman}});
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().name(), "too_many_tables");
  log_.is_held = true;
  for (int count = 0; count < 4; ++count) {
    EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "waits");
  }
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "table_busy");
  log_.is_held = false;
  while (log_.waiting() > 0) release();
  EXPECT_EQ(moves(table), 1u);
  for (const char* move : {"C3", "C4", "E3"}) {
    EXPECT_EQ(command(table, anna, MoveCommand{move, static_cast<int>(moves(table))}), "done");
  }
  EXPECT_EQ(command(table, anna, ResignCommand{}), "table_full");
}

TEST_F(HallTest, ARematchIsANewTableStoredWithTheNewsOfIt) {
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, RematchCommand{}), "not_over");
  EXPECT_EQ(command(table, anna, ResignCommand{}), "done");
  log_.problem = "the disk is full";
  EXPECT_EQ(command(table, anna, RematchCommand{}), "storage");
  EXPECT_EQ(hall_->counts().live, 0);
  EXPECT_EQ(view(table).state.rematch, "");
  log_.problem.reset();
  const int appends = log_.appends;
  EXPECT_EQ(command(table, anna, RematchCommand{}), "done");
  EXPECT_EQ(log_.appends, appends + 1);
  const std::string next = view(table).state.rematch;
  EXPECT_EQ(hall_->live_tables(10, Sight::Everybody).at(0).summary.id, next);
  Listener again;
  hall_->watch(next, again, table.token, Sight::Everybody, {});
  EXPECT_EQ(again.all<StateMessage>().at(0)->you.seats, std::vector<Player>{1});
  EXPECT_TRUE(again.all<StateMessage>().at(0)->you.is_host);
  EXPECT_EQ(command(table, anna, RematchCommand{}), "has_rematch");
}

TEST_F(HallTest, ANewTableMayBeRefused) {
  const auto table = create({kHuman, kHuman});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, ResignCommand{}), "done");
  std::optional<Refusal> answer;
  hall_->command(
      table.id, anna, RematchCommand{}, [] { return refusal<RefusalCode::TooManyCreations>(); },
      [&](const std::optional<Refusal>& refusal) { answer = refusal; });
  scheduler_.run();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->name(), "too_many_creations");
  EXPECT_EQ(hall_->counts().live, 0);
}

TEST_F(HallTest, RefusesTablesThatMakeNoSense) {
  const auto refused = [&](const Created& wish) {
    const auto created = try_to_create(wish);
    return created ? "created" : std::string(created.error().name());
  };
  EXPECT_EQ(refused({.game = "chess", .seats = {kHuman, kHuman}}), "unfit_table");
  EXPECT_EQ(refused({.game = "othello", .seats = {kHuman}}), "unfit_table");
  EXPECT_EQ(refused({.game = "othello", .moves = {"A1"}, .seats = {kHuman, kHuman}}),
            "unfit_table");
  Seat nonsense = kComputer;
  nonsense.player = "level:77";
  EXPECT_EQ(refused({.game = "othello", .seats = {kHuman, nonsense}}), "unfit_player");
  EXPECT_EQ(log_.appends, 0);
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, ReplaceCommand{1, nonsense}), "unfit_player");
  EXPECT_EQ(command(table, anna, ReplaceCommand{3, kComputer}), "not_replaceable");
}

TEST_F(HallTest, StrangersDoNotSeeWhereRemotePlayersAre) {
  const Seat far{.kind = SeatKind::Remote, .server = "192.0.2.1:22"};
  const auto table = create({kHuman, far}, "kaskade:4x4");
  Listener anna;
  Listener owner;
  watch(table, anna);
  hall_->watch(table.id, owner, "", Sight::KeyHolder, {});
  EXPECT_EQ(anna.all<StateMessage>().at(0)->table.state.seats[1].server, "");
  EXPECT_EQ(owner.all<StateMessage>().at(0)->table.state.seats[1].server, far.server);
  EXPECT_EQ(command(table, anna, ReplaceCommand{1, {.kind = SeatKind::Remote}}), "done");
  const auto with = [](const Listener& listener) {
    return std::get<Replaced>(listener.all<EventMessage>().at(0)->event.body).with.server;
  };
  EXPECT_EQ(with(anna), "");
  EXPECT_EQ(with(owner), far.server);
  EXPECT_EQ(anna.all<EventMessage>().at(0)->change.seats[1].server, "");
  EXPECT_EQ(hall_->live_tables(9, Sight::Everybody).at(0).summary.seats[1].server, "");
  EXPECT_EQ(hall_->live_tables(9, Sight::KeyHolder).at(0).summary.seats[1].server, far.server);
  EXPECT_EQ(command(table, anna, ResignCommand{}), "done");
  EXPECT_EQ(hall_->finished_tables({}, 9, Sight::Everybody).at(0).seats[1].server, "");
  EXPECT_EQ(hall_->finished_tables({}, 9, Sight::KeyHolder).at(0).seats[1].server, far.server);
}

TEST_F(HallTest, WhoLeavesHoldsTheSeatNoMore) {
  const auto table = create({kHuman, kGuest, kComputer}, "connect6:20,players=3");
  const std::string token(32, 'b');
  hall_->join(table.id, {table.invites.at(0).secret, "Bert", token}, [](const auto&) {});
  scheduler_.run();
  Listener bert;
  hall_->watch(table.id, bert, token, Sight::Everybody, {});
  EXPECT_EQ(command(table, bert, ResignCommand{}), "done");
  EXPECT_EQ(command(table, bert, ResignCommand{}), "not_seated");
  EXPECT_EQ(view(table).state.seats[1].kind, SeatKind::Computer);
  Listener again;
  hall_->watch(table.id, again, token, Sight::Everybody, {});
  EXPECT_THAT(again.all<StateMessage>().at(0)->you.seats, IsEmpty());
}

// ---- Fairness between people

TEST_F(HallTest, AHostCannotEjectWhoIsThereOrWasAMomentAgo) {
  const auto table = create({kHuman, kGuest});
  Listener anna;
  watch(table, anna);
  const auto [token, seat] = join(table, "Bert");
  const ReplaceCommand eject{seat, kComputer};
  // Bert has taken the seat and is on the way to the table.
  EXPECT_EQ(command(table, anna, eject), "opponent_present");
  Listener bert;
  Listener phone;
  hall_->watch(table.id, bert, token, Sight::Everybody, {});
  hall_->watch(table.id, phone, token, Sight::Everybody, {});
  scheduler_.pass(minutes(10));
  EXPECT_EQ(command(table, anna, eject), "opponent_present");
  // One of two windows is closed.
  hall_->leave(table.id, phone);
  scheduler_.pass(minutes(10));
  EXPECT_EQ(command(table, anna, eject), "opponent_present");
  // A page that is loaded again begins the time anew.
  hall_->leave(table.id, bert);
  scheduler_.pass(seconds(29));
  EXPECT_EQ(command(table, anna, eject), "opponent_present");
  hall_->watch(table.id, bert, token, Sight::Everybody, {});
  scheduler_.pass(seconds(29));
  hall_->leave(table.id, bert);
  scheduler_.pass(seconds(29));
  EXPECT_EQ(command(table, anna, eject), "opponent_present");
  scheduler_.pass(seconds(1));
  EXPECT_EQ(command(table, bert, eject), "not_seated");
  EXPECT_EQ(command(table, anna, eject), "done");
  EXPECT_EQ(view(table).state.seats[1].kind, SeatKind::Computer);
}

TEST_F(HallTest, WhoHasNotComeSinceTheServerBeganIsWaitedForToo) {
  const auto table = create({kHuman, kGuest});
  join(table, "Bert");
  scheduler_.pass(hours(1));
  restart();
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, ReplaceCommand{1, kComputer}), "opponent_present");
  scheduler_.pass(seconds(30));
  EXPECT_EQ(command(table, anna, ReplaceCommand{1, kComputer}), "done");
}

TEST_F(HallTest, AnInvitationThatNobodyHasTakenIsReplacedAtOnce) {
  const auto table = create({kHuman, kGuest});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, ReplaceCommand{1, kComputer}), "done");
}

TEST_F(HallTest, TellsWhenSomebodyIsGone) {
  settings_.max_absence = seconds(5);
  restart();
  const auto table = create({kHuman, kGuest});
  Listener anna;
  watch(table, anna);
  const auto [token, seat] = join(table, "Bert");
  Listener bert;
  hall_->watch(table.id, bert, token, Sight::Everybody, {});
  const auto told = [&] { return anna.all<PresenceMessage>().back()->presence; };
  scheduler_.pass(seconds(20));
  EXPECT_THAT(told().gone, ElementsAre(false, false));
  hall_->leave(table.id, bert);
  scheduler_.pass(seconds(4));
  EXPECT_THAT(told().present, ElementsAre(true, false));
  EXPECT_THAT(told().gone, ElementsAre(false, false));
  scheduler_.pass(seconds(2));
  EXPECT_THAT(told().gone, ElementsAre(false, true));
  EXPECT_THAT(view(table).presence.gone, ElementsAre(false, true));
  const std::size_t messages = anna.messages.size();
  scheduler_.pass(minutes(10));
  EXPECT_EQ(anna.messages.size(), messages);
  hall_->watch(table.id, bert, token, Sight::Everybody, {});
  scheduler_.pass(seconds(1));
  EXPECT_THAT(told().gone, ElementsAre(false, false));
}

TEST_F(HallTest, ATableWithACrowdIsNotChangedWithoutRest) {
  const auto table = create({kHuman, kHuman});
  Listener anna;
  watch(table, anna);
  std::vector<Listener> crowd(2'999);
  for (Listener& each : crowd) hall_->watch(table.id, each, "", Sight::Everybody, {});
  // Each event is told three thousand times.
  const auto change = [&](int count) {
    return count % 2 == 0 ? command(table, anna, MoveCommand{"D3", 0})
                          : command(table, anna, TakeBackCommand{1});
  };
  int done = 0;
  while (change(done) == "done") ++done;
  EXPECT_EQ(done, 10);
  EXPECT_EQ(change(done), "table_busy");
  scheduler_.pass(seconds(1));
  EXPECT_EQ(change(done), "done");
}

TEST_F(HallTest, EnginesAreNotAskedAboutGamesBetweenPeople) {
  const auto without_clock = create({kHuman, kGuest});
  const auto [token, seat] = join(without_clock, "Bert");
  const Game game = games_->parse("othello:8x8").value();
  const auto asked = [&](const std::string& table, const std::string& by) {
    return ask_engine(game, game.start(), table, by);
  };
  EXPECT_EQ(asked(without_clock.id, without_clock.token), "help_is_off");
  EXPECT_EQ(asked(without_clock.id, token), "help_is_off");
  EXPECT_EQ(asked(without_clock.id, ""), "allowed");
  EXPECT_EQ(asked("", without_clock.token), "allowed");
  EXPECT_EQ(asked("no table", token), "allowed");

  const auto for_time = create({.game = "othello:8x8",
                                .seats = {kHuman, kGuest},
                                .clock = ClockRule{minutes(5), seconds(0)}});
  EXPECT_EQ(asked(for_time.id, ""), "help_is_off");
  EXPECT_EQ(asked(for_time.id, for_time.token), "help_is_off");
  Listener anna;
  Listener bert;
  watch(for_time, anna);
  hall_->watch(for_time.id, bert, join(for_time, "Bert").token, Sight::Everybody, {});
  EXPECT_EQ(command(for_time, anna, HelpCommand{true}), "done");
  EXPECT_EQ(command(for_time, bert, AnswerCommand{true}), "done");
  EXPECT_EQ(asked(for_time.id, for_time.token), "allowed");
  EXPECT_EQ(asked(for_time.id, ""), "allowed");
  EXPECT_EQ(command(for_time, bert, HelpCommand{false}), "done");
  EXPECT_EQ(asked(for_time.id, for_time.token), "help_is_off");
  EXPECT_EQ(command(for_time, bert, ResignCommand{}), "done");
  EXPECT_EQ(asked(for_time.id, for_time.token), "allowed");
}

TEST_F(HallTest, ThePositionsOfGamesForTimeAreGuardedFromTheSixthMoveOn) {
  const auto table = create({.game = "othello:8x8",
                             .seats = {kHuman, kGuest},
                             .clock = ClockRule{minutes(5), seconds(0)}});
  Listener anna;
  Listener bert;
  watch(table, anna);
  hall_->watch(table.id, bert, join(table, "Bert").token, Sight::Everybody, {});
  const Game game = games_->parse("othello:8x8").value();
  Position position = game.start();
  const auto is_refused = [&](const std::string& named) {
    return ask_engine(game, position, named) != "allowed";
  };
  for (int at = 0; at < 7; ++at) {
    EXPECT_EQ(is_refused(""), at >= 6) << at;
    const Move move = position.moves().front();
    EXPECT_EQ(command(table, at % 2 == 0 ? anna : bert, MoveCommand{game.print_move(move), at}),
              "done");
    if (at == 6) break;
    position.play(move);
  }
  // The game has gone on: this is the past, and everybody may study it.
  EXPECT_FALSE(is_refused(""));
  EXPECT_EQ(command(table, anna, TakeBackCommand{7}), "done");
  EXPECT_EQ(command(table, bert, AnswerCommand{true}), "done");
  EXPECT_TRUE(is_refused(""));
  // Another table at which it stands too, of somebody who plays alone.
  const auto alone =
      create({.game = "othello:8x8", .start = position.text(), .seats = {kHuman, kComputer}});
  EXPECT_FALSE(is_refused(alone.id));
  restart();
  EXPECT_TRUE(is_refused(""));
  watch(table, anna);
  EXPECT_EQ(command(table, anna, ResignCommand{}), "done");
  EXPECT_FALSE(is_refused(""));
}

TEST_F(HallTest, EnginesAreNotAskedAboutGamesBetweenPeopleWhoAreAway) {
  const auto for_time = create({.game = "othello:8x8",
                                .seats = {kHuman, kGuest},
                                .clock = ClockRule{minutes(60), seconds(0)}});
  const auto without_clock = create({kHuman, kGuest});
  join(without_clock, "Bert");
  Listener anna;
  Listener bert;
  watch(for_time, anna);
  const std::string token = join(for_time, "Bert").token;
  hall_->watch(for_time.id, bert, token, Sight::Everybody, {});
  const Game game = games_->parse("othello:8x8").value();
  Position position = game.start();
  for (int at = 0; at < 7; ++at) {
    const Move move = position.moves().front();
    EXPECT_EQ(command(for_time, at % 2 == 0 ? anna : bert, MoveCommand{game.print_move(move), at}),
              "done");
    position.play(move);
  }
  hall_->leave(for_time.id, anna);
  hall_->leave(for_time.id, bert);
  scheduler_.pass(minutes(5));
  EXPECT_FALSE(hall_->view(for_time.id, Sight::Everybody));
  EXPECT_FALSE(hall_->view(without_clock.id, Sight::Everybody));
  EXPECT_EQ(ask_engine(game, position), "help_is_off");
  EXPECT_EQ(ask_engine(game, position, for_time.id, token), "help_is_off");
  EXPECT_EQ(ask_engine(game, game.start(), without_clock.id, without_clock.token), "help_is_off");
  // Once the time of one is over, all may look.
  scheduler_.pass(minutes(60));
  EXPECT_EQ(ask_engine(game, position), "allowed");
  EXPECT_EQ(ask_engine(game, position, for_time.id, token), "allowed");
}

TEST_F(HallTest, WhatComputersThinkIsNotToldBetweenPeople) {
  const auto table = create({kComputer, kHuman, kGuest}, "connect6:20,players=3");
  Listener anna;
  watch(table, anna);
  const auto [token, seat] = join(table, "Bert");
  Listener bert;
  hall_->watch(table.id, bert, token, Sight::KeyHolder, {});
  answer();
  const auto told = [](const Listener& listener) {
    const EventMessage& message = *listener.all<EventMessage>().back();
    return std::get<Moved>(message.event.body).score + message.change.moves.back().score;
  };
  EXPECT_EQ(told(anna), "");
  EXPECT_EQ(told(bert), "");
  EXPECT_EQ(view(table).state.moves.at(0).score, "");
  EXPECT_NE(std::get<Moved>(log_.load(table.id).value()->events.back().body).score, "");
  Listener again;
  watch(table, again, 1);
  EXPECT_EQ(told(again), "");
  EXPECT_EQ(command(table, anna, HelpCommand{true}), "done");
  EXPECT_EQ(command(table, bert, AnswerCommand{true}), "done");
  EXPECT_NE(view(table).state.moves.at(0).score, "");
}

// ---- Event sourcing

/// Tic-Tac-Toe that counts how often the steps of a move are asked for: once for each application.
int applications = 0;

class CountingRules : public tictactoe::Rules {
 public:
  explicit CountingRules(const tictactoe::Rules& rules) : tictactoe::Rules(rules) {}
  std::vector<Step> steps(const Position& at, Move move) const {
    ++applications;
    return tictactoe::Rules::steps(at, move);
  }
};

const Registry& counting_games() {
  static const Registry kGames([] {
    GameDescription description = tictactoe::description();
    description.make = [](const GameDescription& game, const Variant& variant) -> Parsed<Game> {
      const auto rules = tictactoe::Rules::create(variant);
      if (!rules) return std::unexpected(rules.error());
      return GameAdapter<CountingRules>::make(game, variant, CountingRules(*rules), nullptr);
    };
    std::vector<GameDescription> games;
    games.push_back(std::move(description));
    return games;
  }());
  return kGames;
}

TEST_F(HallTest, EachEventIsAppliedOnce) {
  games_ = &counting_games();
  restart();
  const auto table = create({kHuman, kHuman}, "tictactoe:3x3");
  std::array<Listener, 3> crowd;
  for (Listener& each : crowd) watch(table, each);
  applications = 0;
  int at = 0;
  for (const char* move : {"A1", "B1", "A2", "B2"}) {
    EXPECT_EQ(command(table, crowd[0], MoveCommand{move, at++}), "done");
  }
  EXPECT_EQ(applications, 4);
  // Refused moves are not applied, nor is anything for those who come back or look.
  EXPECT_EQ(command(table, crowd[0], MoveCommand{"A1", at}), "not_possible");
  hall_->leave(table.id, crowd[1]);
  watch(table, crowd[1], 2);
  EXPECT_EQ(moves(table), 4u);
  EXPECT_EQ(applications, 4);
  // The last move ends the game: two events.
  EXPECT_EQ(command(table, crowd[0], MoveCommand{"A3", at}), "done");
  EXPECT_EQ(crowd[0].count<Ended>(), 1);
  EXPECT_EQ(applications, 5);
  // A table that is loaded is the sum of its events, each applied once.
  restart();
  EXPECT_EQ(moves(table), 5u);
  EXPECT_EQ(applications, 10);
  EXPECT_EQ(view(table).state.result->text, "1-0");
}

}  // namespace
}  // namespace spielwerk::server
