// Clients of the Kaskade server at tables, without a socket: the test is the client and the disk.
#include "server/tables/client_tables.h"

#include "protocols/kaskade/board.h"
#include "tests/server/tables/hall_fixture.h"

namespace spielwerk::server {
namespace {

using kaskade_protocol::Client;
using kaskade_protocol::End;
using kaskade_protocol::NetworkGame;

/// One who has connected: makes moves, and hears those of the other side.
class Visitor {
 public:
  Visitor(ClientTables& tables, const NetworkGame& game, const Client& client,
          const PlayerPlan& computer)
      : position_(game.start()),
        seated_(tables.seat(game, client, computer, milliseconds(700))),
        player_(game.player(End::Client)) {
    if (position_.side_to_move() != player_) wait_for_answer();
  }

  bool may_move() const { return !waits_ && position_.side_to_move() == player_; }
  void move() {
    position_.play(position_.moves().front());
    if (position_.outcome().is_over()) {
      seated_.player->end_game(position_, [](const std::optional<Failure>&) {});
      leave();
    } else {
      wait_for_answer();
    }
  }
  void leave() { seated_.player.reset(); }

  const Position& position() const { return position_; }
  milliseconds limit() const { return seated_.limits.move_time.value(); }
  const std::optional<Failure>& failure() const { return failure_; }

 private:
  void wait_for_answer() {
    waits_ = true;
    seated_.player->ask(position_, seated_.limits, [this](std::expected<Choice, Failure> choice) {
      waits_ = false;
      if (choice) {
        position_.play(choice->move.value());
      } else {
        failure_ = choice.error();
      }
    });
  }

  Position position_;
  kaskade_protocol::ServerPlayer seated_;
  Player player_;
  bool waits_ = false;
  std::optional<Failure> failure_{};
};

class ClientTablesTest : public HallTest {
 protected:
  ClientTablesTest() { open(); }
  ~ClientTablesTest() override { visitors_.clear(); }
  ClientTablesTest(const ClientTablesTest&) = delete;
  ClientTablesTest& operator=(const ClientTablesTest&) = delete;

  void open(const ClientTableSettings& settings = {}) {
    tables_ = std::make_unique<ClientTables>(scheduler_, *hall_, pool_, settings);
  }
  static NetworkGame game(End begin = End::Client) {
    return NetworkGame::create({.columns = 3, .rows = 3, .begin = begin, .user = "W"}).value();
  }
  Visitor& connect(const NetworkGame& game, const std::string& connection = "10.0.0.1:5000",
                   const std::string& user = "Wilma") {
    const std::string address = connection.substr(0, connection.find(':'));
    // Whoever plays without a table is asked like those at tables.
    const PlayerPlan computer{.text = "level:2", .make = [this](const PlayerSettings&) {
                                return substitutes_.maker()(*games_->parse("kaskade"), {}).value();
                              }};
    visitors_.push_back(
        std::make_unique<Visitor>(*tables_, game, Client{user, address, connection}, computer));
    scheduler_.run();
    return *visitors_.back();
  }
  void move(Visitor& visitor) {
    visitor.move();
    scheduler_.run();
  }
  void leave(Visitor& visitor) {
    visitor.leave();
    scheduler_.run();
  }
  Hall::NewTable table(const std::string& connection = "10.0.0.1:5000") {
    return {.id = tables_->table_of(connection)};
  }
  std::vector<std::string> live() const {
    std::vector<std::string> ids;
    for (const auto& each : hall_->live_tables(100, Sight::Everybody)) {
      ids.push_back(each.summary.id);
    }
    return ids;
  }

  ScriptedPlayers substitutes_{};
  ThinkingPool pool_{{.threads = 1, .table_megabytes = 1}};
  std::unique_ptr<ClientTables> tables_{};
  std::vector<std::unique_ptr<Visitor>> visitors_{};
};

TEST_F(ClientTablesTest, AGameIsATableThatEverybodyCanWatch) {
  Visitor& wilma = connect(game());
  ASSERT_EQ(live(), std::vector<std::string>{table().id});
  Listener listener;
  watch(table(), listener);
  const auto& seats = view(table()).state.seats;
  EXPECT_EQ(seats[0], (Seat{.kind = SeatKind::Client, .name = "Wilma"}));
  EXPECT_EQ(seats[1], (Seat{.kind = SeatKind::Computer,
                            .name = "level:2",
                            .player = "level:2",
                            .time = milliseconds(700)}));
  EXPECT_EQ(wilma.limit(), milliseconds(700));

  move(wilma);
  EXPECT_EQ(moves(table()), 1u);
  EXPECT_FALSE(wilma.may_move());
  EXPECT_EQ(question().limits.move_time, milliseconds(700));
  answer();
  EXPECT_TRUE(wilma.may_move());
  EXPECT_EQ(moves(table()), 2u);
  EXPECT_EQ(listener.count<Moved>(), 2);
  EXPECT_EQ(view(table()).state.position, wilma.position());
}

TEST_F(ClientTablesTest, BothEndsSeeTheSameEndWhoeverBegins) {
  for (const End begin : {End::Client, End::Server}) {
    const std::string connection = begin == End::Client ? "10.0.0.1:1" : "10.0.0.1:2";
    Visitor& wilma = connect(game(begin), connection);
    const Hall::NewTable at = table(connection);
    EXPECT_EQ(view(at).state.seats[begin == End::Client ? 0 : 1].kind, SeatKind::Client);
    while (!wilma.position().outcome().is_over()) {
      if (wilma.may_move()) {
        move(wilma);
      } else {
        answer();
      }
    }
    EXPECT_EQ(view(at).state.position, wilma.position());
    EXPECT_EQ(view(at).state.result->reason, EndReason::Rules);
    EXPECT_EQ(view(at).state.result->winner, wilma.position().outcome().winner());
    leave(wilma);
    EXPECT_FALSE(wilma.failure());
    EXPECT_EQ(table(connection).id, "");
  }
}

TEST_F(ClientTablesTest, ASetUpBoardIsTheStartOfTheTable) {
  const auto set_up = NetworkGame::create(
      {.columns = 3, .rows = 3, .begin = End::Server, .setup = "1s0n0n0n2c0n0n0n1c", .user = "W"});
  ASSERT_TRUE(set_up) << set_up.error();
  connect(*set_up);
  EXPECT_EQ(view(table()).start, set_up->start());
}

TEST_F(ClientTablesTest, WhoLeavesLosesAtOnceAndTheComputerStopsThinking) {
  Visitor& wilma = connect(game());
  const Hall::NewTable at = table();
  move(wilma);
  ASSERT_EQ(players_.open().size(), 1u);
  leave(wilma);
  EXPECT_TRUE(players_.open().empty());
  EXPECT_EQ(view(at).state.result->reason, EndReason::Left);
  EXPECT_EQ(view(at).state.result->winner, 1);
  EXPECT_EQ(hall_->copy(at.id)->record().tag("Termination"), "abandoned");
  EXPECT_TRUE(live().empty());
}

TEST_F(ClientTablesTest, WhoLeavesWhileTheTableIsBeingStoredLeavesNothingOpen) {
  log_.is_held = true;
  Visitor& wilma = connect(game());
  leave(wilma);
  log_.is_held = false;
  release();
  scheduler_.run();
  EXPECT_TRUE(live().empty());
  EXPECT_EQ(hall_->finished_tables({}, 10, Sight::Everybody).size(), 1u);
}

TEST_F(ClientTablesTest, MovesMadeBeforeTheTableIsStoredAreNotLost) {
  log_.is_held = true;
  Visitor& wilma = connect(game());
  wilma.move();
  scheduler_.run();
  log_.is_held = false;
  release();
  scheduler_.run();
  EXPECT_EQ(moves(table()), 1u);
  answer();
  EXPECT_TRUE(wilma.may_move());
}

TEST_F(ClientTablesTest, WhatCannotBeStoredIsPlayedWithoutATable) {
  log_.is_held = true;
  Visitor& wilma = connect(game());
  wilma.move();
  release("the disk is full");
  EXPECT_TRUE(live().empty());
  while (!wilma.position().outcome().is_over()) {
    if (wilma.may_move()) {
      move(wilma);
      continue;
    }
    ASSERT_EQ(substitutes_.open().size(), 1u);
    EXPECT_EQ(substitutes_.open().front()->limits.move_time, milliseconds(700));
    ScriptedPlayers::answer(*substitutes_.open().front());
  }
  EXPECT_FALSE(wilma.failure());
}

TEST_F(ClientTablesTest, ThereAreOnlySoManyTablesAtOnce) {
  open({.max_tables = 2});
  for (const char* each : {"10.0.0.1:1", "10.0.0.2:1"}) connect(game(), each);
  Visitor& third = connect(game(), "10.0.0.3:1");
  EXPECT_EQ(live().size(), 2u);
  move(third);
  EXPECT_EQ(substitutes_.open().size(), 1u);
  // Who leaves is not thought for any more.
  leave(third);
  EXPECT_TRUE(substitutes_.open().empty());
  leave(*visitors_.front());
  connect(game(), "10.0.0.4:1");
  EXPECT_EQ(live().size(), 2u);
  EXPECT_NE(table("10.0.0.4:1").id, "");
}

TEST_F(ClientTablesTest, AFullHallSendsNoClientAway) {
  settings_.max_tables = 1;
  tables_.reset();
  restart();
  open();
  Listener anna;
  watch(create({kHuman, kComputer}), anna);
  Visitor& wilma = connect(game());
  EXPECT_EQ(table().id, "");
  move(wilma);
  EXPECT_EQ(substitutes_.open().size(), 1u);
}

TEST_F(ClientTablesTest, OneAddressDoesNotFillTheArchive) {
  open({.rate = 1, .burst = 3});
  for (int game_number = 0; game_number < 10; ++game_number) {
    leave(connect(game(), "10.0.0.1:" + std::to_string(game_number)));
  }
  EXPECT_EQ(hall_->finished_tables({}, 100, Sight::Everybody).size(), 3u);
  leave(connect(game(), "10.0.0.2:1"));
  EXPECT_EQ(hall_->finished_tables({}, 100, Sight::Everybody).size(), 4u);
  scheduler_.pass(milliseconds(1000));
  leave(connect(game(), "10.0.0.1:99"));
  EXPECT_EQ(hall_->finished_tables({}, 100, Sight::Everybody).size(), 5u);
}

TEST_F(ClientTablesTest, AComputerThatFailsLosesInsteadOfLettingTheClientWait) {
  Visitor& wilma = connect(game());
  const Hall::NewTable at = table();
  move(wilma);
  ScriptedPlayers::fail(question(), {FailureKind::Other, "out of ideas"});
  scheduler_.run();
  EXPECT_EQ(view(at).state.result->reason, EndReason::Resignation);
  EXPECT_EQ(view(at).state.result->winner, 0);
  ASSERT_TRUE(wilma.failure());
  EXPECT_EQ(wilma.failure()->kind, FailureKind::Left);
}

TEST_F(ClientTablesTest, AfterARestartTheGameHasBeenLeft) {
  Visitor& wilma = connect(game());
  const Hall::NewTable at = table();
  tables_.reset();
  players_.failure = Failure{FailureKind::Left};
  restart();
  EXPECT_EQ(view(at).state.result->reason, EndReason::Left);
  EXPECT_EQ(view(at).state.result->winner, 1);
  move(wilma);
  ASSERT_TRUE(wilma.failure());
  EXPECT_EQ(wilma.failure()->kind, FailureKind::Left);
}

TEST_F(ClientTablesTest, NamesAreMadeFitForThePage) {
  connect(game(), "10.0.0.1:5000", std::string(1'000, 'n') + "\x1b[2J");
  const std::string name = view(table()).state.seats[0].name;
  EXPECT_LE(name.size(), 60u);
  EXPECT_EQ(name.find('\x1b'), std::string::npos);
}

TEST_F(ClientTablesTest, NobodyElseSeatsClients) {
  const auto refused =
      try_to_create({.game = "kaskade:3x3", .seats = {{.kind = SeatKind::Client}, kComputer}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, RefusalCode::UnfitPlayer);
  const Hall::NewTable at = create({kHuman, kComputer}, "kaskade:3x3");
  Listener listener;
  watch(at, listener);
  EXPECT_EQ(command(at, listener, ReplaceCommand{1, {.kind = SeatKind::Client}}),
            "not_replaceable");
}

TEST_F(ClientTablesTest, NobodyAtThePageRulesOverAClientsTable) {
  connect(game());
  Listener listener;
  watch(table(), listener);
  EXPECT_EQ(command(table(), listener, MoveCommand{"A1", 0}), "not_seated");
  EXPECT_EQ(command(table(), listener, ResignCommand{}), "not_seated");
  EXPECT_EQ(command(table(), listener, PaceCommand{milliseconds(0), true}), "not_host");
  EXPECT_EQ(command(table(), listener, ReplaceCommand{1, kComputer}), "not_host");
  EXPECT_EQ(command(table(), listener, TakeBackCommand{0}), "not_seated");
}

}  // namespace
}  // namespace spielwerk::server
