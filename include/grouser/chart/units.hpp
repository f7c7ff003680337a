// SPDX-License-Identifier: BSD-3-Clause
// Numbers as people read them: files and channels are SI, a label may say mm, kN or degrees.
#pragma once
#include <string>

namespace grouser {

enum class LengthUnit { fitting, m, mm };
enum class AngleUnit { deg, rad };
enum class ForceUnit { fitting, N, kN };
enum class StiffnessUnit { N_per_m, kN_per_m, N_per_mm };
enum class PressureUnit { fitting, Pa, kPa };
enum class MassUnit { kg, g };
enum class EnergyUnit { fitting, J, kJ };

/// Units that a person chose for reading and typing numbers; fitting: by the size of the number. Files never
/// follow it.
struct ShownUnits {
  LengthUnit length = LengthUnit::fitting;
  AngleUnit angle = AngleUnit::deg;
  ForceUnit force = ForceUnit::fitting;
  StiffnessUnit stiffness = StiffnessUnit::N_per_m;  ///< and damping, with s
  PressureUnit pressure = PressureUnit::fitting;
  MassUnit mass = MassUnit::kg;
  EnergyUnit energy = EnergyUnit::fitting;
  bool operator==(const ShownUnits&) const = default;
};

struct DisplayUnit {
  double factor = 1.0;  ///< shown = given times this
  std::string label;
  int decimals = 3;  ///< at most, of numbers below one: a large unit needs more
};

/// The unit of a field whose file says `unit`: lengths, angles, forces, pressures, masses and energies, also
/// by the second, moments by their force, stiffness and damping follow the choice; all else stays. Labels as
/// they are typed: "deg", "m/s2".
DisplayUnit field_unit(const ShownUnits& units, const std::string& unit);
/// For values of this SI unit up to `largest` in size. "slip" is a slip ratio, shown in percent.
DisplayUnit display_unit(const ShownUnits& units, const std::string& unit, double largest);
/// The unit for SI values in places that show so many decimals of `usual` ("mm", "deg") unless another unit
/// is chosen, which gets as many as show the same resolution.
DisplayUnit steady_unit(const ShownUnits& units, const std::string& usual, int decimals);
/// The unit for display_unit() of a channel or metric: "slip" for a ratio whose name ends so, else its own.
std::string quantity_unit(const std::string& name, const std::string& unit);
/// The number alone in this unit, four figures: "12.30".
std::string shown_text(double value, const DisplayUnit& unit);
/// Value with unit, four figures: "12.3 mm".
std::string value_text(const ShownUnits& units, double value, const std::string& unit);
/// The number alone, and with its unit, in a steady unit.
std::string steady_number(double value, const DisplayUnit& unit);
std::string steady_text(const ShownUnits& units, double value, const std::string& usual, int decimals);
/// A number of a file in the unit that is shown, with that: "142 mm"; where it has none, the number alone.
std::string field_text(const ShownUnits& units, double value, const std::string& unit);
/// A unit behind its number: " mm", but "°".
std::string behind_number(const DisplayUnit& unit);
/// "-0.00" without its sign.
std::string without_negative_zero(std::string text);
/// A number with so many decimals.
std::string number_text(double value, int decimals);
/// "40 s left", "3 min left".
std::string time_left_text(double seconds);
/// Seconds with three decimals.
std::string time_text(double seconds);

}  // namespace grouser
