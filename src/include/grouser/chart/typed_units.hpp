// SPDX-License-Identifier: BSD-3-Clause
// Units that may be typed, in SI, with what they measure.
#pragma once
#include <array>
#include <optional>
#include <string_view>

namespace grouser {

/// Powers of length, mass, time and angle. An angle is kept apart: degrees are no plain numbers here.
using UnitDimension = std::array<int, 4>;

struct TypedUnit {
  double factor = 1.0;  ///< SI = typed times this
  UnitDimension dimension{};
};

/// The unit of a name such as "mm", "deg" or "kN"; nothing if it is none.
std::optional<TypedUnit> find_unit(std::string_view name);

/// A unit of names with powers, divided or multiplied: "m/s2", "N m", "kPa", "deg/s"; "-" and "" are plain
/// numbers. A stroke divides by the name after it alone. Nothing where a name is none.
std::optional<TypedUnit> parse_unit(std::string_view text);

/// Factor from numbers in one unit to those in another; nothing where the two do not measure the
/// same, or one is none.
std::optional<double> unit_factor(std::string_view from, std::string_view to);

}  // namespace grouser
