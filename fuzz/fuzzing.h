// What the fuzz targets share: foreign bytes become sessions and texts.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/streams.h"
#include "core/text.h"

namespace spielwerk::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Takes the first line off `text`.
inline std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
  return line;
}

/// Runs `session` on streams that read `input`; returns what it wrote to the output.
template <class Session>
std::string run(std::string_view input, Session&& session) {
  std::istringstream in{std::string(input)};
  std::ostringstream out;
  std::ostringstream error;
  Streams streams{in, out, error};
  session(streams);
  return out.str();
}

/// The words of the first line of `input`, taken off it: a console's start arguments.
inline std::vector<std::string> take_arguments(std::string_view& input) {
  std::vector<std::string> arguments;
  for (const std::string_view word : words(take_line(input))) arguments.emplace_back(word);
  return arguments;
}

/// Ends the process as a finding if a promise is broken.
inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::cerr << "broken promise: " << promise << '\n';
  std::abort();
}

}  // namespace spielwerk::fuzz
