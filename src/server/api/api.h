// The application's API and page over HTTP and WebSockets, as docs/api.md describes them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/api/host_key.h"
#include "server/api/kaskade_service.h"
#include "server/api/questions.h"
#include "server/tables/hall.h"
#include "server/tables/seats.h"
#include "server/web/web_server.h"

namespace spielwerk::server {

struct ApiSettings {
  /// Tables that one address may create, as a token bucket: a second on average, and at once.
  double creation_rate = 1;
  double creation_burst = 60;
  /// Questions about positions and records of one address, in the same way.
  double question_rate = 100;
  double question_burst = 1'000;
  EvaluationLimits evaluations{};
};

/// What the API has from the program around it.
struct Surroundings {
  /// Of the web server.
  std::function<WebCounts()> web_counts;
  /// Why nothing can be stored at the moment; empty if it can.
  std::function<std::string()> storage_problem;
  /// Names and addresses under which others reach this machine, the best first.
  std::function<std::vector<std::string>()> hosts;
  /// To whom it may connect.
  AllowedRemotes remotes;
  /// Ends the program.
  std::function<void()> quit;
};

/// Everything it is given must live longer.
std::unique_ptr<WebHandler> make_api(Scheduler& scheduler, Background& background,
                                     const Registry& games, Hall& hall, ThinkingPool& pool,
                                     KaskadeService& kaskade, const HostKey& key,
                                     const ApiSettings& settings, Surroundings surroundings);

}  // namespace spielwerk::server
