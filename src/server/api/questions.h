// Questions about games that need no table: rules, records, evaluations.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/registry.h"
#include "players/thinking_pool.h"
#include "server/base/background.h"
#include "server/base/scheduler.h"
#include "server/json/json_reader.h"
#include "server/web/web.h"

namespace spielwerk::server {

/// Positions that may wait to be evaluated.
struct EvaluationLimits {
  int max_in_all = 64;
  int max_per_address = 16;
};

/// Answers why whoever has a token and says to look at a table may not have a position evaluated;
/// with nothing if they may.
using RefuseEvaluation = std::function<void(
    const Game& game, const Position& position, const std::string& table, const std::string& token,
    const std::string& address, std::function<void(const std::optional<Refusal>&)> answer)>;

/// All methods belong to the scheduler's thread; everything it is given must live longer, but the
/// background does nothing any more when this ends.
class Questions {
 public:
  Questions(Scheduler& scheduler, Background& background, const Registry& games, ThinkingPool& pool,
            const EvaluationLimits& limits, RefuseEvaluation refuse_evaluation)
      : background_(background),
        games_(games),
        pool_(pool),
        limits_(limits),
        refuse_evaluation_(std::move(refuse_evaluation)),
        entrance_(std::make_shared<Entrance>(scheduler)) {}
  ~Questions() { entrance_->close(); }
  Questions(const Questions&) = delete;
  Questions& operator=(const Questions&) = delete;

  HttpResponse games() const;
  /// What a request asks, of an address, in the text of its body.
  void position(const std::string& address, const std::string& body,
                const WebHandler::Respond& respond);
  void replay(const std::string& address, const std::string& body,
              const WebHandler::Respond& respond);
  /// Anything that takes too long to be answered here.
  void elsewhere(const std::string& address, std::function<HttpResponse()> answer,
                 const WebHandler::Respond& respond);
  /// Ends when the asker goes.
  void evaluate(const HttpRequest& request, const json::value& body,
                const WebHandler::Respond& respond);

 private:
  struct Evaluation {
    Game game;
    Position position;
    milliseconds time;
  };
  void begin(const Evaluation& wanted, const std::string& address,
             const std::shared_ptr<Asker>& asker, const WebHandler::Respond& respond);

  Background& background_;
  const Registry& games_;
  ThinkingPool& pool_;
  const EvaluationLimits limits_;
  const RefuseEvaluation refuse_evaluation_;
  int evaluations_ = 0;
  std::map<std::string, int> evaluations_of_{};
  /// The pool may answer when this is gone.
  const std::shared_ptr<Entrance> entrance_;
};

}  // namespace spielwerk::server
