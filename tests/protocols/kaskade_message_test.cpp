// The lines of the Kaskade protocol: what is understood, what is refused and why, what is sent.
#include "protocols/kaskade/message.h"

#include <gtest/gtest.h>

#include <tuple>

namespace spielwerk::kaskade_protocol {
namespace {

Request request(std::string_view line) {
  const auto parsed = parse_request(line);
  EXPECT_TRUE(parsed.has_value()) << line << ": " << parsed.error();
  return parsed.value_or(Request{Exit{}});
}

const Init kWilfried{.columns = 3,
                     .rows = 3,
                     .begin = End::Server,
                     .setup = "0n0n0n2s1c0n0n0n1c",
                     .user = "Wilfried"};

TEST(KaskadeMessage, EveryRequestIsUnderstood) {
  EXPECT_EQ(request("init(xDim=3;yDim=3;begin=s;setup=0n0n0n2s1c0n0n0n1c;user=Wilfried)"),
            Request{kWilfried});
  EXPECT_EQ(request("init(xDim=10;yDim=4;begin=c;user=Ä b = (c)"),
            (Request{Init{.columns = 10, .rows = 4, .user = "Ä b = (c"}}));
  EXPECT_EQ(request("move(x=3;y=0)"), (Request{MoveMessage{3, 0}}));
  EXPECT_EQ(request("exit"), Request{Exit{}});
  EXPECT_EQ(request("help"), Request{Help{}});
}

TEST(KaskadeMessage, BlanksCaseAndOrderMakeNoDifference) {
  for (const char* line :
       {"init(xDim=3;yDim=3;begin=s;setup=0n0n0n2s1c0n0n0n1c; user=Wilfried)",
        "  init  (  xDim = 3 ; yDim\t=\t3;begin= s;setup =0n0n0n2s1c0n0n0n1c;user=Wilfried  )  ",
        "INIT(USER=Wilfried;Setup=0n0n0n2s1c0n0n0n1c;BEGIN=s;ydim=3;XDIM=3)",
        "Init(User=Wilfried;xdim=03;YDim=3;Begin=s;setup=0n0n0n2s1c0n0n0n1c)"}) {
    EXPECT_EQ(request(line), Request{kWilfried}) << line;
  }
  for (const char* line : {"move (x =3; y= 3)", "Move(y=3;x=3)", "\tMOVE( Y = 3 ; X = 3 )"}) {
    EXPECT_EQ(request(line), (Request{MoveMessage{3, 3}})) << line;
  }
  for (const char* line : {" exit ", "EXIT", "Exit()", "exit ( )"}) {
    EXPECT_EQ(request(line), Request{Exit{}}) << line;
  }
}

class KaskadeRefusal : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(KaskadeRefusal, SaysWhatIsWrong) {
  const auto& [line, problem] = GetParam();
  const auto parsed = parse_request(line);
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error(), problem);
  EXPECT_TRUE(is_printable(parsed.error()));
}

INSTANTIATE_TEST_SUITE_P(
    All, KaskadeRefusal,
    testing::Values(
        std::tuple{"test", "unknown command 'test'"},
        std::tuple{"Test (x=1)", "unknown command 'Test'"},
        std::tuple{"a;b", "unknown command 'a?b'"}, std::tuple{"test(1", "unknown command 'test'"},
        std::tuple{"test(1) 2", "unknown command 'test'"},
        std::tuple{"\x01\x02", "unknown command '\\x01\\x02'"},
        std::tuple{"move(x=1;y=2", "the closing parenthesis is missing"},
        std::tuple{"move(x=1;y=2) x",
                   "nothing may follow the closing parenthesis, but there is ' x'"},
        std::tuple{"init(xDim=3;yDim=3;begin=c;user=a)b)",
                   "nothing may follow the closing parenthesis, but there is 'b?'"},
        std::tuple{"init(xDim=3;yDim=3;begin=c;user=a;b)", "init: expected name=value, not 'b'"},
        std::tuple{"init(xDim=3;yDim=3;begin=c;user=a\x07)",
                   "init: user must not contain control characters"},
        std::tuple{"init(xDim=3;yDim=3;begin=x;user=a)", "init: begin must be c or s, not 'x'"},
        std::tuple{"init(xDim=3;yDim=3;begin=C;user=a)", "init: begin must be c or s, not 'C'"},
        std::tuple{"init(xDim=3;yDim=3;begin=;user=a)", "init: begin must be c or s, not ''"},
        std::tuple{"init(xDim=3;yDim=3;begin=c)", "init: user is missing"},
        std::tuple{"init(yDim=3;begin=c;user=a)", "init: xDim is missing"},
        std::tuple{"init", "init: xDim is missing"},
        std::tuple{"init(xDim=3;yDim=3;begin=c;user=a;size=4)", "init: unknown parameter 'size'"},
        std::tuple{"init(xDim=3;yDim=3;begin=c;user=a;XDIM=4)", "init: 'XDIM' is given twice"},
        std::tuple{"move", "move: x is missing"}, std::tuple{"move()", "move: x is missing"},
        std::tuple{"move(x=1)", "move: y is missing"},
        std::tuple{"move(x=1;y=2;z=3)", "move: unknown parameter 'z'"},
        std::tuple{"move(x=1;x=1;y=2)", "move: 'x' is given twice"},
        std::tuple{"move(x=1;y=2;)", "move: expected name=value, not ''"},
        std::tuple{"move(x=1;=2)", "move: a value without a name"},
        std::tuple{"move(x=1;y=two)", "move: y must be a whole number, not 'two'"},
        std::tuple{"move(x=1;y=1.5)", "move: y must be a whole number, not '1.5'"},
        std::tuple{"move(x=1;y=1 2)", "move: y must be a whole number, not '1 2'"},
        std::tuple{"move(x=1;y=)", "move: y must be a whole number, not ''"},
        std::tuple{"move(x=+1;y=1)", "move: x must be a whole number, not '+1'"},
        std::tuple{"move(x=99999999999;y=1)", "move: x must be a whole number, not '99999999999'"},
        std::tuple{"exit(now=1)", "exit: unknown parameter 'now'"}));

TEST(KaskadeMessage, CommentsSayNothing) {
  for (const char* line : {"", "  ", "> hello", "  > move(x=1;y=1)", ">"}) {
    EXPECT_TRUE(is_comment(line)) << line;
  }
  EXPECT_FALSE(is_comment("exit > now"));
}

TEST(KaskadeMessage, RequestsAndRepliesArePrintedAsTheAssignmentWritesThem) {
  EXPECT_EQ(print_request(kWilfried),
            "init(xDim=3;yDim=3;begin=s;setup=0n0n0n2s1c0n0n0n1c;user=Wilfried)");
  EXPECT_EQ(print_request(Init{.columns = 4, .rows = 5, .user = "A"}),
            "init(xDim=4;yDim=5;begin=c;user=A)");
  EXPECT_EQ(print_request(MoveMessage{0, 19}), "move(x=0;y=19)");
  EXPECT_EQ(print_request(Exit{}), "exit");
  EXPECT_EQ(print_request(Help{}), "help");
  EXPECT_EQ(print_reply(Initialized{"Mr. Unschlagbar"}), "initialized(user=Mr. Unschlagbar)");
  EXPECT_EQ(print_reply(BoardRow{"0n1c"}), "board(row=0n1c)");
  EXPECT_EQ(print_reply(MoveMessage{1, 2}), "move(x=1;y=2)");
  EXPECT_EQ(print_reply(Bye{}), "bye");
  EXPECT_EQ(print_reply(Bye{End::Client}), "bye(winner=c)");
  EXPECT_EQ(print_reply(Bye{End::Server}), "bye(winner=s)");
  EXPECT_EQ(print_reply(ErrorReply{"unknown command 'test'"}),
            "error(message=unknown command 'test')");
}

TEST(KaskadeMessage, WhatIsPrintedIsUnderstood) {
  for (const Request& each :
       {Request{kWilfried}, Request{MoveMessage{7, 8}}, Request{Exit{}}, Request{Help{}}}) {
    EXPECT_EQ(parse_request(print_request(each)).value(), each);
  }
  for (const Reply& each :
       {Reply{Initialized{"a b"}}, Reply{BoardRow{"0n0n1s"}}, Reply{MoveMessage{0, 0}},
        Reply{Bye{}}, Reply{Bye{End::Server}}, Reply{ErrorReply{"no"}}}) {
    EXPECT_EQ(parse_reply(print_reply(each)).value(), each);
  }
}

TEST(KaskadeMessage, RepliesOfOtherProgramsMaySayMore) {
  EXPECT_EQ(parse_reply("Initialized ( user = x ; version=3 )").value(), Reply{Initialized{"x"}});
  EXPECT_EQ(parse_reply("bye()").value(), Reply{Bye{}});
  EXPECT_EQ(parse_reply("hello").error(), "unknown answer 'hello'");
  EXPECT_EQ(parse_reply("bye(winner=x)").error(), "bye: winner must be c or s, not 'x'");
}

TEST(KaskadeMessage, TextsAreMadePrintable) {
  EXPECT_EQ(make_printable(" a;b)\r\nc "), "a?b???c");
  EXPECT_TRUE(is_printable("Zoë (2"));
  EXPECT_FALSE(is_printable("a "));
  EXPECT_FALSE(is_printable("a;b"));
}

}  // namespace
}  // namespace spielwerk::kaskade_protocol
