#include "games/towerwars/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "core/duration.h"
#include "core/text.h"
#include "games/towerwars/move_tables.h"

namespace spielwerk::towerwars {
namespace {

using Problem = std::optional<std::string>;

constexpr std::array<std::string_view, 5> kSwitches{"--local", "--network", "--graphic", "--help",
                                                    "-h"};
constexpr std::array<std::string_view, 6> kSettings{"-size",  "-red",  "-blue",
                                                    "-delay", "-time", "-seed"};
constexpr int kMaxDelay = 60'000;
constexpr std::chrono::minutes kMaxTime{60};

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::expected<int, std::string> read_number(std::string_view name, std::string_view value, int min,
                                            int max) {
  Cursor cursor(value);
  const auto number = cursor.integer(min, max, "a number");
  if (number && cursor.at_end()) return *number;
  return std::unexpected(fmt::format("{} takes a whole number from {} to {}, not {}", name, min,
                                     max, in_quotes(value)));
}

std::expected<std::chrono::milliseconds, std::string> read_time(std::string_view name,
                                                                std::string_view value) {
  const auto time = parse_duration(value);
  if (time && time->count() > 0 && *time <= kMaxTime) return *time;
  return std::unexpected(fmt::format("{} takes a duration like 200ms, 5s or 2m, up to {}, not {}",
                                     name, print_duration(kMaxTime), in_quotes(value)));
}

/// Keeps a value that could be read, or tells why not.
template <class Target, class Value>
Problem assign(Target& target, const std::expected<Value, std::string>& value) {
  if (!value) return value.error();
  target = Target(*value);
  return {};
}

Problem apply_switch(Arguments& result, std::string_view name) {
  if (name == "--help" || name == "-h") result.wants_help = true;
  if (name == "--graphic") result.is_graphic = true;
  if (name == "--network") {
    return fmt::format("{} does not go with a game on one computer (--local)", name);
  }
  return {};
}

Problem apply_setting(Arguments& result, std::string_view name, std::string_view value) {
  if (name == "-red" || name == "-blue") {
    (name == "-red" ? result.red : result.blue) = value;
    return {};
  }
  if (name == "-size") {
    return assign(result.size, read_number(name, value, kMinSize, kMaxSize));
  }
  if (name == "-delay") return assign(result.delay, read_number(name, value, 0, kMaxDelay));
  if (name == "-time") return assign(result.time, read_time(name, value));
  return assign(result.seed, read_number(name, value, 0, std::numeric_limits<int>::max()));
}

}  // namespace

std::expected<Arguments, std::string> parse_arguments(std::span<const std::string> arguments) {
  Arguments result;
  std::vector<std::string_view> given;
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const std::string& name = arguments[index];
    const bool is_setting = contains(kSettings, name);
    if (!is_setting && !contains(kSwitches, name)) {
      return std::unexpected(fmt::format("there is no parameter {}", in_quotes(name)));
    }
    if (contains(given, name)) return std::unexpected(fmt::format("{} is given twice", name));
    given.push_back(name);
    if (!is_setting) {
      if (auto problem = apply_switch(result, name)) return std::unexpected(*problem);
      continue;
    }
    ++index;
    if (index == arguments.size() || arguments[index].starts_with('-')) {
      return std::unexpected(fmt::format("{} needs a value", name));
    }
    if (auto problem = apply_setting(result, name, arguments[index])) {
      return std::unexpected(*problem);
    }
  }
  return result;
}

std::string_view usage() {
  return "Plays TowerWars in text, or on the application's page.\n"
         "\n"
         "  spielwerk towerwars [--local] [--graphic] [-size N] [-red TYPE] [-blue TYPE] [-time "
         "DURATION] "
         "[-delay MS] [-seed N]\n"
         "\n"
         "  --local         both players are on this computer, which is always so\n"
         "  --graphic       opens the page at a table with these settings\n"
         "  -size N         fields on each side of the board, 4 to 26; 8 if not given\n"
         "  -red TYPE       who plays red and begins; human if not given\n"
         "  -blue TYPE      who plays blue; simple if not given\n"
         "  -time DURATION  how long adv5 thinks about a move, like 200ms, 5s or 2m; 1s if not "
         "given\n"
         "  -delay MS       milliseconds to wait after each move of a computer, 0 to 60000\n"
         "  -seed N         makes the random choices of the computers repeatable\n"
         "  --help          shows this\n"
         "\n"
         "  TYPE is human, or from weak to strong: random, simple, adv1, adv2, adv3, adv4, adv5; "
         "or any\n"
         "  other player: level:1 to level:9, max\n"
         "\n"
         "Examples:\n"
         "  spielwerk towerwars\n"
         "  spielwerk towerwars -blue adv3\n"
         "  spielwerk towerwars --graphic -size 10 -blue adv2\n"
         "  spielwerk towerwars -size 6 -red human -blue human\n"
         "  spielwerk towerwars -red adv5 -blue adv4 -time 200ms -delay 500\n";
}

}  // namespace spielwerk::towerwars
