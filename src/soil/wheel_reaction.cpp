#include "grouser/soil/wheel_reaction.hpp"

#include <cmath>
#include <span>

#include "arc_sums.hpp"
#include "gauss_points.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/kernels.hpp"
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

using arc::Arc;
using arc::Points;
using arc::SumArc;
using arc::Sums;

constexpr int kPointsAtOnce = 8;  // lanes of the widest level

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
  const SpeedRatio speed = speed_ratio(run.slip_x, run.slip_y);
  a.speed_forward = speed.forward;
  a.speed_side = speed.side;
  const Mobilised rest = mobilised_shear(run.rest_shear_x, run.rest_shear_y, soil.janosi_k);
  a.resting_x = (1.0 - a.travel) * rest.x;
  a.resting_y = (1.0 - a.travel) * rest.y;
  const GrouserBlades blades = grouser_blades(soil, wheel, run.gravity);
  a.trapped = blades.trapped;
  a.shear_radius = blades.shear_radius;
  a.blade_radius = blades.blade_radius;
  a.blade_force = blades.blade_force;
  const double cos_tip = a.drop > 0.0 ? a.drop / a.shear_radius : 0.0;
  a.tip_theta_1 = a.trapped > 0.0 ? math::acos(cos_tip) : a.theta_1;
  a.tip_sin_1 = a.trapped > 0.0 ? std::sqrt(1.0 - cos_tip * cos_tip) : a.sin_1;
  const BulldozingFactors wall = bulldozing_factors(soil.phi);
  a.wall_d1 = wall.d1;
  a.wall_d2 = wall.d2;
  return a;
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
Points place_points(const Arc& a, std::span<const GaussPoint> elastic, std::span<const GaussPoint> virgin) {
  Points p;
  const auto add = [&p](double u, double weight) {
    p.u[p.count] = u;
    p.weight[p.count++] = weight;
  };
  const double begin = elastic_end(a), length = 1.0 - begin;
  if (begin > 0.0) {
    for (const GaussPoint& g : elastic) add(begin * g.u, begin * g.weight);
  }
  if (begin < 1.0) {
    for (const GaussPoint& g : virgin) add(begin + length * g.u * g.u, 2.0 * length * g.u * g.weight);
  }
  while (p.count % kPointsAtOnce != 0) add(0.5, 0.0);
  return p;
}

SumArc sum_for(SimdLevel level) {
  switch (level) {
#ifdef GROUSER_SIMD_NEON
    case SimdLevel::neon:
      return arc::kSumNeon;
#endif
#ifdef GROUSER_SIMD_X86
    case SimdLevel::sse42:
      return arc::kSumSse42;
    case SimdLevel::avx2:
      return arc::kSumAvx2;
    case SimdLevel::avx512:
      return arc::kSumAvx512;
#endif
    default:
      return arc::kSumScalar;
  }
}

Sums integrate(const Arc& a, int gauss_points, SimdLevel level) {
  const Points points =
      gauss_points == 24 ? place_points(a, kGauss12, kGauss24) : place_points(a, kGauss6, kGauss12);
  Sums sums;
  sum_for(level)(a, points, sums);
  return sums;
}

}  // namespace

WheelReaction wheel_reaction_with_points(const SoilParams& soil, const WheelGeometry& wheel,
                                         const WheelRunning& running, int gauss_points) {
  return wheel_reaction_on(kernels().level, soil, wheel, running, gauss_points);
}

WheelReaction wheel_reaction_on(SimdLevel level, const SoilParams& soil, const WheelGeometry& wheel,
                                const WheelRunning& running, int gauss_points) {
  WheelReaction out;
  if (!(running.sinkage > 0.0)) return out;
  const Arc arc = make_arc(soil, wheel, running);
  const Sums sums = integrate(arc, gauss_points, level);

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
