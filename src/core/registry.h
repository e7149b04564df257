// All games of the program, found by name.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace spielwerk {

class Registry {
 public:
  explicit Registry(std::vector<GameDescription> games);

  const std::vector<std::unique_ptr<const GameDescription>>& games() const { return games_; }
  /// The game of that name, or nullptr.
  const GameDescription* find(std::string_view name) const;
  /// Reads `chess` or `chess:8x8`: a name, and the variant if it is not the standard one. Whoever
  /// plays the same variant shares its rules, of which the tables of large boards take megabytes.
  /// May be called from any thread.
  Parsed<Game> parse(std::string_view text) const;

 private:
  /// The game of a variant, new or as somebody has it already.
  Parsed<Game> share(const GameDescription& description, const Variant& variant) const;

  static constexpr std::size_t kMinTidyAt = 64;

  // Each on its own, so that a Game's reference to its description stays valid.
  std::vector<std::unique_ptr<const GameDescription>> games_;
  mutable std::mutex mutex_;
  /// By their texts those that are somewhere in use, and some that have been.
  mutable std::map<std::string, Game::Weak, std::less<>> shared_{};
  /// At so many it is time to leave out those that are in use no more.
  mutable std::size_t tidy_at_ = kMinTidyAt;
};

/// The game of a description's variant, with rules of its own.
Parsed<Game> parse_game(const GameDescription& description, std::string_view variant_text);

}  // namespace spielwerk
