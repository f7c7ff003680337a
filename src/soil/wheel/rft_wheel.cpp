// SPDX-License-Identifier: BSD-3-Clause
// A wheel in granular ground by resistive force theory (docs/theory_rft.md, "A wheel"): F = chi F_envelope
// + (1 - chi) F_plates, sums over Gauss points on cylinder, sides and grousers. Angles are stepped in t =
// tan(theta/2), in which sine and cosine are rational.
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

const rft::SurfaceLoops& loops_of(SimdLevel level) { return GROUSER_OF_LEVEL(level, rft::k); }

/// Adds a point, in single precision; side: +1 left or forward, -1 right or backward.
constexpr void put(double u, double v, double side, double weight, Points& points) {
  const int i = points.count++;
  points.u[i] = static_cast<Real>(u);
  points.bow[i] = static_cast<Real>(1.0 - u * u);
  points.v[i] = static_cast<Real>(v);
  points.side[i] = static_cast<Real>(side);
  points.weight[i] = static_cast<Real>(weight);
}
/// Fills the last register with points without weight.
constexpr void fill_up(Points& points) {
  while (points.count % Points::kLanes != 0) put(0.5, 0.5, 1.0, 0.0, points);
}
/// d(theta) = 2 d(t) / (1 + t^2): the front and the rear half apart, since what leads changes at the lowest
/// point.
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

/// Point for quantities that grow from zero with depth, as on a side: exact if they do so as a second power.
constexpr GaussPoint kGrowing[] = {{2.0 / 3.0, 0.75}};

/// Points on cylinders; on sides in untouched ground; on grousers, and on sides where the depth that counts
/// does not grow from zero; along a single grouser; where the largest pressure is looked for.
struct WheelRule {
  Points arc, sides, strips;
  std::span<const GaussPoint> across;
  Points pressing;
};
const WheelRule kCoarse{on_arc(kGauss12), on_strips(kGauss4, kGrowing, false),
                        on_strips(kGauss4, kGauss2, true), kGauss4, on_arc(kGauss12)};
const WheelRule kFine{on_arc(kGauss12), on_strips(kGauss8, kGauss4, true), on_strips(kGauss8, kGauss4, true),
                      kGauss4, on_arc(kGauss24)};
const WheelRule kFinest{on_arc(kGauss24), on_strips(kGauss24, kGauss8, true),
                        on_strips(kGauss24, kGauss8, true), kGauss8, on_arc(kGauss24)};

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

/// Depth of the free surface below the ground as it is, behind the lowest point and in front of it.
struct Fall {
  double behind = 0.0, ahead = 0.0;
};
/// dh = (r omega)^2/g on the half that the wheel's surface moves to (Agarwal, Karsai, Goldman & Kamrin
/// 2021).
Fall fall_of(const RftWheel& wheel, double rim_speed) {
  const double fall = rim_speed * rim_speed * wheel.per_gravity;
  return rim_speed < 0.0 ? Fall{.ahead = fall} : Fall{.behind = fall};
}

/// The arc of a circle with its lowest point at `depth` below a level, on one half.
void put_half(double radius, double depth, int half, Part& part) {
  const double cosine = std::clamp(1.0 - depth / radius, 0.0, 1.0);
  part.end[half] = static_cast<Real>(std::sqrt((1.0 - cosine) / (1.0 + cosine)));
  // cos(theta) - cos(theta_1) = 2 (T^2 - t^2) / ((1 + t^2)(1 + T^2)), without a difference of cosines
  part.bulge[half] = static_cast<Real>(radius * (1.0 - cosine));
  part.buried[half] = static_cast<Real>(std::max(0.0, depth - radius));
}

/// The submerged arc of a circle of the wheel, `inside` its tips; nothing of the rest is set.
Part part_on(const RftWheel& wheel, double inside, const RftMotion& motion, double sinkage, double pressed,
             const Fall& fall) {
  const double radius = wheel.radius - inside, depth = sinkage - inside;
  const auto real = [](double x) { return static_cast<Real>(x); };
  Part part{.end = {},
            .bulge = {},
            .buried = {},
            .radius = real(radius),
            .inside = real(inside),
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
            .pressed = real(wheel.extra_depth + pressed),
            .reloading = real(wheel.reloading)};
  put_half(radius, depth - fall.behind, 0, part);
  put_half(radius, depth - fall.ahead, 1, part);
  return part;
}

/// Depth that grains keep of a rut, m: min(rut, max(a_n d)/0.876) over the cylinder in untouched ground.
double pressed_depth(const RftWheel& wheel, const RftMotion& motion, double rut, const WheelRule& rule,
                     const rft::SurfaceLoops& loops) {
  if (!(rut > 0.0)) return 0.0;
  Part tips = part_on(wheel, 0.0, motion, rut, 0.0, {});
  tips.friction = static_cast<Real>(wheel.friction);
  return std::min(rut, loops.pressure(rule.pressing, tips) / kRftPlate);
}

/// The grousers at their places: each has the share of the mean over a turn that 1/blades radians have.
void add_grousers(const RftWheel& wheel, const Part& tips, double phase, std::span<const GaussPoint> across,
                  const rft::SurfaceLoops& loops, rft::Sums& sums) {
  const double pitch = 1.0 / wheel.blades;
  const auto reach = [&](int half) { return 2.0 * math::atan2(static_cast<double>(tips.end[half]), 1.0); };
  const double back = reach(0), front = reach(1);
  Points points;
  const auto add = [&] {
    fill_up(points);
    loops.grousers(points, tips, sums);
    points.count = 0;
  };
  double angle = phase - pitch * std::floor((phase + back) / pitch);  // the first beyond the arc's end behind
  for (; angle < front; angle += pitch) {
    const int half = angle > 0.0 ? 1 : 0;
    const double t = math::tan(0.5 * angle), end = tips.end[half];
    const double weight = pitch * (1.0 + t * t) / end;  // 1 / (blades d(theta)/du)
    if (!(std::fabs(t) < end)) continue;
    for (const double side : {-1.0, 1.0})
      for (const GaussPoint& g : across) put(t / end, g.u, side, weight * g.weight, points);
    if (points.count + 4 * Points::kLanes > Points::kMost) add();
  }
  if (points.count > 0) add();
}

/// Force of the whole surface over xi_n.
rft::Sums sum_over(const RftWheel& wheel, const RftMotion& motion, const RftPlace& place,
                   const WheelRule& rule, const rft::SurfaceLoops& loops) {
  rft::Sums sums;
  const double pressed = pressed_depth(wheel, motion, place.rut, rule, loops);
  const Fall fall = fall_of(wheel, place.rim_speed);
  Part tips = part_on(wheel, 0.0, motion, place.sinkage, pressed, fall);
  tips.friction = static_cast<Real>(wheel.friction);
  // The envelope: the cylinder through the tips and its sides, soil on soil, with the enclosed share.
  tips.area = static_cast<Real>(wheel.enclosed * wheel.width);
  loops.cylinder(rule.arc, tips, sums);
  tips.area = static_cast<Real>(wheel.enclosed);
  loops.sides(tips.pressed > 0.0F ? rule.strips : rule.sides, tips, sums);
  const double open = 1.0 - wheel.enclosed, inside = wheel.radius - wheel.rim;
  if (!(open > 0.0)) return sums;
  // The plates: grousers, then the rim where it reaches the ground, with the friction of the wheel's
  // surface.
  tips.friction = static_cast<Real>(wheel.surface);
  tips.area = static_cast<Real>(open * wheel.width * wheel.blades);
  if (std::isnan(place.phase))
    loops.grousers(rule.strips, tips, sums);
  else
    add_grousers(wheel, tips, place.phase, rule.across, loops, sums);
  if (!(place.sinkage > inside)) return sums;
  Part rim = part_on(wheel, inside, motion, place.sinkage, pressed, fall);
  rim.friction = static_cast<Real>(wheel.surface);
  rim.area = static_cast<Real>(open * wheel.width);
  loops.cylinder(rule.arc, rim, sums);
  return sums;
}

WheelReaction react(const RftWheel& wheel, const RftMotion& motion, const RftPlace& place, int points,
                    const rft::SurfaceLoops& loops) {
  WheelReaction out;
  if (!(place.sinkage > 0.0)) return out;
  const rft::Sums sums = sum_over(wheel, motion, place, rule_for(points), loops);
  out.entry_angle = math::acos(std::clamp(1.0 - place.sinkage / wheel.radius, 0.0, 1.0));
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
  w.xi_n = rft_resistance_of(soil, soil.density, soil.phi, gravity, soil.cohesion);
  w.rim = wheel.radius;
  w.width = wheel.width;
  w.radius = wheel.radius + (wheel.grouser_count > 0.0 ? wheel.grouser_height : 0.0);
  w.surface = surface_friction_of(soil, soil.phi);
  w.friction = w.surface;
  w.per_lift = 1.0 / (kRftLiftDepth * wheel.width);
  w.reloading = std::max(1.0, soil.unloading_stiffness / (kRftPlate * w.xi_n));
  w.extra_depth = cohesion_depth(soil.cohesion_share, soil.cohesion, soil.phi, w.xi_n);
  w.per_gravity = gravity > 0.0 ? 1.0 / gravity : 0.0;
  if (!(w.radius > w.rim)) return w;
  // Share of the circumference in which grousers enclose the soil, by Rankine's wedge h tan(45 deg +
  // phi/2).
  const double h = wheel.grouser_height, gap = kTwoPi * wheel.radius / wheel.grouser_count;
  w.friction = math::tan(soil.phi);
  w.enclosed = std::min(1.0, h * math::tan(kQuarterPi + 0.5 * soil.phi) / gap);
  w.blades = wheel.grouser_count / kTwoPi;
  return w;
}

RftMotion rft_motion(double slip_x, double slip_y, double travel) {
  const double way = travel < 0.0 ? -1.0 : 1.0, rolled = std::fabs(travel), slip = way * slip_x;
  // of a wheel that moves forward, over V: rim and ground speed, from slip = turning - forward, slip_y =
  // -left
  const double side = std::clamp(slip_y, -1.0, 1.0), most = std::sqrt(1.0 - side * side);
  double turning = 1.0, forward = 1.0 - slip;
  // Skidding: V is the ground speed. For a wheel that turns against its travel it may be either speed, and is
  // taken to be this one.
  if (forward > most) {
    turning = std::max(slip + most, -1.0);
    forward = std::min(most, turning - slip);
  }
  // the rolling part rolls by `rolled` only; the rest of what does not slide moves down
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

WheelReaction rft_reaction_on(SimdLevel level, const RftWheel& wheel, const RftMotion& motion,
                              const RftPlace& place, int points) {
  return react(wheel, motion, place, points, loops_of(level));
}

WheelReaction rft_reaction(const RftWheel& wheel, const RftMotion& motion, const RftPlace& place,
                           int points) {
  return rft_reaction_on(simd_level(), wheel, motion, place, points);
}

double rft_pressed_depth(const RftWheel& wheel, const RftMotion& motion, double rut, int points) {
  return pressed_depth(wheel, motion, rut, rule_for(points), loops_of(simd_level()));
}

WheelReaction rft_reaction(const RftWheel& wheel, const WheelRunning& run, int points) {
  const RftPlace place{run.sinkage, run.rut_depth, run.rim_speed, run.phase};
  WheelReaction r = rft_reaction(wheel, rft_motion(run.slip_x, run.slip_y, run.travel), place, points);
  const double share = run.width_fraction;
  for (double* x : {&r.normal_force, &r.drawbar_pull, &r.side_force, &r.torque, &r.stiffness}) *x *= share;
  return r;
}

}  // namespace grouser
