// A table as a state machine: who may do what, what happens then, and what survives being stored.
#include "server/tables/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "games/all_games.h"
#include "records/record_writer.h"
#include "server/json/event_json.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;

const Seat kHuman{.kind = SeatKind::Human, .name = "Anna"};
const Seat kGuest{.kind = SeatKind::Invite};
const Seat kComputer{.kind = SeatKind::Computer, .player = "level:3"};
const Actor kNobody{};

/// A table whose decisions come true at once; every event goes through its text on the way.
class TestTable {
 public:
  explicit TestTable(const Created& created) {
    auto table = Table::create(all_games(), "t1", stored(created, 1));
    EXPECT_TRUE(table) << table.error();
    table_.emplace(*std::move(table));
  }
  const Table& operator*() const { return *table_; }
  const Table* operator->() const { return &*table_; }

  /// The code of the refusal, or `ok`.
  std::string does(const Table::Decision& decision) {
    if (!decision) return std::string(decision.error().name());
    for (const EventBody& body : *decision) {
      const auto done = table_->apply(stored(body, table_->number() + 1));
      EXPECT_TRUE(done) << done.error();
    }
    return "ok";
  }
  std::string move(const Actor& actor, std::string_view move) {
    return does(table_->move(actor, move, static_cast<int>(table_->moves().size()), now));
  }

  Time now{milliseconds(1'000'000)};
  std::vector<Event> events{};

 private:
  Event stored(const EventBody& body, int number) {
    const std::string text = json::serialize(to_json(body));
    const auto read = parse_event(text);
    EXPECT_TRUE(read) << text << ": " << read.error().reason;
    EXPECT_EQ(*read, body) << text;
    events.push_back({number, now, *read});
    return events.back();
  }

  std::optional<Table> table_{};
};

Created othello(std::vector<Seat> seats) { return {.game = "othello:8x8", .seats = seats}; }

TEST(Table, PeopleMoveInTurn) {
  const Actor anna{.seats = {0}, .is_host = true};
  const Actor bert{.seats = {1}};
  TestTable table(othello({kHuman, kGuest}));
  EXPECT_FALSE(table->is_complete());
  EXPECT_EQ(table.move(anna, "D3"), "not_complete");
  EXPECT_EQ(table.does(table->seat(0, "Bert")), "seat_taken");
  EXPECT_EQ(table.does(table->seat(1, "Bert")), "ok");
  EXPECT_EQ(table.does(table->seat(1, "Carl")), "seat_taken");
  EXPECT_EQ(table->seats()[1].name, "Bert");
  EXPECT_EQ(table.move(kNobody, "D3"), "not_seated");
  EXPECT_EQ(table.move(bert, "D3"), "not_your_turn");
  EXPECT_EQ(table.move(anna, "A1"), "not_possible");
  EXPECT_EQ(table.move(anna, "Z9"), "expected");
  EXPECT_EQ(table.does(table->move(anna, "D3", 5, table.now)), "stale");
  EXPECT_EQ(table.move(anna, "D3"), "ok");
  EXPECT_EQ(table.does(table->move(anna, "D3", 0, table.now)), "stale");
  EXPECT_EQ(table.move(anna, "C5"), "not_your_turn");
  EXPECT_EQ(table.move(bert, "C5"), "ok");
  EXPECT_EQ(table->moves().size(), 2u);
  EXPECT_EQ(table->turn(), Player{0});
  EXPECT_FALSE(table->steps().empty());
}

TEST(Table, WhoPlaysBothSidesMovesForBoth) {
  const Actor both{.seats = {0, 1}, .is_host = true};
  TestTable table(othello({kHuman, kHuman}));
  EXPECT_EQ(table.move(both, "D3"), "ok");
  EXPECT_EQ(table.move(both, "C5"), "ok");
  EXPECT_EQ(table.does(table->take_back(both, 2)), "ok");
  EXPECT_EQ(table->moves().size(), 1u);
  EXPECT_EQ(table->turn(), Player{1});
  EXPECT_EQ(table.does(table->resign(both, std::nullopt, table.now)), "ok");
  EXPECT_EQ(table->end()->result, "1-0");
}

TEST(Table, ComputersAnswerAndPeopleTakeBackAtOnce) {
  const Actor anna{.seats = {0}, .is_host = true};
  TestTable table(othello({kHuman, kComputer}));
  EXPECT_EQ(table->seats()[1].name, "level:3");
  EXPECT_EQ(table->automatic_turn(), std::nullopt);
  EXPECT_EQ(table.does(table->take_back(anna, 0)), "no_move_yet");
  EXPECT_EQ(table.move(anna, "D3"), "ok");
  EXPECT_EQ(table->automatic_turn(), Player{1});
  EXPECT_EQ(table.does(table->take_back(anna, 1)), "ok");
  EXPECT_EQ(table->moves().size(), 0u);
  EXPECT_EQ(table->position(), table->game().start());
  EXPECT_EQ(table.move(anna, "D3"), "ok");
  const Move reply = *table->game().parse_move("C5");
  const Position asked = table->position();
  // Whoever was asked about another position has not answered this one.
  EXPECT_EQ(table.does(table->automatic_move(table->start(), reply, "", table.now)), "stale");
  EXPECT_EQ(table.does(table->automatic_move(asked, reply, "0.500", table.now)), "ok");
  EXPECT_EQ(table->moves().back().score, "0.500");
  EXPECT_EQ(table.does(table->automatic_move(asked, reply, "", table.now)), "not_your_turn");
  EXPECT_EQ(table.does(table->take_back(anna, 1)), "stale");
  EXPECT_EQ(table.does(table->take_back(anna, 2)), "ok");
  EXPECT_EQ(table->moves().size(), 0u);
}

TEST(Table, OtherPeopleAreAskedBeforeMovesAreTakenBack) {
  const Actor anna{.seats = {0}, .is_host = true};
  const Actor bert{.seats = {1}};
  TestTable table(othello({kHuman, kGuest}));
  table.does(table->seat(1, "Bert"));
  EXPECT_EQ(table.does(table->answer(bert, true, table.now)), "no_offer");
  table.move(anna, "D3");
  EXPECT_EQ(table.does(table->take_back(anna, 1)), "ok");
  ASSERT_TRUE(table->offer());
  EXPECT_THAT(table->offer()->waiting, ElementsAre(1));
  EXPECT_EQ(table->moves().size(), 1u);
  EXPECT_EQ(table.does(table->take_back(anna, 1)), "offer_pending");
  EXPECT_EQ(table.does(table->answer(anna, true, table.now)), "not_asked");
  EXPECT_EQ(table.does(table->answer(bert, false, table.now)), "ok");
  EXPECT_FALSE(table->offer());
  EXPECT_EQ(table.does(table->take_back(anna, 1)), "ok");
  EXPECT_EQ(table.does(table->answer(bert, true, table.now)), "ok");
  EXPECT_EQ(table->moves().size(), 0u);
  // A move is an answer too.
  table.move(anna, "D3");
  table.does(table->take_back(anna, 1));
  EXPECT_EQ(table.move(bert, "C5"), "ok");
  EXPECT_FALSE(table->offer());
  EXPECT_EQ(table->moves().size(), 2u);
}

TEST(Table, DrawsAreAgreedOnByPeopleWhereTheGameHasThem) {
  const Actor anna{.seats = {0}, .is_host = true};
  const Actor bert{.seats = {1}};
  TestTable table(othello({kHuman, kGuest}));
  table.does(table->seat(1, "Bert"));
  EXPECT_EQ(table.does(table->offer_draw(bert)), "ok");
  EXPECT_EQ(table.does(table->answer(anna, true, table.now)), "ok");
  EXPECT_EQ(table->end()->result, "1/2-1/2");
  EXPECT_EQ(table->end()->reason, EndReason::Agreement);
  EXPECT_EQ(table.move(anna, "D3"), "over");
  EXPECT_EQ(table.does(table->offer_draw(bert)), "over");
  EXPECT_THAT(print_record(table->record()), HasSubstr("[Termination \"agreement\"]"));

  TestTable against_computer(othello({kHuman, kComputer}));
  EXPECT_EQ(against_computer.does(against_computer->offer_draw(anna)), "computer_declines");
  TestTable kaskade({.game = "kaskade:6x6", .seats = {kHuman, kGuest}});
  kaskade.does(kaskade->seat(1, "Bert"));
  EXPECT_EQ(kaskade.does(kaskade->offer_draw(anna)), "no_draws");
}

TEST(Table, WhoResignsLoses) {
  const Actor anna{.seats = {0}, .is_host = true};
  TestTable table(othello({kHuman, kComputer}));
  EXPECT_EQ(table.does(table->resign(kNobody, std::nullopt, table.now)), "not_seated");
  EXPECT_EQ(table.does(table->resign(anna, Player{1}, table.now)), "not_your_seat");
  EXPECT_EQ(table.does(table->resign(anna, std::nullopt, table.now)), "ok");
  EXPECT_EQ(table->result(), Outcome::win(1));
  EXPECT_EQ(table->end()->seat, Player{0});
  EXPECT_EQ(table->automatic_turn(), std::nullopt);
  EXPECT_THAT(print_record(table->record()), HasSubstr("[Termination \"surrender\"]"));

  TestTable four({.game = "connect6:20,players=4", .seats = {kHuman, kHuman, kHuman, kHuman}});
  EXPECT_EQ(four.does(four->resign({.seats = {0, 1, 2, 3}}, std::nullopt, four.now)), "ok");
  // Nobody has won yet: a computer plays on.
  EXPECT_FALSE(four->is_over());
  EXPECT_EQ(four->seats()[0].kind, SeatKind::Computer);
  EXPECT_EQ(four->automatic_turn(), Player{0});
  EXPECT_EQ(four.move({.seats = {0, 1, 2, 3}}, "J10"), "not_your_turn");
}

TEST(Table, WhoRunsOutOfTimeAmongSeveralIsReplaced) {
  const Actor all{.seats = {0, 1, 2}, .is_host = true};
  Created created{.game = "connect6:20,players=3", .seats = {kHuman, kHuman, kHuman}};
  created.clock = ClockRule{seconds(60), seconds(0)};
  TestTable table(created);
  table.move(all, table->game().print_move(table->position().moves().front()));
  table.now += seconds(60);
  EXPECT_EQ(table.does(table->run_out_of_time(table.now)), "ok");
  EXPECT_FALSE(table->is_over());
  EXPECT_EQ(table->seats()[1].kind, SeatKind::Computer);
  EXPECT_EQ(table->automatic_turn(), Player{1});
  // Whoever comes begins with all the time.
  EXPECT_THAT(table->clocks(table.now + seconds(1)),
              ElementsAre(seconds(60), seconds(59), seconds(60)));
}

TEST(Table, AComputerTakesOverFromWhomTheHostHasWaitedFor) {
  const Actor anna{.seats = {0}, .is_host = true};
  const Actor bert{.seats = {1}};
  TestTable never_came(othello({kHuman, kGuest}));
  EXPECT_EQ(never_came.does(never_came->replace(bert, 1, kComputer, false)), "not_host");
  EXPECT_EQ(never_came.does(never_came->replace(anna, 0, kComputer, false)), "not_replaceable");
  EXPECT_EQ(never_came.does(never_came->replace(anna, 1, kComputer, false)), "ok");
  EXPECT_TRUE(never_came->is_complete());
  EXPECT_EQ(never_came.does(never_came->seat(1, "Bert")), "seat_taken");

  TestTable went_away(othello({kHuman, kGuest}));
  went_away.does(went_away->seat(1, "Bert"));
  went_away.move(anna, "D3");
  EXPECT_EQ(went_away.does(went_away->replace(bert, 1, kComputer, true)), "not_host");
  EXPECT_EQ(went_away.does(went_away->replace(anna, 1, kComputer, true)), "opponent_present");
  EXPECT_EQ(went_away.does(went_away->take_back(anna, 1)), "ok");
  EXPECT_EQ(went_away.does(went_away->replace(anna, 1, kComputer, false)), "ok");
  EXPECT_FALSE(went_away->offer());
  EXPECT_EQ(went_away.move(bert, "C5"), "not_your_turn");
  EXPECT_EQ(went_away->automatic_turn(), Player{1});

  // Whom the program connects to was decided when the table was made.
  const Seat far{.kind = SeatKind::Remote, .server = "localhost:1"};
  Seat farther = far;
  farther.server = "localhost:2";
  TestTable remote({.game = "kaskade:4x4", .seats = {kHuman, far}});
  EXPECT_EQ(remote.does(remote->replace(anna, 1, farther, false)), "other_server");
  EXPECT_EQ(remote.does(remote->replace(anna, 1, far, false)), "ok");
}

TEST(Table, RemotePlayersSayWhatTheyAreCalled) {
  const Seat far{.kind = SeatKind::Remote, .server = "localhost:1"};
  const Actor anna{.seats = {0}, .is_host = true};
  TestTable table({.game = "kaskade:4x4", .seats = {kHuman, far}});
  const auto play = [&](const char* own, const char* reply, const char* name) {
    EXPECT_EQ(table.move(anna, own), "ok");
    const Move move = *table->game().parse_move(reply);
    const Position at = table->position();
    EXPECT_EQ(table.does(table->automatic_move(at, move, "", table.now, name)), "ok");
    return table->seats()[1].name;
  };
  EXPECT_EQ(table->seats()[1].name, "");
  EXPECT_EQ(play("0;0", "3;3", ""), "");
  EXPECT_EQ(play("0;1", "3;2", "Tobias"), "Tobias");
  const int number = table->number();
  EXPECT_EQ(play("0;2", "3;1", "Tobias"), "Tobias");
  EXPECT_EQ(table->number(), number + 2);
  EXPECT_EQ(play("0;3", "3;0", " J\xFCrgen\n"), "J?rgen?");
  // Half a pair of UTF-16, a slash in three bytes, a number beyond all characters: stored as they
  // are, they would make the table unreadable.
  EXPECT_EQ(play("1;0", "2;3", "\xED\xA0\x80"), "???");
  EXPECT_EQ(play("1;2", "2;1", "\xE0\x80\xAF"), "???");
  EXPECT_EQ(play("1;3", "2;0", "\xF4\x90\x80\x80"), "????");
  EXPECT_EQ(play("1;1", "2;2", std::string(100, 'x').c_str()), std::string(40, 'x'));
  EXPECT_EQ(table->record().tag("Player2"), std::string(40, 'x'));
  // The same server plays the next game under its name, and it is still the same when it is tried
  // again.
  EXPECT_EQ(table->next_game().seats[0].name, std::string(40, 'x'));
  EXPECT_EQ(table.does(table->replace(anna, 1, {.kind = SeatKind::Remote}, false)), "ok");
  EXPECT_EQ(table->seats()[1].server, "localhost:1");
  EXPECT_EQ(table->seats()[1].name, std::string(40, 'x'));
  // A table stored long ago has the address for a name.
  Seat old = far;
  old.name = old.server;
  EXPECT_EQ(TestTable({.game = "kaskade:4x4", .seats = {kHuman, old}})->seats()[1].name, "");
}

TEST(Table, TroublesAreForProgramsAndForPeople) {
  const auto told = [](const Failure& failure) {
    const EventBody body = Troubled{1, failure};
    const std::string text = json::serialize(to_json(body));
    EXPECT_EQ(parse_event(text).value(), body) << text;
    return text;
  };
  EXPECT_EQ(told({FailureKind::Refused, "no more games today"}),
            R"({"type":"troubled","seat":1,"code":"refused","detail":"no more games today",)"
            R"("message":"the server refused: no more games today"})");
  EXPECT_EQ(told({FailureKind::TooLong}),
            R"({"type":"troubled","seat":1,"code":"too_long",)"
            R"("message":"the game has as many moves as a game may have"})");
  // One stored long ago: its sentence may tell an address.
  EXPECT_EQ(
      parse_event(R"({"type":"troubled","seat":1,"message":"cannot connect to x:1"})").value(),
      EventBody(Troubled{1}));
  EXPECT_FALSE(parse_event(R"({"type":"troubled","seat":1,"code":"tired"})"));
}

TEST(Table, ClocksRunFromTheSecondMoveOn) {
  const Actor both{.seats = {0, 1}, .is_host = true};
  Created created = othello({kHuman, kHuman});
  created.clock = ClockRule{seconds(60), seconds(2)};
  TestTable table(created);
  const auto clocks = [&] { return table->clocks(table.now); };
  table.now += seconds(30);
  EXPECT_THAT(clocks(), ElementsAre(seconds(60), seconds(60)));
  EXPECT_EQ(table->deadline(), std::nullopt);
  table.move(both, "D3");
  table.now += seconds(10);
  EXPECT_THAT(clocks(), ElementsAre(seconds(60), seconds(50)));
  table.move(both, "C5");
  EXPECT_THAT(clocks(), ElementsAre(seconds(60), seconds(52)));
  table.now += seconds(59);
  EXPECT_EQ(table.does(table->run_out_of_time(table.now)), "time_left");
  table.now += seconds(1);
  EXPECT_EQ(table->deadline(), table.now);
  EXPECT_EQ(table.move(both, "F6"), "time_over");
  EXPECT_EQ(table.does(table->run_out_of_time(table.now)), "ok");
  EXPECT_EQ(table->end()->reason, EndReason::TimeOut);
  EXPECT_EQ(table->end()->result, "0-1");
  EXPECT_THAT(table->clocks(table.now + seconds(5)), ElementsAre(seconds(0), seconds(52)));
  // A clock that has stopped goes on from where it was.
  TestTable other(created);
  other.move(both, "D3");
  Table copy = *other;
  copy.resume_clock(other.now + seconds(1'000));
  EXPECT_THAT(copy.clocks(other.now + seconds(1'001)), ElementsAre(seconds(60), seconds(59)));
}

TEST(Table, RematchesRotateTheSeatsAndNeedConsent) {
  const Actor anna{.seats = {0}, .is_host = true};
  const Actor bert{.seats = {1}};
  TestTable table(othello({kHuman, kGuest}));
  table.does(table->seat(1, "Bert"));
  EXPECT_EQ(table.does(table->ask_rematch(anna)), "not_over");
  table.does(table->resign(anna, std::nullopt, table.now));
  EXPECT_EQ(table.does(table->ask_rematch(kNobody)), "not_seated");
  EXPECT_EQ(table.does(table->ask_rematch(anna)), "ok");
  const auto decision = table->answer(bert, true, table.now);
  ASSERT_TRUE(decision);
  EXPECT_TRUE(std::holds_alternative<Rematched>(decision->back()));
  EXPECT_EQ(table->next_game().seats[0].name, "Bert");
  EXPECT_EQ(table->next_game().seats[1].name, "Anna");
  EXPECT_EQ(table.does(std::vector<EventBody>{Rematched{"t2"}}), "ok");
  EXPECT_EQ(table.does(table->ask_rematch(anna)), "has_rematch");

  TestTable against_computer(othello({kHuman, kComputer}));
  against_computer.does(against_computer->resign(anna, std::nullopt, against_computer.now));
  EXPECT_TRUE(std::holds_alternative<Rematched>(against_computer->ask_rematch(anna)->front()));
}

TEST(Table, OnlyTheHostPacesComputersAndReplacesThem) {
  const Actor host{.is_host = true};
  TestTable table(othello({kComputer, kComputer}));
  EXPECT_EQ(table->automatic_turn(), Player{0});
  EXPECT_EQ(table.does(table->pace(kNobody, seconds(1), true)), "not_host");
  EXPECT_EQ(table.does(table->pace(host, seconds(1), true)), "ok");
  EXPECT_TRUE(table->is_paused());
  EXPECT_EQ(table->delay(), seconds(1));
  EXPECT_EQ(table.does(table->fail(0, {FailureKind::Other, "gone"}, table.now)), "ok");
  EXPECT_EQ(table->automatic_turn(), std::nullopt);
  EXPECT_EQ(table.does(table->replace(kNobody, 0, kComputer, false)), "not_host");
  EXPECT_EQ(table.does(table->replace(host, 0, kHuman, false)), "not_replaceable");
  const Seat other{.kind = SeatKind::Computer, .player = "max", .time = seconds(2)};
  EXPECT_EQ(table.does(table->replace(host, 0, other, false)), "ok");
  EXPECT_EQ(table->seats()[0].player, "max");
  EXPECT_EQ(table->automatic_turn(), Player{0});
  EXPECT_EQ(table.does(table->fail(1, {FailureKind::Lost}, table.now)), "stale");

  TestTable with_people(othello({kHuman, kComputer}));
  EXPECT_EQ(with_people.does(with_people->pace(host, seconds(1), true)), "people_play");
}

TEST(Table, FourPlayersAgreeTogether) {
  const Actor host{.seats = {0, 2}, .is_host = true};
  const Actor bert{.seats = {1}};
  const Actor carl{.seats = {3}};
  TestTable table({.game = "connect6:20,players=4", .seats = {kHuman, kGuest, kHuman, kGuest}});
  table.does(table->seat(1, "Bert"));
  table.does(table->seat(3, "Carl"));
  const Move first = table->position().moves().front();
  EXPECT_EQ(table.move(host, table->game().print_move(first)), "ok");
  EXPECT_EQ(table.does(table->take_back(host, 1)), "ok");
  EXPECT_THAT(table->offer()->waiting, ElementsAre(1, 3));
  EXPECT_EQ(table.does(table->answer(carl, true, table.now)), "ok");
  EXPECT_THAT(table->offer()->waiting, ElementsAre(1));
  EXPECT_EQ(table.does(table->answer(carl, true, table.now)), "not_asked");
  EXPECT_EQ(table.does(table->answer(bert, true, table.now)), "ok");
  EXPECT_EQ(table->moves().size(), 0u);
}

TEST(Table, AHostHasNoPowerOverOtherPeople) {
  const Actor anna{.seats = {0}, .is_host = true};
  TestTable table(othello({kHuman, kGuest}));
  table.does(table->seat(1, "Bert"));
  EXPECT_EQ(table.does(table->seat(1, "Anna")), "seat_taken");
  EXPECT_EQ(table.does(table->pace(anna, seconds(60), true)), "people_play");
  EXPECT_EQ(table.does(table->resign(anna, Player{1}, table.now)), "not_your_seat");
  table.move(anna, "D3");
  EXPECT_EQ(table.move(anna, "C5"), "not_your_turn");
  for (const auto& ask :
       {table->take_back(anna, 1), table->offer_draw(anna), table->switch_help(anna, true)}) {
    ASSERT_TRUE(ask) << ask.error().reason;
    EXPECT_TRUE(std::holds_alternative<Offered>(ask->front()));
  }
  table.does(table->offer_draw(anna));
  EXPECT_EQ(table.does(table->answer(anna, true, table.now)), "not_asked");
  table.does(table->resign(anna, std::nullopt, table.now));
  EXPECT_TRUE(std::holds_alternative<Offered>(table->ask_rematch(anna)->front()));
}

// ---- Hints and evaluation

const ClockRule kFiveMinutes{seconds(300), seconds(3)};

TEST(Table, OnePersonMayAlwaysHaveHelp) {
  const Actor both{.seats = {0, 1}, .is_host = true};
  for (const std::vector<Seat>& seats :
       {std::vector{kHuman, kHuman}, {kHuman, kComputer}, {kGuest, kComputer}}) {
    TestTable table({.game = "othello:8x8", .seats = seats, .clock = kFiveMinutes});
    EXPECT_EQ(table->help(), Help::Free);
    EXPECT_FALSE(table->refuse_help(both));
    EXPECT_FALSE(table->refuse_help(kNobody));
  }
  TestTable table(othello({kHuman, kHuman}));
  EXPECT_EQ(table.does(table->switch_help(both, true)), "help_is_on");
  EXPECT_EQ(table.does(table->switch_help(both, false)), "help_is_on");
}

TEST(Table, BetweenPeopleHelpIsOffUnlessAllAgree) {
  const Actor anna{.seats = {0}, .is_host = true};
  const Actor bert{.seats = {1}};
  TestTable table(othello({kHuman, kGuest}));
  // Somebody who has not come yet is another person already.
  EXPECT_EQ(table->help(), Help::Off);
  EXPECT_EQ(table.does(table->switch_help(anna, true)), "not_complete");
  table.does(table->seat(1, "Bert"));
  EXPECT_EQ(table->refuse_help(anna)->name(), "help_is_off");
  EXPECT_EQ(table->refuse_help(bert)->name(), "help_is_off");
  // Nobody plays for time, so those who watch may know.
  EXPECT_FALSE(table->refuse_help(kNobody));

  EXPECT_EQ(table.does(table->switch_help(kNobody, true)), "not_seated");
  EXPECT_EQ(table.does(table->switch_help(bert, false)), "help_is_off");
  EXPECT_EQ(table.does(table->switch_help(bert, true)), "ok");
  EXPECT_EQ(table->help(), Help::Off);
  EXPECT_EQ(table->offer()->what, OfferKind::Help);
  EXPECT_EQ(table.does(table->switch_help(anna, true)), "offer_pending");
  EXPECT_EQ(table.does(table->answer(bert, true, table.now)), "not_asked");
  EXPECT_EQ(table.does(table->answer(anna, false, table.now)), "ok");
  EXPECT_EQ(table->help(), Help::Off);

  table.does(table->switch_help(bert, true));
  EXPECT_EQ(table.does(table->answer(anna, true, table.now)), "ok");
  EXPECT_EQ(table->help(), Help::Agreed);
  EXPECT_FALSE(table->offer());
  EXPECT_FALSE(table->refuse_help(anna));
  EXPECT_EQ(table.does(table->switch_help(anna, true)), "help_is_on");
  EXPECT_TRUE(table->next_game().has_help);
  // What was agreed on by all is ended by anybody, and does not touch what else is being asked.
  table.move(anna, "D3");
  table.does(table->offer_draw(anna));
  EXPECT_EQ(table.does(table->switch_help(bert, false)), "ok");
  EXPECT_EQ(table->help(), Help::Off);
  EXPECT_EQ(table->offer()->what, OfferKind::Draw);
  EXPECT_FALSE(table->next_game().has_help);
  table.does(table->resign(anna, std::nullopt, table.now));
  EXPECT_FALSE(table->refuse_help(anna));
  EXPECT_EQ(table.does(table->switch_help(anna, true)), "over");
}

TEST(Table, HelpIsOfferedWithTheInvitation) {
  Created wish = othello({kHuman, kGuest});
  wish.has_help = true;
  TestTable table(wish);
  EXPECT_EQ(table->help(), Help::Agreed);
  EXPECT_EQ(table.does(table->switch_help({.seats = {0}, .is_host = true}, false)), "ok");
  EXPECT_EQ(table->help(), Help::Off);
}

TEST(Table, WhoWatchesPeoplePlayForTimeGetsNoHelpEither) {
  const Actor host{.is_host = true};
  TestTable table({.game = "othello:8x8", .seats = {kGuest, kGuest}, .clock = kFiveMinutes});
  EXPECT_EQ(table->refuse_help(kNobody)->name(), "help_is_off");
  EXPECT_EQ(table->refuse_help(host)->name(), "help_is_off");
  table.does(table->seat(0, "Anna"));
  table.does(table->seat(1, "Bert"));
  table.does(table->resign({.seats = {0}}, std::nullopt, table.now));
  EXPECT_FALSE(table->refuse_help(kNobody));
}

TEST(Table, AllOfThreeAgreeOnHelpAndTheLastOneNeedsNobody) {
  const Actor anna{.seats = {0}, .is_host = true};
  const Actor bert{.seats = {1}};
  const Actor carl{.seats = {2}};
  TestTable table({.game = "connect6:20,players=3", .seats = {kHuman, kGuest, kGuest}});
  table.does(table->seat(1, "Bert"));
  table.does(table->seat(2, "Carl"));
  table.does(table->switch_help(bert, true));
  EXPECT_EQ(table.does(table->answer(anna, true, table.now)), "ok");
  EXPECT_EQ(table->help(), Help::Off);
  EXPECT_EQ(table.does(table->answer(carl, true, table.now)), "ok");
  EXPECT_EQ(table->help(), Help::Agreed);
  table.does(table->switch_help(carl, false));
  // Computers play on for those who resign.
  table.does(table->resign(bert, std::nullopt, table.now));
  EXPECT_EQ(table->help(), Help::Off);
  table.does(table->resign(carl, std::nullopt, table.now));
  EXPECT_EQ(table->help(), Help::Free);
}

TEST(Table, OldTablesKnowNothingOfHelp) {
  const auto created = parse_event(
      R"({"type":"created","game":"othello:8x8","seats":[{"kind":"human","name":"Anna"},)"
      R"({"kind":"invite","name":""}],"clock":{"time":60000,"increment":0},"delay":600})");
  ASSERT_TRUE(created) << created.error().reason;
  const auto table = Table::create(all_games(), "t1", {1, Time{}, *created});
  ASSERT_TRUE(table) << table.error();
  EXPECT_EQ(table->help(), Help::Off);
}

TEST(Table, WhatComputersThinkIsInTheRecordAfterTheEnd) {
  const Actor anna{.seats = {0}, .is_host = true};
  const Actor bert{.seats = {1}};
  TestTable table({.game = "connect6:20,players=3", .seats = {kHuman, kGuest, kComputer}});
  table.does(table->seat(1, "Bert"));
  const auto first = [&] { return table->position().moves().front(); };
  ASSERT_EQ(table.move(anna, table->game().print_move(first())), "ok");
  ASSERT_EQ(table.move(bert, table->game().print_move(first())), "ok");
  ASSERT_EQ(table.does(table->automatic_move(table->position(), first(), "0.625", table.now)),
            "ok");
  EXPECT_FALSE(table->record().moves.back().evaluation);
  table.does(table->switch_help(anna, true));
  table.does(table->answer(bert, true, table.now));
  EXPECT_TRUE(table->record().moves.back().evaluation);
  table.does(table->switch_help(anna, false));
  EXPECT_FALSE(table->record().moves.back().evaluation);
  ASSERT_EQ(table.does({{Ended{.result = "1-0-0"}}}), "ok");
  EXPECT_TRUE(table->record().moves.back().evaluation);
}

TEST(Table, RefusesEventsThatDoNotFit) {
  const auto problem = [](const EventBody& body, int number = 1) {
    const auto table = Table::create(all_games(), "t1", {number, {}, body});
    return table ? "" : table.error();
  };
  EXPECT_EQ(problem(Created{.game = "othello:8x8", .seats = {kHuman}}),
            "othello:8x8 is for 2 players, not for 1");
  EXPECT_THAT(problem(Created{.game = "chess", .seats = {kHuman, kHuman}}), HasSubstr("chess"));
  EXPECT_THAT(problem(Created{.game = "othello:8x8", .start = "x", .seats = {kHuman, kHuman}}),
              HasSubstr("expected"));
  EXPECT_THAT(
      problem(Created{.game = "othello:8x8", .moves = {"D3", "A1"}, .seats = {kHuman, kHuman}}),
      HasSubstr("A1"));
  EXPECT_THAT(problem(Seated{0, "x"}), HasSubstr("begins with its creation"));
  EXPECT_THAT(problem(othello({kHuman, kHuman}), 2), HasSubstr("begins with its creation"));

  TestTable table(othello({kHuman, kHuman}));
  Table copy = *table;
  EXPECT_FALSE(copy.apply({5, {}, Seated{0, "x"}}));
  for (const EventBody& body : std::vector<EventBody>{
           Seated{7, "x"}, Moved{0, "A1"}, Moved{0, "D3", "", {seconds(1)}}, Offered{9},
           Answered{0, true}, TakenBack{3}, Ended{"*"}, Ended{"2-0"}, Troubled{5}, Named{0, "x"},
           Named{7, "x"}, Replaced{5}, othello({})}) {
    EXPECT_FALSE(copy.apply({2, {}, body})) << json::serialize(to_json(body));
    EXPECT_EQ(copy.number(), 1);
  }
}

TEST(Table, DamagedEventsAreNotRead) {
  for (const char* text :
       {"", "{", "[]", "{}", R"({"type":"flown"})", R"({"type":"moved"})",
        R"({"type":"moved","seat":9,"move":"D3"})", R"({"type":"moved","seat":0,"move":7})",
        R"({"type":"ended","result":"1-0","reason":"boredom"})",
        R"({"type":"created","game":"othello","seats":[{"kind":"ghost"}],"delay":0})",
        R"({"type":"created","game":"othello","seats":7,"delay":0})",
        R"({"type":"paced","delay":-1,"is_paused":true})"}) {
    EXPECT_FALSE(parse_event(text)) << text;
  }
}

TEST(Table, ATableIsTheSumOfItsEvents) {
  // Whatever people do, in any order: replaying the stored events leads to the same table.
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const char* games[] = {"kaskade:4x3", "othello:4x4", "tictactoe:3x3,k=3", "towerwars:4"};
    Created created{.game = games[random.below(4)],
                    .seats = {kHuman, random.below(2) == 0 ? kGuest : kComputer}};
    if (random.below(2) == 0) created.clock = ClockRule{seconds(100), seconds(1)};
    TestTable table(created);
    const Actor actors[] = {{.seats = {0}, .is_host = true}, {.seats = {1}}, {}};
    int refused = 0;
    for (int round = 0; round < 150; ++round) {
      table.now += milliseconds(random.below(900));
      const Actor& actor = actors[random.below(3)];
      const auto at = static_cast<int>(table->moves().size());
      std::string code;
      switch (random.below(10)) {
        case 0:
          code = table.does(table->take_back(actor, at));
          break;
        case 1:
          code = table.does(table->answer(actor, random.below(2) == 0, table.now));
          break;
        case 2:
          code = table.does(table->offer_draw(actor));
          break;
        case 3:
          code = table.does(table->seat(1, "Bert"));
          break;
        case 4:
          code = random.below(20) == 0 ? table.does(table->resign(actor, std::nullopt, table.now))
                                       : "ok";
          break;
        case 5:
          code = table.does(table->run_out_of_time(table.now));
          break;
        default: {
          if (table->position().outcome().is_over()) break;
          const Move move = table->position().random_move(random);
          code = table->automatic_turn()
                     ? table.does(table->automatic_move(table->position(), move, "", table.now))
                     : table.move(actor, table->game().print_move(move));
        }
      }
      refused += code == "ok" ? 0 : 1;
    }
    EXPECT_GT(refused, 0);
    auto again = Table::create(all_games(), "t1", table.events.front());
    ASSERT_TRUE(again);
    for (std::size_t index = 1; index < table.events.size(); ++index) {
      ASSERT_TRUE(again->apply(table.events[index]));
    }
    EXPECT_EQ(again->position(), table->position());
    EXPECT_EQ(again->moves().size(), table->moves().size());
    EXPECT_EQ(again->clocks(table.now), table->clocks(table.now));
    EXPECT_EQ(again->end(), table->end());
    EXPECT_EQ(again->offer().has_value(), table->offer().has_value());
    EXPECT_EQ(again->record(), table->record());
    if (table->position().outcome().is_over()) {
      EXPECT_TRUE(table->is_over());
      EXPECT_EQ(table->result(), table->position().outcome());
    }
  }
}

}  // namespace
}  // namespace spielwerk::server
