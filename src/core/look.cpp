#include "core/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/game.h"

namespace spielwerk {
namespace {

constexpr std::array<std::string_view, 4> kColourNames{"black", "white", "red", "blue"};

std::optional<Colour> colour_called(std::string_view name) {
  const auto found = std::ranges::find(kColourNames, name);
  if (found == kColourNames.end()) return std::nullopt;
  return static_cast<Colour>(found - kColourNames.begin());
}

int pieces_on(const Piece& piece) {
  switch (piece.kind) {
    case PieceKind::Stone:
    case PieceKind::Ball:
      return piece.count;
    case PieceKind::Tower:
    case PieceKind::BlockedTower:
      return piece.count + 1;
    case PieceKind::None:
    case PieceKind::Hole:
    case PieceKind::Base:
      break;
  }
  return 0;
}

std::string_view noun_of(const Look& look, Counted what) {
  if (what == Counted::Fields) return "field";
  switch (look.pieces) {
    case PieceStyle::Discs:
      return "disc";
    case PieceStyle::Marks:
      return "mark";
    case PieceStyle::Balls:
      return "ball";
    case PieceStyle::Stones:
    case PieceStyle::Towers:
      break;
  }
  return "stone";
}

}  // namespace

std::string_view print_colour(Colour colour) {
  return kColourNames.at(static_cast<std::size_t>(colour));
}

std::vector<Colour> colours_of(const Game& game) {
  const std::vector<Colour>& chosen = game.description().look.colours;
  std::vector<Colour> named;
  std::vector<Colour> numbered;
  for (int index = 0; index < game.players(); ++index) {
    numbered.push_back(static_cast<Colour>(index));
    if (const auto colour = colour_called(game.player_name(static_cast<Player>(index)))) {
      named.push_back(*colour);
    }
  }
  if (chosen.size() >= numbered.size()) {
    return {chosen.begin(), chosen.begin() + game.players()};
  }
  return named.size() == numbered.size() ? named : numbered;
}

std::vector<int> count(const Game& game, const Position& position, Counted what) {
  std::vector<int> counts(static_cast<std::size_t>(game.players()), 0);
  for (Cell cell = 0; cell < game.geometry().cell_count(); ++cell) {
    const Piece piece = position.piece(cell);
    const int pieces = pieces_on(piece);
    if (pieces == 0) continue;
    counts[piece.owner] += what == Counted::Fields ? 1 : pieces;
  }
  return counts;
}

std::string print_count(const Look& look, Counted what, int count) {
  return fmt::format("{} {}{}", count, noun_of(look, what), count == 1 ? "" : "s");
}

std::string_view words_of(const Look& look, const Ending& ending) {
  const auto found =
      std::ranges::find(look.endings, ending.how, [](const EndingWords& each) { return each.how; });
  return found == look.endings.end() ? std::string_view() : std::string_view(found->words);
}

}  // namespace spielwerk
