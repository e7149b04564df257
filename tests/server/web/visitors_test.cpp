// What one visitor may take, on a clock of the test's own.
#include "server/web/visitors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/base/manual_scheduler.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

class VisitorsTest : public testing::Test {
 protected:
  using Turn = std::shared_ptr<Visitor::Turn>;

  void limit(const VisitorLimits& limits) {
    visitors_ = std::make_unique<Visitors>(scheduler_, limits);
  }
  /// How many connections a visitor gets; they are kept.
  int connect_all(const std::string& name, int wanted = 100'000) {
    int count = 0;
    while (count < wanted) {
      auto place = visitors_->connect(visitors_->find(name));
      if (!place) break;
      places_.push_back(std::move(place));
      ++count;
    }
    return count;
  }
  /// Puts a request in line that notes its name when it begins, and keeps its turn.
  bool line_up(const std::string& visitor, const std::string& name) {
    return visitors_->find(visitor)->line_up([this, name](Turn turn) {
      begun_.push_back(name);
      turns_.push_back(std::move(turn));
    });
  }

  ManualScheduler scheduler_{};
  std::unique_ptr<Visitors> visitors_ = std::make_unique<Visitors>(scheduler_, VisitorLimits{});
  std::vector<std::unique_ptr<Visitors::Place>> places_{};
  std::vector<std::string> begun_{};
  std::vector<Turn> turns_{};
};

TEST_F(VisitorsTest, AnAllowanceIsUsedUpByWhatThingsCost) {
  limit({.rate = 8, .burst = 100});
  const auto anna = visitors_->find("anna");
  int count = 0;
  while (anna->take()) ++count;
  EXPECT_EQ(count, 100);
  EXPECT_EQ(anna->wait(), milliseconds(125));
  EXPECT_TRUE(visitors_->find("bert")->take());
  scheduler_.pass(milliseconds(125));
  EXPECT_TRUE(anna->take());
  // An answer of 400 KB is paid for afterwards.
  scheduler_.pass(seconds(1));
  EXPECT_TRUE(anna->take());
  anna->charge_bytes(409'600);
  EXPECT_FALSE(anna->take());
  EXPECT_EQ(anna->wait(), milliseconds(11'750));
  EXPECT_EQ(visitors_->counts().over_rate, 2u);
  // Small answers cost nothing but their request.
  const auto bert = visitors_->find("bert");
  scheduler_.pass(seconds(60));
  for (int each = 0; each < 99; ++each) {
    EXPECT_TRUE(bert->take());
    bert->charge_bytes(4'095);
  }
  EXPECT_TRUE(bert->take());
}

TEST_F(VisitorsTest, ThirtyPhonesBehindOneAddressLoadThePageAndPlay) {
  const auto school = visitors_->find("school");
  // All at the same moment: a dozen files and answers, of which the list of games is the longest.
  for (int phone = 0; phone < 30; ++phone) {
    EXPECT_EQ(connect_all("school", 7), 7);
    for (int request = 0; request < 15; ++request) ASSERT_TRUE(school->take());
    school->charge_bytes(100'000);
    // All files of the page, not even packed.
    school->charge_lasting_bytes(340'000);
  }
  // For an hour each moves every three seconds and hears two events of 8 KB.
  for (int second = 0; second < 3'600; ++second) {
    for (int phone = 0; phone < 10; ++phone) {
      ASSERT_EQ(school->wait(), milliseconds(0)) << second;
      school->charge(1);
      for (int listener = 0; listener < 4; ++listener) school->charge_bytes(8'192);
    }
    scheduler_.pass(seconds(1));
  }
}

TEST_F(VisitorsTest, NobodyLoadsThePageThousandsOfTimes) {
  const auto anna = visitors_->find("anna");
  int loads = 0;
  for (; anna->take(); ++loads) anna->charge_lasting_bytes(340'000);
  EXPECT_THAT(loads, testing::AllOf(testing::Ge(30), testing::Le(100)));
}

TEST_F(VisitorsTest, LongBodiesHaveALimitInAll) {
  limit({.max_body_bytes = 1'000});
  const auto anna = visitors_->find("anna");
  auto one = std::make_unique<Visitor::Room>(anna);
  Visitor::Room other(anna);
  EXPECT_TRUE(one->grow_to(400));
  EXPECT_TRUE(one->grow_to(600));
  EXPECT_TRUE(one->grow_to(500));
  EXPECT_FALSE(other.grow_to(401));
  EXPECT_TRUE(other.grow_to(400));
  EXPECT_TRUE(Visitor::Room(visitors_->find("bert")).grow_to(1'000));
  one.reset();
  EXPECT_TRUE(other.grow_to(1'000));
}

TEST_F(VisitorsTest, FewCannotTakeAllConnections) {
  limit({.max_connections = 1'000, .max_per_address = 500, .connection_burst = 10'000});
  // An eighth of what is free, while that lasts.
  EXPECT_EQ(connect_all("anna"), 111);
  EXPECT_EQ(connect_all("bert"), 98);
  int others = 0;
  for (int count = 0; count < 40; ++count) others += connect_all(std::to_string(count), 16) / 16;
  EXPECT_EQ(others, 40);
  EXPECT_EQ(visitors_->counts().connections, 111 + 98 + 640);
  EXPECT_EQ(connect_all("carl"), 16);
  // A place that is left is free again.
  places_.clear();
  EXPECT_EQ(visitors_->counts().connections, 0);
  EXPECT_EQ(connect_all("dora"), 111);
}

TEST_F(VisitorsTest, ConnectionsHaveALimitInAllForOneAndInASecond) {
  limit({.max_connections = 20, .max_per_address = 5, .connection_rate = 2, .connection_burst = 7});
  EXPECT_EQ(connect_all("anna"), 5);
  places_.clear();
  EXPECT_EQ(connect_all("anna"), 2);
  scheduler_.pass(seconds(1));
  EXPECT_EQ(connect_all("anna"), 2);
  EXPECT_EQ(connect_all("bert"), 5);
  EXPECT_EQ(connect_all("carl"), 5);
  EXPECT_EQ(connect_all("dora"), 5);
  // What comes through a proxy has its place in all already, and none of its visitor's.
  EXPECT_TRUE(visitors_->connect_through_proxy(visitors_->find("eva")));
  EXPECT_EQ(connect_all("eva"), 1);
  EXPECT_FALSE(visitors_->connect(nullptr));
  EXPECT_EQ(visitors_->counts().connections, 20);
}

TEST_F(VisitorsTest, SomeAreWorkedForAtOnceAndOthersWaitInLine) {
  limit({.max_at_once = 2, .max_in_line = 2});
  EXPECT_TRUE(line_up("anna", "a1"));
  EXPECT_TRUE(line_up("anna", "a2"));
  EXPECT_TRUE(line_up("anna", "a3"));
  EXPECT_TRUE(line_up("anna", "a4"));
  EXPECT_FALSE(line_up("anna", "a5"));
  EXPECT_TRUE(line_up("bert", "b1"));
  EXPECT_THAT(begun_, ElementsAre("a1", "a2", "b1"));
  turns_[0]->end();
  turns_[0]->end();
  // Whoever else has something to do comes first.
  EXPECT_TRUE(line_up("carl", "c1"));
  EXPECT_THAT(begun_, ElementsAre("a1", "a2", "b1", "c1"));
  scheduler_.run();
  EXPECT_THAT(begun_, ElementsAre("a1", "a2", "b1", "c1", "a3"));
  turns_.clear();
  scheduler_.run();
  EXPECT_THAT(begun_, ElementsAre("a1", "a2", "b1", "c1", "a3", "a4"));
  EXPECT_EQ(visitors_->counts().stood_in_line, 2u);
}

TEST_F(VisitorsTest, LongWorkIsFollowedByARestForOthers) {
  EXPECT_TRUE(line_up("anna", "a1"));
  turns_[0]->spend(milliseconds(100));
  turns_.clear();
  scheduler_.run();
  EXPECT_TRUE(line_up("anna", "a2"));
  EXPECT_TRUE(line_up("bert", "b1"));
  EXPECT_THAT(begun_, ElementsAre("a1", "b1"));
  scheduler_.pass(milliseconds(299));
  EXPECT_THAT(begun_, ElementsAre("a1", "b1"));
  scheduler_.pass(milliseconds(1));
  EXPECT_THAT(begun_, ElementsAre("a1", "b1", "a2"));
  // What is short is not followed by any.
  turns_.back()->spend(milliseconds(1));
  turns_.clear();
  scheduler_.run();
  EXPECT_TRUE(line_up("anna", "a3"));
  EXPECT_EQ(begun_.back(), "a3");
}

TEST_F(VisitorsTest, TimeOfTheThreadIsChargedToo) {
  limit({.rate = 8, .burst = 100});
  EXPECT_TRUE(line_up("anna", "a1"));
  turns_[0]->spend(milliseconds(123));
  EXPECT_EQ(visitors_->find("anna")->wait(), milliseconds(3'000));
}

TEST_F(VisitorsTest, WhoDoesNotReadGetsNoMoreAnswers) {
  limit({.max_waiting_bytes = 1'000});
  const auto anna = visitors_->find("anna");
  EXPECT_TRUE(anna->add_waiting(1'000));
  EXPECT_FALSE(anna->add_waiting(1));
  EXPECT_TRUE(line_up("anna", "a1"));
  EXPECT_THAT(begun_, ElementsAre());
  anna->remove_waiting(1);
  scheduler_.run();
  EXPECT_THAT(begun_, ElementsAre("a1"));
}

TEST_F(VisitorsTest, TheWholeLineMovesWhenWhatWaitedIsGivenBack) {
  limit({.max_at_once = 2, .max_waiting_bytes = 1'000});
  const auto anna = visitors_->find("anna");
  anna->add_waiting(5'000);
  // Nobody is there any more to use the turns.
  int begun = 0;
  for (int count = 0; count < 10; ++count) {
    EXPECT_TRUE(anna->line_up([&](const Turn&) { ++begun; }));
  }
  scheduler_.run();
  EXPECT_EQ(begun, 0);
  anna->remove_waiting(5'000);
  scheduler_.run();
  EXPECT_EQ(begun, 10);
  scheduler_.pass(seconds(60));
  EXPECT_TRUE(anna->is_idle());
}

TEST_F(VisitorsTest, WhoHasBeenQuietIsForgottenButNeverDoubled) {
  const auto anna = visitors_->find("anna");
  for (int count = 0; count < 1'000; ++count) visitors_->find(std::to_string(count))->take();
  EXPECT_EQ(visitors_->counts().visitors, 1'001u);
  scheduler_.pass(seconds(60));
  for (int count = 0; count < 600; ++count) visitors_->find("bert");
  EXPECT_EQ(visitors_->counts().visitors, 2u);
  EXPECT_EQ(visitors_->find("anna"), anna);
}

TEST_F(VisitorsTest, AfterTheEndNothingBegins) {
  limit({.max_at_once = 1});
  EXPECT_TRUE(line_up("anna", "a1"));
  EXPECT_TRUE(line_up("anna", "a2"));
  visitors_->close();
  turns_.clear();
  scheduler_.run();
  EXPECT_THAT(begun_, ElementsAre("a1"));
}

}  // namespace
}  // namespace spielwerk::server
