// The application's API and page over HTTP and WebSockets, as docs/api.md describes them.
#pragma once

#include <memory>

#include "server/hall.h"
#include "server/kaskade_service.h"
#include "server/web.h"

namespace spielwerk::server {

struct ApiSettings {
  /// Tables that one address may create a second, on average and at once.
  double creation_rate = 1;
  double creation_burst = 60;
  /// Positions that may wait to be evaluated.
  int most_evaluations = 64;
};

/// What the metrics tell besides the hall: asked for each time.
using MoreMetrics = std::function<std::string()>;

/// Everything it is given must live longer.
std::unique_ptr<WebHandler> make_api(boost::asio::io_context& context, const Registry& games,
                                     Hall& hall, ThinkingPool& pool, KaskadeService& kaskade,
                                     const ApiSettings& settings, MoreMetrics metrics);

}  // namespace spielwerk::server
