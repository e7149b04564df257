#include "server/api/metrics.h"

#include <fmt/format.h>

namespace spielwerk::server {
namespace {

template <class Number>
std::string metric(std::string_view name, std::string_view type, std::string_view help,
                   Number value) {
  return fmt::format("# HELP spielwerk_{0} {1}\n# TYPE spielwerk_{0} {2}\nspielwerk_{0} {3}\n",
                     name, help, type, value);
}

}  // namespace

std::string print_metrics(const HallCounts& counts, const ThinkingPool::Load& load) {
  std::string text;
  text += metric("tables_live", "gauge", "Games that go on.", counts.live);
  text += metric("tables_loaded", "gauge", "Tables in memory.", counts.loaded);
  text += metric("tables_resting", "gauge", "Tables of which only a note is in memory.",
                 counts.resting);
  text += metric("tables_forgotten_total", "counter", "Tables deleted because they were old.",
                 counts.forgotten);
  text += metric("tables_created_total", "counter", "Tables created.", counts.created);
  text += metric("tables_damaged_total", "counter", "Tables that could not be read to their end.",
                 counts.damaged);
  text += metric("watchers", "gauge", "Connections to tables.", counts.watchers);
  text += metric("events_total", "counter", "Events stored.", counts.events);
  text += metric("moves_total", "counter", "Moves made.", counts.moves);
  text += metric("commands_refused_total", "counter", "Commands not carried out.", counts.refused);
  text += metric("storage_failures_total", "counter", "Events that could not be stored.",
                 counts.failed);
  text += metric("engines_thinking", "gauge", "Positions being thought about.", load.thinking);
  text +=
      metric("engines_waiting", "gauge", "Positions that wait to be thought about.", load.waiting);
  text +=
      "# HELP spielwerk_command_seconds From a command to its broadcast, stored in between.\n"
      "# TYPE spielwerk_command_seconds histogram\n";
  std::uint64_t sum = 0;
  for (std::size_t index = 0; index < counts.latencies.size(); ++index) {
    sum += counts.latencies[index];
    const std::string bound = index < kLatencyBounds.size()
                                  ? fmt::format("{:g}", kLatencyBounds[index] / 1000.0)
                                  : "+Inf";
    text += fmt::format("spielwerk_command_seconds_bucket{{le=\"{}\"}} {}\n", bound, sum);
  }
  text += fmt::format("spielwerk_command_seconds_sum {:.6f}\nspielwerk_command_seconds_count {}\n",
                      counts.latency_sum, sum);
  return text;
}

std::string print_metrics(const WebCounts& counts) {
  std::string text;
  const VisitorCounts& visitors = counts.visitors;
  text += metric("connections_open", "gauge", "Open connections.", visitors.connections);
  text += metric("sockets_open", "gauge", "Open WebSockets.", counts.sockets);
  text += metric("visitors", "gauge", "Addresses that are here or have been just now.",
                 visitors.visitors);
  text += metric("connections_total", "counter", "Connections accepted.", counts.connections);
  text +=
      metric("connections_refused_total", "counter", "Connections over a limit.", visitors.refused);
  text += metric("requests_total", "counter", "HTTP requests.", counts.requests);
  text += metric("requests_over_rate_total", "counter", "HTTP requests over a visitor's allowance.",
                 visitors.over_rate);
  text += metric("turns_waited_total", "counter", "Requests and messages that waited for a turn.",
                 visitors.stood_in_line);
  text += metric("requests_abandoned_total", "counter", "Requests whose askers did not wait.",
                 counts.abandoned);
  text +=
      "# HELP spielwerk_refusals_total HTTP answers that refuse, by status.\n"
      "# TYPE spielwerk_refusals_total counter\n";
  for (const auto& [status, count] : counts.refusals) {
    text += fmt::format("spielwerk_refusals_total{{status=\"{}\"}} {}\n", status, count);
  }
  text += metric("sockets_flooding_total", "counter", "WebSockets closed since too much came.",
                 counts.floods);
  text += metric("sockets_slow_total", "counter", "WebSockets closed since too little was read.",
                 counts.too_slow);
  text +=
      metric("messages_in_total", "counter", "WebSocket messages received.", counts.messages_in);
  text += metric("messages_out_total", "counter", "WebSocket messages sent.", counts.messages_out);
  return text;
}

}  // namespace spielwerk::server
