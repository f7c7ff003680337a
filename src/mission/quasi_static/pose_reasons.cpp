// SPDX-License-Identifier: BSD-3-Clause
// Reasons for a missing or unusable equilibrium, checked in the order of docs/theory_quasi_static.md: first
// the rover put down on the ground as it is, then the place where the search ended. Each check sets status
// and reason and returns true where it applies.
#include "pose_reasons.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/vehicle/spec/tip_over.hpp"
#include "steepest_pull.hpp"

namespace grouser {
namespace {

constexpr double kSunkToTheAxle = 0.98;  // of the radius, as in the dynamic mode's note
constexpr double kAtBound = 0.97;        // of a bound

double weight(const World& world) { return world.model->total_mass() * world.settings.gravity; }

const std::string& wheel_name(const QuasiStaticBalance& balance, std::size_t w) {
  return balance.world().wheels[w].spec.name;
}

/// Sets status and reason of a pose.
void fail(PoseStatus status, std::string reason, QuasiStaticPose& pose) {
  pose.status = status;
  pose.reason = std::move(reason);
}

/// A contact sphere of a body lies in the ground.
bool fails_on_body(QuasiStaticBalance& balance, QuasiStaticPose& pose) {
  const char* body = balance.touching_body();
  if (body) fail(PoseStatus::body_touches, std::string(body) + " touches the ground", pose);
  return body;
}

/// A wheel has sunk to its axle, without the depth of the rut in which it rolls.
bool fails_sunk(const QuasiStaticBalance& balance, QuasiStaticPose& pose) {
  for (std::size_t w = 0; w < pose.wheels.size(); ++w) {
    const StaticWheel& wheel = pose.wheels[w];
    if (wheel.sinkage - wheel.rut_depth <= kSunkToTheAxle * balance.world().wheels[w].spec.geometry.radius)
      continue;
    fail(PoseStatus::sinks, "wheel " + wheel_name(balance, w) + " sinks to its axle", pose);
    return true;
  }
  return false;
}

/// True if, put down with all wheels on the ground, the weight would turn the rover over an edge.
bool tips_over(const QuasiStaticBalance& balance, const Vec3& com) {
  const World& world = balance.world();
  std::vector<Vec3> supports;
  const Vec3 up = balance.kinematics().body[world.chassis.index].X_WB.R.col(2);
  for (const WheelPart& wheel : world.wheels)
    supports.push_back(balance.kinematics().body[wheel.body.index].X_WB.p - wheel.spec.geometry.radius * up);
  return supports.size() > 2 &&
         calc_tip_over(supports, {com, Vec3(0, 0, -weight(world)), Vec3::Zero()}, weight(world)).margin <=
             0.0;
}

/// True if the slope under the rover requires more than the wheels can pull with equal loads. Roll and
/// pitch give the angle of the slope, each wheel takes the soil under its hub.
bool slope_beyond_pull(const QuasiStaticBalance& balance, const QuasiStaticPose& standing) {
  const World& world = balance.world();
  const double upright = math::cos(standing.roll) * math::cos(standing.pitch);
  const double load = weight(world) * upright / static_cast<double>(world.wheels.size());
  std::vector<LoadedWheel> wheels;
  for (const WheelPart& wheel : world.wheels) {
    const Vec3& hub = balance.kinematics().body[wheel.body.index].X_WB.p;
    const int material = world.terrain->material_at(hub.x(), hub.y());
    wheels.push_back({&wheel.laws[static_cast<std::size_t>(material)], load, 0.0});
  }
  return weight(world) * std::sqrt(1.0 - upright * upright) > steepest_pull(wheels);
}

/// The search ended at the largest slip (either sign) or crab angle.
bool fails_at_bound(const Unknowns& u, QuasiStaticPose& pose) {
  if (u[kSlip] > kAtBound * kMostSlip) {
    fail(PoseStatus::slides, "the ground cannot give the pull that the slope needs", pose);
    return true;
  }
  if (u[kSlip] < -kAtBound * kMostSlip || std::fabs(u[kCrab]) > kAtBound * kMostCrab) {
    fail(PoseStatus::slides, "the ground cannot hold the rover on the slope", pose);
    return true;
  }
  return false;
}

/// A passive joint has reached a limit.
bool fails_at_stop(const QuasiStaticBalance& balance, QuasiStaticPose& pose) {
  for (std::size_t i = 0; i < pose.joints.size(); ++i) {
    const Joint& joint = balance.passive_joint(static_cast<int>(i));
    if (pose.joints[i] < joint.forces.upper && pose.joints[i] > joint.forces.lower) continue;
    fail(PoseStatus::joint_limit, "joint " + joint.name + " is at its stop", pose);
    return true;
  }
  return false;
}

/// Wheels without load; the reason names all of them.
bool fails_in_air(const QuasiStaticBalance& balance, QuasiStaticPose& pose) {
  std::string hanging;
  for (std::size_t w = 0; w < pose.wheels.size(); ++w)
    if (pose.wheels[w].load <= 0.0) hanging += (hanging.empty() ? "" : ", ") + wheel_name(balance, w);
  if (!hanging.empty()) fail(PoseStatus::wheel_in_air, "in the air: " + hanging, pose);
  return !hanging.empty();
}

/// Finds what is wrong with the ground under the rover, put down on it with all wheels.
bool fails_on_ground(QuasiStaticBalance& balance, QuasiStaticPose& pose) {
  const bool outside = balance.outside();
  // Put down by geometry alone, with the forces of steady rolling at slip 0.
  const Unknowns stand = balance.first_guess(pose.at);
  Unknowns left(balance.size());
  balance.evaluate(pose.at, true, stand, left);
  if (outside || balance.outside()) {
    fail(PoseStatus::leaves_terrain, "a wheel leaves the terrain", pose);
    return true;
  }
  if (fails_on_body(balance, pose)) return true;
  QuasiStaticPose standing;
  balance.fill(pose.at, stand, standing);
  if (tips_over(balance, standing.com)) {
    fail(PoseStatus::tips_over, "the weight lies outside the wheels' support", pose);
    return true;
  }
  if (slope_beyond_pull(balance, standing)) {
    fail(PoseStatus::slides, "the ground cannot give the pull that the slope needs", pose);
    return true;
  }
  return false;
}

}  // namespace

const char* to_string(PoseStatus status) {
  switch (status) {
    case PoseStatus::ok:
      return "ok";
    case PoseStatus::tips_over:
      return "tips_over";
    case PoseStatus::slides:
      return "slides";
    case PoseStatus::sinks:
      return "sinks";
    case PoseStatus::joint_limit:
      return "joint_limit";
    case PoseStatus::wheel_in_air:
      return "wheel_in_air";
    case PoseStatus::body_touches:
      return "body_touches";
    case PoseStatus::leaves_terrain:
      return "leaves_terrain";
    case PoseStatus::no_convergence:
      break;
  }
  return "no_convergence";
}

void check_pose(QuasiStaticBalance& balance, QuasiStaticPose& pose) {
  if (!fails_on_body(balance, pose)) fails_sunk(balance, pose);
}

void explain(QuasiStaticBalance& balance, const Unknowns& u, double left_over, QuasiStaticPose& pose) {
  if (fails_on_ground(balance, pose) || fails_sunk(balance, pose) || fails_at_bound(u, pose) ||
      fails_at_stop(balance, pose) || fails_in_air(balance, pose))
    return;
  fail(PoseStatus::no_convergence,
       fmt::format("no equilibrium found, {:.2g} of gravity left over", left_over), pose);
}

}  // namespace grouser
