// SPDX-License-Identifier: BSD-3-Clause
// Pressure follows from the soil's moduli for a plate of the wheel's width, down to half its radius. The
// pull is solved on the wheel rig (solve_wheel_rig()) at slips from 0 to 1.
#include "desks/soils/soil_curves.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/soil/laws/moduli_gravity.hpp"

namespace grouser::desktop {
namespace {

constexpr int kPoints = 40;  // of a curve, besides its first

/// Curves of one soil, with the reason where there are none. Does not throw.
SoilCurve solve(const SoilParams& soil, const RigSetup& rig) {
  SoilCurve curve;
  curve.name = soil.id;
  // Two kinds of ground have no such curves.
  if (soil.kind == SoilKind::hard) {
    curve.why_not = "Hard ground: nothing sinks into it, and its pull is friction times load.";
    return curve;
  }
  if (soil.kind == SoilKind::viscoelastic) {
    curve.why_not = "Viscoelastic ground: footpads and contact spheres land on it, no wheel.";
    return curve;
  }
  try {
    check_soil_for_width(soil, rig.wheel.width, "wheel");
    const VirginCurve virgin =
        wheel_curve(moduli_of(soil, rig.gravity, rig.wheel.width), rig.wheel.width, rig.wheel.radius);
    const double deepest = 0.5 * rig.wheel.radius;
    for (int k = 0; k <= kPoints; ++k) {
      const double z = deepest * k / kPoints;
      curve.pressure.push_back({z, k == 0 ? 0.0 : virgin_pressure(virgin, z)});
    }
    // The curve of the pull ends at the first slip at which the soil cannot bear the wheel.
    for (int k = 0; k <= kPoints; ++k) {
      const RigRow row = solve_wheel_rig(soil, rig, static_cast<double>(k) / kPoints, 0.0);
      if (row.status == RigStatus::soil_too_weak) {
        curve.remark = fmt::format("From {:.3g} % slip on the wheel sinks in to its axle.", 100.0 * row.slip);
        break;
      }
      curve.pull.push_back(row);
    }
  } catch (const InputError& error) {
    curve.why_not = error.what();
  }
  return curve;
}

}  // namespace

SoilCurves solve_soil_curves(const CurveQuestion& question) {
  SoilCurves curves{solve(question.soil, question.rig), std::nullopt};
  if (question.beside) curves.beside = solve(*question.beside, question.rig);
  return curves;
}

}  // namespace grouser::desktop
