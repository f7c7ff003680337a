// SPDX-License-Identifier: BSD-3-Clause
// Every read checks that its bytes are there before it takes them, and a count is checked against the bytes
// that are left before memory is reserved for it.
#include "bytes.hpp"

#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {

void ByteReader::refuse(const std::string& found, const std::string& expected) const {
  throw InputError(what_, found, expected);
}

const std::uint8_t* ByteReader::take(std::size_t count) {
  if (count > rest_.size())
    refuse(std::to_string(rest_.size()) + " bytes left", std::to_string(count) + " more");
  const std::uint8_t* from = rest_.data();
  rest_ = rest_.subspan(count);
  return from;
}

double ByteReader::finite() {
  const double value = number<double>();
  if (!std::isfinite(value)) refuse("a number that is not finite", "a finite one");
  return value;
}

std::size_t ByteReader::count(std::size_t bytes_each, std::size_t most) {
  const std::size_t found = number<std::uint32_t>();
  if (found > most) refuse("a list of " + std::to_string(found), "at most " + std::to_string(most));
  if (found * bytes_each > rest_.size())
    refuse("a list of " + std::to_string(found) + " in " + std::to_string(rest_.size()) + " bytes",
           std::to_string(found * bytes_each) + " bytes");
  return found;
}

std::string ByteReader::text(std::size_t most) {
  const std::size_t size = count(1, most);
  const std::uint8_t* from = take(size);
  return std::string(reinterpret_cast<const char*>(from), size);
}

void ByteReader::finish() const {
  if (!rest_.empty()) refuse(std::to_string(rest_.size()) + " bytes too many", "the end of the message");
}

}  // namespace grouser
