// Files of game records, as commands name them.
#pragma once

#include <expected>
#include <string>

#include "records/record_reader.h"

namespace spielwerk::app {

/// `FILE:LINE:COLUMN: reason`
std::string describe_error(const std::string& file, const RecordError& error);

/// Why a file cannot be read at all (it is missing, is a folder …), or an empty text.
std::string objection_to_file(const std::string& file);

struct LoadedRecord {
  Record record;
  /// Whether more games follow in the file.
  bool has_more;
};

/// The first game in a file of records or transcripts, or what is wrong with it.
std::expected<LoadedRecord, std::string> load_record(const std::string& file,
                                                     const Registry& games);

}  // namespace spielwerk::app
