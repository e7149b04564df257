// The server's side of the Kaskade protocol, to the byte.
#include "protocols/kaskade/server_session.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "protocols/kaskade/line_splitter.h"
#include "tests/support/kaskade_referee.h"

namespace spielwerk::kaskade_protocol {
namespace {

Move move_of(const ServerSession& session, int x, int y) {
  return session.game().move_of({x, y}).value();
}

TEST(KaskadeSession, TheAssignmentsFirstExample) {
  ServerSession session("Mr. Unschlagbar");
  EXPECT_EQ(session.receive("init(xDim=3;yDim=3;begin=s;setup=0n0n0n2s1c0n0n0n1c; user=Wilfried)"),
            "initialized(user=Mr. Unschlagbar)\r\n"
            "board(row=0n0n0n)\r\nboard(row=2s1c0n)\r\nboard(row=0n0n1c)\r\n");
  ASSERT_TRUE(session.wants_move());
  EXPECT_EQ(session.user(), "Wilfried");
  EXPECT_EQ(session.answer(move_of(session, 0, 1)),
            "move(x=0;y=1)\r\n"
            "board(row=1s0n0n)\r\nboard(row=0n2s0n)\r\nboard(row=1s0n1c)\r\n");
  EXPECT_FALSE(session.wants_move());
  EXPECT_FALSE(session.is_over());
}

constexpr const char* kNearTheEnd =
    "init(xDim=3;yDim=3;begin=c;setup=1s0n0n2s2s0n1s2c0n;user=Wilfried)";

TEST(KaskadeSession, TheServerWins) {
  ServerSession session("x");
  EXPECT_EQ(session.receive(kNearTheEnd),
            "initialized(user=x)\r\n"
            "board(row=1s0n0n)\r\nboard(row=2s2s0n)\r\nboard(row=1s2c0n)\r\n");
  EXPECT_EQ(session.receive("move(x=2;y=2)"), "");
  ASSERT_TRUE(session.wants_move());
  EXPECT_EQ(session.answer(move_of(session, 0, 2)), "move(x=0;y=2)\r\nbye(winner=s)\r\n");
  EXPECT_TRUE(session.is_over());
  EXPECT_EQ(session.winner(), End::Server);
}

TEST(KaskadeSession, TheClientWins) {
  ServerSession session("x");
  session.receive(kNearTheEnd);
  EXPECT_EQ(session.receive("move(x=1;y=2)"), "bye(winner=c)\r\n");
  EXPECT_TRUE(session.is_over());
  EXPECT_EQ(session.winner(), End::Client);
}

TEST(KaskadeSession, TheServerCanWinWithTheFirstMove) {
  ServerSession session("x");
  EXPECT_EQ(session.receive("init(xDim=3;yDim=3;begin=s;setup=1s1c0n0n0n0n0n0n0n;user=W)"),
            "initialized(user=x)\r\n"
            "board(row=1s1c0n)\r\nboard(row=0n0n0n)\r\nboard(row=0n0n0n)\r\n");
  EXPECT_EQ(session.answer(move_of(session, 0, 0)), "move(x=0;y=0)\r\nbye(winner=s)\r\n");
}

TEST(KaskadeSession, ExitAtAnyTime) {
  ServerSession before("x");
  EXPECT_EQ(before.receive("exit\r"), "bye\r\n");
  EXPECT_TRUE(before.is_over());
  EXPECT_EQ(before.winner(), std::nullopt);
  ServerSession later("x");
  later.receive(kNearTheEnd);
  EXPECT_EQ(later.receive(" EXIT "), "bye\r\n");
}

TEST(KaskadeSession, ErrorsLeaveTheGameAsItWas) {
  ServerSession session("x");
  const auto refuses = [&](std::string_view line, std::string_view message) {
    EXPECT_EQ(session.receive(line), "error(message=" + std::string(message) + ")\r\n") << line;
    EXPECT_FALSE(session.wants_move());
    EXPECT_FALSE(session.is_over());
  };
  refuses("test", "unknown command 'test'");
  refuses("move(x=0;y=0)", "move: there is no game yet, begin one by init");
  refuses("init(xDim=2;yDim=3;begin=c;user=W)", "init: xDim must be 3 to 20, not 2");
  refuses("init(xDim=3;yDim=21;begin=c;user=W)", "init: yDim must be 3 to 20, not 21");
  refuses("init(xDim=3;yDim=-3;begin=c;user=W)", "init: yDim must be 3 to 20, not -3");
  refuses("init(xDim=3;yDim=3;begin=c;setup=0n;user=W)",
          "init: setup must have 18 characters, two for each of 3 x 3 fields, not 2");
  refuses("init(xDim=3;yDim=3;begin=c;setup=;user=W)",
          "init: setup must have 18 characters, two for each of 3 x 3 fields, not 0");
  const std::string setup = "init(xDim=3;yDim=3;begin=c;user=W;setup=";
  refuses(setup + "0n0n0n2s1x0n0n0n1c)",
          "init: setup of field x=1 y=1 is '1x', but the owner must be c, s or n");
  refuses(setup + "0n0n0n2s1C0n0n0n1c)",
          "init: setup of field x=1 y=1 is '1C', but the owner must be c, s or n");
  refuses(setup + "0c0n0n2s1c0n0n0n1c)",
          "init: setup of field x=0 y=0 is '0c', but a field without balls has no owner");
  refuses(setup + "0n0n0n2n1c0n0n0n1c)",
          "init: setup of field x=0 y=1 is '2n', but a field with balls has an owner");
  refuses(setup + "n00n0n2s1c0n0n0n1c)",
          "init: setup of field x=0 y=0 is 'n0', but must begin with a number of balls");
  refuses(setup + "2c0n0n2s1c0n0n0n1c)",
          "init: setup of field x=0 y=0 is '2c', but with 2 balls it overflows");
  refuses(setup + "0n3c0n2s1c0n0n0n1c)",
          "init: setup of field x=1 y=0 is '3c', but with 3 balls it overflows");
  refuses(setup + "0n0n0n0n9s0n0n0n1c)",
          "init: setup of field x=1 y=1 is '9s', but with 4 balls it overflows");
  refuses(setup + "1c0n0n0n1c0n0n0n0n)",
          "init: setup with more than one ball must have balls of both");
  refuses(setup + "0n0n0n0n2s0n0n0n0n)",
          "init: setup with more than one ball must have balls of both");
  EXPECT_FALSE(session.has_game());

  // And after all that the game can begin.
  EXPECT_EQ(session.receive(setup + "0n0n0n2s1c0n0n0n1c)"),
            "initialized(user=x)\r\n"
            "board(row=0n0n0n)\r\nboard(row=2s1c0n)\r\nboard(row=0n0n1c)\r\n");
  const Position before = session.position();
  refuses(setup + "0n0n0n2s1c0n0n0n1c)", "init: the game has begun already");
  refuses("move(x=0;y=1)", "move: the field x=0 y=1 belongs to the server");
  refuses("move(x=3;y=0)", "move: x must be 0 to 2 and y 0 to 2, not x=3 y=0");
  refuses("move(x=0;y=-1)", "move: x must be 0 to 2 and y 0 to 2, not x=0 y=-1");
  refuses("move(x=0)", "move: y is missing");
  EXPECT_EQ(session.receive("> a comment"), "");
  EXPECT_EQ(session.receive(""), "");
  EXPECT_EQ(session.position(), before);
  EXPECT_EQ(session.receive("move(x=1;y=1)"), "");
  EXPECT_TRUE(session.wants_move());
}

TEST(KaskadeSession, OneBallIsNoVictory) {
  for (const char* setup : {"1c0n0n0n0n0n0n0n0n", "1s0n0n0n0n0n0n0n0n"}) {
    for (const char* begin : {"c", "s"}) {
      ServerSession session("x");
      const std::string answer = session.receive("init(xDim=3;yDim=3;begin=" + std::string(begin) +
                                                 ";user=W;setup=" + setup + ")");
      EXPECT_TRUE(answer.starts_with("initialized(user=x)\r\n")) << answer;
      if (*begin == 'c') session.receive("move(x=2;y=2)");
      ASSERT_TRUE(session.wants_move());
      EXPECT_TRUE(session.answer(move_of(session, 2, 0)).ends_with(")\r\n"));
      EXPECT_FALSE(session.is_over());
    }
  }
}

TEST(KaskadeSession, HelpIsAllCommentsAndItsExampleIsReal) {
  ServerSession session("Spielwerk");
  const std::string help = session.receive("help");
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < help.size()) {
    const std::size_t end = help.find("\r\n", begin);
    ASSERT_NE(end, std::string::npos);
    lines.push_back(help.substr(begin, end - begin));
    EXPECT_TRUE(lines.back().starts_with('>'));
    EXPECT_LE(lines.back().size(), 80u);
    begin = end + 2;
  }
  // Lines behind three blanks are the client's, behind five the server's.
  std::string expected;
  std::string answers;
  for (const std::string& line : lines) {
    if (line.starts_with(">     ") && (line[6] == 'i' || line[6] == 'b' || line[6] == 'm')) {
      expected += line.substr(6) + "\r\n";
    } else if (line.starts_with(">   ") && (line[4] == 'i' || line[4] == 'm')) {
      answers += session.receive(line.substr(4));
      if (session.wants_move()) answers += session.answer(move_of(session, 2, 2));
    }
  }
  EXPECT_FALSE(answers.empty());
  EXPECT_EQ(answers, expected);
}

TEST(KaskadeSession, BoardsAgreeWithTheRefereeInRandomGames) {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const int columns = 3 + static_cast<int>(random.below(6));
    const int rows = 3 + static_cast<int>(random.below(6));
    const bool client_begins = random.below(2) == 0;
    ServerSession session("x");
    std::string answer = session.receive("init(user=a;xDim=" + std::to_string(columns) +
                                         ";yDim=" + std::to_string(rows) +
                                         ";begin=" + (client_begins ? "c" : "s") + ")");
    test::KaskadeReferee referee(columns, rows);
    while (!session.is_over()) {
      const Move move = session.position().random_move(random);
      const MoveMessage place = session.game().message_of(move);
      referee.play(place.x, place.y, random);
      answer = session.wants_move() ? session.answer(move) : session.receive(print_request(place));
      if (session.is_over() || session.wants_move()) continue;
      // The same board, with c for the client and s for the server instead of a and b.
      std::string text = referee.text();
      for (char& letter : text) {
        if (letter == 'a')
          letter = client_begins ? 'c' : 's';
        else if (letter == 'b')
          letter = client_begins ? 's' : 'c';
      }
      std::string boards;
      const auto width = static_cast<std::size_t>(2 * columns);
      for (std::size_t begin = 0; begin < width * static_cast<std::size_t>(rows); begin += width) {
        boards += "board(row=" + text.substr(begin, width) + ")\r\n";
      }
      EXPECT_TRUE(answer.ends_with(boards)) << answer << boards;
    }
    EXPECT_EQ(session.winner(),
              (referee.winner() == 0) == client_begins ? End::Client : End::Server);
  }
}

// ---- Lines out of what a network delivers

using Status = LineSplitter::Status;

std::vector<std::string> lines_of(std::string_view bytes, std::size_t packet) {
  LineSplitter splitter;
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t begin = 0; begin < bytes.size(); begin += packet) {
    splitter.append(bytes.substr(begin, packet));
    while (splitter.next(line) == Status::Line) lines.push_back(line);
  }
  return lines;
}

TEST(KaskadeLines, PacketsOfAnySizeMakeTheSameLines) {
  const std::string_view bytes = "init(x)\r\nmove\n\n> b\r\nexit\r\nrest";
  const std::vector<std::string> lines{"init(x)\r", "move", "", "> b\r", "exit\r"};
  for (const std::size_t packet : {1u, 2u, 3u, 7u, 100u}) EXPECT_EQ(lines_of(bytes, packet), lines);
}

TEST(KaskadeLines, ALineThatIsTooLongIsLeftOutAndToldOnce) {
  for (const std::size_t length : {8193u, 20'000u}) {
    LineSplitter splitter;
    std::string line;
    splitter.append("a\n" + std::string(length, 'x') + "\nb\n");
    EXPECT_EQ(splitter.next(line), Status::Line);
    EXPECT_EQ(splitter.next(line), Status::TooLong);
    EXPECT_EQ(splitter.next(line), Status::Line);
    EXPECT_EQ(line, "b");
    EXPECT_EQ(splitter.next(line), Status::NeedMore);
  }
  LineSplitter exact;
  std::string line;
  exact.append(std::string(8192, 'x') + "\n");
  EXPECT_EQ(exact.next(line), Status::Line);
  EXPECT_EQ(line.size(), 8192u);
}

TEST(KaskadeLines, WhoNeverEndsALineIsGivenUp) {
  LineSplitter splitter;
  std::string line;
  int too_long = 0;
  std::size_t max_size = 0;
  Status status = Status::NeedMore;
  for (int packet = 0; packet < 10'000 && status != Status::Hopeless; ++packet) {
    splitter.append(std::string(1000, 'x'));
    while ((status = splitter.next(line)) == Status::TooLong) ++too_long;
    max_size = std::max(max_size, splitter.size());
  }
  EXPECT_EQ(status, Status::Hopeless);
  EXPECT_EQ(too_long, 1);
  EXPECT_LE(max_size, 10'000u);
}

}  // namespace
}  // namespace spielwerk::kaskade_protocol
