// What the bodies of requests say: positions, records, and what a table shall be like.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/registry.h"
#include "records/record.h"
#include "server/event.h"
#include "server/json_reader.h"

namespace spielwerk::server {

// Errors are sentences.

/// A game and, if it is given, a position of it; else the start.
struct Place {
  Game game;
  Position position;
};
std::expected<Place, std::string> read_place(const Registry& games, JsonReader& reader,
                                             std::string_view position_name = "position");

struct Loaded {
  Record record;
  /// Why it goes no further than this; usually nothing.
  std::string problem{};
};
/// A record given as `record`, or as `game`, `start` and `moves`.
std::expected<Loaded, std::string> read_record(const Registry& games, const json::value& body);

/// The table that somebody wants to have.
std::expected<Created, std::string> read_wish(const Registry& games, const json::value& body);

}  // namespace spielwerk::server
