#include "core/registry.h"

#include <algorithm>
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
  const bool is_standard = colon == std::string_view::npos;
  const std::size_t begin = is_standard ? text.size() : colon + 1;
  const auto variant = parse_variant(description->parameters, text.substr(begin));
  auto game = variant ? share(*description, *variant) : std::unexpected(variant.error());
  if (!game) return parse_error(begin + game.error().position, game.error().expected);
  return game;
}

Parsed<Game> Registry::share(const GameDescription& description, const Variant& variant) const {
  const std::string text = description.name + ":" + print_variant(description.parameters, variant);
  {
    const std::lock_guard lock(mutex_);
    const auto found = shared_.find(text);
    if (auto game = found == shared_.end() ? std::nullopt : found->second.lock()) return *game;
  }
  // Making the rules of a large board takes a while: not under the lock, and perhaps twice.
  auto game = description.make(description, variant);
  if (!game) return game;
  const std::lock_guard lock(mutex_);
  shared_.insert_or_assign(text, Game::Weak(*game));
  if (shared_.size() >= tidy_at_) {
    std::erase_if(shared_, [](const auto& each) { return each.second.is_gone(); });
    tidy_at_ = std::max(kMinTidyAt, 2 * shared_.size());
  }
  return game;
}

Parsed<Game> parse_game(const GameDescription& description, std::string_view variant_text) {
  const auto variant = parse_variant(description.parameters, variant_text);
  if (!variant) return std::unexpected(variant.error());
  return description.make(description, *variant);
}

}  // namespace spielwerk
