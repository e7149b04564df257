// What is written is read back equal, for random games of all games and hostile texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "games/all_games.h"
#include "records/record_reader.h"
#include "records/record_writer.h"
#include "tests/support/random_games.h"

namespace spielwerk {
namespace {

/// A text of up to `longest` characters, most of which mean something somewhere in the format.
std::string nasty_text(Random& random, std::uint32_t longest) {
  static constexpr std::array<std::string_view, 24> kPieces{" ",
                                                            "  ",
                                                            "\t",
                                                            "\n",
                                                            "\r",
                                                            "\r\n",
                                                            "\\",
                                                            "\\n",
                                                            "{",
                                                            "}",
                                                            "[",
                                                            "]",
                                                            "\"",
                                                            ";",
                                                            "[Game ",
                                                            "\n[Game \"othello\"]",
                                                            "[%eval 0.500]",
                                                            "[%eval",
                                                            "1-0",
                                                            "1.",
                                                            "D3",
                                                            "word",
                                                            "\xC3\xBC\xE2\x97\x8F",
                                                            "\x80\xFF"};
  std::string text;
  for (std::uint32_t count = random.below(longest); count > 0; --count) {
    text += kPieces[random.below(kPieces.size())];
  }
  return text;
}

std::optional<Score> random_evaluation(Random& random) {
  switch (random.below(6)) {
    case 0:
      return Score::estimate(random.below(1001) / 1000.0);
    case 1:
      return Score::win_in(static_cast<int>(random.below(100)));
    case 2:
      return Score::loss_in(static_cast<int>(random.below(100)));
    case 3:
      return Score::draw();
    default:
      return std::nullopt;
  }
}

void decorate(Record& record, Random& random) {
  for (const std::string_view name : {"Player1", "Player2", "Event", "Site_2", "Termination"}) {
    if (random.below(3) > 0) record.tags.push_back({std::string(name), nasty_text(random, 10)});
  }
  if (random.below(2) == 0) record.comment = nasty_text(random, 40);
  for (RecordedMove& each : record.moves) {
    if (random.below(4) == 0) each.comment = nasty_text(random, 40);
    each.evaluation = random_evaluation(random);
  }
}

class RecordRoundTrip : public testing::TestWithParam<std::string> {};

TEST_P(RecordRoundTrip, ManyGamesInOneFile) {
  const auto game = all_games().parse(GetParam());
  ASSERT_TRUE(game);
  Random random(2026);
  std::vector<Record> records;
  std::ostringstream output;
  RecordWriter writer(output);
  for (int count = 0; count < 8; ++count) {
    Record record = test::random_game(*game, random, count == 0 ? 0 : random.below(120));
    // Some begin where the one before stopped.
    if (count % 3 == 2) {
      const Position start = records.back().final_position();
      record = test::random_game(*game, start, random, random.below(20));
    }
    decorate(record, random);
    if (!record.result.is_over() && random.below(2) == 0) record.result = Outcome::draw();
    writer.write(record);
    records.push_back(std::move(record));
  }
  std::istringstream input(output.str());
  RecordReader reader(input, all_games());
  for (const Record& record : records) {
    const auto read = reader.next();
    ASSERT_TRUE(read);
    ASSERT_TRUE(*read) << "line " << read->error().location.line << ": " << read->error().reason;
    EXPECT_TRUE(**read == record) << print_record(record);
  }
  EXPECT_FALSE(reader.next());
}

/// Cutting a file anywhere loses nothing that stands before the cut.
TEST_P(RecordRoundTrip, EveryPrefixKeepsItsMoves) {
  const auto game = all_games().parse(GetParam());
  ASSERT_TRUE(game);
  Random random(7);
  Record record = test::random_game(*game, random, 12);
  decorate(record, random);
  const std::string text = print_record(record);
  std::size_t max_moves = 0;
  for (std::size_t length = 1; length < text.size() - 1; ++length) {
    std::istringstream input(text.substr(0, length));
    RecordReader reader(input, all_games());
    const auto read = reader.next();
    ASSERT_TRUE(read) << length;
    ASSERT_FALSE(*read) << "complete after " << length << " of " << text.size() << " bytes";
    const auto& partial = read->error().partial;
    const std::size_t moves = partial ? partial->moves.size() : 0;
    // A cut move text can be a shorter legal move (B10 as B1), so it may be one too many for now.
    EXPECT_GE(moves + 1, max_moves) << length;
    max_moves = std::max(max_moves, moves);
    EXPECT_FALSE(reader.next());
  }
  EXPECT_EQ(max_moves, record.moves.size());
}

INSTANTIATE_TEST_SUITE_P(
    AllGames, RecordRoundTrip, testing::ValuesIn(test::game_texts()), [](const auto& test_info) {
      std::string name = test_info.param;
      std::replace_if(name.begin(), name.end(), [](char each) { return !std::isalnum(each); }, '_');
      return name;
    });

}  // namespace
}  // namespace spielwerk
