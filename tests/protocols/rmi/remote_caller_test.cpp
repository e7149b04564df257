// Calling objects of other programs: of Java, and of those who mean no good.
#include "protocols/rmi/remote_caller.h"

#include <gmock/gmock.h>

#include <boost/asio.hpp>
#include <thread>

#include "games/towerwars/move_tables.h"
#include "protocols/towerwars/preset.h"
#include "tests/support/java_program.h"

namespace spielwerk::rmi {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using tcp::ConnectionFailure;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
namespace preset = towerwars_protocol;

Endpoint at(std::uint16_t port) { return {"127.0.0.1", port}; }

/// What goes wrong, and its kind.
template <class Function>
Failure failure_of(const Function& function) {
  try {
    function();
  } catch (const ConnectionFailure& failure) {
    return failure.failure();
  }
  ADD_FAILURE() << "nothing goes wrong";
  return {};
}

// ---- Java

class JavaPeers : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::has_java()) GTEST_SKIP() << "there is no JDK";
    java_ = std::make_unique<test::JavaProgram>("Peer");
    registry_ = std::make_unique<RemoteCaller>(at(java_->port()), Patience{});
    player_ = look_up(*registry_, "player", preset::kPlayerInterface);
    caller_ = std::make_unique<RemoteCaller>(player_.endpoint, Patience{});
  }

  RemoteCaller::Call method(const preset::PlayerMethod& method) const {
    return {.head = {player_.id, -1, method.hash()}, .allow = preset::is_preset_class};
  }
  std::optional<Move> request() {
    std::expected<std::optional<Move>, std::string> move;
    RemoteCaller::Call call = method(preset::kRequest);
    call.read = [&](JavaReader& reader) {
      const JavaValue value = reader.object();
      if (reader.is_good()) move = preset::read_move(reader.graph(), value, game_);
    };
    caller_->call(call);
    return move.value();
  }
  void init(int size, Player colour) {
    RemoteCaller::Call call = method(preset::kInit);
    call.write = [=](JavaWriter& writer) {
      writer.int32(size);
      preset::write_colour(writer, colour);
    };
    caller_->call(call);
  }
  void confirm(towerwars::Status status) {
    RemoteCaller::Call call = method(preset::kConfirm);
    call.write = [=](JavaWriter& writer) { preset::write_status(writer, status); };
    caller_->call(call);
  }
  void update(std::optional<Move> move, towerwars::Status status,
              const preset::ClassVersions& versions = preset::kReleased) {
    RemoteCaller::Call call = method(preset::kUpdate);
    call.write = [&](JavaWriter& writer) {
      preset::write_move(writer, game_, move, versions);
      preset::write_status(writer, status);
    };
    caller_->call(call);
  }
  /// What is thrown.
  template <class Function>
  static std::string thrown_by(const Function& function) {
    try {
      function();
    } catch (const RemoteThrown& thrown) {
      return thrown.what();
    }
    return "nothing is thrown";
  }

  const Game game_ = towerwars::game_of_size(8);
  const Move move_ = game_.parse_move("A2->B3").value();
  std::unique_ptr<test::JavaProgram> java_{};
  std::unique_ptr<RemoteCaller> registry_{};
  RemoteReference player_{};
  std::unique_ptr<RemoteCaller> caller_{};
};

TEST_F(JavaPeers, AreFoundByTheirNames) {
  EXPECT_THAT(list_names(*registry_), UnorderedElementsAre("player", "another"));
  EXPECT_EQ(player_.endpoint.host, "127.0.0.1");
  EXPECT_EQ(thrown_by([&] { look_up(*registry_, "nobody", preset::kPlayerInterface); }),
            "java.rmi.NotBoundException: nobody");
  // What is not a player is not even read.
  EXPECT_THAT(
      failure_of([&] { look_up(*registry_, "player", "towerwarspp.preset.Viewer"); }).detail,
      HasSubstr("the class 'towerwarspp.preset.Player' is not allowed here"));
}

TEST_F(JavaPeers, HearEveryMethod) {
  init(26, towerwars::kBlue);
  EXPECT_EQ(java_->line(), "init 26 BLUE");
  EXPECT_EQ(request(), move_);
  confirm(towerwars::Status::Ok);
  EXPECT_EQ(java_->line(), "confirm OK");
  update(move_, towerwars::Status::RedWin);
  EXPECT_EQ(java_->line(), "update A2->B3 RED_WIN");
  update(std::nullopt, towerwars::Status::BlueWin);
  EXPECT_EQ(java_->line(), "update null BLUE_WIN");
  EXPECT_EQ(request(), std::nullopt);
  EXPECT_EQ(thrown_by([&] { confirm(towerwars::Status::Illegal); }),
            "java.lang.IllegalStateException: A2->B3 is legal");
  // It goes on after that.
  confirm(towerwars::Status::Undefined);
}

TEST_F(JavaPeers, KeepReferencesOfOthers) {
  const RemoteReference own{
      {"127.0.0.1", 4'000}, make_object_id(), {std::string(preset::kPlayerInterface)}};
  rebind(*registry_, "own", own);
  EXPECT_THAT(list_names(*registry_), UnorderedElementsAre("player", "another", "own"));
  EXPECT_EQ(look_up(*registry_, "own", preset::kPlayerInterface), own);
  unbind(*registry_, "own");
  EXPECT_EQ(thrown_by([&] { unbind(*registry_, "own"); }), "java.rmi.NotBoundException: own");
}

TEST_F(JavaPeers, TellWhichClassesTheyHave) {
  preset::ClassVersions versions = preset::kDraft;
  // First one class is wrong, then the other.
  for (int count = 0; count < 2; ++count) {
    const std::string complaint =
        thrown_by([&] { update(move_, towerwars::Status::Ok, versions); });
    EXPECT_TRUE(preset::learn(versions, complaint)) << complaint;
    // Java hangs up on those whom it does not understand.
    caller_ = std::make_unique<RemoteCaller>(player_.endpoint, Patience{});
  }
  EXPECT_EQ(versions, preset::kReleased);
  update(move_, towerwars::Status::Ok, versions);
  EXPECT_EQ(java_->line(), "update A2->B3 OK");
}

TEST_F(JavaPeers, MayBeSilentOrVanish) {
  caller_ = std::make_unique<RemoteCaller>(player_.endpoint, Patience{.answer = milliseconds(200)});
  const Failure silent = failure_of([&] { init(0, towerwars::kRed); });
  EXPECT_EQ(silent.kind, FailureKind::Silent);
  EXPECT_THAT(silent.sentence, HasSubstr("did not answer in time"));
  caller_ = std::make_unique<RemoteCaller>(player_.endpoint, Patience{});
  std::jthread killer([&] {
    while (java_->line() != "init 0 BLUE") {
    }
    java_->kill();
  });
  EXPECT_EQ(failure_of([&] { init(0, towerwars::kBlue); }).kind, FailureKind::Lost);
  killer.join();
  EXPECT_EQ(failure_of([&] { RemoteCaller(player_.endpoint, Patience{}); }).kind,
            FailureKind::ConnectionRefused);
}

// ---- Others

/// Says what it was told to say, whatever is asked: the first piece at once, the others when it has
/// been called.
class StrangePeer {
 public:
  explicit StrangePeer(std::vector<std::string> pieces) {
    thread_ = std::jthread([this, pieces = std::move(pieces)] {
      boost::system::error_code error;
      boost::asio::ip::tcp::socket socket(context_);
      acceptor_.accept(socket, error);
      socket.set_option(boost::asio::ip::tcp::no_delay(true), error);
      std::string heard;
      std::array<char, 4'096> part{};
      const auto hear = [&] {
        heard.append(part.data(), socket.read_some(boost::asio::buffer(part), error));
      };
      for (std::size_t index = 0; index < pieces.size() && !error; ++index) {
        while (index == 1 && !error && !heard.contains("\xAC\xED")) hear();
        boost::asio::write(socket, boost::asio::buffer(pieces[index]), error);
      }
      // Until the other end has had enough.
      while (!error) hear();
    });
  }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

 private:
  boost::asio::io_context context_{1};
  boost::asio::ip::tcp::acceptor acceptor_{context_, {boost::asio::ip::address_v4::loopback(), 0}};
  std::jthread thread_{};
};

const std::string kAcknowledged =
    std::string(1, static_cast<char>(MessageKind::ProtocolAck)) + print_endpoint(at(1));

/// What goes wrong with a list of names from a program that says this.
std::string problem_with(std::vector<std::string> pieces, milliseconds time = seconds(30)) {
  const StrangePeer peer(std::move(pieces));
  return failure_of([&] {
           RemoteCaller caller(at(peer.port()), {.connect = time, .answer = time});
           list_names(caller);
         })
      .sentence;
}

TEST(RemoteCaller, IsToldWhereNobodySpeaksRmi) {
  EXPECT_THAT(problem_with({"HTTP/1.1 400 Bad Request\r\n"}),
              HasSubstr("does not speak Java's RMI"));
  EXPECT_THAT(problem_with({"\x4E\xFF\xFF"}), HasSubstr("does not speak Java's RMI"));
  EXPECT_THAT(problem_with({}, milliseconds(100)), HasSubstr("did not answer in time"));
}

TEST(RemoteCaller, RefusesAnswersThatAreNone) {
  EXPECT_THAT(problem_with({kAcknowledged, "\x53"}), HasSubstr("sends no answer to a call"));
  EXPECT_THAT(problem_with({kAcknowledged, "\x51garbage"}),
              HasSubstr("it is no stream of Java's object serialization"));
  JavaWriter writer;
  writer.byte(7);
  write_uid(writer, {});
  EXPECT_THAT(problem_with({kAcknowledged, "\x51" + writer.take()}),
              HasSubstr("sends no answer to a call"));
  const std::string result =
      print_return(WriteResult([](JavaWriter& list) { list.enum_constant("evil.Enum", "A"); }), {});
  EXPECT_THAT(problem_with({kAcknowledged, result}),
              HasSubstr("the class 'evil.Enum' is not allowed here"));
  const std::string twice = print_return(WriteResult([](JavaWriter& list) { list.int32(1); }), {});
  EXPECT_THAT(problem_with({kAcknowledged, twice}), HasSubstr("of the wrong kind"));
}

TEST(RemoteCaller, IsNotKeptByAnswersWithoutEnd) {
  const std::string begin =
      print_return(WriteResult([](JavaWriter& list) {
                     list.begin_array("[Ljava.lang.String;", -5'921'575'005'990'323'385, 1'000'000);
                   }),
                   {});
  std::string texts;
  for (int count = 0; count < 9'000; ++count) texts += std::string("\x74\0\1x", 4);
  std::vector<std::string> much{kAcknowledged, begin};
  for (int count = 0; count < 100; ++count) much.push_back(texts);
  EXPECT_THAT(problem_with(much), testing::AnyOf(HasSubstr("too long"), HasSubstr("objects"),
                                                 HasSubstr("too many pieces")));
  // Announced, but it never comes.
  EXPECT_THAT(problem_with({kAcknowledged, begin}, milliseconds(200)),
              HasSubstr("did not answer in time"));
}

}  // namespace
}  // namespace spielwerk::rmi
