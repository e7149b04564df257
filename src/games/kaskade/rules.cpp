#include "games/kaskade/rules.h"

#include <fmt/format.h>

#include "core/text.h"
#include "games/kaskade/engine.h"
#include "search/make_game.h"

namespace spielwerk::kaskade {
namespace {

/// The only way to win.
constexpr const char* kWholeBoard = "whole_board";

}  // namespace

template <int Words>
Rules<Words>::Rules(int columns, int rows)
    : geometry_(Shape::Square, Edges::Closed, columns, rows),
      board_(Cells::first_cells(columns * rows)) {
  for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) {
    const std::size_t neighbours = geometry_.neighbours(cell).size();
    if (neighbours == 2) corners_.set(cell);
    if (neighbours == 3) edges_.set(cell);
    if (geometry_.column(cell) > 0) not_first_column_.set(cell);
    if (geometry_.column(cell) < columns - 1) not_last_column_.set(cell);
  }
}

template <int Words>
Parsed<Rules<Words>> Rules<Words>::create(const Variant& variant) {
  const auto [columns, rows] = variant.rectangle("size");
  return Rules(columns, rows);
}

template <int Words>
std::string Rules<Words>::print_board(const Position& at) const {
  std::string text;
  for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) {
    const int balls = at.balls(cell);
    text += static_cast<char>('0' + balls);
    text += balls == 0 ? 'n' : at.first_.test(cell) ? 'a' : 'b';
  }
  return text;
}

template <int Words>
Parsed<typename Rules<Words>::Position> Rules<Words>::parse_board(std::string_view text,
                                                                  Player side) const {
  Position position;
  Cursor cursor(text);
  int balls[2] = {0, 0};
  std::size_t overflow_position = text.size();
  for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) {
    const std::size_t start = cursor.position();
    const char count = cursor.peek();
    if (count < '0' || count > '7') {
      return cursor.fail(
          fmt::format("the ball count of field {}", print_cell(kNotation, geometry_, cell)));
    }
    cursor.advance();
    const char owner = cursor.peek();
    if (count == '0' ? owner != 'n' : owner != 'a' && owner != 'b') {
      return cursor.fail(count == '0' ? "'n' behind a count of 0" : "'a' or 'b' behind a count");
    }
    cursor.advance();
    const int number = count - '0';
    if (number >= capacity(cell) && overflow_position == text.size()) overflow_position = start;
    if ((number & 1) != 0) position.ones_.set(cell);
    if ((number & 2) != 0) position.twos_.set(cell);
    if ((number & 4) != 0) position.fours_.set(cell);
    if (owner == 'a') position.first_.set(cell);
    if (owner != 'n') balls[owner == 'a' ? 0 : 1] += number;
  }
  if (!cursor.at_end()) return cursor.fail("the end of the board");
  position.side_ = side;

  // A board of one colour is won if it has three balls or more: the smallest winning move is a
  // corner's two balls taking a third. With two, the other side has not had its first ball yet.
  const bool one_colour = balls[0] == 0 || balls[1] == 0;
  const int total = balls[0] + balls[1];
  const auto owner = static_cast<Player>(balls[0] > 0 ? 0 : 1);
  if (one_colour && total >= 2 && side == owner) {
    return parse_error(text.size(), fmt::format("{} to move on a board of {}'s balls only",
                                                player_name(opponent(owner)), player_name(owner)));
  }
  if (one_colour && total >= 3) {
    position.outcome_ = Outcome::win(owner);
  } else if (overflow_position != text.size()) {
    return parse_error(overflow_position, "fewer balls than the field has neighbours");
  }
  position.key_ = whole_key(position);
  return position;
}

template <int Words>
Piece Rules<Words>::piece(const Position& at, Cell cell) const {
  const int balls = at.balls(cell);
  if (balls == 0) return {};
  return {PieceKind::Ball, static_cast<Player>(at.first_.test(cell) ? 0 : 1),
          static_cast<std::uint8_t>(balls)};
}

template <int Words>
std::vector<Step> Rules<Words>::steps(const Position& at, Move move) const {
  const Player side = at.side_;
  const bool can_win = at.owned_by(opponent(side)).any();
  std::vector<int> balls(static_cast<std::size_t>(geometry_.cell_count()));
  for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) balls[cell] = at.balls(cell);
  Cells foreign = at.owned_by(opponent(side));
  const auto piece_on = [&](Cell cell) {
    if (balls[cell] == 0) return Piece{};
    return Piece{PieceKind::Ball, side, static_cast<std::uint8_t>(balls[cell])};
  };

  std::vector<Step> steps;
  ++balls[move.first];
  steps.push_back({StepKind::Place, 0, kNoCell, move.first, piece_on(move.first)});
  for (int wave = 1; !(can_win && foreign.none()); ++wave) {
    std::vector<Cell> toppling;
    for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (balls[cell] >= capacity(cell)) toppling.push_back(cell);
    }
    if (toppling.empty()) break;
    for (const Cell cell : toppling) {
      balls[cell] -= capacity(cell);
      steps.push_back({StepKind::Topple, wave, kNoCell, cell, piece_on(cell)});
    }
    for (const Cell cell : toppling) {
      for (const Cell neighbour : geometry_.neighbours(cell)) {
        ++balls[neighbour];
        foreign.reset(neighbour);
        steps.push_back({StepKind::Roll, wave, cell, neighbour, piece_on(neighbour)});
      }
    }
  }
  return steps;
}

template <int Words>
Ending Rules<Words>::ending(const Position&) const {
  return {.how = kWholeBoard};
}

template <int Words>
std::string Rules<Words>::objection(const Position& at, Move move) const {
  if (at.outcome_.is_over()) return "the game is over";
  if (is_legal(at, move)) return {};
  return fmt::format("field {} belongs to {}", print_cell(kNotation, geometry_, move.first),
                     player_name(opponent(at.side_)));
}

template class Rules<1>;
template class Rules<2>;
template class Rules<7>;

namespace {

Parsed<Game> make(const GameDescription& description, const Variant& variant) {
  const auto [columns, rows] = variant.rectangle("size");
  const int fields = columns * rows;
  if (fields <= Bitboard<1>::kCells) return search::make_game<Rules<1>>(description, variant);
  if (fields <= Bitboard<2>::kCells) return search::make_game<Rules<2>>(description, variant);
  return search::make_game<Rules<7>>(description, variant);
}

}  // namespace

GameDescription description() {
  return {
      .name = "kaskade",
      .title = "Kaskade",
      .summary = "Fill fields until they overflow and take their neighbours",
      .parameters = {{.name = "size",
                      .kind = ParameterKind::Rectangle,
                      .help = "columns and rows of the board",
                      .range = {kMinSide, kMaxSide},
                      .second_range = {kMinSide, kMaxSide},
                      .first_name = "columns",
                      .second_name = "rows",
                      .standard = "6x6"}},
      .presets = {{"Small", "6x6"}, {"Medium", "8x8"}, {"Large", "10x10"}},
      .look = {.material = "slate",
               .pieces = PieceStyle::Balls,
               .colours = {Colour::White, Colour::Black},
               .counts = {Counted::Pieces, Counted::Fields},
               .endings = {{kWholeBoard, "with the whole board"}}},
      .has_draws = false,
      .make = make,
      .make_engine = make_engine,
      .levels = kLevels,
      .strategies = strategies(),
  };
}

}  // namespace spielwerk::kaskade
