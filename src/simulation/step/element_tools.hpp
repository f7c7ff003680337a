// SPDX-License-Identifier: BSD-3-Clause
// Small things that several step elements do alike.
#pragma once
#include <cmath>
#include <cstddef>
#include <string>

#include "grouser/base/error.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Whether a number read from a file is a whole number from low to high. False for NaN.
inline bool is_index(double x, double low, double high) {
  return x >= low && x <= high && x == std::floor(x);
}
/// Throws InputError at `place` unless a memory is as runs write it.
inline void need(bool as_written, const std::string& place, const std::string& found,
                 const std::string& expected) {
  if (!as_written) throw InputError(place, found, expected);
}

/// The number of the body with this name. Throws InputError at `place` where there is none.
inline std::size_t body_of(const World& world, const std::string& name, const std::string& place) {
  if (const auto body = world.model->find_body(name)) return static_cast<std::size_t>(body->index);
  throw InputError(place, "no body '" + name + "'", "the name of a [[body]]");
}

/// Adds a force that acts on a body at the point p, world, m.
inline void add_force_at(const Kinematics& kinematics, std::size_t b, const Vec3& p, const Vec3& force,
                         Loads& loads) {
  loads.on_body[b].force += force;
  loads.on_body[b].moment += (p - kinematics.body[b].X_WB.p).cross(force);
}

/// Books that the torques which an element holds over a step jumped by this power between two steps, W.
/// Runge-Kutta's next step begins at the new torques. Beeman's takes a jump in acceleration half a step
/// later, which is what the mean of the powers before and after it says.
inline void book_power_jump(const World& world, double jump, SimulationState& state) {
  const IntegratorKind kind = world.settings.integrator;
  if (kind == IntegratorKind::rk4 || kind == IntegratorKind::rkf45) state.ledger.motor_power += jump;
}

}  // namespace grouser
