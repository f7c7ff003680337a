// SPDX-License-Identifier: BSD-3-Clause
// One node of the Soil Contact Model by itself: scm_laws.hpp with one number, and the numbers of a soil as
// ScmLaw has them.
#pragma once
#include "grouser/soil/laws/scm_laws.hpp"
#include "grouser/soil/laws/soil_contact_model.hpp"

namespace grouser {

using ScmPressure = laws::ScmPressure<double>;
using ScmSoil = laws::ScmSoil<double>;
using ScmShearMemory = laws::ScmShearMemory<double>;
using ScmEdge = laws::ScmEdge<double>;
using ScmFriction = laws::ScmFriction<double>;

/// On soil of one hardness. sinkage: plastic, so far, m; depth: of the rim below the ground as it is, m.
inline ScmPressure scm_pressure(const ScmLaw& law, double sinkage, double depth) {
  return laws::scm_pressure<simd::PlainLevel>(law.curve, law.stiffness, sinkage, depth);
}

/// Through what is loose, and on into what is below.
inline ScmPressure scm_pressure(const ScmLaw& law, const ScmSoil& soil, double depth) {
  return laws::scm_pressure<simd::PlainLevel>(law.curve, law.stiffness, soil, depth);
}

/// Numbers as in laws::ScmRub.
inline ScmFriction scm_friction(const ScmLaw& law, double spring, double limit, double way_rim,
                                double way_axle, double speed_rim, double speed_axle, ScmShearMemory& memory,
                                const ScmEdge& edge = {}) {
  return laws::scm_friction<simd::PlainLevel>(
      {spring, limit, law.janosi_k, law.damping_time, way_rim, way_axle, speed_rim, speed_axle}, edge,
      memory);
}

}  // namespace grouser
