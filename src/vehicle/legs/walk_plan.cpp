// SPDX-License-Identifier: BSD-3-Clause
// Steps of a crawl. Let m be how far the feet have come along the line, on average, and S the stride. Each
// of n feet steps once in a stride, so the body's place for the next step is m + S/n, and the foot comes
// down (n - 1)/(2n) S ahead of where it stands under that body: over the n - 1 steps until it is lifted
// again the body passes over it symmetrically. With all feet in step the mean foot is then at the body's
// place after each step, whatever slipped before.
#include "walk_plan.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/vehicle/legs/foothold.hpp"
#include "grouser/vehicle/legs/swing_path.hpp"

namespace grouser {
namespace {

/// Heading of the line, and across it to the left.
struct Heading {
  Vec2 along, left;
  explicit Heading(const WalkMemory& memory) {
    const math::SinCos yaw = math::sincos(memory.line[2]);
    along = {yaw.cos, yaw.sin};
    left = {-yaw.sin, yaw.cos};
  }
};

/// The point of the line at this distance from its start, m.
Vec2 on_line(const WalkMemory& memory, double way) {
  return Vec2(memory.line[0], memory.line[1]) + way * Heading(memory).along;
}

/// The body's place on the line for the next step, m.
double next_place(const GaitSpec& gait, const WalkSense& sense, const WalkMemory& memory) {
  return progress_of(sense, memory) + gait.stride / static_cast<double>(sense.feet.size());
}

/// Gradient of the plane through the feet, by least squares.
Vec2 slope_under(const WalkSense& sense) {
  const Vec3 middle = mean_foot(sense);
  double xx = 0.0, xy = 0.0, yy = 0.0, xz = 0.0, yz = 0.0;
  for (const FootSense& foot : sense.feet) {
    const Vec3 d = foot.center - middle;
    xx += d.x() * d.x(), xy += d.x() * d.y(), yy += d.y() * d.y();
    xz += d.x() * d.z(), yz += d.y() * d.z();
  }
  const double det = xx * yy - xy * xy;
  constexpr double kFlat = 1e-12;  // m4: feet in one line define no plane
  if (!(det > kFlat)) return Vec2::Zero();
  return Vec2(yy * xz - xy * yz, xx * yz - xy * xz) / det;
}

/// The body's axes: z along the normal of the slope, x the heading seen along it.
Mat3 attitude_on(const Vec2& slope, const Heading& heading) {
  Mat3 R;
  const Vec3 up = Vec3(-slope.x(), -slope.y(), 1.0).normalized();
  const Vec3 ahead(heading.along.x(), heading.along.y(), 0.0);
  R.col(2) = up;
  R.col(0) = (ahead - up.dot(ahead) * up).normalized();
  R.col(1) = up.cross(Vec3(R.col(0)));
  return R;
}

}  // namespace

RigidTransform pose_of(const double (&p)[3], const double (&q)[4]) {
  return {to_matrix(Quat(q[0], q[1], q[2], q[3])), vector_of(p)};
}

void keep_pose(const RigidTransform& X, double (&p)[3], double (&q)[4]) {
  keep(X.p, p);
  const Quat r = to_quat(X.R);
  q[0] = r.w(), q[1] = r.x(), q[2] = r.y(), q[3] = r.z();
}

RigidTransform command_at(const WalkMemory& memory, double time) {
  const double u = std::clamp((time - memory.path_start) / memory.path_time, 0.0, 1.0);
  return between_poses(pose_of(memory.from_p, memory.from_q), pose_of(memory.to_p, memory.to_q),
                       memory.path_even != 0.0 ? u : smooth(u));
}

Vec3 mean_foot(const WalkSense& sense) {
  Vec3 sum = Vec3::Zero();
  for (const FootSense& foot : sense.feet) sum += foot.center;
  return sum / static_cast<double>(sense.feet.size());
}

double progress_of(const WalkSense& sense, const WalkMemory& memory) {
  const Vec2 way = mean_foot(sense).head<2>() - Vec2(memory.line[0], memory.line[1]);
  return way.dot(Heading(memory).along);
}

double margin_without(const WalkSense& sense, std::size_t without) {
  Vec2 feet[kMostFeet];
  std::size_t count = 0;
  for (std::size_t i = 0; i < sense.feet.size(); ++i)
    if (i != without) feet[count++] = sense.feet[i].center.head<2>();
  return static_margin(support_polygon({feet, count}), sense.com.head<2>());
}

// F = a + b . (p - mean of p) has the least norm; the sum gives a = W/n, and the moments b = W S^-1 (com -
// mean), with S the second moments of the feet.
void expected_loads(const WalkSense& sense, std::span<const WalkLegMemory> legs, double weight,
                    double (&loads)[kMostFeet]) {
  double n = 0.0;
  Vec2 middle = Vec2::Zero();
  for (std::size_t i = 0; i < legs.size(); ++i) {
    loads[i] = 0.0;
    if (legs[i].mode != LegMode::stands) continue;
    n += 1.0;
    middle += sense.feet[i].center.head<2>();
  }
  if (n == 0.0) return;
  middle /= n;
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    if (legs[i].mode != LegMode::stands) continue;
    const Vec2 d = sense.feet[i].center.head<2>() - middle;
    xx += d.x() * d.x(), xy += d.x() * d.y(), yy += d.y() * d.y();
  }
  // b = W S^-1 (com - mean), by the inverse of the 2 by 2 matrix of second moments.
  const Vec2 off = sense.com.head<2>() - middle;
  const double det = xx * yy - xy * xy;
  constexpr double kFlat = 1e-12;  // m4: feet in one line bear no moment across it
  const Vec2 tilt = det > kFlat ? Vec2(Vec2(yy * off.x() - xy * off.y(), xx * off.y() - xy * off.x()) / det)
                                : Vec2(Vec2::Zero());
  for (std::size_t i = 0; i < legs.size(); ++i)
    if (legs[i].mode == LegMode::stands)
      loads[i] = weight * (1.0 / n + tilt.dot(sense.feet[i].center.head<2>() - middle));
}

ShiftPlan plan_shift(std::span<const WalkerLeg>, const GaitSpec& gait, const Vec3& mean_stance,
                     const WalkSense& sense, const WalkMemory& memory, std::size_t stepping) {
  Vec2 feet[kMostFeet];
  std::size_t count = 0;
  for (std::size_t i = 0; i < sense.feet.size(); ++i)
    if (i != stepping) feet[count++] = sense.feet[i].center.head<2>();
  const Vec2 slope = slope_under(sense);
  ShiftPlan plan;
  plan.body.R = attitude_on(gait.follow_slope * slope, Heading(memory));
  // on a slope the legs would have the mass downhill of the feet, as they stand; it moves uphill as far as
  // it must
  const Vec2 wanted =
      on_line(memory, next_place(gait, sense, memory)) - mean_stance.z() * plan.body.R.col(2).head<2>();
  const Vec2 held = hold_margin(support_polygon({feet, count}), wanted, gait.margin);
  const Vec2 move = held - sense.com.head<2>();
  const Vec3 middle = mean_foot(sense);
  plan.body.p.head<2>() = sense.body.p.head<2>() + move;
  // as high above the plane of the feet as the stance says
  const Vec2 off = plan.body.p.head<2>() - middle.head<2>();
  plan.body.p.z() = middle.z() + slope.dot(off) - mean_stance.z() * std::sqrt(1.0 + slope.squaredNorm());
  return plan;
}

// Raibert (1986), section 2.3: a foot is put so far ahead of the body that the body passes over it
// symmetrically in the stance, and farther by a share of what the speed is too high.
//   middle = com + v swing_time + v stance_time / 2 + gain (v - wanted)
// The wanted speed also brings it back to the line.
TrotPlan plan_trot(const GaitSpec& gait, const Vec3& mean_stance, const WalkSense& sense,
                   const WalkMemory& memory) {
  constexpr double kGain = 0.05;    // s, of Raibert's law
  constexpr double kReturn = 0.5;   // 1/s, to the line
  constexpr double kUpright = 0.7;  // share of an error of attitude or height that a pair takes back
  const Heading heading(memory);
  const double period = gait.swing_time + gait.shift_time;
  const Vec2 off = sense.com.head<2>() - Vec2(memory.line[0], memory.line[1]);
  const Vec2 wanted =
      0.5 * gait.stride / period * heading.along - kReturn * heading.left.dot(off) * heading.left;
  const Vec2 speed = sense.velocity.head<2>();
  TrotPlan plan;
  plan.along = heading.along, plan.left = heading.left;
  plan.middle =
      sense.com.head<2>() + gait.swing_time * speed + 0.5 * period * speed + kGain * (speed - wanted);
  const Vec2 slope = slope_under(sense);
  const Mat3 upright = attitude_on(gait.follow_slope * slope, heading);
  plan.body = between_poses(sense.body, {upright, sense.body.p}, kUpright);
  plan.body.p.head<2>() += period * wanted;
  const Vec3 middle = mean_foot(sense);
  const double high = middle.z() + slope.dot(Vec2(sense.body.p.head<2>() - middle.head<2>())) -
                      mean_stance.z() * std::sqrt(1.0 + slope.squaredNorm());
  plan.body.p.z() += kUpright * (high - sense.body.p.z());
  return plan;
}

Vec3 plan_trot_foothold(std::span<const WalkerLeg> legs, const Vec3& mean_stance, const TrotPlan& plan,
                        const FootGround& ground, std::size_t foot) {
  const Vec3 stance = legs[foot].to_body(legs[foot].stance) - mean_stance;
  const Vec2 at = plan.middle + stance.x() * plan.along + stance.y() * plan.left;
  return {at.x(), at.y(), ground.touch_height(at.x(), at.y(), legs[foot].foot_radius)};
}

Vec3 plan_foothold(std::span<const WalkerLeg> legs, const GaitSpec& gait, const Vec3& mean_stance,
                   const WalkSense& sense, const WalkMemory& memory, const FootGround& ground, double load,
                   std::size_t foot) {
  const auto n = static_cast<double>(legs.size());
  const Vec3 stance = legs[foot].to_body(legs[foot].stance) - mean_stance;
  const Heading heading(memory);
  const double place = next_place(gait, sense, memory);
  const RigidTransform to_body = sense.body.inverse();
  Vec3 to = Vec3::Zero();
  constexpr int kTries = 8;
  double ahead = (n - 1.0) / (2.0 * n) * gait.stride;
  for (int i = 0; i < kTries; ++i, ahead -= 0.25 * gait.stride) {
    const Vec2 at = on_line(memory, place + ahead) + stance.x() * heading.along + stance.y() * heading.left;
    to = {at.x(), at.y(), ground.touch_height(at.x(), at.y(), legs[foot].foot_radius)};
    if (legs[foot].solves({Mat3::Identity(), to_body * to})) break;
  }
  return gait.search > 0.0 ? choose_foothold(legs[foot], ground, to_body, to, gait.search, load) : to;
}

// Height that the arch must add to the straight path between the ends to clear the ground.
double plan_lift(const GaitSpec& gait, const FootGround& ground, const Vec3& from, const Vec3& to,
                 double radius) {
  const SwingPath flat{from, to, 1.0, 0.0, 0.0}, arch{Vec3::Zero(), Vec3::Zero(), 1.0, 1.0, 0.0};
  double lift = gait.clearance;
  constexpr int kLooks = 8;
  for (int k = 2; k < kLooks - 1; ++k) {
    const double u = static_cast<double>(k) / kLooks;
    const Vec3 p = flat.at(u);
    const double height = ground.touch_height(p.x(), p.y(), radius) + 0.5 * gait.clearance;
    lift = std::max(lift, (height - p.z()) / arch.at(u).z());
  }
  constexpr double kHighest = 4.0;  // clearances: higher the legs do not lift
  return std::min(lift, kHighest * gait.clearance);
}

}  // namespace grouser
