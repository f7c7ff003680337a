// SPDX-License-Identifier: BSD-3-Clause
// Curves of a soil, found by the library's own laws: pressure over sinkage under a plate as wide as a wheel,
// and drawbar pull over slip of that wheel under its load, as on the wheel rig.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grouser/soil/wheel/wheel_rig.hpp"

namespace grouser::desktop {

/// Pressure under a plate at a sinkage.
struct PressurePoint {
  double sinkage = 0.0, pressure = 0.0;  ///< m, Pa
};

/// Both curves of a soil.
struct SoilCurve {
  std::string name;
  std::vector<PressurePoint> pressure;
  std::vector<RigRow> pull;  ///< slip rising from 0
  std::string why_not;       ///< there are no curves; empty: there are
  std::string remark;        ///< where the pull ends early
};

/// Soils, and the wheel with its load and gravity.
struct CurveQuestion {
  SoilParams soil;
  std::optional<SoilParams> beside;
  RigSetup rig;
};

/// Answer: curves of the chosen soil and of the one beside it.
struct SoilCurves {
  SoilCurve chosen;
  std::optional<SoilCurve> beside;
};

/// Some milliseconds of work. Does not throw.
SoilCurves solve_soil_curves(const CurveQuestion& question);

}  // namespace grouser::desktop
