// SPDX-License-Identifier: BSD-3-Clause
// Wheels with their drives: places in the vehicle's frame, commands that make all wheels turn about one
// axle, motors, steering and slices; and the vehicle that follows waypoints.
#include "build_vehicles.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "scenario_keys.hpp"

namespace grouser {
namespace {

/// Hubs of a vehicle's wheels in the frame of its root, neutral pose.
std::vector<Vec3> find_hubs(const World& world, const Kinematics& kinematics, const VehicleRuntime& vehicle) {
  std::vector<Vec3> hubs;
  const RigidTransform& root = kinematics.body[vehicle.root.index].X_WB;
  for (const WheelSpec& spec : vehicle.spec.wheels)
    hubs.push_back(root.inverse() * kinematics.body[world.model->body(spec.body).index].X_WB.p);
  return hubs;
}

/// Turning axle: the middle of the wheels that are not steered, or of all.
double find_turning_axle(const std::vector<WheelSpec>& specs, const std::vector<Vec3>& hubs) {
  double axle = 0.0, count = 0.0, axle_all = 0.0;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    axle_all += hubs[i].x() / static_cast<double>(specs.size());
    if (specs[i].steer_joint.empty()) axle += hubs[i].x(), count += 1.0;
  }
  return count > 0.0 ? axle / count : axle_all;
}

/// The step for which a motor's gains are chosen, s. Adaptive runs take shorter steps where a motor needs
/// them.
double motor_step(const RunSettings& settings, const MotorSpec& motor, double inertia) {
  if (!settings.adaptive) return settings.dt;
  return std::max(std::min(settings.dt, largest_motor_step(motor, inertia)), settings.adaptive->min_step);
}

/// Whether a wheel is steered.
WheelMount mount_of(const WheelSpec& spec) {
  return spec.steer_joint.empty() ? WheelMount::fixed : WheelMount::steered;
}

/// A wheel of a vehicle, and what drives it.
std::pair<WheelPart, WheelDrive> make_wheel(const World& world, const VehicleRuntime& vehicle,
                                            const WheelSpec& spec, const Vec3& hub,
                                            const DriveProgramme& programme) {
  const Joint& drive_joint = world.model->joints()[world.model->joint(spec.drive_joint).index];
  const WheelMount mount = mount_of(spec);
  check_wheel_follows(programme, spec.name, mount);
  WheelPart w{.spec = spec, .body = world.model->body(spec.body)};
  WheelDrive drive{.drive_q = drive_joint.q_index,
                   .drive_v = drive_joint.v_index,
                   .programme = wheel_programme(programme, hub.x() - vehicle.turning_axle, hub.y(),
                                                spec.reference_radius(), mount)};
  // Steering, where the wheel has it.
  if (mount == WheelMount::steered) {
    const Joint& steer = world.model->joints()[world.model->joint(spec.steer_joint).index];
    drive.steer_q = steer.q_index;
    drive.steer_v = steer.v_index;
  }
  // Limited motor: its gains fit the inertia that it turns and the length of steps.
  if (const std::optional<MotorSpec>& motor = vehicle.spec.motor) {
    const double inertia =
        world.model->bodies()[w.body.index].inertia(1, 1) + drive_joint.forces.rotor_inertia;
    const double step = motor_step(world.settings, *motor, inertia);
    check_motor(*motor, inertia, step, "motor of wheel " + spec.name);
    drive.motor = make_motor_law(*motor, inertia, step);
  }
  // Middles of the slices across the width, m.
  for (int k = 0; k < spec.slices; ++k)
    w.slice_offsets.push_back(spec.geometry.width * ((k + 0.5) / spec.slices - 0.5));
  return {std::move(w), std::move(drive)};
}

/// Wheels as seen from the middle of the turning axle.
std::vector<FollowerWheel> wheels_at(const std::vector<Vec3>& hubs, const VehicleRuntime& vehicle) {
  std::vector<FollowerWheel> wheels;
  for (std::size_t i = 0; i < hubs.size(); ++i) {
    const WheelSpec& spec = vehicle.spec.wheels[i];
    wheels.push_back({spec.name, hubs[i].x() - vehicle.turning_axle, hubs[i].y(), spec.reference_radius(),
                      mount_of(spec)});
  }
  return wheels;
}

/// Makes the follower of a vehicle with waypoints; only one vehicle may have them.
void build_follower(const DriveSpec& drive, const std::string& place, int index,
                    const std::vector<Vec3>& hubs, World& world) {
  const VehicleRuntime& vehicle = world.vehicles[static_cast<std::size_t>(index)];
  if (!drive.follow || vehicle.wheel_count == 0) return;
  FollowSpec follow = *drive.follow;
  if (follow.place.empty()) follow.place = place;
  if (world.follower)
    throw InputError(follow.place, "a second vehicle that follows waypoints",
                     "one of them; phases or a speed for the others");
  world.follower = std::make_shared<const WaypointFollower>(std::move(follow), wheels_at(hubs, vehicle));
  world.following_vehicle = index;
}

}  // namespace

std::vector<FollowerWheel> steered_wheels(const World& world, const VehicleRuntime& vehicle) {
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  return wheels_at(find_hubs(world, kinematics, vehicle), vehicle);
}

void build_wheels(const WorldSpec& spec, World& world) {
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  for (std::size_t v = 0; v < world.vehicles.size(); ++v) {
    VehicleRuntime& vehicle = world.vehicles[v];
    const DriveSpec& drive = spec.vehicles[v].drive;
    const std::string key = vehicle_key(spec, v, VehicleTable::drive);
    const DriveProgramme programme = drive.programme(spec.place_of(key + ".phase"));
    const std::vector<Vec3> hubs = find_hubs(world, kinematics, vehicle);
    vehicle.turning_axle = find_turning_axle(vehicle.spec.wheels, hubs);
    vehicle.first_wheel = static_cast<int>(world.wheels.size());
    vehicle.wheel_count = static_cast<int>(vehicle.spec.wheels.size());
    // The wheels of one vehicle follow each other, with consecutive contact slots.
    for (std::size_t i = 0; i < vehicle.spec.wheels.size(); ++i) {
      auto [wheel, drive_of] = make_wheel(world, vehicle, vehicle.spec.wheels[i], hubs[i], programme);
      wheel.first_slot = world.slot_count;
      world.slot_count += wheel.spec.slices * kSlotsPerSlice;
      world.wheels.push_back(std::move(wheel));
      world.drives.push_back(std::move(drive_of));
    }
    build_follower(drive, spec.place_of(key + ".follow"), static_cast<int>(v), hubs, world);
  }
}

}  // namespace grouser
