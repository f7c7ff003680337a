// SPDX-License-Identifier: BSD-3-Clause
// The point within a leg's limits that lies nearest to one that it cannot reach.
#include <algorithm>

#include "grouser/vehicle/legs/four_bar_leg.hpp"

namespace grouser {
namespace {

constexpr int kGrid[] = {4, 13, 13};  // angles of each motor, both limits among them
constexpr std::size_t kTried = 8;     // of these, the nearest
constexpr double kEnough = 1e-13;     // m: no step gains more

/// Least squares within the limits from one start: damped Gauss-Newton steps in the angles that are not
/// held by a limit.
class NearestSearch {
 public:
  NearestSearch(const FourBarLeg& leg, const Vec3& target) : leg_(leg), target_(target) {}

  /// Returns the distance.
  double run(Vec3& angles) const {
    double distance = distance_of(angles);
    for (double damping = 1e-4; damping < 1e6;) {
      const Vec3 tried = step_from(angles, damping);
      const double now = distance_of(tried);
      if (now >= distance) {
        damping *= 5.0;
        continue;
      }
      const double gain = distance - now;
      angles = tried;
      distance = now;
      damping *= 0.2;
      if (gain < kEnough) break;
    }
    return distance;
  }

 private:
  double distance_of(const Vec3& angles) const { return (leg_.foot(angles) - target_).norm(); }
  double lowest(int k) const { return leg_.spec().lowest[static_cast<std::size_t>(k)]; }
  double highest(int k) const { return leg_.spec().highest[static_cast<std::size_t>(k)]; }

  /// A damped Gauss-Newton step; angles at a limit that the slope pulls beyond it are held.
  Vec3 step_from(const Vec3& angles, double damping) const {
    const Mat3 j = leg_.jacobian(angles);
    Vec3 slope = j.transpose() * (leg_.foot(angles) - target_);
    Mat3 normal = j.transpose() * j + damping * Mat3::Identity();
    for (int k = 0; k < 3; ++k) {
      const bool held =
          (angles[k] <= lowest(k) && slope[k] > 0.0) || (angles[k] >= highest(k) && slope[k] < 0.0);
      if (!held) continue;
      normal.row(k).setZero();
      normal.col(k).setZero();
      normal(k, k) = 1.0;
      slope[k] = 0.0;
    }
    Vec3 tried = angles - normal.inverse() * slope;
    for (int k = 0; k < 3; ++k) tried[k] = std::clamp(tried[k], lowest(k), highest(k));
    return tried;
  }

  const FourBarLeg& leg_;
  const Vec3& target_;
};

}  // namespace

LegReach FourBarLeg::nearest(const Vec3& target) const {
  std::vector<std::pair<double, Vec3>> starts;
  // The 676 starts are numbered in mixed radix, one digit per motor.
  for (int start = 0; start < kGrid[0] * kGrid[1] * kGrid[2]; ++start) {
    Vec3 angles;
    for (int k = 0, rest = start; k < 3; ++k) {
      const auto at = static_cast<std::size_t>(k);
      angles[k] =
          spec_.lowest[at] + (spec_.highest[at] - spec_.lowest[at]) * (rest % kGrid[k]) / (kGrid[k] - 1);
      rest /= kGrid[k];
    }
    starts.emplace_back((foot(angles) - target).norm(), angles);
  }
  std::partial_sort(starts.begin(), starts.begin() + kTried, starts.end(),
                    [](const auto& a, const auto& b) { return a.first < b.first; });
  LegReach best;
  best.distance = 1e300;
  for (std::size_t k = 0; k < kTried; ++k) {
    Vec3 angles = starts[k].second;
    const double distance = NearestSearch(*this, target).run(angles);
    if (distance >= best.distance) continue;
    best.distance = distance;
    best.angles = angles;
  }
  best.point = foot(best.angles);
  return best;
}

}  // namespace grouser
