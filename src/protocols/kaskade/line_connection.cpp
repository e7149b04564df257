#include "protocols/kaskade/line_connection.h"

#include <fmt/format.h>

namespace spielwerk::kaskade_protocol {

using SteadyClock = std::chrono::steady_clock;

void LineConnection::send(std::string_view line, std::chrono::milliseconds time) {
  connection_.send(std::string(line) + "\r\n", time);
}

std::string LineConnection::receive(std::chrono::milliseconds time, const std::stop_token& stop) {
  const auto deadline = SteadyClock::now() + time;
  std::string line;
  while (true) {
    switch (lines_.next(line)) {
      case LineSplitter::Status::Line:
        if (line.ends_with('\r')) line.pop_back();
        return line;
      case LineSplitter::Status::TooLong:
      case LineSplitter::Status::Hopeless:
        throw ConnectionFailure({FailureKind::Protocol, "",
                                 fmt::format("{} sent a line of more than {} characters",
                                             connection_.peer(), LineSplitter::kMaxLineLength)});
      case LineSplitter::Status::NeedMore:
        break;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
    lines_.append(connection_.receive(left, stop));
  }
}

}  // namespace spielwerk::kaskade_protocol
