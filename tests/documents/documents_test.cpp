// What the documents show is what the program does: sessions, positions, and the worked examples'
// list of games.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/program.h"
#include "core/text.h"
#include "games/all_games.h"
#include "protocols/kaskade/server_session.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ugi_conversation.h"

namespace spielwerk::test {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

/// A fenced block of a document.
struct Block {
  std::string document;
  int line = 0;
  std::string text;
};

std::string message_of(const Block& block) {
  return block.document + ":" + std::to_string(block.line);
}

/// All blocks of README.md and docs/ whose fence says ```<kind>.
std::vector<Block> blocks(std::string_view kind) {
  const std::filesystem::path root(SPIELWERK_SOURCE_FOLDER);
  std::vector<std::filesystem::path> documents{root / "README.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") documents.push_back(entry.path());
  }
  std::vector<Block> result;
  for (const auto& document : documents) {
    std::istringstream content(read_file(document));
    bool is_fenced = false;
    bool is_wanted = false;
    int number = 0;
    for (std::string line; std::getline(content, line);) {
      ++number;
      if (line.starts_with("```")) {
        is_fenced = !is_fenced;
        is_wanted = is_fenced && line.substr(3) == kind;
        if (is_wanted) result.push_back({document.lexically_relative(root).string(), number, ""});
      } else if (is_wanted) {
        result.back().text += line + '\n';
      }
    }
  }
  return result;
}

/// A terminal with somebody in front of it who types what a transcript shows: whatever stands there
/// when the program waits for a line.
class Terminal : public std::streambuf {
 public:
  explicit Terminal(std::string transcript) : transcript_(std::move(transcript)) {}

  std::ostream& screen() { return screen_; }
  std::string shown() const { return screen_.str(); }

 private:
  int_type underflow() override {
    const std::string so_far = shown();
    const std::size_t end = transcript_.find('\n', so_far.size());
    // Nothing more is typed, or the program has shown something else already.
    if (end == std::string::npos || !transcript_.starts_with(so_far)) return traits_type::eof();
    line_ = transcript_.substr(so_far.size(), end + 1 - so_far.size());
    screen_ << line_;
    setg(line_.data(), line_.data(), line_.data() + line_.size());
    return traits_type::to_int_type(line_.front());
  }

  std::string transcript_;
  std::ostringstream screen_;
  std::string line_;
};

/// Runs the program with a command's words, while somebody types as the transcript shows.
std::string run_session(std::string_view command, const std::string& transcript) {
  std::vector<std::string> arguments;
  for (const std::string_view word : words(command)) arguments.emplace_back(word);
  Terminal terminal(transcript);
  std::istream input(&terminal);
  Streams streams{input, terminal.screen(), terminal.screen(), true};
  app::run(arguments, streams);
  return terminal.shown();
}

/// A block is any number of commands, each followed by its transcript. What one saves the next ones
/// of the same document can load.
TEST(Documents, SessionsAreReal) {
  constexpr std::string_view kCommand = "$ spielwerk ";
  // Documents show plain Unicode.
  setenv("NO_COLOR", "1", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  const auto old_folder = std::filesystem::current_path();
  std::optional<TemporaryFolder> folder;
  std::string document;
  int sessions = 0;
  for (const Block& block : blocks("console")) {
    SCOPED_TRACE(message_of(block));
    if (document != block.document) {
      document = block.document;
      folder.emplace();
      std::filesystem::current_path(folder->path("."));
    }
    EXPECT_TRUE(block.text.starts_with(kCommand));
    std::string command;
    std::string transcript;
    const auto check = [&] {
      if (command.empty()) return;
      EXPECT_EQ(run_session(command, transcript), transcript) << "$ spielwerk " << command;
      ++sessions;
    };
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with(kCommand)) {
        check();
        command = line.substr(kCommand.size());
        transcript.clear();
      } else {
        transcript += line + '\n';
      }
    }
    check();
  }
  std::filesystem::current_path(old_folder);
  EXPECT_GE(sessions, 10);
}

/// What stands on the left of a document's tables.
std::string first_cells(const std::string& document) {
  std::string cells;
  for (const std::string_view line : split(document, '\n')) {
    if (line.starts_with("| ")) cells += line.substr(0, line.find(" |", 2));
  }
  return cells;
}

/// What a game's program can be told, a table of its page explains.
TEST(Documents, PagesOfGamesTellEveryOption) {
  int options = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(SPIELWERK_SOURCE_FOLDER "/docs/games")) {
    const std::string game = entry.path().stem().string();
    const std::string explained = first_cells(read_file(entry.path()));
    std::istringstream help(run_session(game + " --help", ""));
    for (std::string line; std::getline(help, line);) {
      const auto parts = words(line);
      if (!line.starts_with("  ") || parts.empty() || !parts.front().starts_with('-')) continue;
      const std::string option(parts.front().substr(0, parts.front().find(',')));
      if (option == "-h" || option == "--help") continue;
      EXPECT_NE(explained.find("`" + option), std::string::npos) << game << ' ' << option;
      ++options;
    }
  }
  EXPECT_GE(options, 20);
}

TEST(Documents, ConversationsWithEnginesAreReal) {
  int conversations = 0;
  for (const Block& block : blocks("ugi")) {
    SCOPED_TRACE(message_of(block));
    EXPECT_EQ(without_times(run_ugi_conversation(all_games(), block.text)),
              without_times(block.text));
    ++conversations;
  }
  EXPECT_GE(conversations, 4);
}

/// Lines behind `C: ` are sent. Where the server has to move, it makes the move of the next line.
TEST(Documents, ConversationsWithTheKaskadeServerAreReal) {
  namespace protocol = kaskade_protocol;
  int conversations = 0;
  for (const Block& block : blocks("kaskade")) {
    SCOPED_TRACE(message_of(block));
    protocol::ServerSession session("Spielwerk");
    std::string expected;
    std::string answered;
    for (const std::string_view line : split(block.text, '\n')) {
      if (line.empty()) continue;
      const std::string_view text = line.substr(std::min<std::size_t>(3, line.size()));
      if (line.starts_with("C: ")) {
        answered += session.receive(text);
        continue;
      }
      ASSERT_TRUE(line.starts_with("S: ")) << line;
      expected += std::string(text) + "\r\n";
      const auto reply = protocol::parse_reply(text);
      ASSERT_TRUE(reply) << line;
      const auto* move = std::get_if<protocol::MoveMessage>(&*reply);
      if (move != nullptr && session.wants_move()) {
        answered += session.answer(session.game().move_of(*move).value());
      }
    }
    EXPECT_EQ(answered, expected);
    EXPECT_TRUE(session.is_over());
    ++conversations;
  }
  EXPECT_GE(conversations, 6);
}

TEST(Documents, TheExamplesAreKnownToEveryCommandThatThinks) {
  using testing::HasSubstr;
  for (const std::string command : {"analyse", "solve"}) {
    EXPECT_THAT(run_session(command + " hexapawn:3x3", ""), HasSubstr("loss:6"));
    EXPECT_THAT(run_session(command + " hex:3", ""), HasSubstr("win:5"));
  }
  for (const std::string game : {"hexapawn", "hex"}) {
    EXPECT_THAT(run_session("bench --game " + game + " --nodes 1000", ""), HasSubstr(game));
  }
}

/// A line of such a block is a game's text, a blank, and a position's text.
TEST(Documents, PositionsAreReal) {
  int positions = 0;
  for (const Block& block : blocks("position")) {
    SCOPED_TRACE(message_of(block));
    for (const std::string_view line : split(block.text, '\n')) {
      if (line.empty()) continue;
      const auto parts = words(line);
      ASSERT_EQ(parts.size(), 2u) << line;
      const auto game = all_games().parse(parts[0]);
      ASSERT_TRUE(game) << game.error().message(parts[0]);
      EXPECT_EQ(game->text(), parts[0]);
      const auto position = game->parse_position(parts[1]);
      ASSERT_TRUE(position) << position.error().message(parts[1]);
      EXPECT_EQ(position->text(), parts[1]);
      ++positions;
    }
  }
  EXPECT_GE(positions, 10);
}

/// Without their own lines the examples' list of games is the real one. (Those who follow the
/// examples have their lines in the real one too.)
TEST(Documents, TheExamplesAreRegisteredByTheirOwnLinesOnly) {
  const auto others = [](const std::string& folder, int& own) {
    std::istringstream content(read_file(folder + "/src/games/all_games.cpp"));
    std::string lines;
    for (std::string line; std::getline(content, line);) {
      if (line.find("hex") == std::string::npos) {
        lines += line + '\n';
      } else {
        ++own;
      }
    }
    return lines;
  };
  int own = 0;
  int real = 0;
  EXPECT_EQ(others(SPIELWERK_EXAMPLE, own), others(SPIELWERK_SOURCE_FOLDER, real));
  EXPECT_EQ(own, 4);
}

}  // namespace
}  // namespace spielwerk::test
