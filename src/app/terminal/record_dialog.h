// Saving and loading games while somebody plays: asks before anything is lost, and says what came
// of it.
#pragma once

#include <optional>
#include <string_view>

#include "core/line_reader.h"
#include "core/registry.h"
#include "core/streams.h"
#include "records/record.h"

namespace spielwerk::app {

class RecordDialog {
 public:
  /// Where files must not be used (`may_use_files` is false) it only says so.
  RecordDialog(const Registry& games, bool may_use_files, LineReader& reader, Streams& streams)
      : games_(games), may_use_files_(may_use_files), reader_(reader), streams_(streams) {}

  /// Replaces a file only if somebody at a terminal agrees. Returns whether more input may come.
  bool save_carefully(const Record& record, std::string_view file);
  void save(const Record& record, std::string_view file);
  /// The first game in the file, if there is one.
  std::optional<Record> load(std::string_view file);

 private:
  enum class Answer : std::uint8_t { Yes, No, InputEnds };
  Answer ask_to_replace(std::string_view file);
  bool may_use_files();

  const Registry& games_;
  const bool may_use_files_;
  LineReader& reader_;
  Streams& streams_;
};

}  // namespace spielwerk::app
