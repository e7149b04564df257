#include "players/player_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "players/thinking_kinds.h"

namespace spielwerk {
namespace {

bool may_play(const PlayerTraits& traits, AllowedPlayers allowed) {
  return (allowed.people || !traits.is_person) && (allowed.network || !traits.needs_network);
}

std::optional<Parsed<PlayerPlan>> parse_person(const Game&, std::string_view text) {
  if (text != "human") return std::nullopt;
  return PlayerPlan{.make = [](const PlayerSettings& settings) { return settings.make_person(); }};
}

/// Thinks on whatever thread the place wants.
PlayerKind player_kind(const ThinkingKind& kind) {
  const auto parse = [&kind](const Game& game,
                             std::string_view text) -> std::optional<Parsed<PlayerPlan>> {
    const auto make = parse_chooser(kind, game, text);
    if (!make) return std::nullopt;
    if (!*make) return std::unexpected(make->error());
    return PlayerPlan{.make = [game, name = std::string(text),
                               make_chooser = **make](const PlayerSettings& settings) {
      if (settings.pool != nullptr) return make_pooled_player(game, name, *settings.pool);
      return make_immediate_player(
          name, make_chooser({.engine = settings.engine, .seed = settings.seed}));
    }};
  };
  return {.summary = kind.summary,
          .traits = {.thinks_here = true, .gives_scores = kind.gives_scores},
          .forms = kind.forms,
          .parse = parse};
}

}  // namespace

Parsed<PlayerPlan> PlayerKinds::parse(const Game& game, std::string_view text,
                                      AllowedPlayers allowed) const {
  const GameDescription& description = game.description();
  for (const PlayerKind& kind : kinds_) {
    auto plan = kind.parse(game, text);
    if (!plan) continue;
    if (!may_play(kind.traits, allowed)) {
      const std::string_view other =
          kind.traits.is_person ? "a player other than a person" : "a player of this machine";
      return parse_error(0, fmt::format("{}: {}", other, forms(description, allowed)));
    }
    if (!*plan) return *std::move(plan);
    (*plan)->text = text;
    (*plan)->traits = kind.traits;
    return *std::move(plan);
  }
  return parse_error(0, "a player of this game: " + forms(description, allowed));
}

std::string PlayerKinds::forms(const GameDescription& game, AllowedPlayers allowed) const {
  std::vector<std::string> all;
  for (const PlayerKind& kind : kinds_) {
    if (!may_play(kind.traits, allowed)) continue;
    const auto forms = kind.forms(game);
    all.insert(all.end(), forms.begin(), forms.end());
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string PlayerKinds::help(const Registry& games, AllowedPlayers allowed,
                              std::string_view game) const {
  std::string text = "Players:\n";
  for (const PlayerKind& kind : kinds_) {
    if (!may_play(kind.traits, allowed)) continue;
    // Each form once, with the games it is for unless it is for all.
    std::vector<std::pair<std::string, std::vector<std::string>>> entries;
    std::size_t count = 0;
    for (const auto& each : games.games()) {
      if (!game.empty() && each->name != game) continue;
      ++count;
      for (const std::string& form : kind.forms(*each)) {
        const auto known = std::find_if(entries.begin(), entries.end(),
                                        [&](const auto& entry) { return entry.first == form; });
        if (known == entries.end()) {
          entries.push_back({form, {each->name}});
        } else {
          known->second.push_back(each->name);
        }
      }
    }
    for (const auto& [form, names] : entries) {
      text += fmt::format("  {:<20} {}", form, kind.summary);
      if (names.size() < count) text += fmt::format(" ({})", fmt::join(names, ", "));
      text += '\n';
    }
  }
  return text +
         "Whoever thinks here may have a limit of its own: max@200ms, max@nodes=5000, "
         "max@depth=4.\n";
}

bool PlayerKinds::has_network_players(const GameDescription& game) const {
  return std::any_of(kinds_.begin(), kinds_.end(), [&](const PlayerKind& kind) {
    return kind.traits.needs_network && !kind.forms(game).empty();
  });
}

std::vector<PlayerKind> local_player_kinds() {
  std::vector<PlayerKind> kinds{
      {.summary = "a person",
       .traits = {.is_person = true},
       .forms = [](const GameDescription&) { return std::vector<std::string>{"human"}; },
       .parse = parse_person}};
  for (const ThinkingKind& each : thinking_kinds()) kinds.push_back(player_kind(each));
  return kinds;
}

}  // namespace spielwerk
