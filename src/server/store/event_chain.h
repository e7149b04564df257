// Checksums that chain the stored events of a table: each covers the one before it, so that an
// event that is missing, changed or in another place is noticed; and those of what is stored beside
// the events. They tell damage, not forgery: whoever can write the file can compute them as well.
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

/// Of what opens something at a table. Those of all secrets of a table are combined by exclusive
/// or, so that one that is missing or changed is noticed, whatever their order.
Checksum checksum_of_secret(std::string_view table, std::int64_t kind, std::int64_t seat,
                            std::string_view secret);

/// Of the note that a record has become a table at a time.
Checksum checksum_of_import(Checksum record, std::string_view table, std::int64_t time);

}  // namespace spielwerk::server
