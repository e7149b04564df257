// Reading game records: many games from one stream, each checked against the rules move by move.
#pragma once

#include <cstdint>
#include <expected>
#include <istream>
#include <optional>
#include <string>

#include "core/problem.h"
#include "core/registry.h"
#include "records/record.h"
#include "records/text_source.h"

namespace spielwerk {

/// What is wrong with a game in a file, and what could be read of it.
struct RecordError : Problem {
  SourceLocation location{};
  /// The game with all moves before the error and the result that the rules give it there; none
  /// if the error comes before it is clear which game it is.
  std::optional<Record> partial{};
};

using RecordResult = std::expected<Record, RecordError>;

enum class RecordFormat : std::uint8_t {
  Auto,        ///< records if the first character of the file is '[', else transcripts
  Record,      ///< the form of docs/records.md
  Transcript,  ///< transcripts (records/transcript.h), one a line
};

class RecordReader {
 public:
  /// `games` outlives the reader and all records it reads.
  RecordReader(std::istream& input, const Registry& games,
               RecordFormat format = RecordFormat::Record)
      : source_(input), games_(games), format_(format) {}

  /// The next game or what is wrong with it; nothing at the end of the input. After an error it
  /// goes on with the next line that begins with `[Game ` (the next line, for transcripts).
  std::optional<RecordResult> next();
  /// Where the game that next() gave began.
  SourceLocation game_location() const { return game_location_; }

 private:
  RecordResult read_transcript();
  RecordResult read_record();

  TextSource source_;
  const Registry& games_;
  RecordFormat format_;
  SourceLocation game_location_;
};

}  // namespace spielwerk
