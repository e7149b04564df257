#include "app/terminal/record_dialog.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <filesystem>

#include "app/terminal/record_file.h"
#include "app/terminal/save_file.h"
#include "app/terminal/terminal_style.h"
#include "core/text.h"
#include "records/record_writer.h"

namespace spielwerk::app {

bool RecordDialog::save_carefully(const Record& record, std::string_view file) {
  if (!may_use_files()) return true;
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::path(file), ignored)) {
    if (!streams_.is_terminal) {
      fmt::print(streams_.output, "{} is there already; 'save! {}' replaces it.\n", in_quotes(file),
                 printable(file));
      return true;
    }
    if (const Answer answer = ask_to_replace(file); answer != Answer::Yes) {
      fmt::print(streams_.output, "Not saved.\n");
      return answer != Answer::InputEnds;
    }
  }
  save(record, file);
  return true;
}

RecordDialog::Answer RecordDialog::ask_to_replace(std::string_view file) {
  fmt::print(streams_.output, "{} is there already. Replace it? [y/N] ", in_quotes(file));
  std::string answer;
  const LineStatus status = reader_.next(answer);
  if (status == LineStatus::End) return Answer::InputEnds;
  const bool agrees = answer == "y" || answer == "Y" || answer == "yes";
  return status == LineStatus::Line && agrees ? Answer::Yes : Answer::No;
}

void RecordDialog::save(const Record& record, std::string_view file) {
  if (!may_use_files()) return;
  if (const auto saved = save_file(std::filesystem::path(file), print_record(record))) {
    fmt::print(streams_.output, "Saved in {}.\n", in_quotes(file));
  } else {
    fmt::print(streams_.output, "{} could not be saved: {}.\n", in_quotes(file), saved.error());
  }
}

std::optional<Record> RecordDialog::load(std::string_view file) {
  if (!may_use_files()) return std::nullopt;
  auto loaded = load_record(std::string(file), games_);
  if (!loaded) {
    fmt::print(streams_.output, "{}\n", loaded.error());
    return std::nullopt;
  }
  if (loaded->has_more) {
    fmt::print(streams_.output, "The first of several games in {}:\n", in_quotes(file));
  }
  return std::move(loaded->record);
}

bool RecordDialog::may_use_files() {
  if (!may_use_files_) fmt::print(streams_.output, "Files cannot be used here.\n");
  return may_use_files_;
}

}  // namespace spielwerk::app
