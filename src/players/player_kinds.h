// Players by their text: the one grammar, and what may sit where.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_player.h"
#include "core/registry.h"
#include "players/thinking_pool.h"

namespace spielwerk {

/// What decides where a player may sit.
struct PlayerTraits {
  bool is_person = false;
  /// Takes its time from this machine's processors.
  bool thinks_here = false;
  bool needs_network = false;
  bool gives_scores = false;
  friend bool operator==(const PlayerTraits&, const PlayerTraits&) = default;
};

/// Whom a place lets play. Those who think on this machine may play everywhere.
struct AllowedPlayers {
  bool people = false;
  bool network = false;
};

inline constexpr AllowedPlayers kAllPlayers{.people = true, .network = true};

/// What players are made with.
struct PlayerSettings {
  EngineSettings engine{};
  /// Decides all random choices of the player.
  std::uint64_t seed = 1;
  /// Where those who think on this machine do so, for places with many players, which wait for
  /// nobody. Without it they think on the thread that asks.
  ThinkingPool* pool = nullptr;
  /// Needed where people play.
  PersonMaker make_person{};
};

/// A text that was understood; nothing costly is made yet.
struct PlayerPlan {
  std::string text{};
  PlayerTraits traits{};
  std::function<std::unique_ptr<GamePlayer>(const PlayerSettings&)> make{};
  /// Tries whether the player could begin at all, which may take seconds; a sentence without full
  /// stop if not. Empty where nothing can be in the way.
  std::function<std::optional<std::string>()> find_problem{};
};

struct PlayerKind {
  std::string summary;
  PlayerTraits traits{};
  /// How its texts look in a game; none if it does not play that game.
  std::function<std::vector<std::string>(const GameDescription&)> forms;
  /// A plan without text and traits, or nothing if the text is of another kind.
  std::function<std::optional<Parsed<PlayerPlan>>(const Game&, std::string_view text)> parse;
};

/// A list of kinds; the first to whom a text belongs reads it.
class PlayerKinds {
 public:
  explicit PlayerKinds(std::vector<PlayerKind> kinds) : kinds_(std::move(kinds)) {}

  /// The error says who may play there.
  Parsed<PlayerPlan> parse(const Game& game, std::string_view text, AllowedPlayers allowed) const;
  /// The forms of all who may play a game somewhere: `random, max, level:1 to level:9`.
  std::string forms(const GameDescription& game, AllowedPlayers allowed) const;
  /// All who may play somewhere, a line each, for `--help`; only those of one game if it is named.
  std::string help(const Registry& games, AllowedPlayers allowed, std::string_view game = "") const;
  /// Whether somebody plays this game over the network.
  bool has_network_players(const GameDescription& game) const;

 private:
  std::vector<PlayerKind> kinds_;
};

/// The kinds that need no network: `human`, and those of thinking_kinds().
std::vector<PlayerKind> local_player_kinds();

}  // namespace spielwerk
