#include <fmt/format.h>

#include "build_vehicles.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {
namespace {

/// Hubs of the wheels in the chassis frame, neutral pose.
std::vector<Vec3> find_hubs(const World& world, const std::vector<WheelSpec>& specs) {
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  std::vector<Vec3> hubs;
  for (const WheelSpec& spec : specs)
    hubs.push_back(kinematics.body[world.model->body(spec.body).index].X_WB.p);
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

void build_follower(World& world, const TomlTable& drive, const std::vector<Vec3>& hubs) {
  const std::optional<FollowSpec> follow = read_follow(drive);
  if (!follow) return;
  if (drive.has("phase") || drive.has("speed"))
    throw InputError(drive.place("follow"), "beside phases or a speed", "one or the other");
  std::vector<FollowerWheel> wheels;
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    const WheelPart& wheel = world.wheels[i];
    wheels.push_back({wheel.spec.name, hubs[i].x() - world.turning_axle, hubs[i].y(),
                      wheel.spec.reference_radius(), world.drives[i].steer_v >= 0});
  }
  world.follower = std::make_shared<const WaypointFollower>(*follow, wheels);
}

}  // namespace

void build_wheels(World& world, const TomlTable& drive) {
  const DriveProgramme programme = read_drive_programme(drive);
  std::vector<WheelSpec> specs;
  for (const VehicleRuntime& vehicle : world.vehicles)
    specs.insert(specs.end(), vehicle.spec.wheels.begin(), vehicle.spec.wheels.end());
  const std::vector<Vec3> hubs = find_hubs(world, specs);
  world.turning_axle = find_turning_axle(specs, hubs);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const WheelSpec& spec = specs[i];
    const Joint& drive_joint = world.model->joints()[world.model->joint(spec.drive_joint).index];
    const bool steered = !spec.steer_joint.empty();
    check_wheel_follows(programme, spec.name, steered);
    WheelPart w{.spec = spec, .body = world.model->body(spec.body)};
    WheelDrive drive_of{.drive_q = drive_joint.q_index,
                        .drive_v = drive_joint.v_index,
                        .programme = wheel_programme(programme, hubs[i].x() - world.turning_axle, hubs[i].y(),
                                                     spec.reference_radius(), steered)};
    if (steered) {
      const Joint& steer = world.model->joints()[world.model->joint(spec.steer_joint).index];
      drive_of.steer_q = steer.q_index;
      drive_of.steer_v = steer.v_index;
    }
    const Body& body = world.model->bodies()[w.body.index];
    const std::optional<MotorSpec>& motor = world.vehicles[world.vehicle_of_body[w.body.index]].spec.motor;
    if (motor) {
      const double inertia = body.inertia(1, 1) + drive_joint.forces.rotor_inertia;
      check_motor(*motor, inertia, world.settings.dt, "motor of wheel " + spec.name);
      drive_of.motor = make_motor_law(*motor, inertia, world.settings.dt);
    }
    for (int k = 0; k < spec.slices; ++k)
      w.slice_offsets.push_back(spec.geometry.width * ((k + 0.5) / spec.slices - 0.5));
    w.first_slot = world.slot_count;
    world.slot_count += spec.slices * kSlotsPerSlice;
    world.wheels.push_back(std::move(w));
    world.drives.push_back(std::move(drive_of));
  }
  build_follower(world, drive, hubs);
}

}  // namespace grouser
