// Conversations with an engine as text: in tests/data and documents, held to what is really said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/registry.h"

namespace spielwerk::test {

/// Runs a conversation and gives back what it would look like. Its first line is
/// `$ spielwerk ugi GAME`; `> ` begins a line that is sent, and under it stand the answers. If a
/// best move is among these, it is waited for before the next line is sent. Throws if the text is
/// none.
std::string run_ugi_conversation(const Registry& games, std::string_view text);

/// `text` with `#` in place of the numbers that depend on the time or the version: those after
/// `nps`, `time` and `Spielwerk`.
std::string without_times(std::string_view text);

}  // namespace spielwerk::test
