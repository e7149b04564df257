#include "app/terminal/player_marks.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace spielwerk::app {
namespace {

/// The signs of black and white, then those of further players.
constexpr std::array<std::string_view, kMaxPlayers> kSigns{"●", "○", "◆", "▲"};
/// By Colour. White stones are rings on the paper, as black as black ones, whatever the terminal's
/// own colours are.
constexpr std::array<int, 4> kInks{16, 16, 160, 26};

/// The characters that tell the pieces of all players apart without colour: their first letters,
/// or where those are the same their last ones (P1, P2, P3).
std::vector<std::string> ascii_signs(const Game& game) {
  const auto name = [&](int player) { return game.player_name(static_cast<Player>(player)); };
  const bool is_same = name(0).front() == name(1).front();
  std::vector<std::string> signs;
  for (int player = 0; player < game.players(); ++player) {
    const char sign = is_same ? name(player).back() : name(player).front();
    const bool is_small = sign >= 'a' && sign <= 'z';
    signs.emplace_back(1, static_cast<char>(is_small ? sign - 'a' + 'A' : sign));
  }
  return signs;
}

/// Black and white have signs of their own; the others take the first that nobody has.
std::vector<std::string> unicode_signs(const std::vector<Colour>& colours) {
  std::vector<std::string> signs;
  std::vector<std::string_view> taken;
  for (const Colour colour : colours) {
    if (colour <= Colour::White) taken.push_back(kSigns[static_cast<std::size_t>(colour)]);
  }
  for (const Colour colour : colours) {
    if (colour <= Colour::White) {
      signs.emplace_back(kSigns[static_cast<std::size_t>(colour)]);
      continue;
    }
    const auto free = std::ranges::find_if(kSigns, [&](std::string_view sign) {
      return std::ranges::find(taken, sign) == taken.end();
    });
    taken.push_back(*free);
    signs.emplace_back(*free);
  }
  return signs;
}

}  // namespace

std::vector<PlayerMark> player_marks(const Game& game, bool ascii) {
  const std::vector<Colour> colours = colours_of(game);
  const std::vector<std::string> signs = ascii ? ascii_signs(game) : unicode_signs(colours);
  const bool is_written = game.description().look.pieces == PieceStyle::Marks;
  std::vector<PlayerMark> marks;
  for (std::size_t player = 0; player < colours.size(); ++player) {
    const std::string_view name = game.player_name(static_cast<Player>(player));
    const bool is_name = is_written && name.size() == 1;
    marks.push_back({.sign = is_name ? std::string(name) : signs[player],
                     .ink = kInks[static_cast<std::size_t>(colours[player])]});
  }
  return marks;
}

}  // namespace spielwerk::app
