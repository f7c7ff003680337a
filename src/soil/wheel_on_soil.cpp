#include "grouser/soil/wheel_on_soil.hpp"

#include "grouser/math/elementary.hpp"
#include "grouser/soil/grouser_blades.hpp"
#include "grouser/soil/passive_pressure.hpp"
#include "grouser/soil/pressure_sinkage.hpp"
#include "grouser/soil/unloading.hpp"

namespace grouser {

WheelOnSoil put_wheel_on_soil(const SoilParams& soil, const WheelGeometry& wheel, double gravity) {
  const GrouserBlades blades = grouser_blades(soil, wheel, gravity);
  const BulldozingFactors wall = bulldozing_factors(soil.phi);
  WheelOnSoil w;
  w.radius = wheel.radius;
  w.width = wheel.width;
  w.modulus = sinkage_modulus(soil, wheel.width);
  w.n = soil.n;
  w.slip_sinkage = soil.slip_sinkage_n1;
  w.skid_sinkage = soil.skid_sinkage_n1;
  w.unloading_stiffness = soil.unloading_stiffness;
  w.fresh_reloading = reloading_depth(w.modulus, w.n, w.unloading_stiffness, 0.0);
  w.cohesion = soil.cohesion;
  w.tan_phi = math::tan(soil.phi);
  w.janosi_k = soil.janosi_k;
  w.unit_weight = soil.density * gravity;
  w.theta_m_c1 = soil.theta_m_c1;
  w.theta_m_c2 = soil.theta_m_c2;
  w.trapped = blades.trapped;
  w.shear_radius = blades.shear_radius;
  w.blade_radius = blades.blade_radius;
  w.blade_force = blades.blade_force;
  w.wall_d1 = wall.d1;
  w.wall_d2 = wall.d2;
  return w;
}

}  // namespace grouser
