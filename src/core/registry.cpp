#include "core/registry.h"

#include <utility>

namespace spielwerk {

Registry::Registry(std::vector<GameDescription> games) {
  for (GameDescription& game : games) {
    games_.push_back(std::make_unique<const GameDescription>(std::move(game)));
  }
}

const GameDescription* Registry::find(std::string_view name) const {
  for (const auto& game : games_) {
    if (game->name == name) return game.get();
  }
  return nullptr;
}

Parsed<Game> Registry::parse(std::string_view text) const {
  const std::size_t colon = text.find(':');
  const GameDescription* description = find(text.substr(0, colon));
  if (description == nullptr) {
    std::string names;
    for (const auto& game : games_) names += (names.empty() ? "" : ", ") + game->name;
    return parse_error(0, "a game: " + names);
  }
  if (colon == std::string_view::npos) return parse_game(*description, "");
  auto game = parse_game(*description, text.substr(colon + 1));
  if (!game) return parse_error(colon + 1 + game.error().position, game.error().expected);
  return game;
}

Parsed<Game> parse_game(const GameDescription& description, std::string_view variant_text) {
  const auto variant = parse_variant(description.parameters, variant_text);
  if (!variant) return std::unexpected(variant.error());
  return description.make(description, *variant);
}

}  // namespace spielwerk
