// Views of tables as clients get them.
#include "server/json/table_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/all_games.h"
#include "server/api/table_socket.h"

namespace spielwerk::server {
namespace {

using testing::HasSubstr;
using testing::Not;

class TableJson : public testing::Test {
 protected:
  TableJson() {
    const Created created{.game = "tictactoe:3x3",
                          .seats = {{.kind = SeatKind::Human, .name = "Anna"},
                                    {.kind = SeatKind::Computer, .player = "level:3"}},
                          .clock = ClockRule{std::chrono::seconds(10), std::chrono::seconds(1)}};
    table_.emplace(Table::create(all_games(), "t1", {1, now_, created}).value());
  }
  void apply(const EventBody& body) {
    event_ = {table_->number() + 1, now_, body};
    ASSERT_TRUE(table_->apply(event_));
  }
  json::object message() const {
    return json_of_message(
        EventMessage{event_, change_of(*table_, event_.body), {{true}, 2}, now_});
  }

  Time now_{milliseconds(1'000)};
  std::optional<Table> table_{};
  Event event_{};
};

TEST_F(TableJson, TellsTheWholeState) {
  const json::object state =
      json_of_table(view_of(*table_, {{true, false}, 3}, now_, Sight::Everybody));
  EXPECT_EQ(state.at("id").as_string(), "t1");
  EXPECT_EQ(state.at("game").as_string(), "tictactoe:3x3");
  EXPECT_EQ(json::serialize(state.at("seats")),
            R"([{"kind":"human","name":"Anna","present":true},)"
            R"({"kind":"computer","name":"level:3","player":"level:3","time":"1s"}])");
  EXPECT_EQ(json::serialize(state.at("clock")), R"({"time":10000,"increment":1000})");
  EXPECT_EQ(json::serialize(state.at("clocks")), "[10000,10000]");
  EXPECT_EQ(state.at("watchers").as_int64(), 3);
  EXPECT_EQ(state.at("help").as_string(), "free");
  EXPECT_TRUE(state.at("offer").is_null());
  EXPECT_TRUE(state.at("result").is_null());
  EXPECT_EQ(state.at("first_move").to_number<int>(), 0);
  EXPECT_TRUE(state.at("damage").is_null());
  EXPECT_EQ(state.at("board").at("columns").as_int64(), 3);
}

TEST_F(TableJson, TellsWhatAnEventChanges) {
  apply(Moved{.seat = 0, .move = "B2", .clocks = {milliseconds(9'000), milliseconds(10'000)}});
  now_ += milliseconds(500);
  json::object told = message();
  EXPECT_EQ(told.at("type").as_string(), "event");
  EXPECT_EQ(told.at("number").as_int64(), 2);
  EXPECT_EQ(json::serialize(told.at("event")),
            R"({"type":"moved","seat":0,"move":"B2","clocks":[9000,10000]})");
  const json::value& change = told.at("change");
  EXPECT_EQ(json::serialize(change.at("moves")), R"([{"move":"B2","player":0,"cells":[4]}])");
  EXPECT_EQ(change.at("first_move").to_number<int>(), 0);
  // The clock of the one to move runs.
  EXPECT_EQ(json::serialize(change.at("clocks")), "[9000,9500]");
  EXPECT_TRUE(change.at("is_running").as_bool());
  EXPECT_TRUE(change.as_object().contains("steps"));

  apply(Troubled{1, {FailureKind::Protocol, "what?"}});
  told = message();
  EXPECT_EQ(json::serialize(told.at("change").at("trouble")),
            R"({"seat":1,"code":"protocol",)"
            R"("message":"the server does not keep to the protocol: what?","detail":"what?"})");
  EXPECT_FALSE(told.at("change").as_object().contains("steps"));

  apply(Ended{.result = "1-0", .reason = EndReason::TimeOut, .seat = Player{1}});
  EXPECT_EQ(json::serialize(message().at("change").at("result")),
            R"({"text":"1-0","winner":0,"reason":"time"})");
}

TEST_F(TableJson, HidesServersFromStrangers) {
  const Seat far{.kind = SeatKind::Remote, .name = "Far", .server = "192.0.2.1:22"};
  apply(Replaced{1, far});
  for (const auto& [sight, is_seen] :
       {std::pair(Sight::Everybody, false), std::pair(Sight::KeyHolder, true)}) {
    const std::string text = json::serialize(json_of_table(view_of(*table_, {}, now_, sight)));
    EXPECT_EQ(text.find("192.0.2.1") != std::string::npos, is_seen);
    EXPECT_EQ(text.find(R"("server")") != std::string::npos, is_seen);
  }
}

TEST_F(TableJson, SummariesSurviveBeingStored) {
  Summary summary = summary_of(*table_);
  summary.seats.push_back({.kind = SeatKind::Remote, .name = "Far", .server = "192.0.2.1:22"});
  // What plays there may have a longer name than people may.
  const std::string player = std::string(100, 'x');
  summary.seats.push_back({.kind = SeatKind::Computer, .name = player, .player = player});
  EXPECT_EQ(parse_seats(print_seats(summary.seats)), summary.seats);
  for (const Result& result :
       {Result{"1-0", 0, EndReason::Rules}, Result{"1/2-1/2", kNoPlayer, EndReason::Agreement}}) {
    EXPECT_EQ(parse_result(print_result(result)), result);
  }
  // Long ago a server's address stood for its name.
  const auto old = parse_seats(R"([{"kind":"remote","name":"a:1","server":"a:1"}])");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->at(0).name, "");
  EXPECT_EQ(old->at(0).server, "a:1");
  for (const char* damaged : {"", "{", "{}", "[1]", R"([{"kind":"cat"}])"}) {
    EXPECT_FALSE(parse_seats(damaged)) << damaged;
    EXPECT_FALSE(parse_result(damaged)) << damaged;
  }
}

TEST_F(TableJson, AMessageForManyIsWrittenOnce) {
  MessageTexts texts;
  const auto one =
      std::make_shared<const TableMessage>(PresenceMessage{{{true, false}, 1, {false, true}}});
  const auto text = texts.text_of(one);
  EXPECT_EQ(*text,
            R"({"type":"presence","present":[true,false],"gone":[false,true],"watchers":1})");
  EXPECT_EQ(texts.text_of(one), text);
  const auto other = std::make_shared<const TableMessage>(PresenceMessage{{{true, true}, 0}});
  EXPECT_THAT(*texts.text_of(other), Not(HasSubstr("false")));
}

}  // namespace
}  // namespace spielwerk::server
