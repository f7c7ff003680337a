// SPDX-License-Identifier: BSD-3-Clause
// Equipment of a vehicle beside its wheels, legs and struts, as its file names it: reaction wheels, winches,
// and the wear of wheels.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/math/types.hpp"

namespace grouser {

/// Rows of [time, value]; between them the value changes linearly, beyond them it stays.
using TimeTable = std::vector<std::array<double, 2>>;
/// 0 for an empty table.
double value_at(const TimeTable& table, double time);

/// A flywheel in a body, whose motor turns the body in the opposite sense (`[[reaction_wheel]]`).
struct ReactionWheelSpec {
  std::string name, body;
  Vec3 axis = Vec3::UnitZ();  ///< unit, body axes
  double inertia = 0.0;       ///< about its axis, kg m2; it is no part of the body's
  double speed = 0.0;         ///< over the body at the start, rad/s
  double torque_limit = 0.0;  ///< N m
  double speed_limit = 0.0;   ///< rad/s
  double friction = 0.0;      ///< of its bearing, N m s
  double stiffness = 0.0;     ///< of the control that holds the body's attitude about the axis, N m/rad
  double damping = 0.0;       ///< N m s
  TimeTable torque = {};      ///< that is commanded beside, s, N m
};

/// A cable from a drum on a body to another body or to the world (`[[winch]]`).
struct WinchSpec {
  std::string name, body, to = "world";                ///< to: "world", a vehicle (its root), or a body
  Vec3 point = Vec3::Zero(), to_point = Vec3::Zero();  ///< on these, m
  double length = 0.0;                                 ///< of the free cable at the start, m
  double stiffness = 0.0;                              ///< N/m
  double damping = 0.0;                                ///< N s/m
  double force_limit = 0.0;                            ///< at which its clutch slips, N; 0: it holds
  TimeTable speed = {};                                ///< of paying out, s, m/s
};

/// Wear of wheels by Archard's law (`[wheel_wear]`): volume = rate * load * distance slid.
struct WheelWearSpec {
  double rate = 0.0;  ///< m3/(N m)
};

struct Equipment {
  std::vector<ReactionWheelSpec> reaction_wheels;
  std::vector<WinchSpec> winches;
  std::optional<WheelWearSpec> wheel_wear;

  /// Calls visit(name) for each name of a part or body.
  template <class Visit>
  void visit_names(Visit&& visit) {
    for (ReactionWheelSpec& wheel : reaction_wheels) visit(wheel.name), visit(wheel.body);
    for (WinchSpec& winch : winches) visit(winch.name), visit(winch.body);
  }
};

/// [[reaction_wheel]], [[winch]] and [wheel_wear] of a vehicle.
void visit_keys(KeyVisitor& v, Equipment& equipment);

}  // namespace grouser
