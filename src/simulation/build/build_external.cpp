// SPDX-License-Identifier: BSD-3-Clause
// Columns of the vehicle that is commanded from outside: wheel speeds, torques of limited motors, steering
// angles, and prescribed joints that nothing else leads, each with limits; and the commands that a run
// recorded.
#include "build_external.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "build_hand_drive.hpp"
#include "grouser/base/error.hpp"
#include "scenario_keys.hpp"

namespace grouser {
namespace {

constexpr double kWholeTurn = 2.0 * std::numbers::pi;  // rad, in either direction, of joints without limits
constexpr double kFarthest = 100.0;                    // m, of joints without limits that slide

/// Makes the columns that can be commanded of a vehicle, with the ramp and the limits of its [drive].
class ColumnMaker {
 public:
  ColumnMaker(const WorldSpec& spec, const World& world, std::size_t vehicle)
      : world_(world),
        vehicle_(world.vehicles[vehicle]),
        drive_(spec.vehicles[vehicle].drive),
        top_speed_(drive_.external.top_speed > 0.0 ? drive_.external.top_speed
                                                   : top_speed(spec, world, vehicle)) {}

  std::vector<ExternalColumn> columns(const std::vector<HeldCoordinate>& free) {
    for (const ExternalKind kind :
         {ExternalKind::wheel_speed, ExternalKind::wheel_torque, ExternalKind::steering})
      for (int i = 0; i < vehicle_.wheel_count; ++i)
        add_of_wheel(kind, static_cast<std::size_t>(vehicle_.first_wheel + i));
    for (const HeldCoordinate& held : free) add_joint(held);
    return std::move(columns_);
  }

 private:
  /// The joint of a velocity coordinate.
  const Joint& joint_at(int v) const {
    return *std::ranges::find(world_.model->joints(), v, &Joint::v_index);
  }
  /// Limits of a motion: this rate, reached within the ramp's time.
  MotionLimits limits(double rate) const { return {rate, rate / drive_.ramp}; }
  /// Bounds a column by the joint's limits, or by `most` in either direction.
  static void bound(const Joint& joint, double most, ExternalColumn& column) {
    column.lowest = std::isfinite(joint.forces.lower) ? joint.forces.lower : -most;
    column.highest = std::isfinite(joint.forces.upper) ? joint.forces.upper : most;
  }
  /// Adds a column of one wheel, if the wheel has such a drive.
  void add_of_wheel(ExternalKind kind, std::size_t wheel) {
    const WheelDrive& drive = world_.drives[wheel];
    ExternalColumn column{.name = fmt::format("{}/{}", to_string(kind), world_.wheels[wheel].spec.name),
                          .unit = "rad/s",
                          .kind = kind,
                          .wheel = static_cast<int>(wheel),
                          .q = drive.drive_q,
                          .v = drive.drive_v,
                          .motion = {}};
    if (kind == ExternalKind::wheel_speed) {
      // Speed: the vehicle's top speed on the wheel's reference radius, within what the motor reaches
      // without load.
      column.highest = top_speed_ / world_.wheels[wheel].spec.reference_radius();
      if (drive.motor) column.highest = std::min(column.highest, drive.motor->spec.no_load_speed);
      column.lowest = -column.highest;
      column.motion = limits(column.highest);
    } else if (kind == ExternalKind::wheel_torque) {
      // Torque: only limited motors take one.
      if (!drive.motor) return;
      column.unit = "N m";
      column.highest = drive.motor->spec.stall_torque;
      column.lowest = -column.highest;
    } else {
      // Steering angle.
      if (drive.steer_v < 0) return;
      column.unit = "rad";
      column.q = drive.steer_q;
      column.v = drive.steer_v;
      bound(joint_at(drive.steer_v), kWholeTurn, column);
      column.motion = limits(drive_.external.steer_rate);
    }
    columns_.push_back(std::move(column));
  }
  /// Adds a column of a prescribed joint, rad or m.
  void add_joint(const HeldCoordinate& held) {
    const Joint& joint = joint_at(held.v);
    const bool turns = joint.kind.hinge;
    ExternalColumn column{
        .name = fmt::format("{}/{}", to_string(ExternalKind::joint), joint.name),
        .unit = turns ? "rad" : "m",
        .kind = ExternalKind::joint,
        .q = held.q,
        .v = held.v,
        .motion = limits(turns ? drive_.external.joint_turn_rate : drive_.external.joint_rate),
        .start = held.position};
    bound(joint, turns ? kWholeTurn : kFarthest, column);
    columns_.push_back(std::move(column));
  }

  const World& world_;
  const VehicleRuntime& vehicle_;
  const DriveSpec& drive_;
  double top_speed_;  // m/s
  std::vector<ExternalColumn> columns_;
};

/// Takes the vehicle's coordinates that nothing leads out of those that are held.
std::vector<HeldCoordinate> take_free(World& world, int vehicle) {
  std::vector<HeldCoordinate> free;
  const auto is_own = [&](const HeldCoordinate& held) {
    const Joint& joint = *std::ranges::find(world.model->joints(), held.v, &Joint::v_index);
    return world.vehicle_of_body[static_cast<std::size_t>(joint.child.index)] == vehicle;
  };
  std::ranges::copy_if(world.held, std::back_inserter(free), is_own);
  std::erase_if(world.held, is_own);
  return free;
}

/// Checks the commands of a run file, which may be forged: same columns, rising times, values within limits.
void check_recorded(const ExternalDrive& drive, const std::string& place) {
  const ExternalCommands& recorded = drive.commands;
  const bool same = std::ranges::equal(recorded.names, drive.columns, {}, {}, &ExternalColumn::name);
  if (!same)
    throw InputError(place, fmt::format("recorded commands of {} columns", recorded.names.size()),
                     fmt::format("the {} columns of {}", drive.columns.size(), drive.vehicle_name));
  for (std::size_t k = 0; k < recorded.times.size(); ++k) {
    if (k > 0 && !(recorded.times[k] > recorded.times[k - 1]))
      throw InputError(
          place, fmt::format("a command at {} s after one at {} s", recorded.times[k], recorded.times[k - 1]),
          "recorded commands in order of their times");
    for (std::size_t c = 0; c < recorded.names.size(); ++c)
      if (const double value = recorded.row(k)[c]; !std::isnan(value)) {
        const ExternalValue one{c, value};
        drive.check({{&one, 1}});
      }
  }
}

}  // namespace

void build_external(const WorldSpec& spec, World& world) {
  for (std::size_t i = 0; i < spec.vehicles.size(); ++i) {
    if (spec.vehicles[i].drive.mode != DriveSource::external) continue;
    const std::string place = spec.place_of(vehicle_key(spec, i, VehicleTable::drive) + ".mode");
    if (world.external)
      throw InputError(place, "a second vehicle that is commanded from outside", "one of them");
    ExternalDrive drive{.vehicle = static_cast<int>(i), .vehicle_name = world.vehicles[i].name};
    drive.columns = ColumnMaker(spec, world, i).columns(take_free(world, drive.vehicle));
    if (drive.columns.empty())
      throw InputError(place, "external, of the " + drive.vehicle_name + ", which has nothing to command",
                       "a vehicle with wheels or prescribed joints");
    if (spec.external_commands) drive.commands = *spec.external_commands;
    if (spec.external_commands) check_recorded(drive, place);
    world.external = std::make_shared<const ExternalDrive>(std::move(drive));
  }
}

}  // namespace grouser
