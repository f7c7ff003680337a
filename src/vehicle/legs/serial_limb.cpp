// SPDX-License-Identifier: BSD-3-Clause
// With e the gap (place, and turn times turn_length) and J its Jacobian, a step is
//   dq = J^T (J J^T + d I)^-1 e,   d = mu |e|^2
// the least change of angles that takes the damped share of the gap away. A joint at its limit that the gap
// pulls beyond it is held. mu grows until a step gains and falls after it. For a target out of reach this
// ends at the nearest place along its path.
#include "grouser/vehicle/legs/serial_limb.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr double kLimbClosed = 1e-12;  // of the limb's length: there rounding ends
constexpr double kLimbReached = 1e-9;  // of the same: the target is reached
constexpr int kMostLimbSteps = 60;
constexpr double kFirstMu = 0.1, kLeastMu = 1e-3, kMostMu = 1e6;
constexpr double kLimbGain = 1e-6;  // share of the gap: a step that gains less ends the search
constexpr double kTurnShare = 0.2;  // of the limb's length counts for a radian

using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

/// Starts in the middles of cells even in angles, at most 729 of them.
constexpr int kStartsPerJoint[] = {9, 5, 3, 3};  // of three to six joints
constexpr std::size_t kLimbStarts = 12;          // of these are tried, the nearest first

}  // namespace

SerialLimb::SerialLimb(SerialLimbSpec spec) : spec_(std::move(spec)) {
  const std::size_t count = spec_.joints.size();
  if (count < 3 || count > kMostLegJoints)
    throw InputError("leg", fmt::format("a limb of {} joints", count), "three to six");
  double length = spec_.X_end.p.norm();
  for (std::size_t k = 0; k < count; ++k) {
    const LimbJoint& joint = spec_.joints[k];
    if (!(joint.lowest < joint.highest))
      throw InputError(
          "joint '" + joint.name + "'",
          fmt::format("limits from {:.4g} to {:.4g} deg", kDegrees * joint.lowest, kDegrees * joint.highest),
          "a lower limit below the upper one");
    if (k > 0) length += joint.X_PJ.p.norm();
  }
  if (!(length > 0.0)) throw InputError("leg", "a limb without length", "joints that are apart");
  turn_length_ = kTurnShare * length;
}

LegAngles SerialLimb::neutral() const {
  LegAngles angles(joints());
  for (int k = 0; k < joints(); ++k) angles[k] = std::clamp(0.0, lowest(k), highest(k));
  return angles;
}

RigidTransform SerialLimb::end(const LegAngles& angles) const {
  RigidTransform X;
  for (int k = 0; k < joints(); ++k) {
    const LimbJoint& joint = spec_.joints[static_cast<std::size_t>(k)];
    X = X * joint.X_PJ;
    X.R = X.R * rotation_about(joint.axis, angles[k]);
  }
  return X * spec_.X_end;
}

LimbJacobian SerialLimb::jacobian(const LegAngles& angles) const {
  LimbJacobian J(6, joints());
  RigidTransform X;
  for (int k = 0; k < joints(); ++k) {
    const LimbJoint& joint = spec_.joints[static_cast<std::size_t>(k)];
    X = X * joint.X_PJ;
    J.block<3, 1>(3, k) = X.R * joint.axis;
    J.block<3, 1>(0, k) = X.p;  // to be made an arm once the end is known
    X.R = X.R * rotation_about(joint.axis, angles[k]);
  }
  const Vec3 at = (X * spec_.X_end).p;
  for (int k = 0; k < joints(); ++k) {
    const Vec3 axis = J.block<3, 1>(3, k), arm = at - Vec3(J.block<3, 1>(0, k));
    J.block<3, 1>(0, k) = axis.cross(arm);
  }
  return J;
}

SerialLimb::Gap SerialLimb::gap_to(const RigidTransform& target, const LegAngles& angles) const {
  const RigidTransform X = end(angles);
  Gap gap(holds_attitude() ? 6 : 3);
  gap.head<3>() = target.p - X.p;
  if (holds_attitude()) gap.tail<3>() = turn_length_ * quat_log(to_quat(Mat3(target.R * X.R.transpose())));
  return gap;
}

LegAngles SerialLimb::step_from(const LegAngles& angles, const Gap& gap, double damping, Stops stops) const {
  const LimbJacobian whole = jacobian(angles);
  Square J(gap.size(), joints());
  J.topRows<3>() = whole.topRows<3>();
  if (gap.size() == 6) J.bottomRows<3>() = turn_length_ * whole.bottomRows<3>();
  for (int k = 0; k < joints() && stops == Stops::hold; ++k) {
    // A held joint has no column: the others take the gap.
    const double pull = J.col(k).dot(gap);
    if ((angles[k] <= lowest(k) && pull < 0.0) || (angles[k] >= highest(k) && pull > 0.0)) J.col(k).setZero();
  }
  Square normal(gap.size(), gap.size());
  normal.noalias() = J.lazyProduct(J.transpose());
  normal.diagonal().array() += damping;
  const Gap share = normal.llt().solve(gap);
  LegAngles tried = angles;
  for (int k = 0; k < joints(); ++k) {
    tried[k] += J.col(k).dot(share);
    if (stops == Stops::hold) tried[k] = std::clamp(tried[k], lowest(k), highest(k));
  }
  return tried;
}

LegSolution SerialLimb::descend(const RigidTransform& target, LegAngles angles, Stops stops) const {
  const double length = turn_length_ / kTurnShare;
  Gap gap = gap_to(target, angles);
  double size = gap.norm(), mu = kFirstMu;
  for (int i = 0; i < kMostLimbSteps && size > kLimbClosed * length && mu < kMostMu; ++i) {
    const LegAngles tried = step_from(angles, gap, mu * size * size, stops);
    const Gap left = gap_to(target, tried);
    const double now = left.norm();
    if (!(now < size)) {
      mu *= 8.0;
      continue;
    }
    // mu falls after a step that gains, and rises by 8 after one that does not.
    const bool stuck = size - now < kLimbGain * size;
    angles = tried;
    gap = left;
    size = now;
    mu = std::max(kLeastMu, 0.25 * mu);
    if (stuck) break;
  }
  return {size < kLimbReached * length, angles, gap.head<3>().norm()};
}

LegSolution SerialLimb::reach(const RigidTransform& target, const LegAngles& start) const {
  return descend(target, start.size() == joints() ? start : neutral(), Stops::hold);
}

LegSolution SerialLimb::find(const RigidTransform& target) const {
  const int per_joint = kStartsPerJoint[joints() - 3];
  std::vector<std::pair<double, LegAngles>> starts;
  int count = 1;
  for (int k = 0; k < joints(); ++k) count *= per_joint;
  for (int start = 0; start < count; ++start) {
    LegAngles angles(joints());
    for (int k = 0, rest = start; k < joints(); ++k, rest /= per_joint)
      angles[k] = lowest(k) + (highest(k) - lowest(k)) * (rest % per_joint + 0.5) / per_joint;
    starts.emplace_back(gap_to(target, angles).norm(), angles);
  }
  std::ranges::stable_sort(starts, {}, &std::pair<double, LegAngles>::first);
  starts.resize(std::min(starts.size(), kLimbStarts));
  starts.emplace_back(0.0, neutral());
  // A solution that reaches comes before one that does not; then the nearest to neutral, or to the target.
  const auto better = [&](const LegSolution& a, const LegSolution& b) {
    if (a.reached != b.reached) return a.reached;
    if (!a.reached) return a.distance < b.distance;
    return (a.angles - neutral()).norm() < (b.angles - neutral()).norm();
  };
  LegSolution best = descend(target, starts.back().second, Stops::hold);
  for (const auto& start : starts)
    if (const LegSolution found = descend(target, start.second, Stops::hold); better(found, best))
      best = found;
  return best;
}

LegBlock SerialLimb::blocked(const RigidTransform& target, const LegAngles& start) const {
  const LegAngles from = start.size() == joints() ? start : neutral();
  // Without stops the target may be reached: then a joint's limit is what blocks it.
  const LegSolution free = descend(target, from, Stops::ignore);
  LegBlock block;
  for (int k = 0; k < joints() && free.reached; ++k) {
    const double beyond = std::max(lowest(k) - free.angles[k], free.angles[k] - highest(k));
    if (beyond > block.beyond) block = {k, beyond};
  }
  if (block.joint < 0) block.beyond = descend(target, from, Stops::hold).distance;
  return block;
}

}  // namespace grouser
