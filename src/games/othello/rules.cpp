#include "games/othello/rules.h"

#include <fmt/format.h>

#include "core/text.h"
#include "games/othello/engine.h"
#include "search/make_game.h"

namespace spielwerk::othello {
namespace {

/// The only way to end: by the number of discs, be it a draw.
constexpr const char* kMajority = "majority";

}  // namespace

Parsed<std::vector<Cell>> parse_holes(const Geometry& geometry, std::string_view text) {
  std::vector<Cell> cells;
  if (text.empty()) return cells;
  const Notation notation{};
  std::size_t start = 0;
  for (const std::string_view rectangle : split(text, '+')) {
    const std::size_t colon = rectangle.find(':');
    if (colon == std::string_view::npos) {
      return parse_error(start + rectangle.size(), "':' and the lower right field");
    }
    const auto from = parse_cell(notation, geometry, rectangle.substr(0, colon));
    if (!from) return parse_error(start + from.error().position, from.error().expected);
    const auto to = parse_cell(notation, geometry, rectangle.substr(colon + 1));
    if (!to) return parse_error(start + colon + 1 + to.error().position, to.error().expected);
    if (geometry.column(*from) > geometry.column(*to) || geometry.row(*from) > geometry.row(*to)) {
      return parse_error(start, "the upper left field before the lower right one");
    }
    for (int row = geometry.row(*from); row <= geometry.row(*to); ++row) {
      for (int column = geometry.column(*from); column <= geometry.column(*to); ++column) {
        cells.push_back(geometry.cell(column, row));
      }
    }
    start += rectangle.size() + 1;
  }
  return cells;
}

std::string print_holes(const Geometry& geometry, const std::vector<Cell>& holes) {
  std::vector<bool> is_left(static_cast<std::size_t>(geometry.cell_count()), false);
  for (const Cell hole : holes) is_left[hole] = true;
  std::string text;
  for (Cell from = 0; from < geometry.cell_count(); ++from) {
    if (!is_left[from]) continue;
    const int left = geometry.column(from);
    const int top = geometry.row(from);
    int right = left;
    while (right + 1 < geometry.columns() && is_left[geometry.cell(right + 1, top)]) ++right;
    const auto is_whole_row = [&](int row) {
      for (int column = left; column <= right; ++column) {
        if (!is_left[geometry.cell(column, row)]) return false;
      }
      return true;
    };
    int bottom = top;
    while (bottom + 1 < geometry.rows() && is_whole_row(bottom + 1)) ++bottom;
    for (int row = top; row <= bottom; ++row) {
      for (int column = left; column <= right; ++column)
        is_left[geometry.cell(column, row)] = false;
    }
    if (!text.empty()) text += '+';
    text += print_cell(Notation{}, geometry, from) + ':' +
            print_cell(Notation{}, geometry, geometry.cell(right, bottom));
  }
  return text;
}

template <class Frame>
Rules<Frame>::Rules(int width, int height)
    : geometry_(Shape::Square, Edges::Closed, width, height), frame_(width, height) {}

template <class Frame>
Parsed<Rules<Frame>> Rules<Frame>::create(const Variant& variant) {
  const auto [width, height] = variant.rectangle("size");
  Rules rules(width, height);
  std::string board;
  for (int row = 0; row < height; ++row) {
    if (row > 0) board += ',';
    std::string fields(static_cast<std::size_t>(width), '-');
    if (row == height / 2 - 1) fields.replace(static_cast<std::size_t>(width) / 2 - 1, 2, "WB");
    if (row == height / 2) fields.replace(static_cast<std::size_t>(width) / 2 - 1, 2, "BW");
    board += fields;
  }
  const auto holes = parse_holes(rules.geometry_, variant.text("holes"));
  if (!holes) {
    // Holes are the last parameter, so they stand at the end of the variant's text.
    const std::string text = print_variant(description().parameters, variant);
    return parse_error(text.size() - variant.text("holes").size() + holes.error().position,
                       holes.error().expected);
  }
  for (const Cell hole : *holes) {
    // A row of the text is one longer than the board is wide.
    char& field = board[static_cast<std::size_t>(hole + hole / width)];
    if (field == 'B' || field == 'W') {
      return parse_error(0, "holes beside the four stones in the middle");
    }
    field = '#';
  }
  rules.start_ = rules.parse_board(board, kBlack).value();
  return rules;
}

template <class Frame>
std::string Rules<Frame>::print_board(const Position& at) const {
  std::string text;
  for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) {
    if (cell > 0 && geometry_.column(cell) == 0) text += ',';
    const int square = frame_.square(cell);
    text += !at.playable_.test(square)        ? '#'
            : at.stones_[kBlack].test(square) ? 'B'
            : at.stones_[kWhite].test(square) ? 'W'
                                              : '-';
  }
  return text;
}

template <class Frame>
Parsed<typename Rules<Frame>::Position> Rules<Frame>::parse_board(std::string_view text,
                                                                  Player side) const {
  Position position;
  position.side_ = side;
  position.key_ = kSideKeys[side];
  Cursor cursor(text);
  for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) {
    if (cell > 0 && geometry_.column(cell) == 0 && !cursor.skip(",")) {
      return cursor.fail("',' and the next row");
    }
    const int square = frame_.square(cell);
    const char field = cursor.peek();
    if (field == 'B' || field == 'W') {
      const Player owner = field == 'B' ? kBlack : kWhite;
      position.stones_[owner].set(square);
      position.key_ ^= stone_key(owner, square);
    } else if (field == '#') {
      position.key_ ^= kHoleKeys[static_cast<std::size_t>(square)];
    } else if (field != '-') {
      return cursor.fail("'-', 'B', 'W' or '#'");
    }
    if (field != '#') position.playable_.set(square);
    cursor.advance();
  }
  if (!cursor.at_end()) return cursor.fail("the end of the board");
  give_turn(position, side);
  return position;
}

template <class Frame>
Piece Rules<Frame>::piece(const Position& at, Cell cell) const {
  const int square = frame_.square(cell);
  if (!at.playable_.test(square)) return {PieceKind::Hole, kNoPlayer, 0};
  for (const Player player : {kBlack, kWhite}) {
    if (at.stones_[player].test(square)) return {PieceKind::Stone, player, 1};
  }
  return {};
}

template <class Frame>
std::vector<Step> Rules<Frame>::steps(const Position& at, Move move) const {
  const Piece stone{PieceKind::Stone, at.side_, 1};
  Position next = at;
  play(next, move);
  std::vector<Step> steps{{StepKind::Place, 0, kNoCell, move.first, stone}};
  // Stones turn in order of their distance, at the same time in all directions.
  const Squares& own = at.stones_[at.side_];
  const Squares& others = at.stones_[opponent(at.side_)];
  std::vector<std::vector<Cell>> lines;
  for (int direction = 0; direction < geometry_.direction_count(); ++direction) {
    std::vector<Cell> ray = geometry_.ray(move.first, direction);
    std::size_t length = 0;
    while (length < ray.size() && others.test(frame_.square(ray[length]))) ++length;
    if (length == ray.size() || !own.test(frame_.square(ray[length]))) continue;
    ray.resize(length);
    lines.push_back(std::move(ray));
  }
  int wave = 1;
  for (bool is_done = false; !is_done; ++wave) {
    is_done = true;
    for (const std::vector<Cell>& line : lines) {
      const auto index = static_cast<std::size_t>(wave - 1);
      if (index >= line.size()) continue;
      steps.push_back({StepKind::Flip, wave, move.first, line[index], stone});
      is_done = false;
    }
  }
  if (next.side_ == at.side_ && next.moves_.any()) {
    const Piece passing{PieceKind::None, opponent(at.side_), 0};
    steps.push_back({StepKind::Pass, steps.back().wave + 1, kNoCell, kNoCell, passing});
  }
  return steps;
}

template <class Frame>
Ending Rules<Frame>::ending(const Position&) const {
  return {.how = kMajority};
}

template <class Frame>
std::string Rules<Frame>::objection(const Position& at, Move move) const {
  if (is_legal(at, move)) return {};
  if (at.moves_.none()) return "the game is over";
  const std::string field = print_cell(kNotation, geometry_, move.first);
  const Piece there = piece(at, move.first);
  if (there.kind == PieceKind::Hole) return fmt::format("{} is a hole", field);
  if (there.kind == PieceKind::Stone) return fmt::format("{} is occupied", field);
  return fmt::format("{} brackets no {} stone", field, player_name(opponent(at.side_)));
}

template class Rules<Frame8>;
template class Rules<WideFrame<kMediumWords>>;
template class Rules<WideFrame<kLargeWords>>;

namespace {

Parsed<Game> make(const GameDescription& description, const Variant& chosen) {
  const auto [width, height] = chosen.rectangle("size");
  // Holes can be named in many ways; the game's own text has one.
  Variant variant = chosen;
  const Geometry geometry(Shape::Square, Edges::Closed, width, height);
  if (const auto holes = parse_holes(geometry, chosen.text("holes")); holes) {
    variant.set_cells("holes", print_holes(geometry, *holes));
  }
  if (width <= Frame8::kMaxSide && height <= Frame8::kMaxSide) {
    return search::make_game<SmallRules>(description, variant);
  }
  if (width * height <= MediumRules::Squares::kCells) {
    return search::make_game<MediumRules>(description, variant);
  }
  return search::make_game<LargeRules>(description, variant);
}

}  // namespace

GameDescription description() {
  return {
      .name = "othello",
      .title = "Othello",
      .summary = "Bracket the other's stones to turn them; more stones win",
      .parameters = {{.name = "size",
                      .kind = ParameterKind::Rectangle,
                      .help = "width and height of the board",
                      .range = {2, kMaxWidth, 2},
                      .second_range = {2, kMaxHeight, 2},
                      .first_name = "width",
                      .second_name = "height",
                      .standard = "8x8"},
                     {.name = "holes",
                      .kind = ParameterKind::Cells,
                      .help = "fields that are cut out, as rectangles upper left:lower right",
                      .standard = ""}},
      .presets = {{"Classic", "8x8"},
                  {"Small", "6x6"},
                  {"Large", "10x10"},
                  {"Two walls", "8x8,holes=C3:C6+F3:F6"}},
      .look = {.material = "felt",
               .pieces = PieceStyle::Discs,
               .counts = {Counted::Pieces},
               .endings = {{kMajority, "with more discs"}}},
      .make = make,
      .make_engine = make_engine,
      .levels = kLevels,
      .strategies = strategies(),
      .transcript_variant = "8x8",
  };
}

}  // namespace spielwerk::othello
