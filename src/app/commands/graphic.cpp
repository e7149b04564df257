#include "app/commands/graphic.h"

#include <fmt/format.h>

#include "app/analysis/json.h"
#include "app/commands/command.h"
#include "core/duration.h"

namespace spielwerk::app {
namespace {

/// As a part of an address: all but letters and digits by their numbers.
std::string encoded(std::string_view text) {
  std::string result;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') {
      result += character;
    } else if (byte >= '0' && byte <= '9') {
      result += character;
    } else {
      result += fmt::format("%{:02X}", byte);
    }
  }
  return result;
}

}  // namespace

int run_graphic(const GraphicGame& wish, Streams& streams) {
  std::string seats;
  for (const std::string& player : wish.players) {
    JsonObject seat;
    if (player == "human") {
      seat.text("kind", "human");
    } else {
      seat.text("kind", "computer").text("player", player).text("time", print_duration(wish.time));
    }
    seats += (seats.empty() ? "" : ",") + seat.print();
  }
  JsonObject table;
  table.text("game", wish.game.text()).json("seats", "[" + seats + "]");
  table.text("delay", print_duration(wish.delay));
  if (wish.start != wish.game.start()) table.text("start", wish.start.text());
  return run_application("#/create/" + encoded(table.print()), streams);
}

}  // namespace spielwerk::app
