// Questions about games that need no table: rules, records, evaluations.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/registry.h"
#include "players/thinking_pool.h"
#include "server/json/json_reader.h"
#include "server/scheduler.h"
#include "server/web.h"

namespace spielwerk::server {

/// Positions that may wait to be evaluated.
struct EvaluationLimits {
  int max_in_all = 64;
  int max_per_address = 16;
};

/// All methods belong to the scheduler's thread; everything it is given must live longer.
class Questions {
 public:
  Questions(Scheduler& scheduler, const Registry& games, ThinkingPool& pool,
            const EvaluationLimits& limits)
      : games_(games),
        pool_(pool),
        limits_(limits),
        entrance_(std::make_shared<Entrance>(scheduler)) {}
  ~Questions() { entrance_->close(); }
  Questions(const Questions&) = delete;
  Questions& operator=(const Questions&) = delete;

  HttpResponse games() const;
  HttpResponse position(const json::value& body) const;
  HttpResponse replay(const json::value& body) const;
  /// Ends when the asker goes.
  void evaluate(const HttpRequest& request, const json::value& body,
                const WebHandler::Respond& respond);

 private:
  const Registry& games_;
  ThinkingPool& pool_;
  const EvaluationLimits limits_;
  int evaluations_ = 0;
  std::map<std::string, int> evaluations_of_{};
  /// The pool may answer when this is gone.
  const std::shared_ptr<Entrance> entrance_;
};

}  // namespace spielwerk::server
