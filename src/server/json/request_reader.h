// What the bodies of requests say: positions, records, and what a table shall be like.
#pragma once

#include <expected>
#include <optional>
#include <string_view>

#include "core/problem.h"
#include "core/registry.h"
#include "records/record.h"
#include "server/json/json_reader.h"
#include "server/tables/event.h"

namespace spielwerk::server {

/// A game and, if it is given, a position of it; else the start.
struct GivenPosition {
  Game game;
  Position position;
};
std::expected<GivenPosition, Refusal> read_position(const Registry& games, JsonReader& reader,
                                                    std::string_view position_name = "position");

struct Loaded {
  Record record;
  /// Why it goes no further than this; usually nothing.
  std::optional<Problem> problem{};
};
/// A record given as `record`, or as `game`, `start` and `moves`.
std::expected<Loaded, Problem> read_record(const Registry& games, const json::value& body);

/// The table that somebody wants to have.
std::expected<Created, Problem> read_wish(const Registry& games, const json::value& body);

}  // namespace spielwerk::server
