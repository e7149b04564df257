#include "app/terminal/record_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "app/terminal/terminal_style.h"

namespace spielwerk::app {

std::string describe_error(const std::string& file, const RecordError& error) {
  return fmt::format("{}:{}:{}: {}", printable(file), error.location.line, error.location.column,
                     error.reason);
}

std::string objection_to_file(const std::string& file) {
  std::error_code ignored;
  int problem = 0;
  if (std::filesystem::is_directory(file, ignored)) {
    problem = EISDIR;
  } else if (!std::ifstream(file)) {
    problem = errno;
  }
  if (problem == 0) return {};
  return fmt::format("{}: {}", printable(file), std::generic_category().message(problem));
}

std::expected<LoadedRecord, std::string> load_record(const std::string& file,
                                                     const Registry& games) {
  if (std::string objection = objection_to_file(file); !objection.empty()) {
    return std::unexpected(std::move(objection));
  }
  std::ifstream input(file, std::ios::binary);
  RecordReader reader(input, games, RecordFormat::Auto);
  auto result = reader.next();
  if (!result) return std::unexpected(fmt::format("{}: there is no game in it", printable(file)));
  if (!*result) return std::unexpected(describe_error(file, result->error()));
  return LoadedRecord{std::move(**result), reader.next().has_value()};
}

}  // namespace spielwerk::app
