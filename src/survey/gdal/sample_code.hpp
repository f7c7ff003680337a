// SPDX-License-Identifier: BSD-3-Clause
// Coding of a label's samples if GDAL takes them for something else, and the constants that it writes for "no
// height". Private.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace grouser::terrain {

/// Kind, size and byte order of samples.
struct SampleCode {
  enum class Kind { real, signed_integer, unsigned_integer, vax_real };
  Kind kind = Kind::real;
  int bytes = 4;
  bool swapped = false;  ///< against how GDAL has put the bytes
  bool foreign = false;  ///< GDAL takes the samples for another type or byte order: decode() is needed

  /// GDAL's name of the type that the samples have.
  std::string type_name() const;
};

/// Values of samples as GDAL read them, `code.bytes` each, without converting.
void decode(const SampleCode&, std::span<const std::uint8_t> samples, std::span<double> values);

/// A constant of a label: a decimal number, or the bits of a sample: 16#FF7FFFFB#, 0xFF7FFFFB, 2#1010#. None:
/// neither.
std::optional<double> constant_of(const std::string& text, const SampleCode&);

/// Whether a keyword or element names a constant for "no height": MISSING_CONSTANT, CORE_NULL, DUMMY_DATA,
/// HIGH_REPR_SATURATION, ... In upper case.
bool names_void(const std::string& key);

}  // namespace grouser::terrain
