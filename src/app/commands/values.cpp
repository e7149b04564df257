#include "app/commands/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/duration.h"
#include "core/text.h"
#include "games/all_games.h"

namespace spielwerk::app {
namespace {

constexpr const char* kTime = "TIME";
constexpr const char* kGame = "GAME[:variant]";

/// What a parser makes of the text goes to `target`, or its error becomes a sentence.
template <class Parse, class Target>
auto reader(Parse parse, Target& target) {
  return [parse, &target](const std::string& text) -> std::expected<void, std::string> {
    auto parsed = parse(text);
    if (!parsed) return std::unexpected(parsed.error().message(text));
    target = *std::move(parsed);
    return {};
  };
}

Parsed<Game> parse_game_text(std::string_view text) { return all_games().parse(text); }

}  // namespace

Value text(std::string& target) {
  return {.type = "TEXT",
          .usual = target,
          .read = [&target](const std::string& given) -> std::expected<void, std::string> {
            target = given;
            return {};
          }};
}

Value duration(std::chrono::milliseconds& target) {
  return {.type = kTime, .usual = print_duration(target), .read = reader(parse_duration, target)};
}

Value duration(std::optional<std::chrono::milliseconds>& target) {
  return {.type = kTime, .usual = "", .read = reader(parse_duration, target)};
}

Value choice(std::string& target, std::vector<std::string> words) {
  std::string type = fmt::format("{}", fmt::join(words, "|"));
  std::string expected = fmt::format("expected one of {}", fmt::join(words, ", "));
  return {.type = std::move(type),
          .usual = target,
          .read = [&target, words = std::move(words), expected = std::move(expected)](
                      const std::string& given) -> std::expected<void, std::string> {
            if (std::find(words.begin(), words.end(), given) == words.end()) {
              return std::unexpected(fmt::format("{}, found {}", expected, in_quotes(given)));
            }
            target = given;
            return {};
          }};
}

Value any_game(std::optional<Game>& target) {
  return {.type = kGame, .usual = "", .read = reader(parse_game_text, target)};
}

Value whole_number(std::string usual, std::uint64_t min, std::uint64_t max,
                   std::function<void(std::uint64_t)> take) {
  const bool is_bounded = max < kMaxNumber;
  return {.type = is_bounded ? fmt::format("{}..{}", min, max) : "NUMBER",
          .usual = std::move(usual),
          .read = [=, take = std::move(take)](
                      const std::string& text) -> std::expected<void, std::string> {
            std::uint64_t value = 0;
            const char* end = text.data() + text.size();
            const auto [stop, problem] = std::from_chars(text.data(), end, value);
            if (problem == std::errc() && stop == end && value >= min && value <= max) {
              take(value);
              return {};
            }
            const std::string range = is_bounded ? fmt::format("from {} to {}", min, max)
                                                 : fmt::format("from {} on", min);
            return std::unexpected(
                fmt::format("expected a whole number {}, found {}", range, in_quotes(text)));
          }};
}

}  // namespace spielwerk::app
