// SPDX-License-Identifier: BSD-3-Clause
// Notes for numbers beyond those for which resistive force theory is stated: friction angle, cohesion,
// depth over width, Froude number v/sqrt(g r).
#include "grouser/soil/wheel/rft_range.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/math/units.hpp"

namespace grouser {

std::vector<std::string> rft_soil_notes(const SoilParams& soil) {
  constexpr double kLeastPhi = 17.0 * kDegree, kMostPhi = 42.0 * kDegree, kMostCohesion = 300.0;  // rad, Pa
  std::vector<std::string> notes;
  if (!goes_by_rft(soil)) return notes;
  const bool is_tested = soil.xi_n > 0.0 || soil.plate_pressure > 0.0;
  if (soil.phi < kLeastPhi || soil.phi > kMostPhi)
    notes.push_back(fmt::format(
        "soil {} has a friction angle of {:.3g} deg; resistive force theory is stated for 17 to 42 deg{}",
        soil.id, soil.phi / kDegree,
        is_tested ? "" : ", and so is its xi_n: give plate_pressure and plate_sinkage of a plate test"));
  if (soil.cohesion > kMostCohesion && !(soil.cohesion_share > 0.0))
    notes.push_back(
        fmt::format("soil {} has a cohesion of {:.3g} Pa, which resistive force theory leaves out (its "
                    "grains are dry: at "
                    "most 300 Pa): trust law = \"bekker\" more",
                    soil.id, soil.cohesion));
  return notes;
}

std::string rft_depth_note(const SoilParams& soil, const WheelGeometry& wheel, double sinkage) {
  if (!goes_by_rft(soil) || !(sinkage > wheel.width)) return "";
  return fmt::format(
      "a wheel {:.3g} m wide sinks {:.3g} m into soil {}: deeper than wide, where the lift by resistive "
      "force theory is too large",
      wheel.width, sinkage, soil.id);
}

std::string rft_speed_note(const SoilParams& soil, const WheelGeometry& wheel, double speed, double gravity) {
  if (!goes_by_rft(soil) || !(gravity > 0.0)) return "";
  const double froude = speed / std::sqrt(gravity * wheel.radius);
  if (!(froude > kMostFroude)) return "";
  return fmt::format(
      "a wheel of radius {:.3g} m at {:.3g} m/s on soil {} has a Froude number of {:.2g}; resistive force "
      "theory without inertia is stated up to {:g}",
      wheel.radius, speed, soil.id, froude, kMostFroude);
}

}  // namespace grouser
