// Tables between memory and storage: read when somebody asks, at rest when nobody is there, and
// never more of them than there is room for.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <malloc.h>

#include "server/tables/hall.h"
#include "tests/server/tables/hall_fixture.h"
#include "tests/support/endless_game.h"

namespace spielwerk::server {
namespace {

using std::chrono::days;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class HallStorage : public HallTest {
 protected:
  /// Nobody has been at any table for a while.
  void let_rest() {
    scheduler_.pass(minutes(1));
    EXPECT_EQ(hall_->counts().loaded, 0);
  }
  static Created long_wish(const char* game, std::size_t length) {
    const Record record = test::endless_game(game, length);
    Created wish{.game = record.game.text(), .seats = {kHuman, kHuman}};
    for (const RecordedMove& each : record.moves) {
      wish.moves.push_back(record.game.print_move(each.move));
    }
    return wish;
  }
  Hall::NewTable create_long(const char* game, std::size_t length) {
    return create(long_wish(game, length));
  }
  int live() const { return hall_->counts().live; }
};

// ---- What a table costs

std::size_t heap_in_use() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST_F(HallStorage, LongGamesCostLittleAndNothingWhenNobodyIsThere) {
  const auto table = create_long("towerwars:26", 20'000);
  let_rest();
  const std::size_t at_rest = heap_in_use();
  EXPECT_EQ(bring(table.id), "");
  const std::size_t in_memory = heap_in_use() - at_rest;
  EXPECT_LT(in_memory, 1'500'000u);
  let_rest();
  // What the allocator keeps of maps and queues is not the table's.
  EXPECT_LT(heap_in_use(), at_rest + 16'384);
}

TEST_F(HallStorage, LongGamesAreToldPageByPage) {
  const auto table = create_long("towerwars:4", 2'500);
  const TableView seen = view(table);
  EXPECT_EQ(seen.state.first_move, 1'500u);
  EXPECT_EQ(seen.state.moves.size(), 1'000u);
  const MovePage first = hall_->moves(table.id, 0).value();
  EXPECT_EQ(first.moves.size(), 1'000u);
  const MovePage last = hall_->moves(table.id, 2'000).value();
  EXPECT_EQ(last.first_move, 2'000u);
  EXPECT_EQ(last.moves.size(), 500u);
  EXPECT_EQ(last.moves.back().move, seen.state.moves.back().move);
  EXPECT_THAT(hall_->moves(table.id, 9'999).value().moves, IsEmpty());
  EXPECT_EQ(hall_->copy(table.id)->record().moves.size(), 2'500u);
}

TEST_F(HallStorage, TablesOfLargeBoardsShareTheirRules) {
  const auto with_a_move = [&] {
    const auto table = create({kHuman, kHuman}, "towerwars:26");
    Listener anna;
    watch(table, anna);
    const Position start = games_->parse("towerwars:26").value().start();
    const Game game = games_->parse("towerwars:26").value();
    EXPECT_EQ(command(table, anna, MoveCommand{game.print_move(start.moves().front()), 0}), "done");
    hall_->leave(table.id, anna);
  };
  with_a_move();
  const std::size_t with_one = heap_in_use();
  for (int count = 0; count < 20; ++count) with_a_move();
  EXPECT_LT(heap_in_use() - with_one, 20 * 100'000u);
  let_rest();
  // All are in the list of live games.
  EXPECT_EQ(hall_->counts().resting, 21);
  EXPECT_LT(heap_in_use() - with_one, 20 * 20'000u);
}

TEST_F(HallStorage, LongGamesTogetherAreBounded) {
  settings_.max_long_moves = 20'000;
  restart();
  std::vector<Hall::NewTable> tables;
  std::vector<Listener> crowd(3);
  // Of each 2,000 moves count.
  for (int count = 0; count < 3; ++count) {
    tables.push_back(create_long("towerwars:4", 3'000));
    let_rest();
  }
  const auto ordinary = create({kHuman, kHuman});
  watch(tables[0], crowd[0]);
  watch(tables[1], crowd[1]);
  // Nobody has more than a part of what is free; others find it.
  EXPECT_EQ(bring(tables[2].id), "table_busy");
  EXPECT_EQ(try_to_create(long_wish("towerwars:4", 3'000)).error().name(), "table_busy");
  EXPECT_EQ(bring(ordinary.id), "");
  EXPECT_TRUE(try_to_create(long_wish("towerwars:4", 3'000), "somebody else"));
  hall_->leave(tables[0].id, crowd[0]);
  scheduler_.pass(minutes(1));
  EXPECT_EQ(bring(tables[2].id), "");
}

// ---- When somebody asks

TEST_F(HallStorage, TablesComeWhenSomebodyAsks) {
  const auto table = create({kHuman, kHuman});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  hall_->leave(table.id, anna);
  let_rest();
  EXPECT_FALSE(hall_->view(table.id, Sight::Everybody));
  EXPECT_EQ(bring("nosuchtable"), "no_such_table");
  EXPECT_EQ(bring(table.id), "");
  EXPECT_EQ(moves(table), 1u);
  // All who wait for the same table get it together.
  let_rest();
  int loads = log_.loads;
  int answers = 0;
  for (int count = 0; count < 5; ++count) {
    hall_->bring(table.id, fmt::format("10.0.0.{}", count),
                 [&](const std::optional<Refusal>& refusal) { answers += refusal ? 0 : 1; });
  }
  scheduler_.run();
  EXPECT_EQ(answers, 5);
  EXPECT_EQ(log_.loads, loads + 1);
  // There is an end to what may wait.
  let_rest();
  background_.is_full = true;
  EXPECT_EQ(bring(table.id), "too_many_questions");
  background_.is_full = false;
  EXPECT_EQ(bring(table.id), "");
}

TEST_F(HallStorage, OthersAreServedBetweenThoseWhoWaitForATable) {
  const auto table = create({kHuman, kHuman});
  let_rest();
  std::string order;
  for (int count = 0; count < 3; ++count) {
    hall_->bring(table.id, "somebody", [&](const std::optional<Refusal>&) {
      order += "told ";
      scheduler_.post([&] { order += "other "; });
    });
  }
  scheduler_.run();
  EXPECT_EQ(order, "told other told other told other ");
}

TEST_F(HallStorage, TheProgramBeginsWithTheLatestGamesOnly) {
  std::vector<Hall::NewTable> old;
  for (int count = 0; count < 3; ++count) old.push_back(create({kHuman, kComputer}));
  scheduler_.pass(minutes(30));
  const auto fresh = create({kComputer, kHuman});
  restart();
  EXPECT_EQ(hall_->counts().loaded, 1);
  // The computer whose turn it is goes on thinking there.
  EXPECT_EQ(players_.open().size(), 1u);
  EXPECT_EQ(bring(old[0].id), "");
  EXPECT_EQ(hall_->counts().loaded, 2);
  for (int count = 0; count < 300; ++count) {
    create({kHuman, kHuman});
    if (count % 50 == 0) scheduler_.pass(seconds(1));
  }
  restart();
  EXPECT_EQ(hall_->counts().loaded, 200);
}

TEST_F(HallStorage, ADamagedTableIsShownUpToTheDamage) {
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  log_.cut(table.id, 1, "event 2 is missing");
  restart();
  EXPECT_EQ(view(table).state.damage, "event 2 is missing");
  EXPECT_EQ(moves(table), 0u);
  EXPECT_THAT(reports_, ElementsAre(HasSubstr("is damaged: event 2 is missing")));
  Listener again;
  watch(table, again);
  EXPECT_EQ(command(table, again, MoveCommand{"D3", 0}), "damaged");
  EXPECT_THAT(players_.open(), IsEmpty());
  EXPECT_THAT(hall_->live_tables(9, Sight::Everybody), IsEmpty());
  EXPECT_EQ(hall_->counts().damaged, 1u);
}

TEST_F(HallStorage, NothingIsDamagedOnlyBecauseTheDiskDoesNotWork) {
  const auto table = create({kHuman, kHuman});
  let_rest();
  log_.damage(table.id);
  log_.problem = "the disk cannot be read";
  EXPECT_EQ(bring(table.id), "storage");
  EXPECT_EQ(hall_->counts().damaged, 0u);
}

// ---- When nobody is there

TEST_F(HallStorage, ClocksRunWhileTablesRest) {
  const auto table = create(Created{.game = "othello:8x8",
                                    .seats = {kHuman, kGuest},
                                    .clock = ClockRule{minutes(5), seconds(0)}});
  const std::string token(32, 'b');
  hall_->join(table.id, {table.invites.at(0).secret, "Bert", token}, [](const auto&) {});
  scheduler_.run();
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "done");
  hall_->leave(table.id, anna);
  let_rest();
  // Somebody looks at it for a moment; that does not give anybody time.
  scheduler_.pass(minutes(1));
  EXPECT_EQ(view(table).state.clocks.at(scheduler_.now())[1], minutes(3));
  let_rest();
  scheduler_.pass(minutes(2) - seconds(1));
  EXPECT_FALSE(view(table).state.result);
  let_rest();
  EXPECT_EQ(view(table).state.result->reason, EndReason::TimeOut);
  EXPECT_EQ(hall_->finished_tables({}, 9, Sight::Everybody).size(), 1u);
}

TEST_F(HallStorage, AbandonedGamesLeaveTheList) {
  const auto listed = [&] { return hall_->live_tables(9, Sight::Everybody).size(); };
  const auto played = create({kHuman, kHuman});
  const auto empty = create({kHuman, kHuman});
  Listener anna;
  watch(played, anna);
  EXPECT_EQ(command(played, anna, MoveCommand{"D3", 0}), "done");
  EXPECT_EQ(listed(), 2u);
  hall_->leave(played.id, anna);
  let_rest();
  // One at which nothing has happened is of no interest to anybody.
  ASSERT_EQ(listed(), 1u);
  const LiveSummary summary = hall_->live_tables(9, Sight::Everybody).at(0);
  EXPECT_EQ(summary.summary.id, played.id);
  EXPECT_EQ(summary.watchers, 0);
  EXPECT_EQ(summary.position, view(played).state.position);
  scheduler_.pass(minutes(10));
  EXPECT_EQ(listed(), 0u);
  EXPECT_EQ(hall_->counts().resting, 0);
}

TEST_F(HallStorage, EverybodyFindsAPlaceWhoeverFillsTheHall) {
  settings_.max_tables = 5'000;
  restart();
  const Created wish{.game = "othello:8x8", .seats = {kHuman, kHuman}};
  // They stay at all of their tables.
  std::vector<std::unique_ptr<Listener>> crowd;
  int refused = 0;
  for (int address = 0; address < 84; ++address) {
    for (int count = 0; count < 60; ++count) {
      const auto created = try_to_create(wish, fmt::format("10.0.0.{}", address));
      if (!created) {
        EXPECT_EQ(created.error().name(), "too_many_own_tables");
        ++refused;
        continue;
      }
      crowd.push_back(std::make_unique<Listener>());
      hall_->watch(created->id, *crowd.back(), created->token, Sight::Everybody, {});
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(live(), 5'000);
  for (int address = 0; address < 100; ++address) {
    EXPECT_TRUE(try_to_create(wish, fmt::format("10.0.1.{}", address)));
  }
}

TEST_F(HallStorage, TablesThatNobodyIsAtTakeNoPlaces) {
  settings_.max_tables = 50;
  restart();
  const Created wish{.game = "othello:8x8", .seats = {kHuman, kHuman}};
  for (int address = 0; address < 500; ++address) {
    EXPECT_TRUE(try_to_create(wish, fmt::format("10.0.0.{}", address)));
    EXPECT_LE(live(), 50);
  }
  scheduler_.pass(minutes(1));
  EXPECT_EQ(live(), 0);
}

TEST_F(HallStorage, TablesAtWhichOnlyAComputerThinksLeaveRoomForOthers) {
  settings_.max_tables = 50;
  restart();
  const Created wish{.game = "othello:8x8", .seats = {kComputer, kHuman}};
  const Created other{.game = "othello:8x8", .seats = {kHuman, kHuman}};
  for (int address = 0; address < 100; ++address) {
    for (int count = 0; count < 10; ++count) {
      try_to_create(wish, fmt::format("10.0.0.{}", address));
    }
    EXPECT_TRUE(try_to_create(other, fmt::format("10.0.1.{}", address))) << address;
    EXPECT_LE(live(), 50);
  }
}

TEST_F(HallStorage, AComputerThinksAgainWhenSomebodyComesBack) {
  settings_.max_tables = 1;
  restart();
  const auto table = create({kComputer, kHuman});
  EXPECT_EQ(players_.open().size(), 1u);
  const auto other = create({kHuman, kHuman});
  EXPECT_THAT(players_.open(), IsEmpty());
  Listener anna;
  watch(table, anna);
  answer();
  EXPECT_EQ(anna.count<Moved>(), 1);
}

TEST_F(HallStorage, ARematchIsForThoseWhoPlayedWhoeverLookedAtTheTable) {
  settings_.max_tables = 50;
  restart();
  const auto table = create({kHuman, kComputer});
  Listener anna;
  watch(table, anna);
  EXPECT_EQ(command(table, anna, ResignCommand{}), "done");
  hall_->leave(table.id, anna);
  let_rest();
  while (try_to_create({.game = "othello:8x8", .seats = {kHuman, kHuman}}, "stranger")) {
  }
  hall_->bring(table.id, "stranger", [](const std::optional<Refusal>&) {});
  scheduler_.run();
  watch(table, anna);
  EXPECT_EQ(command(table, anna, RematchCommand{}), "done");
}

TEST_F(HallStorage, OldTablesAreForgotten) {
  const auto empty = create({kHuman, kHuman});
  const auto begun = create({kHuman, kHuman});
  const auto finished = create({kHuman, kHuman});
  const auto held = create({kHuman, kHuman});
  Listener anna;
  Listener bert;
  for (const auto& each : {begun, finished}) {
    watch(each, anna);
    EXPECT_EQ(command(each, anna, MoveCommand{"D3", 0}), "done");
  }
  EXPECT_EQ(command(finished, anna, ResignCommand{}), "done");
  for (const auto& each : {begun, finished}) hall_->leave(each.id, anna);
  watch(held, bert);
  scheduler_.pass(days(8));
  EXPECT_EQ(bring(empty.id), "no_such_table");
  EXPECT_EQ(bring(begun.id), "");
  // Where somebody is, nothing is old.
  EXPECT_EQ(command(held, bert, MoveCommand{"D3", 0}), "done");
  scheduler_.pass(days(90));
  EXPECT_EQ(bring(begun.id), "no_such_table");
  EXPECT_EQ(bring(finished.id), "");
  EXPECT_EQ(hall_->counts().forgotten, 2u);
  settings_.keep_finished = days(1);
  restart();
  scheduler_.pass(minutes(2));
  EXPECT_EQ(bring(finished.id), "no_such_table");
}

TEST_F(HallStorage, WhoComesWhenATableIsDeletedIsSentAway) {
  const auto table = create({kHuman, kHuman});
  const auto other = create({kHuman, kHuman});
  scheduler_.pass(days(6));
  log_.is_held = true;
  scheduler_.pass(days(2));
  // It has been chosen and is not deleted yet.
  Listener anna;
  watch(table, anna);
  log_.release_forgetting();
  scheduler_.run();
  EXPECT_TRUE(anna.is_dismissed);
  EXPECT_EQ(hall_->counts().watchers, 0);
  EXPECT_EQ(hall_->counts().forgotten, 2u);
  EXPECT_EQ(bring(table.id), "no_such_table");
  EXPECT_EQ(bring(other.id), "no_such_table");
}

TEST_F(HallStorage, WhatIsDeletedWhileItIsReadDoesNotCome) {
  const auto table = create({kHuman, kHuman});
  scheduler_.pass(days(6));
  log_.is_held = true;
  scheduler_.pass(days(2));
  log_.after_load = [this] { log_.release_forgetting(); };
  EXPECT_EQ(bring(table.id), "no_such_table");
  EXPECT_EQ(hall_->counts().loaded, 0);
}

// ---- When it is not known what has been stored

TEST_F(HallStorage, WhatIsUnclearIsReadFromTheDisk) {
  const auto table = create({kHuman, kHuman});
  const auto other = create({kHuman, kHuman});
  Listener anna;
  Listener bert;
  watch(table, anna);
  watch(other, bert);
  log_.is_held = true;
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "waits");
  // The disk fails after it has written the move.
  log_.keep_but_fail("the disk cannot be written");
  scheduler_.run();
  EXPECT_EQ(last_answer(), "storage_unclear");
  EXPECT_EQ(anna.count<Moved>(), 0);
  log_.is_held = false;
  log_.problem = "the disk cannot be written";
  EXPECT_EQ(command(table, anna, MoveCommand{"D3", 0}), "storage_unclear");
  EXPECT_EQ(command(other, bert, MoveCommand{"D3", 0}), "storage");
  scheduler_.pass(minutes(1));
  EXPECT_FALSE(anna.is_dismissed);
  // It works again, and everybody comes anew.
  log_.problem.reset();
  ++log_.recoveries;
  scheduler_.pass(seconds(2));
  EXPECT_TRUE(anna.is_dismissed);
  EXPECT_TRUE(bert.is_dismissed);
  EXPECT_EQ(hall_->counts().watchers, 0);
  EXPECT_EQ(moves(table), 1u);
  EXPECT_EQ(moves(other), 0u);
  Listener again;
  watch(table, again);
  EXPECT_EQ(command(table, again, MoveCommand{"C3", 1}), "done");
}

}  // namespace
}  // namespace spielwerk::server
