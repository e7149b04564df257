// Reads all games of a text at once, to look at them in tests.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "games/all_games.h"
#include "records/record_reader.h"

namespace spielwerk::test {

inline std::vector<RecordResult> read_all(const std::string& text,
                                          RecordFormat format = RecordFormat::Record) {
  std::istringstream input(text);
  RecordReader reader(input, all_games(), format);
  std::vector<RecordResult> results;
  while (auto result = reader.next()) results.push_back(std::move(*result));
  return results;
}

}  // namespace spielwerk::test
