// SPDX-License-Identifier: BSD-3-Clause
// Feeds a text to the hash in 8-byte words. Its length comes first and its last bytes are filled with zeros,
// so that texts which differ only by zeros at the end, or by where one ends and the next begins, differ in
// the hash.
#include "grouser/base/hash.hpp"

#include <fmt/format.h>

#include <bit>

namespace grouser {

static_assert(std::endian::native == std::endian::little,
              "hashes of texts are those of a little-endian machine");

void Hasher::add(std::string_view text) {
  add(static_cast<std::uint64_t>(text.size()));
  std::size_t i = 0;
  // Whole words are taken in the machine's byte order, the tail as little-endian.
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    add(word);
  }
  std::uint64_t tail = 0;
  for (std::size_t k = 0; i + k < text.size(); ++k)
    tail |= std::uint64_t(static_cast<unsigned char>(text[i + k])) << (8 * k);
  add(tail);
}

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace grouser
