// SPDX-License-Identifier: BSD-3-Clause
// The numbers of the Soil Contact Model for a wheel on a soil; nodes then need no soil file.
#include "grouser/soil/wheel/scm_wheel.hpp"

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/moduli_gravity.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/laws/spring_contact.hpp"

namespace grouser {

ScmLaw scm_law(const SoilParams& soil, const WheelGeometry& wheel, double gravity,
               const ScmOptions& options) {
  ScmLaw law;
  law.moduli = moduli_of(soil, gravity, wheel.width);
  law.curve = virgin_curve(law.moduli, wheel.width);
  law.width = options.width;
  law.stiffness = soil.unloading_stiffness;
  law.shear_stiffness = kShearShare * law.stiffness;
  law.cohesion = soil.cohesion;
  law.tan_phi = math::tan(soil.phi);
  law.wall = wall_resistance(bulldozing_factors(soil.phi), soil.cohesion,
                             soil.density > 0.0 ? soil.density : 0.0, gravity);
  law.janosi_k = options.shear == ScmShear::janosi ? soil.janosi_k : 0.0;
  law.scrape = options.digging && wheel.grouser_count > 0.0 ? wheel.grouser_height : 0.0;
  return law;
}

}  // namespace grouser
