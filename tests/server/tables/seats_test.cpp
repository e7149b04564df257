// Who may sit at a table, and what a table makes of players that resign.
#include "server/tables/seats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/all_games.h"
#include "server/json/event_json.h"
#include "server/tables/table.h"

namespace spielwerk::server {
namespace {

using testing::StartsWith;

Seat seat_of(const json::value& value) { return parse_seat(value).value(); }
Seat computer(const std::string& player) {
  return seat_of({{"kind", "computer"}, {"player", player}});
}
std::string problem(std::string_view game, const Seat& seat) {
  return problem_with_seat(*all_games().parse(game), seat);
}

TEST(Seats, TakeWhoeverCanPlay) {
  EXPECT_EQ(problem("othello", seat_of({{"kind", "human"}, {"name", "Anna"}})), "");
  EXPECT_EQ(problem("othello", computer("level:3")), "");
  EXPECT_EQ(problem("othello", computer("mobility")), "");
  EXPECT_EQ(problem("kaskade", computer("kaskade:localhost:4711")), "");
  EXPECT_EQ(problem("kaskade", seat_of({{"kind", "remote"}, {"server", "localhost"}})), "");

  EXPECT_THAT(problem("othello", computer("human")),
              StartsWith("expected a player other than a person: random, max"));
  EXPECT_EQ(problem("othello", computer("kaskade:localhost")),
            "nobody plays this game over the network");
  EXPECT_EQ(problem("kaskade", computer("kaskade:x:y")),
            "expected a port from 1 to 65535 at character 3, found 'y'");
}

TEST(Seats, KeepAddressesApart) {
  // However it is asked for, where a server is stands where strangers do not see it.
  const Seat seat = computer("kaskade:localhost:4712");
  EXPECT_EQ(seat, seat_of({{"kind", "remote"}, {"server", "localhost:4712"}}));
  EXPECT_EQ(seat.kind, SeatKind::Remote);
  EXPECT_EQ(seat.player, "");
  const auto plan = plan_for(*all_games().parse("kaskade:4x4"), seat);
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->traits.needs_network);
}

TEST(Seats, OldTablesWithRemotePlayersAreRead) {
  const auto event = parse_event(
      R"({"type":"created","game":"kaskade:4x4","seats":[{"kind":"human","name":"Anna"},)"
      R"({"kind":"remote","name":"Mr. U","server":"localhost:4711"}],"delay":600})");
  ASSERT_TRUE(event) << event.error().reason;
  const Seat& seat = std::get<Created>(*event).seats.at(1);
  EXPECT_EQ(seat.server, "localhost:4711");
  EXPECT_TRUE(plan_for(*all_games().parse("kaskade:4x4"), seat));
}

TEST(Seats, APlayerThatResignsLoses) {
  const auto resigned = [](const std::string& game, int players) {
    Created created{.game = game};
    for (int each = 0; each < players; ++each) created.seats.push_back(computer("random"));
    auto table = Table::create(all_games(), "t1", {1, Time{}, created}).value();
    Position other = table.position();
    other.play(other.moves().front());
    EXPECT_FALSE(table.automatic_resignation(other, Time{}));
    const auto events = table.automatic_resignation(table.position(), Time{}).value();
    EXPECT_TRUE(table.apply({2, Time{}, events.at(0)}));
    return table;
  };
  const Table two = resigned("othello:8x8", 2);
  ASSERT_TRUE(two.is_over());
  EXPECT_EQ(two.result(), Outcome::win(1));
  // With more players somebody takes over, as for people.
  const Table three = resigned("connect6:18,players=3", 3);
  EXPECT_FALSE(three.is_over());
  EXPECT_EQ(three.seats().at(0).player, "level:5");
}

}  // namespace
}  // namespace spielwerk::server
