// SPDX-License-Identifier: BSD-3-Clause
// A vehicle that follows waypoints (vehicle/drive/waypoint_follower.hpp): at each period it decides, from
// where the vehicle is, the next segments of its wheels.
#include <fmt/format.h>

#include "drive_commands.hpp"
#include "grouser/math/elementary.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Holds no state of its own: position on the path and segments lie in the state.
class Follower final : public StepElement {
 public:
  explicit Follower(const World& world) : world_(world) {}

  void make_memory(SimulationState& state) const override {
    state.memory.assign<FollowerState>(1);
    state.memory.assign<DriveSegment>(static_cast<std::size_t>(follower_of(world_).wheel_count));
    world_.follower->reset(*state.first<FollowerState>(), state.all<DriveSegment>());
  }
  void check(const SimulationState& state, const std::string& place) const override {
    constexpr double kMostWaypoints = 1e6;
    const double reached = state.first<FollowerState>()->reached;
    need(reached >= 0.0 && reached <= kMostWaypoints, place, fmt::format("{:g} waypoints reached", reached),
         "0 to a million");
  }
  void finish(const StepMoment& now, SimulationState& state) override {
    FollowerState& memory = *state.first<FollowerState>();
    if (!world_.follower->due(state.motion.time, memory)) return;
    const VehicleRuntime& vehicle = follower_of(world_);
    // Pose of the axle about which the vehicle turns: place in the plane, m, and heading, rad.
    const RigidTransform& X = now.kinematics.body[vehicle.root.index].X_WB;
    const Vec3 at = X * Vec3(vehicle.turning_axle, 0.0, 0.0);
    const Pose2 pose{at.x(), at.y(), math::atan2(X.R(1, 0), X.R(0, 0))};
    world_.follower->decide(state.motion.time, pose, memory, state.all<DriveSegment>());
  }

 private:
  const World& world_;
};

}  // namespace

std::unique_ptr<StepElement> make_follower(const World& world) {
  if (!world.follower) return nullptr;
  return std::make_unique<Follower>(world);
}

}  // namespace grouser
