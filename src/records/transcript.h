// Transcripts, the form in which programs and collections of some games pass games on: all moves in
// one line without anything between them, `f5d6c3d3c4`.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "records/record_reader.h"

namespace spielwerk {

/// Reads one game of the first registered game that has transcripts
/// (GameDescription::transcript_variant). Letters in upper or lower case; blanks between moves are
/// fine; a pass may be written as `--`, `pa` or `ps` where the rules make a side pass, or left out.
/// The result is that of the rules. An error's location is on line 1.
RecordResult parse_transcript(const Registry& games, std::string_view line);

/// The transcript of a game, without passes, comments and tags; or why it has none.
std::expected<std::string, std::string> print_transcript(const Registry& games,
                                                         const Record& record);

}  // namespace spielwerk
