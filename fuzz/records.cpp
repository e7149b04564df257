// Files of game records and transcripts: what is read, also in part, must be written to something
// that reads the same.
#include "fuzz/fuzzing.h"
#include "games/all_games.h"
#include "records/record_reader.h"
#include "records/record_writer.h"
#include "records/transcript.h"

namespace {

using namespace spielwerk;

void check(const Record& record) {
  std::istringstream input(print_record(record));
  RecordReader reader(input, all_games());
  const auto same = reader.next();
  fuzz::require(same && *same && **same == record, "a record reads back");
  fuzz::require(!reader.next(), "a record is one game");
  if (const auto transcript = print_transcript(all_games(), record)) {
    const auto read = parse_transcript(all_games(), *transcript);
    fuzz::require(read && read->moves.size() == record.moves.size(), "a transcript reads back");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream input{std::string(fuzz::as_text(data, size))};
  RecordReader reader(input, all_games(), RecordFormat::Auto);
  SourceLocation last;
  while (const auto result = reader.next()) {
    const SourceLocation location = reader.game_location();
    fuzz::require(
        location.line > last.line || location.column > last.column || last == SourceLocation{},
        "every game takes something from the file");
    last = location;
    if (*result) {
      check(**result);
      continue;
    }
    fuzz::require(!result->error().reason.empty(), "an error has a reason");
    if (result->error().partial) check(*result->error().partial);
  }
  return 0;
}
