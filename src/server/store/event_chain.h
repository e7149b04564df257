// Checksums that chain the stored events of a table: each covers the one before it, so that an
// event that is missing, changed or in another place is noticed. They tell damage, not forgery:
// whoever can write the file can compute them as well.
#pragma once

#include <cstdint>
#include <string_view>

namespace spielwerk::server {

using Checksum = std::int64_t;

/// Before the first event.
inline constexpr Checksum kChainBegin = 0;

/// CRC-64/XZ of a text.
Checksum checksum_of(std::string_view text);

/// The checksum of an event, given the one of the event before it.
Checksum chain_event(Checksum previous, std::string_view table, std::int64_t number,
                     std::int64_t time, std::string_view body);

}  // namespace spielwerk::server
