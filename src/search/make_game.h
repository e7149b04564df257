// How games are made from their rules: with the general engine, so that every game has one.
#pragma once

#include <utility>

#include "core/game_adapter.h"
#include "search/mcts.h"

namespace spielwerk::search {

/// For games that choose between several classes of rules.
template <Rules R>
Game make_game_of(const GameDescription& description, const Variant& variant, R rules) {
  return GameAdapter<R>::make(description, variant, std::move(rules), make_mcts<R>);
}

/// The make function of a game whose rules are a single class with `create(variant)`.
template <Rules R>
Parsed<Game> make_game(const GameDescription& description, const Variant& variant) {
  auto rules = R::create(variant);
  if (!rules) return std::unexpected(rules.error());
  return make_game_of(description, variant, std::move(*rules));
}

}  // namespace spielwerk::search
