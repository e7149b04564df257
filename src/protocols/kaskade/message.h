// The lines of the Kaskade protocol: what a client asks, what a server answers, and their texts.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace spielwerk::kaskade_protocol {

inline constexpr std::uint16_t kDefaultPort = 4711;

/// Which end of the connection: the one that asks or the one that answers.
enum class End : char { Client = 'c', Server = 's' };

// ---- What a client asks

struct Init {
  int columns = 0;
  int rows = 0;
  End begin = End::Client;
  /// Count and owner of each field, as it was sent; empty if there was none.
  std::optional<std::string> setup{};
  std::string user{};
  friend bool operator==(const Init&, const Init&) = default;
};
struct Exit {
  friend bool operator==(const Exit&, const Exit&) = default;
};
struct Help {
  friend bool operator==(const Help&, const Help&) = default;
};

// ---- What both say

/// A ball on column x from the left and row y from the top, both from 0.
struct MoveMessage {
  int x = 0;
  int y = 0;
  friend bool operator==(const MoveMessage&, const MoveMessage&) = default;
};

// ---- What a server answers

struct Initialized {
  std::string user;
  friend bool operator==(const Initialized&, const Initialized&) = default;
};
/// One row of the board: count and owner (`c`, `s`, `n`) of each field.
struct BoardRow {
  std::string row;
  friend bool operator==(const BoardRow&, const BoardRow&) = default;
};
struct Bye {
  std::optional<End> winner{};
  friend bool operator==(const Bye&, const Bye&) = default;
};
struct ErrorReply {
  std::string message;
  friend bool operator==(const ErrorReply&, const ErrorReply&) = default;
};

using Request = std::variant<Init, MoveMessage, Exit, Help>;
using Reply = std::variant<Initialized, BoardRow, MoveMessage, Bye, ErrorReply>;

/// Whether a line says nothing to the other end: a comment, `> …`, or nothing at all.
bool is_comment(std::string_view line);

/// A line without its end, not a comment. The error is a sentence for `error(message=…)`; it tells
/// what is wrong with the form of the line, not whether it fits the game.
std::expected<Request, std::string> parse_request(std::string_view line);
/// The same for what a server says. Parameters that nobody knows are ignored here: what another
/// program adds does not keep us from playing with it.
std::expected<Reply, std::string> parse_reply(std::string_view line);

/// As it is sent, without line end. What people have written must be printable, see is_printable.
std::string print_request(const Request& request);
std::string print_reply(const Reply& reply);
/// The same with its line end, as it goes over the wire.
std::string reply_line(const Reply& reply);

/// Whether a text can be sent as the value of a parameter: without `;`, `)` and control characters,
/// and without blanks at its ends, which get lost.
bool is_printable(std::string_view value);
/// The same text with such characters replaced by a question mark.
std::string make_printable(std::string_view value);

}  // namespace spielwerk::kaskade_protocol
