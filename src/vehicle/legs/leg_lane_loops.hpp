// SPDX-License-Identifier: BSD-3-Clause
// FourBarLeg::each_bend() for eight points: its angles are found as there, sines and cosines of sums from
// those of their parts. Included only by the translation units of the vector levels; the compiler makes
// registers of the loops.
#pragma once
#include "grouser/math/simd/always_inline.hpp"
#include "grouser/math/simd/series.hpp"
#include "leg_lanes.hpp"

namespace grouser::legs {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kTan1 = 0.198912367379658006911, kTan2 = 0.41421356237309504880,
                 kTan3 = 0.66817863791929891999;  // of pi/16, pi/8 and 3 pi/16

// atan2 without branches, in (-pi, pi]: the ratio of the smaller to the larger is turned back by 0, pi/8 or
// pi/4, whichever is next.
GROUSER_INLINE double direction(double y, double x) {
  const double ax = __builtin_fabs(x), ay = __builtin_fabs(y);
  const bool steep = ay > ax;
  const double larger = steep ? ay : ax, low = steep ? ax : ay, high = larger > 0.0 ? larger : 1.0;
  const bool far = low > kTan3 * high, middle = low > kTan1 * high;
  const double by_middle = middle ? kTan2 : 0.0, c = far ? 1.0 : by_middle;
  const double from_middle = middle ? 0.125 * kPi : 0.0, turned = far ? 0.25 * kPi : from_middle;
  const double u = (low - c * high) / (high + c * low), z = u * u;
  double p = series::kAtan[11];
  for (int k = 10; k >= 0; --k) p = p * z + series::kAtan[k];
  const double flat = turned + (u + u * z * p);
  const double upright = 0.5 * kPi - flat, acute = steep ? upright : flat;
  const double obtuse = kPi - acute, above = x < 0.0 ? obtuse : acute;
  const double below = -above;
  return y < 0.0 ? below : above;
}
/// Sine of an angle in [0, pi] from its cosine; 0 where rounding takes the cosine beyond 1.
GROUSER_INLINE double sine_of(double cosine) {
  const double square = (1.0 - cosine) * (1.0 + cosine);
  return __builtin_sqrt(square > 0.0 ? square : 0.0);
}
// To (-pi, pi], of an angle within 3 pi.
GROUSER_INLINE double turned(double angle) {
  const double down = angle - 2.0 * kPi, up = angle + 2.0 * kPi;
  const double not_above = angle > kPi ? down : angle;
  return angle <= -kPi ? up : not_above;
}
/// Whether a motor's angle, rad, is between its limits.
GROUSER_INLINE bool within(const FourBarNumbers& n, int joint, double angle) {
  return (angle > n.lowest[joint]) & (angle < n.highest[joint]);
}

// Values that all bends of the leg on one side of its roll axis share.
struct FoldLanes {
  Lanes roll, cosine, sine, aim, inside, allowed;
};

/// Roll, and the triangle of thigh and shank, below the roll axis (1) or turned over it (-1). False: no
/// lane reaches.
bool fold(const FourBarNumbers& n, const FootLanes& foot, double way, FoldLanes& __restrict out) {
  double any = 0.0;
  for (int k = 0; k < kLanes; ++k) {
    const double y = foot.y.v[k] - n.side, z = foot.z.v[k], x = foot.x.v[k] - n.ahead;
    const double v = way * __builtin_sqrt(y * y + z * z) - n.drop;
    const double share = (x * x + v * v - n.thigh * n.thigh - n.shank * n.shank) / (2.0 * n.thigh * n.shank);
    const double sine = sine_of(share), roll = direction(way * y, way * z);
    out.roll.v[k] = roll;
    out.cosine.v[k] = share;
    out.sine.v[k] = sine;
    out.aim.v[k] = direction(x, v);
    out.inside.v[k] = direction(n.shank * sine, n.thigh + n.shank * share);
    const bool allowed = within(n, 0, roll) & (share >= -1.0) & (share <= 1.0);
    out.allowed.v[k] = allowed ? 1.0 : 0.0;
  }
  for (int k = 0; k < kLanes; ++k) any += out.allowed.v[k];
  return any > 0.0;
}

// The hip's angle, and the linkage backwards through its other diagonal.
struct BendLanes {
  Lanes hip, cosine, sine;                        // of the knee
  Lanes along, across, apart_cosine, apart_sine;  // of the diagonal's direction and of the crank from it
  Lanes diagonal, apart, allowed;
};

/// Hip and knee for one elbow, and the other diagonal's triangle. False: no lane reaches.
bool bend(const FourBarNumbers& n, const FoldLanes& in, double elbow, BendLanes& __restrict out) {
  double any = 0.0;
  for (int k = 0; k < kLanes; ++k) {
    const double hip = turned(in.aim.v[k] - elbow * in.inside.v[k] - n.thigh_angle);
    const double fold_sine = elbow * in.sine.v[k], fold_cosine = in.cosine.v[k];
    const double sine = fold_sine * n.cos_bend + fold_cosine * n.sin_bend,
                 cosine = fold_cosine * n.cos_bend - fold_sine * n.sin_bend;
    const double ex = n.base + n.lever * cosine, ey = n.lever * sine, square = ex * ex + ey * ey;
    const double e = __builtin_sqrt(square);
    const double part = (n.crank * n.crank + square - n.coupler * n.coupler) / (2.0 * n.crank * e);
    const double part_sine = sine_of(part);
    out.hip.v[k] = hip;
    out.cosine.v[k] = cosine;
    out.sine.v[k] = sine;
    out.along.v[k] = ex / e;
    out.across.v[k] = ey / e;
    out.apart_cosine.v[k] = part;
    out.apart_sine.v[k] = part_sine;
    out.diagonal.v[k] = direction(ey, ex);
    out.apart.v[k] = direction(part_sine, part);
    const bool allowed = (in.allowed.v[k] > 0.0) & within(n, 1, hip) & (part >= -1.0) & (part <= 1.0);
    out.allowed.v[k] = allowed ? 1.0 : 0.0;
  }
  for (int k = 0; k < kLanes; ++k) any += out.allowed.v[k];
  return any > 0.0;
}

/// The motor's angle for one side of the diagonal; counts solutions and keeps each lane's first.
void drive(const FourBarNumbers& n, const FoldLanes& fold, const BendLanes& in, double side,
           AngleLanes& __restrict out) {
  for (int k = 0; k < kLanes; ++k) {
    const double motor = turned(in.diagonal.v[k] + side * in.apart.v[k] - 0.5 * kPi);
    const double apart_sine = side * in.apart_sine.v[k];
    // a quarter turn ahead of the motor's angle, so that -cos and sin are its sine and cosine
    const double ahead_cosine = in.along.v[k] * in.apart_cosine.v[k] - in.across.v[k] * apart_sine,
                 ahead_sine = in.across.v[k] * in.apart_cosine.v[k] + in.along.v[k] * apart_sine;
    const double branch =
        in.sine.v[k] * (n.base - n.crank * ahead_cosine) + in.cosine.v[k] * n.crank * ahead_sine;
    const bool good = (in.allowed.v[k] > 0.0) & within(n, 2, motor) & (branch > -n.same_knee);
    const bool first = good & (out.solutions.v[k] == 0.0);
    out.roll.v[k] = first ? fold.roll.v[k] : out.roll.v[k];
    out.hip.v[k] = first ? in.hip.v[k] : out.hip.v[k];
    out.motor.v[k] = first ? motor : out.motor.v[k];
    const double more = out.solutions.v[k] + 1.0;
    out.solutions.v[k] = good ? more : out.solutions.v[k];
  }
}

void solve(const FourBarNumbers& n, const FootLanes& foot, AngleLanes& out) {
  out = AngleLanes{};
  FoldLanes folded;
  BendLanes bent;
  for (const double way : {1.0, -1.0}) {
    if (!fold(n, foot, way, folded)) continue;
    for (const double elbow : {1.0, -1.0}) {
      if (!bend(n, folded, elbow, bent)) continue;
      for (const double side : {1.0, -1.0}) drive(n, folded, bent, side, out);
    }
  }
}

}  // namespace
}  // namespace grouser::legs
