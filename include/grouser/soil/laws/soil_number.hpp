// SPDX-License-Identifier: BSD-3-Clause
// Declaration of a law's parameters: a struct of numbers in the law's own header, and beside it a table of
// the keys under which a soil file gives them, with units and ranges. soil_params.cpp shows the tables to key
// visitors (base/keys.hpp), and all that reads, checks, lists or reports a soil follows from them. Nothing of
// the standard library is used here, because the vector-level translation units read the laws.
#pragma once

namespace grouser {

// NaN: a forgotten field fails validate()
inline constexpr double kUnset = __builtin_nan("");

enum class Given { always, optional };

/// A number of a soil file: its key (ends in _deg: an angle in degrees, in the struct in radians), its place,
/// and the range in which any soil on any body lies, in the file's unit. The limits are far outside what has
/// been measured; they catch wrong units (kPa, mm, percent) and typing errors.
template <class Params>
struct SoilNumber {
  const char* key;
  const char* help;  ///< in a few words
  double Params::*member;
  double min, max;
  bool open_min;  ///< min itself is not allowed
  const char* unit;
  Given given = Given::always;
};

}  // namespace grouser
