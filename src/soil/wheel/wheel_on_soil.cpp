// SPDX-License-Identifier: BSD-3-Clause
// The products of soil and wheel that every point of an arc needs, found once. By resistive force theory
// the wheel stands on its tips, and the curve is that of a level plate.
#include "grouser/soil/wheel/wheel_on_soil.hpp"

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/moduli_gravity.hpp"
#include "grouser/soil/laws/passive_pressure.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"
#include "grouser/soil/laws/unloading.hpp"
#include "grouser/soil/wheel/grouser_blades.hpp"

namespace grouser {

double contact_radius(const SoilParams& soil, const WheelGeometry& wheel) {
  const bool on_tips = goes_by_rft(soil) && wheel.grouser_count > 0.0;
  return on_tips ? wheel.radius + wheel.grouser_height : wheel.radius;
}

WheelOnSoil put_wheel_on_soil(const SoilParams& soil, const WheelGeometry& wheel, double gravity) {
  if (goes_by_rft(soil)) {
    WheelOnSoil w{};
    w.rft = put_rft_wheel(soil, wheel, gravity);
    static_cast<VirginCurve&>(w) = {kRftPlate * w.rft.xi_n, 1.0};
    w.radius = w.rft.radius;
    w.width = wheel.width;
    return w;
  }
  const GrouserBlades blades = grouser_blades(soil, wheel, gravity);
  const WallResistance wall =
      wall_resistance(bulldozing_factors(soil.phi), soil.cohesion, soil.density, gravity);
  WheelOnSoil w;
  static_cast<VirginCurve&>(w) =
      wheel_curve(moduli_of(soil, gravity, wheel.width), wheel.width, wheel.radius);
  static_cast<laws::ShearCurve<double>&>(w) = shear_curve(soil);
  w.radius = wheel.radius;
  w.width = wheel.width;
  w.per_radius = 1.0 / wheel.radius;
  w.slip_sinkage = soil.slip_sinkage_n1;
  w.skid_sinkage = soil.skid_sinkage_n1;
  w.side_sinkage = soil.side_sinkage_n1;
  w.exit_b0 = soil.exit_b0;
  w.exit_b1 = soil.exit_b1;
  w.multipass_gain = soil.multipass_gain;
  w.unloading_stiffness = soil.unloading_stiffness;
  w.fresh_reloading = reloading_depth(w, w.unloading_stiffness, 0.0);
  w.tan_phi = math::tan(soil.phi);
  w.theta_m_c1 = soil.theta_m_c1;
  w.theta_m_c2 = soil.theta_m_c2;
  w.trapped = blades.trapped;
  w.shear_radius = blades.shear_radius;
  w.blade_radius = blades.blade_radius;
  w.blade_force = blades.blade_force;
  // Strengths per radian of the arc: the rim's share at the rim, the trapped soil's at the tips.
  const double rim = 1.0 - w.trapped;
  w.rim_cohesion = rim * soil.cohesion * w.radius;
  w.tip_cohesion = w.trapped * soil.cohesion * w.shear_radius;
  w.rim_friction = rim * w.tan_phi * w.radius;
  w.tip_friction = w.trapped * w.tan_phi * w.radius;
  w.wall_cohesion = wall.cohesion / w.width;
  const SideShearFactors ends = side_shear_factors(soil.grouser_side_shear, wheel.grouser_height, w.width);
  w.end_cohesion = ends.cohesion;
  w.end_friction = ends.friction;
  w.wall_weight = wall.weight / w.width;
  w.front_wall = soil.front_wall;
  return w;
}

}  // namespace grouser
