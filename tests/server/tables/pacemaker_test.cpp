// What keeps tables going: computers are asked when it is their turn, answers belong to the
// positions they were asked about, and clocks end games. Time is turned by hand.
#include "server/tables/pacemaker.h"

#include "tests/server/tables/hall_fixture.h"

namespace spielwerk::server {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

class PacemakerTest : public HallTest {};

TEST_F(PacemakerTest, AsksWhoeverIsToMove) {
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_TRUE(players_.open().empty());
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  EXPECT_EQ(question().seat, 1);
  EXPECT_EQ(question().limits.move_time, seconds(1));
  EXPECT_EQ(question().at, view(table).state.position);
  answer();
  EXPECT_EQ(moves(table), 2u);
  EXPECT_TRUE(players_.open().empty());
  EXPECT_EQ(players_.made, 1);
  EXPECT_EQ(command(table, anna, ResignCommand{}), "done");
  EXPECT_EQ(players_.ended, 1);
}

TEST_F(PacemakerTest, ComputersPlayForThoseWhoWatchAtTheirPace) {
  const auto table = create({kComputer, kComputer});
  scheduler_.pass(minutes(1));
  EXPECT_TRUE(players_.all().empty());
  Listener host;
  watch(table, host);
  answer();
  // The pause between two moves.
  EXPECT_TRUE(players_.open().empty());
  scheduler_.pass(milliseconds(599));
  EXPECT_TRUE(players_.open().empty());
  scheduler_.pass(milliseconds(1));
  EXPECT_EQ(players_.open().size(), 1u);
  answer();
  EXPECT_EQ(command(table, host, PaceCommand{seconds(5), false}), "done");
  scheduler_.pass(milliseconds(4'999));
  EXPECT_TRUE(players_.open().empty());
  scheduler_.pass(milliseconds(1));
  answer();
  hall_->leave(table.id, host);
  EXPECT_EQ(moves(table), 3u);
}

TEST_F(PacemakerTest, PausedComputersMakeSingleSteps) {
  const auto table = create({kComputer, kComputer});
  Listener host;
  Listener stranger;
  watch(table, host);
  hall_->watch(table.id, stranger, "", Sight::Everybody, {});
  EXPECT_EQ(command(table, stranger, StepCommand{}), "not_host");
  scheduler_.pass(seconds(1));
  EXPECT_EQ(command(table, host, PaceCommand{seconds(60), true}), "done");
  answer();
  for (std::size_t step = 2; step <= 4; ++step) {
    scheduler_.pass(minutes(5));
    EXPECT_TRUE(players_.open().empty());
    EXPECT_EQ(command(table, host, StepCommand{}), "done");
    answer();
    EXPECT_EQ(moves(table), step);
  }
}

TEST_F(PacemakerTest, WhoComesWhileAMoveIsStoredDoesNotMakeItTwice) {
  const auto table = create({kComputer, kComputer});
  log_.is_held = true;
  std::array<Listener, 5> crowd;
  watch(table, crowd[0]);
  scheduler_.pass(seconds(1));
  answer();
  EXPECT_EQ(log_.waiting(), 1u);
  // They come and go while the first move is on its way to the disk.
  for (Listener& each : crowd) {
    watch(table, each);
    scheduler_.pass(seconds(2));
    hall_->leave(table.id, each);
  }
  watch(table, crowd[0]);
  EXPECT_EQ(log_.waiting(), 1u);
  EXPECT_TRUE(players_.open().empty());
  release();
  scheduler_.pass(seconds(1));
  EXPECT_EQ(question().seat, 1);
  EXPECT_EQ(players_.all().size(), 2u);
  EXPECT_EQ(moves(table), 1u);
}

TEST_F(PacemakerTest, AStepThatIsAskedTwiceIsMadeOnce) {
  const auto table = create({kComputer, kComputer});
  log_.is_held = true;
  Listener host;
  watch(table, host);
  scheduler_.pass(seconds(1));
  answer();
  command(table, host, StepCommand{});
  command(table, host, StepCommand{});
  release();
  EXPECT_EQ(players_.all().size(), 1u);
  EXPECT_EQ(moves(table), 1u);
}

TEST_F(PacemakerTest, AnAnswerToAPositionThatWasTakenBackIsDropped) {
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  Question& first = question();
  // The move is taken back and another one made; both stand in line before the answer.
  log_.is_held = true;
  command(table, anna, TakeBackCommand{1});
  command(table, anna, MoveCommand{"E6", 0});
  ScriptedPlayers::answer(first);
  scheduler_.run();
  log_.is_held = false;
  release();
  while (log_.waiting() > 0) release();
  // Asked anew about the second of them.
  EXPECT_EQ(moves(table), 1u);
  EXPECT_EQ(question().at, view(table).state.position);
  answer();
  EXPECT_EQ(moves(table), 2u);
}

TEST_F(PacemakerTest, AnAnswerThatWasNotWithdrawnInTimeIsDropped) {
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  const std::shared_ptr<Question> first = players_.all().at(0);
  EXPECT_EQ(command(table, anna, TakeBackCommand{1}), "done");
  EXPECT_TRUE(first->is_withdrawn);
  ScriptedPlayers::answer(*first);
  scheduler_.run();
  EXPECT_EQ(moves(table), 0u);
  // Also if the hall is gone meanwhile.
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  const std::shared_ptr<Question> second = players_.all().at(1);
  hall_.reset();
  ScriptedPlayers::answer(*second);
  scheduler_.run();
  EXPECT_EQ(scheduler_.timers(), 0);
}

TEST_F(PacemakerTest, WhatCouldNotBeStoredIsTriedAgain) {
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  log_.problem = "the disk is full";
  answer();
  EXPECT_EQ(moves(table), 1u);
  EXPECT_TRUE(players_.open().empty());
  scheduler_.pass(milliseconds(1'999));
  EXPECT_TRUE(players_.open().empty());
  scheduler_.pass(milliseconds(1));
  log_.problem.reset();
  answer();
  EXPECT_EQ(moves(table), 2u);
}

TEST_F(PacemakerTest, APlayerThatFailsIsATroubleThatCanBeHelped) {
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  ScriptedPlayers::fail(question(), {FailureKind::Lost});
  scheduler_.run();
  ASSERT_TRUE(view(table).state.trouble);
  EXPECT_EQ(view(table).state.trouble->failure.kind, FailureKind::Lost);
  scheduler_.pass(minutes(1));
  EXPECT_TRUE(players_.open().empty());
  EXPECT_EQ(command(table, anna, ReplaceCommand{1, kComputer}), "done");
  EXPECT_FALSE(view(table).state.trouble);
  answer();
  EXPECT_EQ(moves(table), 2u);
  EXPECT_EQ(players_.made, 2);
  // So is one that cannot even be made.
  players_.failure = Failure{FailureKind::TooMany};
  EXPECT_EQ(command(table, anna, ReplaceCommand{1, kComputer}), "done");
  const std::string move =
      view(table).state.game.print_move(view(table).state.position.moves().front());
  EXPECT_EQ(command(table, anna, MoveCommand{move, 2}), "done");
  EXPECT_EQ(view(table).state.trouble->failure.kind, FailureKind::TooMany);
}

TEST_F(PacemakerTest, ClocksEndGames) {
  const auto table = create(
      Created{.game = "othello:8x8", .seats = {kHuman, kHuman}, .clock = ClockRule{seconds(10)}});
  Listener anna;
  watch(table, anna);
  scheduler_.pass(minutes(5));
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  scheduler_.pass(milliseconds(9'999));
  EXPECT_FALSE(view(table).state.result);
  EXPECT_EQ(view(table).state.clocks.at(scheduler_.now())[1], milliseconds(1));
  scheduler_.pass(milliseconds(1));
  ASSERT_TRUE(view(table).state.result);
  EXPECT_EQ(view(table).state.result->text, "1-0");
  EXPECT_EQ(view(table).state.result->reason, EndReason::TimeOut);
  EXPECT_EQ(anna.count<Ended>(), 1);
}

TEST_F(PacemakerTest, AClockThatCannotBeStoredRunsOutLater) {
  const auto table = create(
      Created{.game = "othello:8x8", .seats = {kHuman, kHuman}, .clock = ClockRule{seconds(10)}});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  log_.problem = "the disk is full";
  scheduler_.pass(seconds(11));
  EXPECT_FALSE(view(table).state.result);
  log_.problem.reset();
  scheduler_.pass(seconds(1));
  EXPECT_TRUE(view(table).state.result);
}

TEST_F(PacemakerTest, ClocksStandStillWhileTheProgramDoes) {
  const auto table = create(
      Created{.game = "othello:8x8", .seats = {kHuman, kHuman}, .clock = ClockRule{seconds(10)}});
  {
    Listener anna;
    watch(table, anna);
    EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
    hall_.reset();
  }
  scheduler_.pass(minutes(30));
  restart();
  EXPECT_FALSE(view(table).state.result);
  scheduler_.pass(seconds(9));
  EXPECT_FALSE(view(table).state.result);
  scheduler_.pass(seconds(1));
  EXPECT_TRUE(view(table).state.result);
}

TEST_F(PacemakerTest, ComputersHearOfTheirClock) {
  Created wish{.game = "othello:8x8",
               .seats = {kHuman, kComputer},
               .clock = ClockRule{seconds(6), milliseconds(100)}};
  const auto table = create(wish);
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  ASSERT_TRUE(question().limits.clock);
  EXPECT_EQ(question().limits.clock->remaining, seconds(6));
  EXPECT_EQ(question().limits.clock->increment, milliseconds(100));
}

TEST_F(PacemakerTest, ComputersMayResign) {
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  ScriptedPlayers::resign(question());
  scheduler_.run();
  ASSERT_TRUE(view(table).state.result);
  EXPECT_EQ(view(table).state.result->reason, EndReason::Resignation);
  EXPECT_EQ(view(table).state.result->text, "1-0");
}

TEST_F(PacemakerTest, RemotePlayersSayTheirName) {
  const auto table =
      create({kHuman, Seat{.kind = SeatKind::Remote, .server = "192.0.2.1:4711"}}, "kaskade:4x4");
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"0;0", 0}), "done");
  ScriptedPlayers::answer(question(), "Mr. Far");
  scheduler_.run();
  EXPECT_EQ(view(table).state.seats[1].name, "Mr. Far");
  EXPECT_EQ(anna.count<Named>(), 1);
  EXPECT_EQ(moves(table), 2u);
}

}  // namespace
}  // namespace spielwerk::server
