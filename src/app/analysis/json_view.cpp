// Analyses as lines of JSON for programs.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <iterator>

#include "app/analysis/analysis_view.h"
#include "app/analysis/thinking.h"

namespace spielwerk::app {
namespace {

namespace json = boost::json;

void print(std::string& output, const json::value& value);

template <class Items, class PrintItem>
void print_list(std::string& output, const Items& items, PrintItem print_item) {
  const char* separator = "";
  for (const auto& each : items) {
    output += separator;
    print_item(each);
    separator = ",";
  }
}

/// The library would write 0.5 as 5E-1; here fractions have three decimals, for people who read
/// along.
void print(std::string& output, const json::value& value) {
  if (const json::object* object = value.if_object()) {
    output += '{';
    print_list(output, *object, [&](const json::key_value_pair& member) {
      output += json::serialize(member.key());
      output += ':';
      print(output, member.value());
    });
    output += '}';
  } else if (const json::array* array = value.if_array()) {
    output += '[';
    print_list(output, *array, [&](const json::value& item) { print(output, item); });
    output += ']';
  } else if (const double* fraction = value.if_double()) {
    fmt::format_to(std::back_inserter(output), "{:.3f}", *fraction);
  } else {
    output += json::serialize(value);
  }
}

class JsonView final : public AnalysisView {
 public:
  JsonView(const Game& game, std::ostream& output) : game_(game), output_(output) {}

  void begin_position(const Position& position) override {
    write({{"type", "position"},
           {"game", game_.text()},
           {"position", position.text()},
           {"player", game_.player_name(position.side_to_move())}});
  }
  void show_depth(const SearchReport& report) override {
    write(with_report({{"type", "depth"}}, report));
  }
  void show_result(const Position&, const SearchReport& report) override {
    write(with_report({{"type", "result"}}, report));
  }

  void begin_game(const Record& record) override {
    write({{"type", "game"},
           {"game", game_.text()},
           {"start", record.start.text()},
           {"moves", record.moves.size()},
           {"result", print_outcome(record.result, game_.players())}});
  }
  void show_move(int number, const JudgedMove& move) override {
    write(with_report({{"type", "move"},
                       {"number", number},
                       {"player", game_.player_name(move.position.side_to_move())},
                       {"position", move.position.text()},
                       {"played", game_.print_move(move.played)},
                       {"value", move.value},
                       {"loss", move.loss}},
                      move.report));
  }
  void show_losses(const std::vector<JudgedMove>& moves) override {
    for (int index = 0; index < game_.players(); ++index) {
      const auto player = static_cast<Player>(index);
      const PlayerLoss loss = loss_of(player, moves);
      json::object object{{"type", "player"},
                          {"player", game_.player_name(player)},
                          {"moves", loss.moves},
                          {"mean_loss", loss.mean()}};
      if (loss.worst != nullptr) object["worst"] = loss.worst_number;
      write(object);
    }
  }

 private:
  json::object object_of(const Line& line) const {
    json::array moves;
    for (const Move move : line.moves) moves.emplace_back(game_.print_move(move));
    json::string first = moves.front().as_string();
    return {{"move", std::move(first)},
            {"score", print_score(line.score)},
            {"expected", line.score.expected()},
            {"line", std::move(moves)}};
  }
  json::object with_report(json::object object, const SearchReport& report) const {
    json::array lines;
    for (const Line& line : report.lines) lines.emplace_back(object_of(line));
    object["depth"] = report.depth;
    object["nodes"] = report.nodes;
    object["seconds"] = to_seconds(report.time);
    object["table_fill"] = report.table_fill;
    object["lines"] = std::move(lines);
    return object;
  }
  void write(const json::object& object) {
    std::string text;
    print(text, object);
    output_ << text << '\n' << std::flush;
  }

  const Game game_;
  std::ostream& output_;
};

}  // namespace

std::unique_ptr<AnalysisView> make_json_view(const Game& game, std::ostream& output) {
  return std::make_unique<JsonView>(game, output);
}

}  // namespace spielwerk::app
