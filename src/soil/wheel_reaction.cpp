#include "grouser/soil/wheel_reaction.hpp"

#include <cmath>
#include <span>

#include "gauss_points.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/soil/grouser_blades.hpp"
#include "grouser/soil/normal_stress.hpp"
#include "grouser/soil/passive_pressure.hpp"
#include "grouser/soil/pressure_sinkage.hpp"
#include "grouser/soil/shear.hpp"
#include "grouser/soil/shear_displacement.hpp"
#include "grouser/soil/slip_sinkage.hpp"
#include "grouser/soil/unloading.hpp"

namespace grouser {
namespace {

// Everything that is the same along the arc.
struct Arc {
  double radius, drop;            // r; axle above the ground r - z
  double theta_1, entry_rate;     // entry angle and d(theta_1)/dz
  double peak, exit;              // theta_m / theta_1 and -theta_2 / theta_1
  double sin_1;                   // sin(theta_1)
  double tip_theta_1, tip_sin_1;  // where the circle of the grouser tips meets the ground
  double modulus, n, unloading_stiffness, rut_depth;
  double cohesion, tan_phi, janosi_k, unit_weight;
  double travel;
  SpeedRatio speed;
  Mobilised resting;  // (1 - travel) x the share that the rest shear mobilises
  GrouserBlades blades;
  BulldozingFactors wall;
};

// Sums over the arc, per radian of theta; widths and radii are put in at the end.
struct Sums {
  double normal_z = 0.0, normal_x = 0.0;               // of sigma, N/m2
  double shear_x = 0.0, shear_y = 0.0, shear_z = 0.0;  // of shear x its radius, N/m
  double torque = 0.0;                                 // of shear x radius^2, N
  double wall = 0.0;                                   // sidewall, N
  double stiffness = 0.0;                              // d/dz of r x vertical stress, N/m2
};

Arc make_arc(const SoilParams& soil, const WheelGeometry& wheel, const WheelRunning& run) {
  Arc a;
  a.radius = wheel.radius;
  a.drop = wheel.radius - run.sinkage;
  const double cos_1 = a.drop > 0.0 ? a.drop / a.radius : 0.0;
  a.theta_1 = math::acos(cos_1);
  a.sin_1 = std::sqrt(1.0 - cos_1 * cos_1);
  a.entry_rate = a.drop > 0.0 ? 1.0 / (a.radius * a.sin_1) : 0.0;
  a.travel = run.travel;
  a.peak = a.travel * peak_stress_fraction(soil.theta_m_c1, soil.theta_m_c2, run.slip_x);
  a.exit = a.travel * run.exit_ratio + (1.0 - a.travel);
  a.modulus = sinkage_modulus(soil, wheel.width);
  a.n = sinkage_exponent(soil, a.travel * run.slip_x);
  a.unloading_stiffness = soil.unloading_stiffness;
  a.rut_depth = run.rut_depth;
  a.cohesion = soil.cohesion;
  a.tan_phi = math::tan(soil.phi);
  a.janosi_k = soil.janosi_k;
  a.unit_weight = soil.density * run.gravity;
  a.speed = speed_ratio(run.slip_x, run.slip_y);
  const Mobilised rest = mobilised_shear(run.rest_shear_x, run.rest_shear_y, soil.janosi_k);
  a.resting = {(1.0 - a.travel) * rest.x, (1.0 - a.travel) * rest.y};
  a.blades = grouser_blades(soil, wheel, run.gravity);
  const double cos_tip = a.drop > 0.0 ? a.drop / a.blades.shear_radius : 0.0;
  a.tip_theta_1 = a.blades.trapped > 0.0 ? math::acos(cos_tip) : a.theta_1;
  a.tip_sin_1 = a.blades.trapped > 0.0 ? std::sqrt(1.0 - cos_tip * cos_tip) : a.sin_1;
  a.wall = bulldozing_factors(soil.phi);
  return a;
}

// Mobilised share at theta on the rim or on the circle of the tips: travel x rolling + (1 - travel) x
// resting.
Mobilised mobilised_at(const Arc& a, double shear_radius, double lead, double sine_lead) {
  if (!(a.travel > 0.0)) return a.resting;
  const ShearDisplacement j = shear_displacement(a.radius, shear_radius, a.speed, lead, sine_lead);
  const Mobilised rolling = mobilised_shear(j.x, j.y, a.janosi_k);
  return {a.travel * rolling.x + a.resting.x, a.travel * rolling.y + a.resting.y};
}

// Adds the stresses at theta = c theta_1 with weight (of the angle); sigma there and d(sigma)/dz.
void add_point(const Arc& a, double c, double weight, double sigma, double sigma_rate, Sums& sums) {
  const double theta = c * a.theta_1;
  const auto [sine, cosine] = math::sincos(theta);

  // shear: rim share and tip share, then the blades
  const Mobilised rim = mobilised_at(a, a.radius, a.theta_1 - theta, a.sin_1 - sine);
  const double friction = a.radius * sigma * a.tan_phi;
  const double rim_share = 1.0 - a.blades.trapped;
  const double rim_strength = rim_share * (a.cohesion * a.radius + friction);
  double along = rim_strength * rim.x, across = rim_strength * rim.y, torque = along * a.radius;
  double friction_along = rim_share * a.tan_phi * rim.x;  // d(along)/d(sigma) / r
  if (a.blades.trapped > 0.0) {
    const Mobilised tip = mobilised_at(a, a.blades.shear_radius, a.tip_theta_1 - theta, a.tip_sin_1 - sine);
    const double tip_strength = a.blades.trapped * (a.cohesion * a.blades.shear_radius + friction);
    const double blade = a.blades.blade_force * tip.x;
    along += tip_strength * tip.x + blade;
    across += tip_strength * tip.y;
    torque += tip_strength * tip.x * a.blades.shear_radius + blade * a.blades.blade_radius;
    friction_along += a.blades.trapped * a.tan_phi * tip.x;
  }

  // sidewall: mobilised and directed like the shear of the rim beside it
  const double depth = a.radius * cosine - a.drop;
  const double wall =
      bulldozing_resistance(a.wall, a.cohesion, a.unit_weight, depth) * (a.radius - depth * cosine);

  sums.normal_z += weight * sigma * cosine;
  sums.normal_x += weight * sigma * sine;
  sums.shear_x += weight * along * cosine;
  sums.shear_z += weight * along * sine;
  sums.shear_y += weight * across;
  sums.torque += weight * torque;
  sums.wall += weight * wall * rim.y;

  // derivative by z of r x vertical stress at this point, which moves as theta = c theta_1
  const double theta_rate = c * a.entry_rate;
  sums.stiffness += weight * (a.radius * sigma_rate * (cosine + friction_along * sine) +
                              theta_rate * (along * cosine - a.radius * sigma * sine));
}

// Adds the pair of points in front of theta_m and behind it that have the same stress (normal_stress.hpp). u
// runs from 0 at both ends of the arc to 1 at theta_m; weight is that of u.
void add_pair(const Arc& a, double u, double weight, Sums& sums) {
  const double c_front = 1.0 - u * (1.0 - a.peak);
  const auto [sine, cosine] = math::sincos(c_front * a.theta_1);
  const double depth = a.radius * cosine - a.drop;
  if (!(depth > 0.0)) return;  // rounding at the very end of the arc
  const Pressure p = ground_pressure(a.modulus, a.n, a.unloading_stiffness, a.rut_depth, depth);
  const double sigma_rate = p.slope * (1.0 - a.radius * sine * c_front * a.entry_rate);

  const double front = 1.0 - a.peak, rear = a.peak + a.exit;
  add_point(a, c_front, weight * front * a.theta_1, p.value, sigma_rate, sums);
  add_point(a, -a.exit + u * rear, weight * rear * a.theta_1, p.value, sigma_rate, sums);
}

// Where the pressure leaves the elastic branch, as u; 0 if it has none, 1 if it never leaves it.
double elastic_end(const Arc& a) {
  const double depth = reloading_depth(a.modulus, a.n, a.unloading_stiffness, a.rut_depth);
  if (!(depth > 0.0)) return 0.0;
  const double cosine = (a.drop + depth) / a.radius;
  if (cosine >= 1.0) return 1.0;
  const double u = (1.0 - math::acos(cosine) / a.theta_1) / (1.0 - a.peak);
  return u < 1.0 ? u : 1.0;
}

// The pressure has a kink where reloading ends and virgin soil begins: one rule on each side of it. On the
// virgin side u = begin + (1 - begin) v^2 spreads the points at its begin, where p ~ u^n is not smooth.
Sums integrate(const Arc& a, std::span<const GaussPoint> elastic, std::span<const GaussPoint> virgin) {
  Sums sums;
  const double begin = elastic_end(a);
  if (begin > 0.0) {
    for (const GaussPoint& g : elastic) add_pair(a, begin * g.u, begin * g.weight, sums);
  }
  if (begin < 1.0) {
    const double length = 1.0 - begin;
    for (const GaussPoint& g : virgin) {
      add_pair(a, begin + length * g.u * g.u, 2.0 * length * g.u * g.weight, sums);
    }
  }
  return sums;
}

}  // namespace

WheelReaction wheel_reaction_with_points(const SoilParams& soil, const WheelGeometry& wheel,
                                         const WheelRunning& running, int gauss_points) {
  WheelReaction out;
  if (!(running.sinkage > 0.0)) return out;
  const Arc arc = make_arc(soil, wheel, running);
  const Sums sums =
      gauss_points == 24 ? integrate(arc, kGauss12, kGauss24) : integrate(arc, kGauss6, kGauss12);

  // W = b r int(sigma cos + tau sin), DP = b r int(tau cos - sigma sin), T = b r^2 int(tau) (Wong & Reece
  // 1967)
  const double b = wheel.width * running.width_fraction;
  out.entry_angle = arc.theta_1;
  out.shear_thrust = b * sums.shear_x;
  out.compaction_resistance = b * arc.radius * sums.normal_x;
  out.drawbar_pull = out.shear_thrust - out.compaction_resistance;
  out.normal_force = b * (arc.radius * sums.normal_z + sums.shear_z);
  out.side_force = b * sums.shear_y + running.width_fraction * sums.wall;
  out.torque = b * sums.torque;
  // all weights grow as theta_1 does
  const double vertical = arc.radius * sums.normal_z + sums.shear_z;
  out.stiffness = b * (sums.stiffness + vertical * arc.entry_rate / arc.theta_1);
  return out;
}

WheelReaction wheel_reaction(const SoilParams& soil, const WheelGeometry& wheel,
                             const WheelRunning& running) {
  return wheel_reaction_with_points(soil, wheel, running, 12);
}

WheelReaction steady_wheel_reaction(const SoilParams& soil, const WheelGeometry& wheel,
                                    WheelRunning running) {
  running.travel = 1.0;
  return wheel_reaction(soil, wheel, running);
}

}  // namespace grouser
