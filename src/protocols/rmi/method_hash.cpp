#include "protocols/rmi/method_hash.h"

#include <boost/uuid/detail/sha1.hpp>
#include <string>

#include "protocols/rmi/java_text.h"

namespace spielwerk::rmi {

std::int64_t method_hash(std::string_view signature) {
  const std::string text = java_of_text(signature);
  boost::uuids::detail::sha1 sha;
  // As a text in a stream: its length in two bytes goes before it.
  sha.process_byte(static_cast<unsigned char>(text.size() >> 8));
  sha.process_byte(static_cast<unsigned char>(text.size() & 0xFF));
  sha.process_bytes(text.data(), text.size());
  unsigned int words[5];
  sha.get_digest(words);
  // The first eight bytes of the digest, the lowest first.
  std::uint64_t hash = 0;
  for (int index = 7; index >= 0; --index) {
    hash = hash << 8 | (words[index / 4] >> (24 - 8 * (index % 4)) & 0xFF);
  }
  return static_cast<std::int64_t>(hash);
}

}  // namespace spielwerk::rmi
