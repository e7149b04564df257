// Those who play by themselves at a table, answering when the test wants it.
#pragma once

#include <memory>
#include <vector>

#include "server/tables/pacemaker.h"

namespace spielwerk::server {

/// What somebody was asked.
struct Question {
  Player seat;
  Position at;
  SearchLimits limits;
  GamePlayer::Answer answer;
  bool is_withdrawn = false;
};

/// Makes players and keeps what they are asked.
class ScriptedPlayers {
 public:
  TablePlayerMaker maker() {
    return [this](const Game&, const Seat&) -> std::expected<std::unique_ptr<GamePlayer>, Failure> {
      ++made;
      if (failure) return std::unexpected(*failure);
      return std::make_unique<ScriptedPlayer>(*this);
    };
  }

  /// Questions that are still open.
  std::vector<Question*> open() {
    std::vector<Question*> open;
    for (const auto& each : questions_) {
      if (!each->is_withdrawn && each->answer) open.push_back(each.get());
    }
    return open;
  }
  const std::vector<std::shared_ptr<Question>>& all() const { return questions_; }
  /// Answers the question with the move that comes first.
  static void answer(Question& question, const std::string& name = "") {
    const auto answer = std::exchange(question.answer, {});
    Choice choice{.move = question.at.moves().front(), .score = Score::draw()};
    choice.player_name = name;
    answer(choice);
  }
  static void resign(Question& question) { std::exchange(question.answer, {})(Choice{}); }
  static void fail(Question& question, const Failure& why) {
    std::exchange(question.answer, {})(std::unexpected(why));
  }

  int made = 0;
  int ended = 0;
  /// Why no player can be made.
  std::optional<Failure> failure{};

 private:
  class ScriptedPlayer final : public GamePlayer {
   public:
    explicit ScriptedPlayer(ScriptedPlayers& of) : of_(of) {}
    ~ScriptedPlayer() override { withdraw(); }
    ScriptedPlayer(const ScriptedPlayer&) = delete;
    ScriptedPlayer& operator=(const ScriptedPlayer&) = delete;

    void ask(const Position& at, const SearchLimits& limits, Answer answer) override {
      last_ = std::make_shared<Question>(
          Question{at.side_to_move(), at, limits, std::move(answer), false});
      of_.questions_.push_back(last_);
    }
    std::string name() const override { return "scripted"; }
    void withdraw() override {
      if (last_) last_->is_withdrawn = true;
    }
    void end_game(const Position&, EndHeard heard) override {
      ++of_.ended;
      heard(std::nullopt);
    }

   private:
    ScriptedPlayers& of_;
    std::shared_ptr<Question> last_{};
  };

  std::vector<std::shared_ptr<Question>> questions_{};
};

}  // namespace spielwerk::server
