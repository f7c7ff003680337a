#include "grouser/soil/wheel/rft_wheel.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "gauss_points.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"
#include "rft_sums.hpp"

namespace grouser {
namespace {

using rft::Part;
using rft::Points;
using rft::Real;

constexpr double kTwoPi = 6.2831853071795865, kQuarterPi = 0.78539816339744831;

const rft::SurfaceLoops& loops_of(SimdLevel level) {
  switch (level) {
#ifdef GROUSER_SIMD_NEON
    case SimdLevel::neon:
      return rft::kNeon;
#endif
#ifdef GROUSER_SIMD_X86
    case SimdLevel::sse42:
      return rft::kSse42;
    case SimdLevel::avx2:
      return rft::kAvx2;
    case SimdLevel::avx512:
      return rft::kAvx512;
#endif
    default:
      return rft::kScalar;
  }
}

constexpr void put(double u, double v, double side, double weight, Points& points) {
  const int i = points.count++;
  points.u[i] = static_cast<Real>(u);
  points.bow[i] = static_cast<Real>(1.0 - u * u);
  points.v[i] = static_cast<Real>(v);
  points.side[i] = static_cast<Real>(side);
  points.weight[i] = static_cast<Real>(weight);
}
constexpr void fill_up(Points& points) {
  while (points.count % Points::kLanes != 0) put(0.5, 0.5, 1.0, 0.0, points);
}
/// d(theta) = 2 d(t) / (1 + t^2): the front and the rear half apart, since what leads changes at the lowest point.
constexpr Points on_arc(std::span<const GaussPoint> arc) {
  Points points;
  for (const double half : {-1.0, 1.0})
    for (const GaussPoint& g : arc) put(half * g.u, 0.0, 1.0, 2.0 * g.weight, points);
  fill_up(points);
  return points;
}
/// One side after the other: where one of them recedes, its registers are skipped.
constexpr Points on_strips(std::span<const GaussPoint> arc, std::span<const GaussPoint> across, bool apart) {
  Points points;
  for (const double side : {-1.0, 1.0}) {
    for (const double half : {-1.0, 1.0})
      for (const GaussPoint& g : arc)
        for (const GaussPoint& h : across) put(half * g.u, h.u, side, 2.0 * g.weight * h.weight, points);
    if (apart) fill_up(points);
  }
  fill_up(points);
  return points;
}

/// What grows from zero with depth, as on a side: exact where it does so as a second power.
constexpr GaussPoint kGrowing[] = {{2.0 / 3.0, 0.75}};

/// Points on cylinders; on sides in untouched ground; on grousers, and on sides where the depth that counts does not grow from
/// zero.
struct WheelRule {
  Points arc, sides, strips;
};
const WheelRule kCoarse{on_arc(kGauss12), on_strips(kGauss4, kGrowing, false),
                        on_strips(kGauss4, kGauss2, true)};
const WheelRule kFine{on_arc(kGauss12), on_strips(kGauss8, kGauss4, true), on_strips(kGauss8, kGauss4, true)};
const WheelRule kFinest{on_arc(kGauss24), on_strips(kGauss24, kGauss8, true),
                        on_strips(kGauss24, kGauss8, true)};

const WheelRule& rule_for(int points) {
  switch (points) {
    case 8:
      return kCoarse;
    case 12:
      return kFine;
    default:
      GROUSER_ASSERT(points == 24);
      return kFinest;
  }
}

/// The submerged arc of a circle of the wheel, `inside` its tips; nothing of the rest is set.
Part part_on(const RftWheel& wheel, double inside, const RftMotion& motion, double sinkage,
             double rut_depth) {
  const double radius = wheel.radius - inside, depth = sinkage - inside;
  const double cosine = std::clamp(1.0 - depth / radius, 0.0, 1.0), sum = 1.0 + cosine;
  const double end = std::sqrt((1.0 - cosine) / sum);
  const auto real = [](double x) { return static_cast<Real>(x); };
  return {.end = real(end),
          // cos(theta) - cos(theta_1) = 2 (T^2 - t^2) / ((1 + t^2)(1 + T^2)), without a difference of cosines
          .bulge = real(radius * (1.0 - cosine)),
          .radius = real(radius),
          .inside = real(inside),
          .buried = real(std::max(0.0, depth - radius)),
          .blade = real(wheel.radius - wheel.rim),
          .slide = real(motion.forward - motion.turning),
          .turning = real(motion.turning),
          .left = real(motion.left),
          .down = real(motion.down),
          .tips = real(wheel.radius),
          .per_tips = real(1.0 / wheel.radius),
          .area = 0.0F,
          .friction = 0.0F,
          .per_lift = real(wheel.per_lift),
          .pressed = real(wheel.extra_depth + rut_depth),
          .reloading = real(wheel.reloading)};
}

/// Force of the whole surface over xi_n.
rft::Sums sum_over(const RftWheel& wheel, const RftMotion& motion, double sinkage, double rut_depth,
                   const WheelRule& rule, const rft::SurfaceLoops& loops) {
  rft::Sums sums;
  Part tips = part_on(wheel, 0.0, motion, sinkage, rut_depth);
  tips.friction = static_cast<Real>(wheel.friction);
  tips.area = static_cast<Real>(wheel.enclosed * wheel.width);
  loops.cylinder(rule.arc, tips, sums);
  tips.area = static_cast<Real>(wheel.enclosed);
  loops.sides(tips.pressed > 0.0F ? rule.strips : rule.sides, tips, sums);
  const double open = 1.0 - wheel.enclosed, inside = wheel.radius - wheel.rim;
  if (!(open > 0.0)) return sums;
  tips.friction = static_cast<Real>(wheel.surface);
  tips.area = static_cast<Real>(open * wheel.width * wheel.blades);
  loops.grousers(rule.strips, tips, sums);
  if (!(sinkage > inside)) return sums;
  Part rim = part_on(wheel, inside, motion, sinkage, rut_depth);
  rim.friction = static_cast<Real>(wheel.surface);
  rim.area = static_cast<Real>(open * wheel.width);
  loops.cylinder(rule.arc, rim, sums);
  return sums;
}

WheelReaction react(const RftWheel& wheel, const RftMotion& motion, double sinkage, double rut_depth,
                    int points, const rft::SurfaceLoops& loops) {
  WheelReaction out;
  if (!(sinkage > 0.0)) return out;
  const rft::Sums sums = sum_over(wheel, motion, sinkage, rut_depth, rule_for(points), loops);
  out.entry_angle = math::acos(std::clamp(1.0 - sinkage / wheel.radius, 0.0, 1.0));
  out.normal_force = wheel.xi_n * sums.z;
  out.drawbar_pull = wheel.xi_n * sums.x;
  out.side_force = wheel.xi_n * sums.y;
  out.torque = -wheel.xi_n * sums.moment;
  out.stiffness = wheel.xi_n * sums.z_rate;
  return out;
}

}  // namespace

RftWheel put_rft_wheel(const SoilParams& soil, const WheelGeometry& wheel, double gravity) {
  RftWheel w;
  w.xi_n = rft_resistance_of(soil, soil.density, soil.phi, gravity);
  w.rim = wheel.radius;
  w.width = wheel.width;
  w.radius = wheel.radius + (wheel.grouser_count > 0.0 ? wheel.grouser_height : 0.0);
  w.surface = surface_friction_of(soil, soil.phi);
  w.friction = w.surface;
  w.per_lift = 1.0 / (kRftLiftDepth * wheel.width);
  w.reloading = std::max(1.0, soil.unloading_stiffness / (kRftPlate * w.xi_n));
  w.extra_depth = cohesion_depth(soil.cohesion_share, soil.cohesion, soil.phi, w.xi_n);
  if (!(w.radius > w.rim)) return w;
  const double h = wheel.grouser_height, gap = kTwoPi * wheel.radius / wheel.grouser_count;
  w.friction = math::tan(soil.phi);
  w.enclosed = std::min(1.0, h * math::tan(kQuarterPi + 0.5 * soil.phi) / gap);
  w.blades = wheel.grouser_count / kTwoPi;
  return w;
}

RftMotion rft_motion(double slip_x, double slip_y, double travel) {
  const double way = travel < 0.0 ? -1.0 : 1.0, rolled = std::fabs(travel), slip = way * slip_x;
  // of a wheel that moves forward, over V: rim and ground speed, from slip = turning - forward, slip_y = -left
  const double side = std::clamp(slip_y, -1.0, 1.0), most = std::sqrt(1.0 - side * side);
  double turning = 1.0, forward = 1.0 - slip;
  if (forward >
      most) {  // skidding: V is the ground speed. Of a wheel that turns against its way it may be either: taken so
    turning = std::max(slip + most, -1.0);
    forward = std::min(most, turning - slip);
  }
  // what rolls does so by `rolled` only; otherwise what does not slide moves down
  const double rolling = std::max(0.0, std::min(turning, forward)), resting = (1.0 - rolled) * rolling;
  turning -= resting;
  forward -= resting;
  if (slip < 0.0) {
    // a wheel that has not advanced by as much as it slid backward has turned backward
    const double advanced = rolled / std::max(rolled, std::min(-slip, 1.0));
    turning = advanced * turning + (1.0 - advanced) * slip;
    forward *= advanced;
  }
  const double still = std::max(0.0, 1.0 - std::sqrt(slip_x * slip_x + slip_y * slip_y));
  return {way * forward, -slip_y, (1.0 - rolled) * still, way * turning};
}

WheelReaction rft_reaction_on(SimdLevel level, const RftWheel& wheel, const RftMotion& motion, double sinkage,
                              int points, double rut_depth) {
  return react(wheel, motion, sinkage, rut_depth, points, loops_of(level));
}

WheelReaction rft_reaction(const RftWheel& wheel, const RftMotion& motion, double sinkage, int points,
                           double rut_depth) {
  return rft_reaction_on(simd_level(), wheel, motion, sinkage, points, rut_depth);
}

WheelReaction rft_reaction(const RftWheel& wheel, const WheelRunning& run, int points) {
  WheelReaction r =
      rft_reaction(wheel, rft_motion(run.slip_x, run.slip_y, run.travel), run.sinkage, points, run.rut_depth);
  const double share = run.width_fraction;
  for (double* x : {&r.normal_force, &r.drawbar_pull, &r.side_force, &r.torque, &r.stiffness}) *x *= share;
  return r;
}

}  // namespace grouser
