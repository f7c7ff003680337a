// SPDX-License-Identifier: BSD-3-Clause
// Decodes samples whose type or byte order GDAL misreads, and the constants of labels, which are numbers or
// the bits of a sample.
#include "sample_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace grouser::terrain {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are read as they are in memory");

/// The lowest `bytes` bytes in reverse order.
std::uint64_t reversed(std::uint64_t bits, int bytes) {
  std::uint64_t out = 0;
  for (int i = 0; i < bytes; ++i) out = out << 8 | (bits >> 8 * i & 0xff);
  return out;
}

/// The bits as a two's complement number of so many bytes.
std::int64_t with_sign(std::uint64_t bits, int bytes) {
  const int shift = 64 - 8 * bytes;
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

/// VAX F floating: 16-bit words swapped, a fraction from 0.5 to 1, and an exponent in excess of 128.
double vax_value(std::uint32_t bits) {
  const std::uint32_t word = bits << 16 | bits >> 16;
  const int exponent = static_cast<int>(word >> 23 & 0xff);
  // Exponent 0: zero or, with a sign, the reserved operand, which is NaN.
  if (exponent == 0) return word >> 31 ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  const double fraction = 0.5 + std::ldexp(static_cast<double>(word & 0x7fffff), -24);
  return std::ldexp(word >> 31 ? -fraction : fraction, exponent - 128);
}

/// The number that the bits of a sample mean.
double value_of(std::uint64_t bits, const SampleCode& code) {
  using enum SampleCode::Kind;
  switch (code.kind) {
    case signed_integer:
      return static_cast<double>(with_sign(bits, code.bytes));
    case unsigned_integer:
      return static_cast<double>(bits);
    case vax_real:
      return vax_value(static_cast<std::uint32_t>(bits));
    case real:
      break;
  }
  return code.bytes == 8 ? std::bit_cast<double>(bits)
                         : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

/// The bits of BASE#DIGITS# or 0xDIGITS, with their sign, and whether more than 32 of them are written.
struct WrittenBits {
  std::uint64_t bits = 0;
  bool negative = false, wide = false;
};
/// Reads such a text; nothing if it is another.
std::optional<WrittenBits> written_bits(std::string text) {
  int base = 16;
  // The base: 16 behind 0x, or a number from 2 to 16 before "#".
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text = text.substr(2);
  } else {
    const auto hash = text.find('#');
    if (hash == std::string::npos || hash == 0) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + hash, base);
    if (error != std::errc() || end != text.data() + hash || base < 2 || base > 16) return std::nullopt;
    text = text.substr(hash + 1);
    if (!text.empty() && text.back() == '#') text.pop_back();
  }
  WrittenBits out;
  if (text.starts_with('-')) out.negative = true, text = text.substr(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.bits, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  out.wide = base == 16 && text.size() > 8;
  return out;
}

}  // namespace

std::string SampleCode::type_name() const {
  const char* const names[] = {"Float", "Int", "UInt", "Float"};
  if (bytes == 1) return kind == Kind::signed_integer ? "Int8" : "Byte";
  return fmt::format("{}{}", names[static_cast<int>(kind)], 8 * bytes);
}

void decode(const SampleCode& code, std::span<const std::uint8_t> samples, std::span<double> values) {
  const auto bytes = static_cast<std::size_t>(code.bytes);
  for (std::size_t k = 0; k < values.size(); ++k) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, samples.data() + k * bytes, bytes);  // of a little-endian machine
    if (code.swapped) bits = reversed(bits, code.bytes);
    values[k] = value_of(bits, code);
  }
}

std::optional<double> constant_of(const std::string& text, const SampleCode& code) {
  // Bits of a real number are in IEEE form, also beside VAX samples, and of four bytes unless more are
  // written.
  if (const auto written = written_bits(text)) {
    if (written->negative) return -static_cast<double>(written->bits);
    SampleCode as = code;
    if (as.kind == SampleCode::Kind::vax_real) as.kind = SampleCode::Kind::real;
    if (as.kind == SampleCode::Kind::real && as.bytes == 8 && !written->wide) as.bytes = 4;
    return value_of(written->bits, as);
  }
  // Otherwise a decimal number, with an exponent as Fortran may write it.
  std::string digits = text;
  for (char& c : digits)
    if (c == 'D' || c == 'd') c = 'e';
  const char *const first = digits.data() + (digits.starts_with('+') ? 1 : 0), *const last = digits.data() +
                                                                                             digits.size();
  double value = 0.0;
  const auto [end, error] = std::from_chars(first, last, value);
  if (first == last || error != std::errc() || end != last) return std::nullopt;
  return value;
}

bool names_void(const std::string& key) {
  constexpr const char* kWords[] = {
      "MISSING", "NULL",      "INVALID", "NOT_APPLICABLE", "UNKNOWN",   "DUMMY", "NODATA",
      "NO_DATA", "NULL_DATA", "FILL",    "ERROR",          "SATURATED", "VOID",  "BAD"};
  // Names are compared without the words that labels put before and behind them.
  std::string word = key;
  for (const char* head : {"CORE_", "BAND_", "SAMPLE_", "PIXEL_"})
    if (word.starts_with(head)) word = word.substr(std::strlen(head));
  for (const char* end : {"_CONSTANT", "_VALUE", "_DATA", "_PIXEL", "_DN", "_FLAG"})
    if (word.ends_with(end) && word != "NO_DATA") word.resize(word.size() - std::strlen(end));
  return word.ends_with("SATURATION") || word.ends_with("_SAT") ||
         std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

}  // namespace grouser::terrain
