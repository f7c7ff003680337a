#include "grouser/soil/wheel_reaction.hpp"

#include <cmath>
#include <span>

#include "arc_sums.hpp"
#include "gauss_points.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/kernels.hpp"
#include "grouser/soil/normal_stress.hpp"
#include "grouser/soil/shear.hpp"
#include "grouser/soil/shear_displacement.hpp"
#include "grouser/soil/slip_sinkage.hpp"
#include "grouser/soil/soil_params.hpp"

namespace grouser {
namespace {

using arc::Arc;
using arc::Rule;
using arc::SumArc;
using arc::Sums;

constexpr int kPointsAtOnce = 8;  // lanes of the widest level

constexpr Rule make_rule(std::span<const GaussPoint> elastic, std::span<const GaussPoint> virgin) {
  Rule rule{};
  const auto add = [&rule](double stretch, double stretch_weight, double beyond, double beyond_weight) {
    rule.stretch[rule.count] = stretch;
    rule.stretch_weight[rule.count] = stretch_weight;
    rule.beyond[rule.count] = beyond;
    rule.beyond_weight[rule.count++] = beyond_weight;
  };
  for (const GaussPoint& g : elastic) add(g.u, g.weight, 0.0, 0.0);
  for (const GaussPoint& g : virgin) add(1.0, 0.0, g.u * g.u, 2.0 * g.u * g.weight);
  while (rule.count % kPointsAtOnce != 0) add(0.5, 0.0, 0.5, 0.0);
  return rule;
}
constexpr Rule kVirgin8 = make_rule({}, kGauss8), kMixed8 = make_rule(kGauss3, kGauss5);
constexpr Rule kMixed12 = make_rule(kGauss6, kGauss12), kMixed24 = make_rule(kGauss12, kGauss24);

const Rule& rule_for(int arc_points, double elastic_end) {
  switch (arc_points) {
    case 8:
      return elastic_end > 0.0 ? kMixed8 : kVirgin8;
    case 12:
      return kMixed12;
    default:
      GROUSER_ASSERT(arc_points == 24);
      return kMixed24;
  }
}

/// Depth of the kink where reloading ends (unloading.hpp), near enough to place the points: one step of
/// Newton's from that of fresh ground, within 1 % (0 where there is none).
double kink_depth(const Arc& a) {
  const WheelOnSoil& w = a.wheel;
  if (a.rut_depth == 0.0 && a.n == w.n) return w.fresh_reloading;
  const double depth = a.rut_depth + w.fresh_reloading;
  if (!(depth > 0.0)) return 0.0;
  const double virgin = w.modulus * math::pow(depth, a.n);
  const double slope = w.unloading_stiffness - a.n * virgin / depth;
  return slope > 0.0 ? w.fresh_reloading - (w.unloading_stiffness * w.fresh_reloading - virgin) / slope : 0.0;
}

/// Where the pressure leaves the elastic branch, as u; 0 where that is too near the end of the arc to matter.
double elastic_end(const Arc& a, double sinkage) {
  constexpr double kShortest = 1e-3;  // of the sinkage
  const double depth = kink_depth(a);
  if (!(depth > kShortest * sinkage)) return 0.0;
  const double cosine = (a.drop + depth) / a.wheel.radius;
  if (cosine >= 1.0) return 1.0;
  const double u = (1.0 - math::acos(cosine) / a.theta_1) / (1.0 - a.peak);
  return u < 1.0 ? u : 1.0;
}

Arc make_arc(const WheelOnSoil& w, const WheelRunning& run) {
  const double drop = w.radius - run.sinkage, hub = drop > 0.0 ? drop : 0.0;
  const double cos_1 = hub / w.radius, cos_tip = hub / w.shear_radius;
  const double sin_1 = std::sqrt(1.0 - cos_1 * cos_1), theta_1 = math::acos(cos_1);
  const bool tips = w.trapped > 0.0;
  const SpeedRatio speed = speed_ratio(run.slip_x, run.slip_y);
  const double resting = 1.0 - run.travel;
  const Mobilised rest =
      resting > 0.0 ? mobilised_shear(run.rest_shear_x, run.rest_shear_y, w.janosi_k) : Mobilised{};
  Arc a{.wheel = w,
        .drop = drop,
        .theta_1 = theta_1,
        .entry_rate = drop > 0.0 ? 1.0 / (w.radius * sin_1) : 0.0,
        .peak = run.travel * peak_stress_fraction(w.theta_m_c1, w.theta_m_c2, run.slip_x),
        .exit = run.travel * run.exit_ratio + resting,
        .sin_1 = sin_1,
        .tip_theta_1 = tips ? math::acos(cos_tip) : theta_1,
        .tip_sin_1 = tips ? std::sqrt(1.0 - cos_tip * cos_tip) : sin_1,
        .n = sinkage_exponent(w.n, w.slip_sinkage, w.skid_sinkage, run.travel * run.slip_x),
        .rut_depth = run.rut_depth,
        .elastic_end = 0.0,
        .travel = run.travel,
        .speed_forward = speed.forward,
        .speed_side = speed.side,
        .resting_x = resting * rest.x,
        .resting_y = resting * rest.y};
  a.elastic_end = elastic_end(a, run.sinkage);
  return a;
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

WheelReaction reaction_on(SimdLevel level, const WheelOnSoil& wheel, const WheelRunning& running,
                          int arc_points) {
  WheelReaction out;
  if (!(running.sinkage > 0.0)) return out;
  const Arc a = make_arc(wheel, running);
  Sums sums;
  sum_for(level)(a, rule_for(arc_points, a.elastic_end), sums);

  // W = b r int(sigma cos + tau sin), DP = b r int(tau cos - sigma sin), T = b r^2 int(tau) (Wong & Reece
  // 1967)
  const double b = wheel.width * running.width_fraction;
  out.entry_angle = a.theta_1;
  out.shear_thrust = b * sums.thrust;
  out.compaction_resistance = b * sums.resistance;
  out.drawbar_pull = out.shear_thrust - out.compaction_resistance;
  out.normal_force = b * sums.normal;
  out.side_force = b * sums.side;
  out.torque = b * sums.torque;
  // all weights grow as theta_1 does
  out.stiffness = b * (sums.stiffness + sums.normal * a.entry_rate / a.theta_1);
  return out;
}

}  // namespace

WheelReaction wheel_reaction(const WheelOnSoil& wheel, const WheelRunning& running, int arc_points) {
  return reaction_on(kernels().level, wheel, running, arc_points);
}

WheelReaction wheel_reaction_with_points(const SoilParams& soil, const WheelGeometry& wheel,
                                         const WheelRunning& running, int arc_points) {
  return wheel_reaction(put_wheel_on_soil(soil, wheel, running.gravity), running, arc_points);
}

WheelReaction wheel_reaction_on(SimdLevel level, const SoilParams& soil, const WheelGeometry& wheel,
                                const WheelRunning& running, int arc_points) {
  return reaction_on(level, put_wheel_on_soil(soil, wheel, running.gravity), running, arc_points);
}

WheelReaction wheel_reaction(const SoilParams& soil, const WheelGeometry& wheel,
                             const WheelRunning& running) {
  return wheel_reaction_with_points(soil, wheel, running, kFineArcPoints);
}

WheelReaction steady_wheel_reaction(const SoilParams& soil, const WheelGeometry& wheel,
                                    WheelRunning running) {
  running.travel = 1.0;
  return wheel_reaction(soil, wheel, running);
}

}  // namespace grouser
