#include "tests/support/contract.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "core/text.h"
#include "games/all_games.h"

namespace spielwerk::test {
namespace {

/// At most `count` of the values, evenly spread, with the first and the last.
template <class T>
std::vector<T> spread(const std::vector<T>& values, std::size_t count) {
  if (values.size() <= count) return values;
  std::vector<T> result;
  for (std::size_t index = 0; index < count; ++index) {
    result.push_back(values[index * (values.size() - 1) / (count - 1)]);
  }
  return result;
}

std::vector<Cell> ascending(std::vector<Cell> cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace

void Contract::SetUp() {
  const auto game = all_games().parse(GetParam());
  ASSERT_TRUE(game) << game.error().message(GetParam());
  game_ = *game;
}

std::vector<Position> Contract::playout(std::uint64_t seed) const {
  constexpr std::size_t kPlies = 250;
  Random random(seed);
  std::vector<Position> positions{game().start()};
  while (positions.size() <= kPlies && !positions.back().outcome().is_over()) {
    Position next = positions.back();
    next.play(next.random_move(random));
    positions.push_back(std::move(next));
  }
  return positions;
}

std::vector<Position> Contract::positions() const {
  std::vector<Position> result;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    for (const Position& position : spread(playout(seed), 8)) result.push_back(position);
  }
  return result;
}

Cell Contract::any_cell(Random& random) const {
  switch (random.below(8)) {
    case 0:
      return kNoCell;
    case 1:
      return static_cast<Cell>(random.below(0x10000));
    case 2:
      return to_cell(cell_count());
    default:
      return static_cast<Cell>(random.below(static_cast<std::uint32_t>(cell_count())));
  }
}

std::vector<Piece> Contract::pieces(const Position& position) const {
  std::vector<Piece> result;
  for (Cell cell = 0; cell < cell_count(); ++cell) result.push_back(position.piece(cell));
  return result;
}

std::vector<std::string> variants_of(std::string_view game, std::string_view variants) {
  std::vector<std::string> result;
  for (const std::string_view text : words(variants)) {
    result.push_back(std::string(game) + ":" + std::string(text));
  }
  return result;
}

std::string contract_name(const testing::TestParamInfo<std::string>& variant) {
  std::string name;
  for (const char letter : variant.param) {
    name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  }
  return name;
}

bool is_one_word(std::string_view text) {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](unsigned char letter) {
    return std::isspace(letter) != 0 || std::iscntrl(letter) != 0;
  });
}

// Programs of fewer tests link this too.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Contract);

TEST_P(Contract, VariantTextsAgree) {
  EXPECT_TRUE(is_one_word(game().text()));
  const auto again = all_games().parse(game().text());
  ASSERT_TRUE(again) << again.error().message(game().text());
  EXPECT_EQ(again->text(), game().text());
  EXPECT_EQ(again->variant(), game().variant());
  EXPECT_EQ(again->start().text(), game().start().text());
}

TEST_P(Contract, PlayersHaveNamesOfTheirOwn) {
  ASSERT_GE(game().players(), 2);
  ASSERT_LE(game().players(), kMaxPlayers);
  std::set<std::string_view> names;
  for (int player = 0; player < game().players(); ++player) {
    const std::string_view name = game().player_name(static_cast<Player>(player));
    EXPECT_TRUE(is_one_word(name)) << name;
    // The colon ends the board in position texts.
    EXPECT_EQ(name.find(':'), std::string_view::npos) << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(game().players()));
}

TEST_P(Contract, PositionTextsAreComplete) {
  for (const Position& position : positions()) {
    const std::string text = position.text();
    SCOPED_TRACE(text);
    EXPECT_TRUE(is_one_word(text));
    const auto again = game().parse_position(text);
    ASSERT_TRUE(again) << again.error().message(text);
    EXPECT_EQ(*again, position);
    EXPECT_EQ(again->text(), text);
    EXPECT_EQ(again->key(), position.key());
    EXPECT_EQ(again->outcome(), position.outcome());
    EXPECT_EQ(again->side_to_move(), position.side_to_move());
    EXPECT_EQ(again->moves(), position.moves());
    EXPECT_EQ(pieces(*again), pieces(position));
  }
}

TEST_P(Contract, DamagedPositionTextsAreRefusedOrStandForAPosition) {
  Random random(11);
  for (const Position& position : positions()) {
    const std::string text = position.text();
    const auto any_index = [&] { return random.below(static_cast<std::uint32_t>(text.size())); };
    for (int attempt = 0; attempt < 20; ++attempt) {
      std::string damaged = text;
      switch (random.below(4)) {
        case 0:
          damaged.resize(any_index());
          break;
        case 1:
          damaged[any_index()] = static_cast<char>(random.below(256));
          break;
        case 2:
          std::swap(damaged[any_index()], damaged[any_index()]);
          break;
        default:
          damaged.insert(any_index(), 1, text[any_index()]);
      }
      const auto parsed = game().parse_position(damaged);
      if (!parsed) {
        EXPECT_NE(parsed.error().expected, "");
        EXPECT_LE(parsed.error().position, damaged.size()) << damaged;
        continue;
      }
      const auto again = game().parse_position(parsed->text());
      ASSERT_TRUE(again) << damaged;
      EXPECT_EQ(*again, *parsed) << damaged;
      EXPECT_EQ(parsed->moves().empty(), parsed->outcome().is_over()) << damaged;
    }
  }
}

TEST_P(Contract, MoveTextsAreUnique) {
  for (const Position& position : positions()) {
    std::set<std::string> texts;
    const std::vector<Move> moves = spread(position.moves(), 400);
    for (const Move move : moves) {
      const std::string text = game().print_move(move);
      EXPECT_TRUE(is_one_word(text));
      EXPECT_EQ(game().parse_move(text), move) << text;
      texts.insert(text);
    }
    EXPECT_EQ(texts.size(), moves.size());
  }
}

TEST_P(Contract, ExactlyTheListedMovesAreLegal) {
  Random random(5);
  for (const Position& position : positions()) {
    std::vector<Move> moves = position.moves();
    EXPECT_EQ(position.move_count(), moves.size());
    std::sort(moves.begin(), moves.end());
    EXPECT_EQ(std::adjacent_find(moves.begin(), moves.end()), moves.end());
    for (const Move move : spread(moves, 200)) {
      EXPECT_TRUE(position.is_legal(move));
      EXPECT_EQ(position.objection(move), "");
    }
    for (int attempt = 0; attempt < 500; ++attempt) {
      const Move move{any_cell(random), any_cell(random)};
      const bool is_listed = std::binary_search(moves.begin(), moves.end(), move);
      EXPECT_EQ(position.is_legal(move), is_listed) << move.first << ' ' << move.second;
      EXPECT_EQ(position.objection(move).empty(), is_listed) << move.first << ' ' << move.second;
    }
    if (position.outcome().is_over()) continue;
    for (int attempt = 0; attempt < 20; ++attempt) {
      EXPECT_TRUE(std::binary_search(moves.begin(), moves.end(), position.random_move(random)));
    }
  }
}

TEST_P(Contract, NextCellsLeadToExactlyTheListedMoves) {
  for (const Position& position : positions()) {
    std::vector<Cell> firsts;
    std::vector<std::vector<Cell>> seconds(static_cast<std::size_t>(cell_count()));
    for (const Move move : position.moves()) {
      firsts.push_back(move.first);
      if (move.second == kNoCell) continue;
      seconds[move.first].push_back(move.second);
      // Of a pair without order, either cell may be picked first.
      if (!game().notation().unordered) continue;
      firsts.push_back(move.second);
      seconds[move.second].push_back(move.first);
    }
    EXPECT_EQ(position.next_cells(), ascending(firsts));
    for (Cell cell = 0; cell < cell_count(); ++cell) {
      ASSERT_EQ(position.next_cells(cell), ascending(seconds[cell])) << cell;
    }
    EXPECT_TRUE(position.next_cells(to_cell(cell_count())).empty());
    EXPECT_TRUE(position.next_cells(kNoCell - 1).empty());
  }
}

TEST_P(Contract, CopiesAreIndependent) {
  Random random(7);
  for (const Position& position : positions()) {
    if (position.outcome().is_over()) continue;
    const std::string text = position.text();
    const std::uint64_t key = position.key();
    Position copy = position;
    EXPECT_EQ(copy, position);
    copy.play(copy.random_move(random));
    EXPECT_NE(copy, position);
    EXPECT_EQ(position.text(), text);
    EXPECT_EQ(position.key(), key);
    copy = position;
    EXPECT_EQ(copy, position);
    EXPECT_EQ(copy.text(), text);
  }
}

TEST_P(Contract, KeysTellPositionsApart) {
  std::map<std::uint64_t, std::string> texts;
  for (const std::uint64_t seed : {1u, 2u}) {
    const std::vector<Position> all = playout(seed);
    for (std::size_t ply = 0; ply < all.size(); ++ply) {
      const auto [entry, is_new] = texts.emplace(all[ply].key(), all[ply].text());
      EXPECT_EQ(entry->second, all[ply].text());
      if (ply > 0) {
        EXPECT_NE(all[ply].key(), all[ply - 1].key()) << all[ply].text();
      }
    }
  }
}

TEST_P(Contract, GamesEndWhenThereAreNoMoves) {
  for (const std::uint64_t seed : {1u, 2u}) {
    for (const Position& position : playout(seed)) {
      const Outcome outcome = position.outcome();
      ASSERT_EQ(position.move_count() == 0, outcome.is_over()) << position.text();
      EXPECT_LT(position.side_to_move(), game().players());
      double sum = 0;
      for (int player = 0; player < game().players(); ++player) {
        sum += outcome.share(static_cast<Player>(player), game().players());
      }
      EXPECT_DOUBLE_EQ(sum, outcome.is_over() ? 1.0 : 0.0);
      if (outcome.is_win()) {
        EXPECT_LT(outcome.winner(), game().players());
      }
    }
  }
}

TEST_P(Contract, EndingsAreAmongThoseTheGameTells) {
  const Look& look = game().description().look;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    for (const Position& position : playout(seed)) {
      const Ending ending = position.ending();
      SCOPED_TRACE(position.text());
      if (!position.outcome().is_over()) {
        EXPECT_EQ(ending, Ending{});
        continue;
      }
      EXPECT_TRUE(ending.how.empty() || !words_of(look, ending).empty()) << ending.how;
      if (position.outcome().is_win() && !look.endings.empty()) {
        EXPECT_NE(ending.how, "");
      }
      for (const Cell cell : ending.cells) EXPECT_LT(cell, cell_count());
      EXPECT_TRUE(std::is_sorted(ending.cells.begin(), ending.cells.end()));
    }
  }
}

/// Front ends make room for what the game says its pieces are.
TEST_P(Contract, PiecesAreOfTheKindTheLookTells) {
  const PieceStyle style = game().description().look.pieces;
  for (const Position& position : positions()) {
    for (const Piece& piece : pieces(position)) {
      const bool is_ball = piece.kind == PieceKind::Ball;
      const bool is_tower = piece.kind >= PieceKind::Tower;
      EXPECT_TRUE(!is_ball || style == PieceStyle::Balls);
      EXPECT_TRUE(!is_tower || style == PieceStyle::Towers);
    }
  }
  EXPECT_EQ(colours_of(game()).size(), static_cast<std::size_t>(game().players()));
}

TEST_P(Contract, PiecesAreComplete) {
  for (const Position& position : positions()) {
    for (const Piece& piece : pieces(position)) {
      switch (piece.kind) {
        case PieceKind::None:
          EXPECT_EQ(piece, Piece{});
          break;
        case PieceKind::Hole:
          EXPECT_EQ(piece.owner, kNoPlayer);
          break;
        default:
          EXPECT_LT(piece.owner, game().players());
          EXPECT_GE(piece.count, 1);
      }
    }
  }
}

TEST_P(Contract, StepsTellWhatAMoveChanges) {
  for (const Position& position : positions()) {
    for (const Move move : spread(position.moves(), 25)) {
      SCOPED_TRACE(position.text() + " " + game().print_move(move));
      Position next = position;
      next.play(move);
      const std::vector<Step> steps = position.steps(move);
      ASSERT_FALSE(steps.empty());
      // The board as the steps leave it, wave after wave.
      std::vector<Piece> shown = pieces(position);
      int wave = 0;
      for (const Step& step : steps) {
        ASSERT_TRUE(step.wave == wave || step.wave == wave + 1) << "waves come in order, no gaps";
        wave = step.wave;
        if (step.kind == StepKind::Pass) {
          EXPECT_LT(step.piece.owner, game().players());
          continue;
        }
        const Cell changed = step.kind == StepKind::Leave ? step.from : step.to;
        ASSERT_LT(changed, cell_count());
        shown[changed] = step.piece;
      }
      EXPECT_EQ(shown, pieces(next));
    }
  }
}

TEST_P(Contract, PerftCountsWhatIsPlayed) {
  for (const Position& position : spread(playout(4), 2)) {
    EXPECT_EQ(position.perft(0), 1u);
    // Games differ in whether those that have ended count.
    if (position.outcome().is_over()) {
      EXPECT_LE(position.perft(1), 1u);
      continue;
    }
    EXPECT_EQ(position.perft(1), position.move_count());
    std::uint64_t sum = 0;
    for (const Move move : position.moves()) {
      Position next = position;
      next.play(move);
      sum += next.outcome().is_over() ? next.perft(1) : next.move_count();
    }
    EXPECT_EQ(position.perft(2), sum);
  }
}

TEST_P(Contract, TheSameSeedGivesTheSameGame) {
  const std::vector<Position> once = playout(9);
  const std::vector<Position> again = playout(9);
  EXPECT_EQ(once, again);
}

}  // namespace spielwerk::test
