// The command `go` of the Universal Game Interface: how long to think.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine.h"

namespace spielwerk::ugi {

struct Go {
  SearchLimits limits{};
  /// Whether the best move is only told after `stop`, however soon it is found: asked for by
  /// `infinite`, or because nothing limits the search.
  bool waits_for_stop = false;
  /// Words that mean nothing here.
  std::vector<std::string> ignored{};
};

/// Reads the words after `go` for the player to move; an error is a sentence.
std::expected<Go, std::string> parse_go(std::span<const std::string_view> words, Player side,
                                        int players);

}  // namespace spielwerk::ugi
