#include "protocols/all_players.h"

#include "protocols/kaskade/remote_player.h"

namespace spielwerk {

const PlayerKinds& all_players() {
  static const PlayerKinds kinds = [] {
    std::vector<PlayerKind> list = local_player_kinds();
    list.push_back(kaskade_protocol::remote_player_kind());
    return PlayerKinds(std::move(list));
  }();
  return kinds;
}

FindPlayer console_players() {
  return [](const Game& game, std::string_view text) -> std::expected<FoundPlayer, std::string> {
    const auto plan = all_players().parse(game, text, kAllPlayers);
    if (!plan) return std::unexpected(plan.error().message(text));
    return FoundPlayer{
        .is_person = plan->traits.is_person,
        .make = [make = plan->make](std::uint64_t seed, const PersonMaker& make_person) {
          return make({.engine = {.seed = seed}, .seed = seed, .make_person = make_person});
        }};
  };
}

}  // namespace spielwerk
