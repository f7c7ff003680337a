// SPDX-License-Identifier: BSD-3-Clause
// Lists of angles, torques and speeds have one entry per motor, leg by leg; lists of feet have one per leg.
// Positions and velocities are in the world frame.
#include "servo_replies.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/servos.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::cli {
namespace {

Json numbers_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// Pose and velocity of a body in the world frame.
const BodyMotion& motion_of(const Simulation& simulation, BodyId body) {
  return simulation.kinematics().body[body];
}

}  // namespace

/// Time in s, the root's position in m, attitude as quaternion w, x, y, z, velocity in m/s, joint and
/// commanded angles in rad, and the verdict or null.
Json state_reply(const Simulation& simulation, const Walker& walker) {
  const BodyMotion& body = motion_of(simulation, walker.root);
  const Quat turn = to_quat(body.X_WB.R);
  Json angles = Json::array();
  for (const Walker::Leg& leg : walker.legs)
    for (const Walker::Motor& motor : leg.motors) angles.push_back(simulation.state().motion.q[motor.q]);
  const std::optional<Verdict> verdict = simulation.verdict();
  return {{"time", simulation.time()},
          {"position", numbers_of(body.X_WB.p)},
          {"attitude", {turn.w(), turn.x(), turn.y(), turn.z()}},
          {"velocity", numbers_of(body.velocity_at(body.X_WB.p))},
          {"angles", angles},
          {"told", told_angles(walker, simulation.state())},
          {"verdict", verdict ? Json(verdict->name) : Json(nullptr)}};
}

/// Load of each foot in N, and the position of its centre in m.
Json feet_reply(const Simulation& simulation, const Walker& walker) {
  Json loads = Json::array(), positions = Json::array();
  for (const Walker::Leg& leg : walker.legs) {
    loads.push_back(simulation.output().records[static_cast<std::size_t>(leg.record)].load);
    positions.push_back(numbers_of(motion_of(simulation, leg.foot_body).X_WB * leg.foot_center));
  }
  return {{"time", simulation.time()}, {"loads", loads}, {"positions", positions}};
}

/// Torque in N m and speed in rad/s of each motor, and the sum of their products in W; negative while they
/// brake.
Json power_reply(const Simulation& simulation, const Walker& walker) {
  const SimulationState& state = simulation.state();
  Json torques = Json::array(), speeds = Json::array();
  double power = 0.0;
  for (std::size_t i = 0; i < walker.legs.size(); ++i)
    for (std::size_t k = 0; k < walker.legs[i].motors.size(); ++k) {
      const Walker::Motor& motor = walker.legs[i].motors[k];
      const double told = state.all<WalkLegMemory>()[static_cast<std::size_t>(walker.first_leg) + i].told[k];
      const double speed = state.motion.v[motor.v];
      // The servo's spring towards its commanded angle, less the slope of its torque-speed line.
      const double torque =
          servo_torque(motor.servo, told, state.motion.q[motor.q]) - motor.servo.slope() * speed;
      torques.push_back(torque);
      speeds.push_back(speed);
      power += torque * speed;
    }
  return {{"time", simulation.time()}, {"power", power}, {"torques", torques}, {"speeds", speeds}};
}

Json read_servo_reply(const std::string& place, const std::string& line) {
  Json json;
  try {
    json = parse_json<Json>(line, place);
  } catch (const InputError&) {
    // deeper or longer than any reply
  }
  if (!json.is_object())
    throw RunError(fmt::format("{}: the device says '{}', expected a JSON object", place,
                               shown_line(line.substr(0, 60))));
  return json;
}

}  // namespace grouser::cli
