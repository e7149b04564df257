// The hall with storage that a test holds back: an answer belongs to the position it was asked
// about.
#include "server/hall.h"

#include <gtest/gtest.h>

#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <future>
#include <thread>

#include "games/all_games.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;

/// Keeps nothing, and says that something is stored only when it is told to.
class HeldLog final : public EventLog {
 public:
  void append(std::vector<LogEntry> entries, Stored stored) override {
    for (const LogEntry& entry : entries) {
      for (const Event& event : entry.events) events.push_back(event.body);
    }
    waiting.push_back(std::move(stored));
  }
  std::vector<std::string> unfinished(Time) override { return {}; }
  std::expected<std::optional<StoredTable>, std::string> load(const std::string&) override {
    return std::nullopt;
  }
  std::vector<Summary> finished(const FinishedAfter&, int) override { return {}; }

  /// The next is stored, or cannot be.
  void release(const std::optional<std::string>& problem = {}) {
    const Stored stored = std::move(waiting.front());
    waiting.pop_front();
    stored(problem);
  }

  std::vector<EventBody> events{};
  std::deque<Stored> waiting{};
};

/// Only there.
class Somebody final : public Watcher {
 public:
  void receive(Message) override {}
};

const Seat kFast{.kind = SeatKind::Computer, .player = "random", .time = milliseconds(50)};
/// Thinks longer than any test lasts.
const Seat kSlow{.kind = SeatKind::Computer, .player = "max", .time = std::chrono::minutes(10)};
const Seat kHuman{.kind = SeatKind::Human, .name = "Anna"};

class HallTest : public testing::Test {
 protected:
  /// A table that is stored at once.
  void create(std::vector<Seat> seats) {
    hall_.create({.game = "othello:8x8", .seats = std::move(seats), .delay = milliseconds(0)},
                 [this](const std::expected<Hall::NewTable, Refusal>& created) {
                   table_ = created.value();
                 });
    log_.release();
    ASSERT_TRUE(eventually([this] { return !table_.id.empty(); }));
    log_.events.clear();
  }
  bool watch(Watcher& watcher) {
    return hall_.watch(table_.id, watcher, table_.token, Sight::Everybody, {});
  }
  void command(Watcher& watcher, const json::value& message) {
    hall_.command(table_.id, watcher, message, {}, [](const std::optional<Refusal>& refusal) {
      EXPECT_FALSE(refusal) << refusal->reason;
    });
  }

  void run() {
    context_.restart();
    context_.poll();
  }
  bool eventually(const std::function<bool()>& is_so) {
    const auto end = std::chrono::steady_clock::now() + seconds(20);
    while (!is_so()) {
      if (std::chrono::steady_clock::now() > end) return false;
      run();
      std::this_thread::yield();
    }
    return true;
  }
  /// Until the pool, which has one thread, has given all answers it was asked for, and the hall has
  /// heard them.
  void let_all_answer() {
    const Game game = all_games().parse("othello").value();
    const auto last = std::make_shared<std::promise<void>>();
    // Whoever is to be asked at once is asked before a later timer.
    bool is_later = false;
    boost::asio::steady_timer timer(context_, milliseconds(1));
    timer.async_wait([&](boost::system::error_code) { is_later = true; });
    ASSERT_TRUE(eventually([&] { return is_later; }));
    pool_.ask({game, game.start(), "random", seconds(1)},
              [last](const auto&) { last->set_value(); });
    last->get_future().wait();
    run();
  }
  int moves() const {
    int count = 0;
    for (const EventBody& each : log_.events) count += std::holds_alternative<Moved>(each) ? 1 : 0;
    return count;
  }

  boost::asio::io_context context_{1};
  HeldLog log_{};
  ThinkingPool pool_{{.threads = 1, .table_megabytes = 1}};
  Hall hall_{context_, all_games(), log_, pool_, {}, [](std::string_view) {}};
  Hall::NewTable table_{};
};

TEST_F(HallTest, WhoComesWhileAMoveIsStoredDoesNotMakeItTwice) {
  create({kFast, kSlow});
  std::array<Somebody, 5> crowd;
  watch(crowd[0]);
  ASSERT_TRUE(eventually([this] { return log_.waiting.size() == 1; }));
  // They come and go while the first move is on its way to the disk.
  for (Somebody& each : crowd) {
    watch(each);
    let_all_answer();
    hall_.leave(table_.id, each);
  }
  watch(crowd[0]);
  let_all_answer();
  EXPECT_EQ(log_.waiting.size(), 1u);
  log_.release();
  ASSERT_TRUE(eventually([this] { return pool_.load().thinking == 1; }));
  // The one that thinks for long has not moved: nobody has done it instead.
  EXPECT_EQ(moves(), 1);
  EXPECT_EQ(log_.events.size(), 1u);
}

TEST_F(HallTest, AStepThatIsAskedTwiceIsMadeOnce) {
  create({kFast, kSlow});
  Somebody watcher;
  watch(watcher);
  ASSERT_TRUE(eventually([this] { return log_.waiting.size() == 1; }));
  command(watcher, {{"type", "step"}});
  let_all_answer();
  command(watcher, {{"type", "step"}});
  let_all_answer();
  log_.release();
  ASSERT_TRUE(eventually([this] { return pool_.load().thinking == 1; }));
  EXPECT_EQ(moves(), 1);
  EXPECT_EQ(log_.events.size(), 1u);
}

TEST_F(HallTest, AnAnswerToAPositionThatWasTakenBackIsDropped) {
  create({kHuman, kFast});
  Somebody anna;
  watch(anna);
  const auto move = [](const char* text, int at) {
    return json::value{{"type", "move"}, {"move", text}, {"at", at}};
  };
  // The pool is held, so that the computer answers when the test wants it.
  const Game game = all_games().parse("othello").value();
  std::promise<void> hold;
  pool_.ask({game, game.start(), "random", seconds(1)},
            [held = hold.get_future().share()](const auto&) { held.wait(); });
  ASSERT_TRUE(eventually([this] { return pool_.load().thinking + pool_.load().waiting == 0; }));
  command(anna, move("D3", 0));
  log_.release();
  ASSERT_TRUE(eventually([this] { return pool_.load().waiting == 1; }));
  // The move is taken back and another one made; both stand in line before the answer.
  command(anna, {{"type", "take_back"}, {"at", 1}});
  command(anna, move("E6", 0));
  hold.set_value();
  let_all_answer();
  log_.release();
  ASSERT_TRUE(eventually([this] { return log_.waiting.size() == 1; }));
  log_.release();
  ASSERT_TRUE(eventually([this] { return log_.waiting.size() == 1; }));
  log_.release();
  let_all_answer();
  // D3, E6 and one answer, which fits the second of them.
  EXPECT_EQ(moves(), 3);
  Position position = game.start();
  position.play(game.parse_move("E6").value());
  const auto* reply = std::get_if<Moved>(&log_.events.back());
  ASSERT_NE(reply, nullptr);
  EXPECT_TRUE(position.is_legal(game.parse_move(reply->move).value()));
}

TEST_F(HallTest, AComputerWhoseMoveCannotBeStoredIsAskedAgain) {
  create({kFast, kSlow});
  Somebody watcher;
  watch(watcher);
  ASSERT_TRUE(eventually([this] { return log_.waiting.size() == 1; }));
  log_.release("the disk is full");
  ASSERT_TRUE(eventually([this] { return log_.waiting.size() == 1; }));
  log_.release();
  ASSERT_TRUE(eventually([this] { return pool_.load().thinking == 1; }));
  EXPECT_EQ(moves(), 2);
}

}  // namespace
}  // namespace spielwerk::server
