// Tables on foreign bytes: events as they might stand in a damaged store, commands as anybody may
// send them.
#include "fuzz/fuzzing.h"
#include "games/all_games.h"
#include "server/json/command_json.h"
#include "server/json/event_json.h"

namespace {

using namespace spielwerk;
using namespace spielwerk::server;

/// Lines are events until one begins the table, then events and commands.
void run_lines(std::string_view input) {
  std::optional<Table> table;
  const Actor actors[] = {{.seats = {0}, .is_host = true}, {.seats = {1}}, {}};
  Time now{};
  std::size_t count = 0;
  for (const std::string_view line : split(input, '\n')) {
    now += milliseconds(100);
    ++count;
    if (const auto body = parse_event(line)) {
      const std::string text = json::serialize(to_json(*body));
      const auto again = parse_event(text);
      fuzz::require(again && *again == *body, "an event reads back as itself");
      if (!table) {
        if (auto created = Table::create(all_games(), "t", {1, now, *body})) {
          table.emplace(*std::move(created));
        }
        continue;
      }
      const int number = table->number();
      if (!table->apply({number + 1, now, *body})) {
        fuzz::require(table->number() == number, "an event that does not fit does not count");
      }
    }
    if (!table) continue;
    const auto value = parse_json(line);
    if (!value) continue;
    const auto command = parse_command(*value);
    if (!command) continue;
    const auto decision = decide(*command, *table, actors[count % 3], now);
    if (!decision) continue;
    for (const EventBody& body : *decision) {
      fuzz::require(table->apply({table->number() + 1, now, body}).has_value(),
                    "what was decided can happen");
    }
    fuzz::require(table->record().result ==
                      (table->is_over() ? table->result() : table->position().outcome()),
                  "the record tells the result");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  run_lines({reinterpret_cast<const char*>(data), size});
  return 0;
}
