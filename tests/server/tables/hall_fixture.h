// A hall without sockets, threads and real time: log, clock and players are in the hands of the
// test.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "games/all_games.h"
#include "server/tables/hall.h"
#include "tests/server/base/manual_scheduler.h"
#include "tests/server/tables/memory_log.h"
#include "tests/server/tables/scripted_player.h"

namespace spielwerk::server {

/// Somebody who watches, and remembers what was told.
class Listener final : public Watcher {
 public:
  void receive(const SharedMessage& message) override { messages.push_back(message); }
  void dismiss(std::string_view) override { is_dismissed = true; }

  /// The messages of a kind, in their order.
  template <class Message>
  std::vector<const Message*> all() const {
    std::vector<const Message*> found;
    for (const SharedMessage& each : messages) {
      if (const auto* message = std::get_if<Message>(each.get())) found.push_back(message);
    }
    return found;
  }
  template <class Body>
  int count() const {
    int count = 0;
    for (const EventMessage* each : all<EventMessage>()) {
      count += std::holds_alternative<Body>(each->event.body) ? 1 : 0;
    }
    return count;
  }

  std::vector<SharedMessage> messages{};
  bool is_dismissed = false;
};

/// Does at once what is to be done elsewhere, or refuses it.
class DirectBackground final : public Background {
 public:
  bool run(const std::string&, std::function<void()> work) override {
    if (!is_full) work();
    return !is_full;
  }
  bool is_full = false;
};

class HallTest : public testing::Test {
 protected:
  static inline const Seat kHuman{.kind = SeatKind::Human, .name = "Anna"};
  static inline const Seat kGuest{.kind = SeatKind::Invite};
  static inline const Seat kComputer{
      .kind = SeatKind::Computer, .player = "max", .time = std::chrono::seconds(1)};

  HallTest() { restart(); }

  /// Ends the hall, as if the program were started again.
  void restart() {
    hall_.reset();
    hall_ =
        std::make_unique<Hall>(scheduler_, background_, *games_, log_, players_.maker(), settings_,
                               [this](std::string_view line) { reports_.emplace_back(line); });
    scheduler_.run();
  }

  std::expected<Hall::NewTable, Refusal> try_to_create(const Created& wish,
                                                       const std::string& owner = "somebody") {
    std::optional<std::expected<Hall::NewTable, Refusal>> answer;
    hall_->create(wish, owner,
                  [&](std::expected<Hall::NewTable, Refusal> created) { answer = created; });
    scheduler_.run();
    return answer.value();
  }
  /// A table that is stored at once.
  Hall::NewTable create(std::vector<Seat> seats, std::string game = "othello:8x8") {
    return create(
        Created{.game = std::move(game), .seats = std::move(seats), .delay = milliseconds(600)});
  }
  Hall::NewTable create(const Created& wish) {
    const bool was_held = std::exchange(log_.is_held, false);
    const auto created = try_to_create(wish);
    log_.is_held = was_held;
    EXPECT_TRUE(created) << created.error().reason;
    return *created;
  }
  /// Why a table does not come into memory, by the name of the refusal; empty if it does.
  std::string bring(const std::string& id) {
    std::string answer = "waits";
    hall_->bring(id, "somebody", [&](const std::optional<Refusal>& refusal) {
      answer = refusal ? refusal->name() : "";
    });
    scheduler_.run();
    return answer;
  }
  /// Why no engine is asked about a position, by the name of the refusal; "allowed" if one is.
  std::string ask_engine(const Game& game, const Position& position, const std::string& table = "",
                         const std::string& token = "") {
    std::string answer = "waits";
    hall_->refuse_evaluation(game, position, table, token, "somebody",
                             [&](const std::optional<Refusal>& refusal) {
                               answer = refusal ? refusal->name() : "allowed";
                             });
    scheduler_.run();
    return answer;
  }
  void watch(const Hall::NewTable& table, Listener& listener, std::optional<int> after = {}) {
    EXPECT_EQ(bring(table.id), "");
    EXPECT_TRUE(hall_->watch(table.id, listener, table.token, Sight::Everybody, after));
    scheduler_.run();
  }
  /// Takes the first invited seat of a table.
  Hall::Joined join(const Hall::NewTable& table, const std::string& name) {
    std::optional<std::expected<Hall::Joined, Refusal>> answer;
    hall_->join(table.id, {.invite = table.invites.at(0).secret, .name = name},
                [&](std::expected<Hall::Joined, Refusal> joined) { answer = joined; });
    scheduler_.run();
    EXPECT_TRUE(answer.value()) << answer->error().reason;
    return answer->value();
  }
  /// `done`, the name of the refusal, or `waits`.
  std::string command(const Hall::NewTable& table, Listener& listener, const Command& command) {
    std::string answer = "waits";
    commands_.push_back(std::make_unique<std::string>(answer));
    hall_->command(table.id, listener, command, {},
                   [said = commands_.back().get()](const std::optional<Refusal>& refusal) {
                     *said = refusal ? refusal->name() : "done";
                   });
    scheduler_.run();
    return *commands_.back();
  }
  /// What the last command that waited has become.
  const std::string& last_answer() const { return *commands_.back(); }

  TableView view(const Hall::NewTable& table) {
    EXPECT_EQ(bring(table.id), "");
    return hall_->view(table.id, Sight::Everybody).value();
  }
  std::size_t moves(const Hall::NewTable& table) {
    const TableChange state = view(table).state;
    return state.first_move + state.moves.size();
  }
  /// The next that waits is stored, or cannot be.
  void release(const std::optional<std::string>& problem = {}) {
    log_.release(problem);
    scheduler_.run();
  }
  Question& question() {
    EXPECT_EQ(players_.open().size(), 1u);
    return *players_.open().at(0);
  }
  void answer() {
    ScriptedPlayers::answer(question());
    scheduler_.run();
  }

  const Registry* games_ = &all_games();
  HallSettings settings_{};
  ManualScheduler scheduler_{};
  DirectBackground background_{};
  MemoryLog log_{};
  ScriptedPlayers players_{};
  std::vector<std::string> reports_{};
  std::vector<std::unique_ptr<std::string>> commands_{};
  std::unique_ptr<Hall> hall_{};
};

}  // namespace spielwerk::server
