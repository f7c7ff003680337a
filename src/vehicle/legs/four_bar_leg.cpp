// SPDX-License-Identifier: BSD-3-Clause
// A leg whose knee is moved through a four-bar linkage, forwards and backwards in closed form; equations
// (3.5) and (3.8) to (3.10) of seed 002 with their misprints mended (docs/theory_legs.md, "The linkage").
#include "grouser/vehicle/legs/four_bar_leg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr double kQuarter = 1.5707963267948966;
constexpr double kHalf = 2.0 * kQuarter;

double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

/// To (-pi, pi].
double turned(double angle) {
  while (angle > kHalf) angle -= 2.0 * kHalf;
  while (angle <= -kHalf) angle += 2.0 * kHalf;
  return angle;
}

}  // namespace

FourBarLeg::FourBarLeg(const FourBarLegSpec& spec)
    : spec_(spec),
      base_(spec.back + spec.thigh),
      thigh_length_(length_of(spec.arm, spec.thigh)),
      thigh_angle_(math::atan2(spec.arm, spec.thigh)),
      shank_length_(length_of(spec.foot_offset, spec.lever + spec.shank)),
      shank_angle_(math::atan2(spec.foot_offset, spec.lever + spec.shank)) {
  for (const double length : {spec.crank, spec.thigh, spec.coupler, spec.lever, spec.shank, base_})
    if (!(length > 0.0)) throw InputError("leg", fmt::format("a length of {} m", length), "lengths above 0");
  for (std::size_t k = 0; k < 3; ++k)
    if (!(spec.lowest[k] < spec.highest[k]))
      throw InputError("leg",
                       fmt::format("limits from {:.4g} to {:.4g} deg", kDegrees * spec.lowest[k],
                                   kDegrees * spec.highest[k]),
                       "a lower limit below the upper one");
  for (const double end : {spec.lowest[2], spec.highest[2]})
    if (!knee(end))
      throw InputError(
          "leg",
          fmt::format("a knee motor at {:.4g} deg, beyond a dead point of the linkage", kDegrees * end),
          "limits within which the linkage closes");
}

/// Crank's tip and lever's tip seen from the knee motor, x along the thigh: the coupler joins them.
///   c = a5 (-sin phi3, cos phi3), e = (l + a9 cos phi4, a9 sin phi4)
double FourBarLeg::coupler_error(double motor, double angle) const {
  const math::SinCos m = math::sincos(motor), k = math::sincos(angle);
  const double x = base_ + spec_.lever * k.cos + spec_.crank * m.sin,
               y = spec_.lever * k.sin - spec_.crank * m.cos;
  return length_of(x, y) - spec_.coupler;
}

/// Angle of the coupler against the thigh, rad.
double FourBarLeg::coupler_angle(double motor) const {
  const math::SinCos m = math::sincos(motor), k = math::sincos(knee(motor).value_or(FourBarKnee{}).angle);
  return math::atan2(spec_.lever * k.sin - spec_.crank * m.cos,
                     base_ + spec_.lever * k.cos + spec_.crank * m.sin);
}

std::optional<FourBarKnee> FourBarLeg::knee(double motor) const {
  const math::SinCos m = math::sincos(motor);
  const double square = spec_.crank * spec_.crank + base_ * base_ + 2.0 * spec_.crank * base_ * m.sin;
  const double d = std::sqrt(square);
  const double share =
      (square + spec_.lever * spec_.lever - spec_.coupler * spec_.coupler) / (2.0 * d * spec_.lever);
  if (!(share > -1.0 && share < 1.0)) return std::nullopt;
  // asin(a5 cos(phi3)/d) by both its sides; the branch that is not crossed
  const double angle =
      kHalf - math::atan2(spec_.crank * m.cos, base_ + spec_.crank * m.sin) - math::acos(share);
  const math::SinCos k = math::sincos(angle);
  const double x = base_ + spec_.lever * k.cos + spec_.crank * m.sin,
               y = spec_.lever * k.sin - spec_.crank * m.cos;
  // the coupler keeps its length: (x, y) . (dx, dy) = 0
  const double by_motor = spec_.crank * (x * m.cos + y * m.sin),
               by_knee = spec_.lever * (-x * k.sin + y * k.cos);
  return FourBarKnee{angle, -by_motor / by_knee};
}

Vec3 FourBarLeg::foot(const Vec3& angles) const {
  return foot_of(angles, knee(angles[2]).value_or(FourBarKnee{}).angle);
}

/// With the shank at that angle against the thigh.
Vec3 FourBarLeg::foot_of(const Vec3& angles, double knee_angle) const {
  const double lean = angles[1] + knee_angle;
  const math::SinCos roll = math::sincos(angles[0]), thigh = math::sincos(angles[1] + thigh_angle_),
                     shank = math::sincos(lean - shank_angle_);
  const double x = spec_.ahead + thigh_length_ * thigh.sin + shank_length_ * shank.sin;
  const double v = spec_.drop + thigh_length_ * thigh.cos + shank_length_ * shank.cos;
  return {x, spec_.side + v * roll.sin, v * roll.cos};
}

Mat3 FourBarLeg::jacobian(const Vec3& angles) const {
  const FourBarKnee at = knee(angles[2]).value_or(FourBarKnee{});
  const math::SinCos roll = math::sincos(angles[0]), thigh = math::sincos(angles[1] + thigh_angle_),
                     shank = math::sincos(angles[1] + at.angle - shank_angle_);
  const double v = spec_.drop + thigh_length_ * thigh.cos + shank_length_ * shank.cos;
  // Rates of the foot in the leg's plane by knee motor and hip.
  const double x_knee = shank_length_ * shank.cos * at.rate, v_knee = -shank_length_ * shank.sin * at.rate;
  const double x_hip = thigh_length_ * thigh.cos + shank_length_ * shank.cos;
  const double v_hip = -thigh_length_ * thigh.sin - shank_length_ * shank.sin;
  Mat3 j;
  j << 0.0, x_hip, x_knee, v * roll.cos, v_hip * roll.sin, v_knee * roll.sin, -v * roll.sin, v_hip * roll.cos,
      v_knee * roll.cos;
  return j;
}

/// The joint that is farthest beyond its limits, and by how much, rad; not above 0: within.
struct FourBarLeg::Excess {
  int joint = 0;
  double beyond = -1e300;
};
FourBarLeg::Excess FourBarLeg::excess(const Vec3& angles) const {
  Excess most;
  for (int k = 0; k < 3; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const double beyond = std::max(spec_.lowest[at] - angles[k], angles[k] - spec_.highest[at]);
    if (beyond > most.beyond) most = {k, beyond};
  }
  return most;
}

bool FourBarLeg::allows(int joint, double angle) const {
  const auto at = static_cast<std::size_t>(joint);
  return angle > spec_.lowest[at] - kAtLimit && angle < spec_.highest[at] + kAtLimit;
}

/// Whether the linkage with these tips is on the branch of knee(), where sin(phi4 + asin(a5 cos(phi3)/d)) >
/// 0.
bool FourBarLeg::on_branch(double motor, double angle) const {
  const math::SinCos m = math::sincos(motor), k = math::sincos(angle);
  return k.sin * (base_ + spec_.crank * m.sin) + k.cos * spec_.crank * m.cos > -kSameKnee * base_;
}

/// Calls visit(angles, angle of the knee) for each configuration of the leg that reaches a point: over or
/// under the roll axis, both elbows, both sides of the linkage's other diagonal. A joint's angle that
/// keep(joint, angle) refuses is not followed further. The branch of the linkage is not checked.
template <class Keep, class Visit>
void FourBarLeg::each_bend(const Vec3& target, Keep keep, Visit visit) const {
  // The roll puts the foot into the leg's plane, the triangle of thigh and shank gives hip and knee.
  const double y = target[1] - spec_.side, x = target[0] - spec_.ahead, height = length_of(y, target[2]);
  for (const double way : {1.0, -1.0}) {  // the foot below the roll axis, or turned over it
    const double roll = turned(math::atan2(way * y, way * target[2]));
    if (!keep(0, roll)) continue;
    const double v = way * height - spec_.drop;
    const double share = (x * x + v * v - thigh_length_ * thigh_length_ - shank_length_ * shank_length_) /
                         (2.0 * thigh_length_ * shank_length_);
    if (!(share >= -1.0 && share <= 1.0)) continue;
    const double fold = math::acos(share), aim = math::atan2(x, v);
    const math::SinCos folded = math::sincos(fold);
    const double inside = math::atan2(shank_length_ * folded.sin, thigh_length_ + shank_length_ * folded.cos);
    for (const double elbow : {1.0, -1.0}) {
      const double hip = turned(aim - elbow * inside - thigh_angle_);
      if (!keep(1, hip)) continue;
      const double angle = elbow * fold + thigh_angle_ + shank_angle_;
      // the linkage backwards, through its other diagonal
      const math::SinCos s = math::sincos(angle);
      const double ex = base_ + spec_.lever * s.cos, ey = spec_.lever * s.sin, e = length_of(ex, ey);
      const double part =
          (spec_.crank * spec_.crank + e * e - spec_.coupler * spec_.coupler) / (2.0 * spec_.crank * e);
      if (!(part >= -1.0 && part <= 1.0)) continue;
      const double diagonal = math::atan2(ey, ex), apart = math::acos(part);
      for (const double side : {1.0, -1.0}) {
        const double motor = turned(diagonal + side * apart - kQuarter);
        if (keep(2, motor)) visit(Vec3(roll, hip, motor), angle);
      }
    }
  }
}

LegReach FourBarLeg::solve(const Vec3& target) const {
  LegReach found;
  each_bend(
      target, [&](int joint, double angle) { return allows(joint, angle); },
      [&](const Vec3& angles, double angle) {
        if (!on_branch(angles[2], angle)) return;
        ++found.solutions;
        if (found.reached) return;
        found.reached = true;
        found.angles = angles;
        found.point = foot_of(angles, angle);
        found.distance = (found.point - target).norm();
      });
  return found;
}

LegBlock FourBarLeg::blocked(const Vec3& target) const {
  LegBlock least{-1, 1e300};
  each_bend(
      target, [](int, double) { return true; },
      [&](const Vec3& angles, double angle) {
        if (!knee(angles[2]) || !on_branch(angles[2], angle)) return;
        if (const Excess over = excess(angles); over.beyond < least.beyond) least = {over.joint, over.beyond};
      });
  if (least.joint < 0) least.beyond = nearest(target).distance;
  return least;
}

LegReach FourBarLeg::reach(const Vec3& target) const {
  const LegReach found = solve(target);
  return found.reached ? found : nearest(target);
}

std::optional<Vec3> FourBarLeg::newton(const Vec3& target, const Vec3& start, double tolerance, int most,
                                       int& steps) const {
  Vec3 angles = start;
  for (steps = 0; steps < most; ++steps) {
    if (!knee(angles[2])) return std::nullopt;
    // A start from which a step leaves the linkage's range finds nothing.
    const Vec3 gap = foot(angles) - target;
    if (gap.norm() < tolerance) return angles;
    angles -= jacobian(angles).inverse() * gap;
  }
  return std::nullopt;
}

}  // namespace grouser
