#include "app/commands/graphic.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include "app/commands/application.h"
#include "core/duration.h"

namespace spielwerk::app {
namespace {

namespace json = boost::json;

/// As the page takes it in its address.
json::object table_of(const GraphicGame& wish) {
  json::array seats;
  for (const std::string& player : wish.players) {
    if (player == "human") {
      seats.push_back(json::object{{"kind", "human"}});
    } else {
      seats.push_back(json::object{
          {"kind", "computer"}, {"player", player}, {"time", print_duration(wish.time)}});
    }
  }
  json::object table{{"game", wish.game.text()},
                     {"seats", std::move(seats)},
                     {"delay", print_duration(wish.delay)}};
  if (wish.start != wish.game.start()) table["start"] = wish.start.text();
  return table;
}

}  // namespace

ExitStatus run_graphic(const GraphicGame& wish, Streams& streams) {
  const std::string table = json::serialize(table_of(wish));
  const std::string encoded = boost::urls::encode(table, boost::urls::unreserved_chars);
  return run_application("#/create/" + encoded, streams);
}

}  // namespace spielwerk::app
