// SPDX-License-Identifier: BSD-3-Clause
// A foothold is chosen among places around the one that the gait wants. The penalties of a place are added
// up:
//   (distance/search)^2       from the place that the gait wants
//   (steepness/friction)^2    the steepest rise or fall to eight points around it: 1 where a foot would
//                             slide. Slopes, rocks' edges and holes are alike in this: a foot on an edge
//                             has a fall beside it
//   sinkage/radius            of the soil there under a share of the weight
// The least sum wins; of equal ones the first from inside out, so the same ground has the same footholds.
#include "grouser/vehicle/legs/foothold.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace grouser {
namespace {

constexpr int kRings = 3, kAround = 8;
constexpr double kDiagonal = 0.70710678118654752440;
constexpr std::array<std::array<double, 2>, kAround> kCompass{{{1.0, 0.0},
                                                               {kDiagonal, kDiagonal},
                                                               {0.0, 1.0},
                                                               {-kDiagonal, kDiagonal},
                                                               {-1.0, 0.0},
                                                               {-kDiagonal, -kDiagonal},
                                                               {0.0, -1.0},
                                                               {kDiagonal, -kDiagonal}}};

/// Steepest rise or fall from a place to eight points 1.5 foot radii away, m/m.
double steepness(const FootGround& ground, const Vec3& at, double radius) {
  constexpr double kReach = 1.5;  // radii: an edge that near lets a foot roll off
  double steepest = 0.0;
  for (const auto& [x, y] : kCompass) {
    const double height =
        ground.touch_height(at.x() + kReach * radius * x, at.y() + kReach * radius * y, radius);
    steepest = std::max(steepest, std::fabs(height - at.z()) / (kReach * radius));
  }
  return steepest;
}

/// Sum of the penalties of a place that lies so far from the wanted one, m.
double against(const FootGround& ground, const Vec3& at, double way, double search, double radius,
               double load) {
  const FootGround::Hold soil = ground.hold(at.x(), at.y(), load);
  const double slides = steepness(ground, at, radius) / std::max(soil.friction, 1e-3), off = way / search;
  return off * off + slides * slides + soil.sinkage / radius;
}

}  // namespace

Vec3 choose_foothold(const WalkerLeg& leg, const FootGround& ground, const RigidTransform& to_body,
                     const Vec3& wanted, double search, double load) {
  Vec3 best = wanted;
  double least = against(ground, wanted, 0.0, search, leg.foot_radius, load);
  for (int ring = 1; ring <= kRings; ++ring)
    for (const auto& [x, y] : kCompass) {
      const double way = search * ring / kRings;
      Vec3 at = wanted + way * Vec3(x, y, 0.0);
      at.z() = ground.touch_height(at.x(), at.y(), leg.foot_radius);
      if (!leg.solves({Mat3::Identity(), to_body * at})) continue;
      const double sum = against(ground, at, way, search, leg.foot_radius, load);
      if (sum < least) least = sum, best = at;
    }
  return best;
}

}  // namespace grouser
