// Writing records as text, in the form that docs/records.md describes.
#pragma once

#include <ostream>
#include <string>

#include "records/record.h"

namespace spielwerk {

/// Writes any number of games to a stream, one after the other. What it writes, RecordReader reads
/// back as an equal record; only evaluations are rounded to three decimals.
class RecordWriter {
 public:
  explicit RecordWriter(std::ostream& output) : output_(output) {}

  /// Throws std::invalid_argument, before anything is written, for a record that could not be read
  /// back: a tag without a proper name of its own, or more of something than the limits in
  /// record.h allow.
  void write(const Record& record);

 private:
  std::ostream& output_;
  bool is_first_ = true;
};

/// One game as RecordWriter writes it.
std::string print_record(const Record& record);

}  // namespace spielwerk
