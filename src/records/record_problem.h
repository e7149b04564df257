// Problems that records have in every form.
#pragma once

#include <fmt/format.h>

#include "core/problem.h"
#include "records/record.h"

namespace spielwerk {

inline Problem not_possible(const std::string& move, const std::string& objection) {
  return {"not_possible",
          fmt::format("{} is not possible: {}", move, objection),
          {{"move", move}, {"objection", objection}}};
}

/// `what` has more than kMaxRecordText bytes.
inline Problem too_long(std::string_view what) {
  return {"too_long",
          fmt::format("a {} of more than {} bytes", what, kMaxRecordText),
          {{"max", std::to_string(kMaxRecordText)}}};
}

}  // namespace spielwerk
