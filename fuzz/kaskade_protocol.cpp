// Both sides of the Kaskade protocol on foreign bytes: the server's session behind its splitter of
// lines, and the client's.
#include "fuzz/fuzzing.h"
#include "protocols/kaskade/client_session.h"
#include "protocols/kaskade/line_splitter.h"
#include "protocols/kaskade/server_session.h"

namespace {

using namespace spielwerk;
using namespace spielwerk::kaskade_protocol;

void require_lines(std::string_view output) {
  while (!output.empty()) {
    const std::size_t end = output.find("\r\n");
    fuzz::require(end != std::string_view::npos, "every answer ends in CRLF");
    const std::string_view line = output.substr(0, end);
    fuzz::require(line.find_first_of("\r\n") == std::string_view::npos, "a line is one line");
    fuzz::require(is_comment(line) || parse_reply(line).has_value(),
                  "a client understands every answer");
    output.remove_prefix(end + 2);
  }
}

void talk_to_server(std::string_view input, std::size_t packet) {
  ServerSession session("Fuzz");
  LineSplitter splitter;
  Random random(packet);
  std::string line;
  while (!input.empty() && !session.is_over()) {
    splitter.append(input.substr(0, packet));
    input.remove_prefix(std::min(packet, input.size()));
    while (!session.is_over()) {
      const auto status = splitter.next(line);
      if (status == LineSplitter::Status::Hopeless) return;
      if (status == LineSplitter::Status::NeedMore) break;
      if (status == LineSplitter::Status::TooLong) {
        require_lines(session.refuse_long_line(LineSplitter::kMaxLineLength));
        continue;
      }
      require_lines(session.receive(line));
      if (session.wants_move()) {
        require_lines(session.answer(session.position().random_move(random)));
      }
    }
  }
}

void talk_to_client(std::string_view input) {
  ClientSession session({.columns = 3, .rows = 4, .begin = End::Server, .user = "Fuzz"});
  Random random(1);
  for (const std::string_view line : split(input, '\n')) {
    session.receive(line);
    if (session.state() == ClientSession::State::OwnTurn) {
      const std::string sent = session.move(session.position().random_move(random));
      fuzz::require(parse_request(sent).has_value(), "a server understands every move");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view input = fuzz::as_text(data, size);
  // The first byte chooses the side and how much arrives at a time.
  const auto choice = static_cast<std::size_t>(data[0]);
  if (choice % 2 == 0) {
    talk_to_server(input.substr(1), choice / 2 + 1);
  } else {
    talk_to_client(input.substr(1));
  }
  return 0;
}
