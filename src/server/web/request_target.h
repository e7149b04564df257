// What the first lines of an HTTP request say: where it goes, and whether it may come from there.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/base/refusal.h"

namespace spielwerk::server {

/// The value of a field without blanks at its ends.
std::string_view trimmed(std::string_view value);

struct RequestTarget {
  /// Without the query, as it was sent.
  std::string path{};
  /// The host, perhaps with a port, if the target names one: it counts instead of the header Host.
  std::optional<std::string> authority{};
  /// Decoded; of several values of a name the last.
  std::map<std::string, std::string, std::less<>> query{};
};
/// Reads `/api/tables?state=live`, or the same behind `http://localhost:8080`, as programs ask that
/// take us for a proxy. What is no such text is all path, which leads nowhere.
RequestTarget parse_target(std::string_view target);

/// Why a request is not answered, judging by its host and its header Origin (empty if there is
/// none). Browsers send what pages of others ask for, so it has to come under a name of ours
/// (localhost, an address, or one of `known`), and from a page of ours.
std::optional<Refusal> refuse_site(std::string_view host, std::string_view origin,
                                   std::span<const std::string> known);

}  // namespace spielwerk::server
