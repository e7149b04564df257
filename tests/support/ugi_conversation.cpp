#include "tests/support/ugi_conversation.h"

#include <mutex>
#include <regex>
#include <stdexcept>

#include "core/text.h"
#include "core/version.h"
#include "protocols/ugi/session.h"

namespace spielwerk::test {
namespace {

constexpr std::string_view kCommand = "$ spielwerk ugi ";
constexpr std::string_view kSent = "> ";

struct Exchange {
  std::string_view sent;
  bool has_best_move = false;
};

std::vector<Exchange> read_exchanges(const std::vector<std::string_view>& lines) {
  std::vector<Exchange> exchanges;
  for (const std::string_view line : lines) {
    if (line.starts_with(kSent)) {
      exchanges.push_back({line.substr(kSent.size())});
    } else if (exchanges.empty()) {
      throw std::runtime_error("an answer before anything was sent: " + std::string(line));
    } else if (line.starts_with("bestmove ")) {
      exchanges.back().has_best_move = true;
    }
  }
  return exchanges;
}

}  // namespace

std::string run_ugi_conversation(const Registry& games, std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty() || !lines.front().starts_with(kCommand)) {
    throw std::runtime_error("no conversation: " + std::string(text));
  }
  const auto game = games.parse(lines.front().substr(kCommand.size()));
  if (!game) throw std::runtime_error("no game: " + std::string(lines.front()));

  std::mutex mutex;
  std::string result(lines.front());
  result += '\n';
  const auto add = [&](std::string_view beginning, std::string_view line) {
    const std::lock_guard lock(mutex);
    result.append(beginning).append(line).append("\n");
  };
  lines.erase(lines.begin());
  {
    ugi::UgiSession session(*game, program_name(), [&](std::string_view line) { add("", line); });
    for (const Exchange& each : read_exchanges(lines)) {
      add(kSent, each.sent);
      if (!session.handle(each.sent)) break;
      if (each.has_best_move) session.wait();
    }
  }
  return result;
}

std::string without_times(std::string_view text) {
  static const std::regex kTimes("\\b(nps|time|Spielwerk) [0-9.]+");
  return std::regex_replace(std::string(text), kTimes, "$1 #");
}

}  // namespace spielwerk::test
