#include "server/web/request_head.h"

#include <algorithm>
#include <boost/url/grammar/ci_string.hpp>
#include <charconv>

#include "server/web/request_target.h"

namespace spielwerk::server {
namespace {

using boost::urls::grammar::ci_is_equal;

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kBlanks = " \t";

std::unexpected<Refusal> bad(std::string_view problem) {
  return std::unexpected(refusal<RefusalCode::BadRequest>(problem));
}

bool is_token(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || kOthers.find(character) != kOthers.npos;
  });
}

/// What of the head decides where the request ends and who is meant.
struct Framing {
  bool is_old = false;  ///< HTTP/1.0
  int hosts = 0;
  int lengths = 0;
  int codings = 0;
  std::string_view length{};
  std::string_view coding{};
  std::string_view expectation{};
};

std::string_view problem_with_first_line(std::string_view line, Framing& framing) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return "the first line is no request";
  const std::string_view target = line.substr(first + 1, last - first - 1);
  if (!is_token(line.substr(0, first))) return "the method is no word";
  if (target.empty() || target.find_first_of(kBlanks) != std::string_view::npos) {
    return "the target is not one word";
  }
  const std::string_view version = line.substr(last + 1);
  framing.is_old = version == "HTTP/1.0";
  if (!framing.is_old && version != "HTTP/1.1") return "the version is neither 1.0 nor 1.1";
  return "";
}

std::string_view problem_with_field(std::string_view line, Framing& framing) {
  if (kBlanks.find(line.front()) != std::string_view::npos) return "a line is folded";
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return "a line has no colon";
  const std::string_view name = line.substr(0, colon);
  if (!is_token(name)) return "the name of a field is no word";
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (ci_is_equal(name, "Host")) ++framing.hosts;
  if (ci_is_equal(name, "Content-Length")) {
    ++framing.lengths;
    framing.length = value;
  }
  if (ci_is_equal(name, "Transfer-Encoding")) {
    ++framing.codings;
    framing.coding = value;
  }
  if (ci_is_equal(name, "Expect")) {
    if (!framing.expectation.empty()) return "there are several expectations";
    framing.expectation = value;
  }
  return "";
}

std::expected<HeadFacts, Refusal> facts_of(const Framing& framing) {
  if (framing.hosts > 1) return bad("there are several hosts");
  if (framing.hosts == 0 && !framing.is_old) return bad("there is no host");
  if (framing.lengths > 1) return bad("there are several lengths");
  if (framing.codings > 0) {
    if (framing.lengths > 0) return bad("there are a length and a transfer coding");
    if (framing.is_old) return bad("version 1.0 knows no transfer coding");
    if (framing.codings > 1 || !ci_is_equal(framing.coding, "chunked")) {
      return bad("the transfer coding is not chunked");
    }
  }
  HeadFacts facts;
  if (framing.lengths > 0) {
    std::uint64_t length = 0;
    const char* const end = framing.length.data() + framing.length.size();
    const auto read = std::from_chars(framing.length.data(), end, length);
    if (read.ec != std::errc() || read.ptr != end) return bad("the length is no number");
    facts.content_length = length;
  }
  if (!framing.expectation.empty()) {
    if (!ci_is_equal(framing.expectation, "100-continue")) {
      return std::unexpected(refusal<RefusalCode::BadExpectation>());
    }
    // Version 1.0 does not know it, and so waits for nothing.
    facts.expects_continue = !framing.is_old;
  }
  return facts;
}

}  // namespace

std::optional<Refusal> refuse_begun_head(std::string_view begun, std::size_t from) {
  for (std::size_t index = from; index < begun.size(); ++index) {
    const auto character = static_cast<unsigned char>(begun[index]);
    if (character == '\n' && (index == 0 || begun[index - 1] != '\r')) {
      return refusal<RefusalCode::BadRequest>("a line ends without a carriage return");
    }
    if (character != '\n' && index > 0 && begun[index - 1] == '\r') {
      return refusal<RefusalCode::BadRequest>("there is a carriage return in a line");
    }
    if ((character < 0x20 && character != '\r' && character != '\n' && character != '\t') ||
        character == 0x7F) {
      return refusal<RefusalCode::BadRequest>("there is a control character in the head");
    }
  }
  return std::nullopt;
}

std::expected<HeadFacts, Refusal> check_head(std::string_view head) {
  if (const auto refusal = refuse_begun_head(head, 0)) return std::unexpected(*refusal);
  Framing framing;
  bool is_first = true;
  while (!head.starts_with(kLineEnd)) {
    const std::size_t end = head.find(kLineEnd);
    if (end == std::string_view::npos) return bad("the head does not end");
    const std::string_view line = head.substr(0, end);
    const std::string_view problem =
        is_first ? problem_with_first_line(line, framing) : problem_with_field(line, framing);
    if (!problem.empty()) return bad(problem);
    is_first = false;
    head.remove_prefix(end + kLineEnd.size());
  }
  if (is_first) return bad("the first line is no request");
  return facts_of(framing);
}

}  // namespace spielwerk::server
