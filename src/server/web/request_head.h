// Whether the head of an HTTP request is what RFC 9112 says, to the letter: where two programs
// could read it differently, somebody could hide a second request in it.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "server/base/refusal.h"

namespace spielwerk::server {

/// What is wrong with the first part of a head, however it goes on: bytes that stand in none.
/// `from` is how far an earlier call has looked.
std::optional<Refusal> refuse_begun_head(std::string_view begun, std::size_t from);

struct HeadFacts {
  /// The body that is announced; none if it comes in chunks or there is none.
  std::optional<std::uint64_t> content_length{};
  /// Whether the client waits to be asked for the body.
  bool expects_continue = false;
};

/// What has to be known before the body is read, or why it is not. The head goes up to its empty
/// line.
std::expected<HeadFacts, Refusal> check_head(std::string_view head);

}  // namespace spielwerk::server
