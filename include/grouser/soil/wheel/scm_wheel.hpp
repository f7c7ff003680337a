// SPDX-License-Identifier: BSD-3-Clause
// The Soil Contact Model's law (soil/laws/soil_contact_model.hpp) of one soil under one wheel.
#pragma once
#include "grouser/soil/laws/soil_contact_model.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser {

/// Options of the law.
struct ScmOptions {
  ScmShear shear = ScmShear::coulomb;
  bool digging = true;  ///< grousers carry soil away
  ScmWidth width = ScmWidth::wheel;
};

/// gravity: m/s2. The spring of shear is the soil's own (kShearShare of k_e) and has no damper: whoever
/// takes steps in time must soften it to what they carry. Throws nothing: the soil and the wheel are
/// checked where they are read.
ScmLaw scm_law(const SoilParams& soil, const WheelGeometry& wheel, double gravity, const ScmOptions& options);

}  // namespace grouser
