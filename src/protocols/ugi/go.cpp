#include "protocols/ugi/go.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "core/text.h"

namespace spielwerk::ugi {
namespace {

/// More than a year of milliseconds: beyond any game, and far from where clocks overflow.
constexpr std::int64_t kMaxMilliseconds = 100'000'000'000;
/// Deeper than any game is long.
constexpr std::int64_t kMaxDepth = 100'000;

struct Clocks {
  std::array<std::optional<std::int64_t>, kMaxPlayers> remaining{};
  std::array<std::optional<std::int64_t>, kMaxPlayers> increment{};

  /// The place for the number behind `p1time` or `p2inc`, or nullptr.
  std::optional<std::int64_t>* find(std::string_view word, int players) {
    if (word.size() < 3 || word[0] != 'p') return nullptr;
    const int player = word[1] - '1';
    if (player < 0 || player >= players) return nullptr;
    const std::string_view what = word.substr(2);
    if (what == "time") return &remaining[static_cast<std::size_t>(player)];
    if (what == "inc") return &increment[static_cast<std::size_t>(player)];
    return nullptr;
  }
};

std::optional<std::int64_t> parse_number(std::string_view text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

/// A clock that has run out may be told as a negative number.
std::chrono::milliseconds to_time(std::int64_t number) {
  return std::chrono::milliseconds(std::clamp<std::int64_t>(number, 0, kMaxMilliseconds));
}

}  // namespace

std::expected<Go, std::string> parse_go(std::span<const std::string_view> words, Player side,
                                        int players) {
  Go go;
  Clocks clocks;
  std::optional<std::int64_t> move_time;
  std::optional<std::int64_t> depth;
  std::optional<std::int64_t> nodes;
  for (std::size_t index = 0; index < words.size(); ++index) {
    const std::string_view word = words[index];
    std::optional<std::int64_t>* place = word == "movetime" ? &move_time
                                         : word == "depth"  ? &depth
                                         : word == "nodes"  ? &nodes
                                                            : clocks.find(word, players);
    if (place != nullptr) {
      if (index + 1 < words.size()) *place = parse_number(words[++index]);
      if (!place->has_value()) {
        return std::unexpected(fmt::format("expected a whole number after '{}'", word));
      }
    } else if (word == "infinite") {
      go.waits_for_stop = true;
    } else {
      go.ignored.push_back(in_quotes(word));
    }
  }
  if ((depth && *depth < 1) || (nodes && *nodes < 1)) {
    return std::unexpected("expected at least 1 for depth and nodes");
  }

  if (move_time) go.limits.move_time = to_time(*move_time);
  if (depth) go.limits.depth = static_cast<int>(std::min(*depth, kMaxDepth));
  if (nodes) go.limits.nodes = static_cast<std::uint64_t>(*nodes);
  const auto is_given = [](const auto& number) { return number.has_value(); };
  if (std::ranges::any_of(clocks.remaining, is_given) ||
      std::ranges::any_of(clocks.increment, is_given)) {
    if (!clocks.remaining[side]) {
      return std::unexpected(
          fmt::format("expected p{}time, the clock of the player to move", side + 1));
    }
    go.limits.clock = Clock{.remaining = to_time(*clocks.remaining[side]),
                            .increment = to_time(clocks.increment[side].value_or(0))};
  }
  const SearchLimits& limits = go.limits;
  if (!limits.move_time && !limits.clock && !limits.depth && !limits.nodes) {
    go.waits_for_stop = true;
  }
  return go;
}

}  // namespace spielwerk::ugi
