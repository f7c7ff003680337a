#include "grouser/soil/wheel/shear_stiffness.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {

double shear_stiffness_bound(const WheelOnSoil& wheel, const ShearState& state) {
  // length of the footprint: both sides at rest, the front alone when rolling
  const double arc = (2.0 - state.travel) * state.entry_angle, width = wheel.width * state.width_fraction;
  const double cosine = std::max(0.0, wheel.radius - state.sinkage) / wheel.shear_radius;
  const double lead = wheel.radius * std::sqrt(std::max(0.0, 1.0 - cosine * cosine)) / state.relaxation;
  const double tips = std::max(1.0, lead);
  const double friction = (1.0 - wheel.trapped + wheel.trapped * tips) * state.normal_force * wheel.tan_phi;
  const double cohesion =
      width * arc * (wheel.rim_cohesion + tips * (wheel.tip_cohesion + wheel.blade_force));
  return (friction + cohesion) * wheel.per_length;
}

}  // namespace grouser
