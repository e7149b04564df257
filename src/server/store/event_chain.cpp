#include "server/store/event_chain.h"

#include <array>
#include <boost/crc.hpp>
#include <cstddef>

namespace spielwerk::server {
namespace {

using Crc =
    boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, true, true>;

/// The same bytes on every machine.
void add(Crc& crc, std::int64_t number) {
  std::array<unsigned char, 8> bytes{};
  for (std::size_t index = 0; index < bytes.size(); ++index) {
    bytes[index] = static_cast<unsigned char>(static_cast<std::uint64_t>(number) >> (8 * index));
  }
  crc.process_bytes(bytes.data(), bytes.size());
}

/// With its length, so that no two neighbours run together.
void add(Crc& crc, std::string_view text) {
  add(crc, static_cast<std::int64_t>(text.size()));
  crc.process_bytes(text.data(), text.size());
}

}  // namespace

Checksum checksum_of(std::string_view text) {
  Crc crc;
  crc.process_bytes(text.data(), text.size());
  return static_cast<Checksum>(crc.checksum());
}

Checksum chain_event(Checksum previous, std::string_view table, std::int64_t number,
                     std::int64_t time, std::string_view body) {
  Crc crc;
  add(crc, previous);
  add(crc, table);
  add(crc, number);
  add(crc, time);
  add(crc, body);
  return static_cast<Checksum>(crc.checksum());
}

Checksum checksum_of_secret(std::string_view table, std::int64_t kind, std::int64_t seat,
                            std::string_view secret) {
  return chain_event(kChainBegin, table, kind, seat, secret);
}

Checksum checksum_of_import(Checksum record, std::string_view table, std::int64_t time) {
  return chain_event(record, table, 0, time, "");
}

}  // namespace spielwerk::server
