// Reading one comment of a record, `{[%eval 0.625] a good move}`.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "core/problem.h"
#include "core/score.h"
#include "records/text_source.h"

namespace spielwerk {

struct Comment {
  std::string text;
  std::optional<Score> evaluation;
};

/// Something wrong at a location in the source.
struct SourceError : Problem {
  SourceLocation location{};
};

/// The source stands at '{'; after success it stands behind '}'.
std::expected<Comment, SourceError> read_comment(TextSource& source);

}  // namespace spielwerk
