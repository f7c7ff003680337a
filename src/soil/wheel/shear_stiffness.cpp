// SPDX-License-Identifier: BSD-3-Clause
// Upper bound of d(shear force)/d(displacement) of a wheel on soft soil, for the guard of the step:
// strength over K, with friction on the load, cohesion and blades along the arc, tips on their own longer
// circle, and the front wall.
#include "grouser/soil/wheel/shear_stiffness.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/soil/laws/exit_angle.hpp"
#include "grouser/soil/laws/multipass.hpp"
#include "grouser/soil/laws/passive_pressure.hpp"

namespace grouser {

double shear_stiffness_bound(const WheelOnSoil& wheel, const ShearState& state) {
  // length of the footprint: both sides at rest; when rolling the front, and the rear up to the exit angle
  const double exit = state.travel * longest_exit(wheel.exit_b0, wheel.exit_b1);
  const double arc = (2.0 - state.travel + exit) * state.entry_angle,
               width = wheel.width * state.width_fraction;
  const double cosine = std::max(0.0, wheel.radius - state.sinkage) / wheel.shear_radius;
  const double lead = wheel.radius * std::sqrt(std::max(0.0, 1.0 - cosine * cosine)) / state.relaxation;
  const double tips = std::max(1.0, lead);
  const double friction =
      (1.0 - wheel.trapped + wheel.trapped * tips * wheel.end_friction) * state.normal_force * wheel.tan_phi;
  const double cohesion =
      width * arc *
      (wheel.rim_cohesion + tips * (wheel.tip_cohesion * wheel.end_cohesion + wheel.blade_force));
  // at most: in soil that was pressed before, all of it
  const double gain = wheel.multipass_gain;
  // the front wall grows with slip, from nothing to all of it over the relaxation length
  const double wall = laws::wall_force<simd::PlainLevel>(wheel.wall_cohesion, wheel.wall_weight,
                                                         std::min(state.sinkage, wheel.radius));
  const double ploughing = wheel.front_wall * firmed_strength(gain) * wall * wheel.width * width;
  return (friction + firmed_strength(gain) * cohesion) * wheel.per_length / firmed_shear_length(gain) +
         state.travel * ploughing / state.relaxation;
}

}  // namespace grouser
