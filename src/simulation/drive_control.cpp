#include "drive_control.hpp"

#include "grouser/math/elementary.hpp"

namespace grouser {

CoordinateCommand spin_command(const World& world, std::span<const DriveSegment> segments, std::size_t i, double t) {
  return world.follower ? segments[i].spin_at(t) : world.wheels[i].programme.spin_at(t);
}

CoordinateCommand steer_command(const World& world, std::span<const DriveSegment> segments, std::size_t i, double t) {
  return world.follower ? segments[i].steer_at(t) : world.wheels[i].programme.steer_at(t);
}

void start_follower(const World& world, SimulationState& state) {
  if (!world.follower) return;
  state.segments.resize(world.wheels.size());
  world.follower->reset(state.follower, state.segments);
}

void decide_drive(const World& world, const Kinematics& kinematics, SimulationState& state) {
  if (!world.follower || !world.follower->due(state.motion.time, state.follower)) return;
  const RigidTransform& X = kinematics.body[world.chassis.index].X_WB;
  const Vec3 at = X * Vec3(world.turning_axle, 0.0, 0.0);
  const Pose2 pose{at.x(), at.y(), math::atan2(X.R(1, 0), X.R(0, 0))};
  world.follower->decide(state.motion.time, pose, state.follower, state.segments);
}

}  // namespace grouser
