// SPDX-License-Identifier: BSD-3-Clause
// Chooses the source of each wheel's command: a column from outside if one is in force, then the hand, then
// the programme or the follower. A hand that lets go still adds its offset to the programme.
#include "drive_commands.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"

namespace grouser {

const VehicleRuntime& follower_of(const World& world) {
  return world.vehicles[static_cast<std::size_t>(world.following_vehicle)];
}

namespace {

/// The follower's segment for a wheel of its vehicle; `wheel` counts all wheels of the world.
const DriveSegment& segment_of(const World& world, std::span<const DriveSegment> segments,
                               std::size_t wheel) {
  return segments[wheel - static_cast<std::size_t>(follower_of(world).first_wheel)];
}

/// Rotation of the drive by programme or follower alone: angle, rad, and its rates.
CoordinateCommand programme_spin(const World& world, const DriveMemory& memory, std::size_t i, double t) {
  return world.follows(i) ? segment_of(world, memory.segments, i).spin_at(t)
                          : world.drives[i].programme.spin_at(t);
}

/// Steering by programme or follower alone: angle, rad, and its rates.
CoordinateCommand programme_steer(const World& world, const DriveMemory& memory, std::size_t i, double t) {
  return world.follows(i) ? segment_of(world, memory.segments, i).steer_at(t)
                          : world.drives[i].programme.steer_at(t);
}

/// The segment of a wheel that a hand has driven, or null.
const HandWheel* hand_of(const World& world, const DriveMemory& memory, std::size_t i) {
  const int wheel = memory.hand->begun() ? world.hand_wheel(i) : -1;
  return wheel < 0 ? nullptr : &memory.hand->wheels[static_cast<std::size_t>(wheel)];
}

/// The column that leads a wheel's coordinate from outside, or null.
struct LeadingColumn {
  const ExternalColumn& column;
  const ExternalColumnMemory& memory;
};
std::optional<LeadingColumn> leading(const World& world, const DriveMemory& memory, ExternalKind kind,
                                     std::size_t wheel) {
  if (memory.external.empty()) return std::nullopt;
  const int at = world.external->column_of(kind, wheel);
  if (at < 0 || !memory.external[static_cast<std::size_t>(at)].in_force) return std::nullopt;
  return LeadingColumn{world.external->columns[static_cast<std::size_t>(at)],
                       memory.external[static_cast<std::size_t>(at)]};
}

/// Sum of two motions of one coordinate.
CoordinateCommand operator+(const CoordinateCommand& a, const CoordinateCommand& b) {
  return {a.q + b.q, a.v + b.v, a.a + b.a};
}

/// The wheels of one vehicle, which are consecutive in the world.
std::span<const WheelPart> wheels_of(const World& world, const VehicleRuntime& vehicle) {
  return std::span(world.wheels)
      .subspan(static_cast<std::size_t>(vehicle.first_wheel), static_cast<std::size_t>(vehicle.wheel_count));
}

}  // namespace

CoordinateCommand column_command(const ExternalColumn& column, const ExternalColumnMemory& memory, double t) {
  return column.kind == ExternalKind::wheel_speed ? towards_rate(memory.motion, column.motion, t)
                                                  : towards_position(memory.motion, column.motion, t);
}

std::optional<double> torque_command(const World& world, const DriveMemory& memory, std::size_t i) {
  const auto led = leading(world, memory, ExternalKind::wheel_torque, i);
  return led ? std::optional(led->memory.motion.target) : std::nullopt;
}

CoordinateCommand spin_command(const World& world, const DriveMemory& memory, std::size_t i, double t) {
  if (const auto led = leading(world, memory, ExternalKind::wheel_speed, i))
    return column_command(led->column, led->memory, t);
  const HandWheel* hand = hand_of(world, memory, i);
  if (!hand) return programme_spin(world, memory, i, t);
  return memory.hand->on() ? hand->spin_at(t) : programme_spin(world, memory, i, t) + hand->spin_at(t);
}

CoordinateCommand steer_command(const World& world, const DriveMemory& memory, std::size_t i, double t) {
  if (const auto led = leading(world, memory, ExternalKind::steering, i))
    return column_command(led->column, led->memory, t);
  const HandWheel* hand = hand_of(world, memory, i);
  if (!hand) return programme_steer(world, memory, i, t);
  return memory.hand->on() ? hand->steer_at(t) : programme_steer(world, memory, i, t) + hand->steer_at(t);
}

void check_path_on_terrain(const World& world) {
  const Heightfield* field = world.terrain->heightfield();
  if (!world.follower || !field) return;
  // Hubs in the neutral pose, in axes of the chassis (C).
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  const VehicleRuntime& vehicle = follower_of(world);
  const RigidTransform X_CW = kinematics.body[vehicle.root.index].X_WB.inverse();
  const FollowSpec& spec = world.follower->spec();
  constexpr double kTurned = 1.2;  // hubs may lie a little farther out than on level ground
  // Turns the hubs into the direction of the path at a waypoint and looks for terrain under each.
  const auto check = [&](std::size_t point, const Vec2& along) {
    const Vec2 at = spec.waypoints[point];
    for (const WheelPart& wheel : wheels_of(world, vehicle)) {
      const Vec3 hub = X_CW * kinematics.body[wheel.body.index].X_WB.p;
      const Vec2 out = kTurned * Vec2(hub.x() - vehicle.turning_axle, hub.y());
      HeightSample sample;
      if (world.terrain->height(at.x() + along.x() * out.x() - along.y() * out.y(),
                                at.y() + along.y() * out.x() + along.x() * out.y(), sample))
        continue;
      throw InputError(
          spec.place,
          fmt::format("waypoint {} of {} at x = {:.2f} m, y = {:.2f} m, where wheel {} leaves the terrain",
                      point + 1, spec.waypoints.size(), at.x(), at.y(), wheel.spec.name),
          fmt::format("waypoints at which all wheels stand on the terrain: x from {:.2f} to {:.2f} m, y from "
                      "{:.2f} to {:.2f} m",
                      field->min_x(), field->max_x(), field->min_y(), field->max_y()));
    }
  };
  // The extent is a rectangle: if both ends of a leg are inside, all of it is.
  for (std::size_t i = 0; i + 1 < spec.waypoints.size(); ++i) {
    const Vec2 along = (spec.waypoints[i + 1] - spec.waypoints[i]).normalized();
    check(i, along);
    check(i + 1, along);
  }
}

}  // namespace grouser
