// SPDX-License-Identifier: BSD-3-Clause
// Refuses a frame by frame_refusal() before anything is done, else dispatches by its code. The last commanded
// angles are kept here, because a frame may name one leg alone.
#include "servo_robot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/simulation/step/drive_memory.hpp"
#include "grouser/simulation/step/servos.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "servo_replies.hpp"

namespace grouser::cli {
namespace {

constexpr double kSliver = 1e-9;    // s
constexpr double kStopGrid = 1e-6;  // rad: so that commanded angles are short in the run file

}  // namespace

ServoRobot::ServoRobot(Simulation& simulation, std::string id, ServoTime time, std::function<bool()> step)
    : simulation_(simulation),
      walker_(&servo_walker(simulation.world(), simulation.world().settings.name)),
      id_(std::move(id)),
      time_(time),
      step_(std::move(step)) {
  limits_ = servo_limits(*walker_);
  told_ = told_angles(*walker_, simulation.state());
}

Json ServoRobot::dropped_reply() {
  return {{"error", fmt::format("a frame that stood still for {:g} ms, which was dropped, expected all its "
                                "bytes in a row",
                                1e3 * kServoSilence)}};
}

Json ServoRobot::answer(const ServoFrame& frame) {
  ++frames_;
  Json reply{{"code", frame.code}};
  std::string why = frame_refusal(frame, limits_, time_);
  if (why.empty())
    reply.update(do_order(frame));
  else
    reply["error"] = why;
  if (reply.contains("error")) ++refused_;
  return reply;
}

/// Carries out a frame that was found right.
Json ServoRobot::do_order(const ServoFrame& frame) {
  switch (static_cast<ServoCode>(frame.code)) {
    case ServoCode::identify:
      return identity();
    case ServoCode::state:
      return state_reply(simulation_, *walker_);
    case ServoCode::feet:
      return feet_reply(simulation_, *walker_);
    case ServoCode::power:
      return power_reply(simulation_, *walker_);
    case ServoCode::stop:
      return stop();
    case ServoCode::angles:
    case ServoCode::leg:
      follow_gait();
      put_angles(frame, told_);
      return tell();
    case ServoCode::advance:
      return advance(frame.reals[0]);
    case ServoCode::bye:
      bye_ = true;
      return {{"time", simulation_.time()}};
  }
  return {{"error", "a code that nobody answers"}};
}

/// Name, legs, motors of a leg, ranges of the angles in rad, time in s, and whether time waits for clients.
Json ServoRobot::identity() const {
  Json legs = Json::array(), lowest = Json::array(), highest = Json::array();
  for (const Walker::Leg& leg : walker_->legs) legs.push_back(leg.name);
  for (const AngleRange& limit : limits_) {
    lowest.push_back(limit.lowest);
    highest.push_back(limit.highest);
  }
  return {{"device_id", id_},
          {"legs", legs},
          {"motors", {"roll", "hip", "knee"}},
          {"lowest", lowest},
          {"highest", highest},
          {"time", simulation_.time()},
          {"lockstep", time_ == ServoTime::lockstep}};
}

/// Takes over the angles that the gait or the scenario commands, until the first frame of angles has come.
/// Legs that a frame does not name then keep these angles.
void ServoRobot::follow_gait() {
  if (!sent_.empty()) return;
  told_ = told_angles(*walker_, simulation_.state());
  for (std::size_t k = 0; k < told_.size(); ++k)
    told_[k] = std::clamp(told_[k], limits_[k].lowest, limits_[k].highest);
}

/// Commands the angles, unless they are already in force: repeating them changes nothing and need not be
/// recorded.
Json ServoRobot::tell() {
  const SimulationState& state = simulation_.state();
  if (sent_ != told_ || !state.first<ServoMemory>()->begun() || told_angles(*walker_, state) != told_)
    simulation_.tell_servos(told_);
  sent_ = told_;
  return {{"time", simulation_.time()}};
}

/// Stops the servos. One that is at its commanded angle continues to hold its load; one that is moving is
/// commanded the angle beyond its present one at which it still exerts all its torque.
Json ServoRobot::stop() {
  follow_gait();
  std::size_t at = 0;
  for (const Walker::Leg& leg : walker_->legs)
    for (const Walker::Motor& motor : leg.motors) {
      const double angle = simulation_.state().motion.q[motor.q];
      // The servo's torque saturates at this distance from its commanded angle: stall torque over stiffness,
      // beyond half of the dead band.
      const double most = motor.servo.stall_torque / motor.servo.stiffness + 0.5 * motor.servo.dead_band;
      double& told = told_[at];
      if (std::fabs(told - angle) > most)
        told = kStopGrid * std::round((angle + std::copysign(most, told - angle)) / kStopGrid);
      told = std::clamp(told, limits_[at].lowest, limits_[at].highest);
      ++at;
    }
  return tell();
}

/// Steps until the time has passed, to the nearest step. Replies with an error if the run ends before.
Json ServoRobot::advance(double seconds) {
  const double from = simulation_.time(), until = from + seconds;
  const RunSettings& settings = simulation_.world().settings;
  const double slack = settings.adaptive ? kSliver : 0.5 * settings.dt;  // to the nearest step
  std::int64_t steps = 0;
  bool goes_on = true;
  while (goes_on && simulation_.time() + slack < until) {
    goes_on = step_();
    ++steps;
  }
  Json reply{{"time", simulation_.time()}, {"steps", steps}};
  if (!goes_on && simulation_.time() + slack < until)
    reply["error"] =
        fmt::format("the run ended at {:g} s, expected to go on to {:g} s", simulation_.time(), until);
  return reply;
}

}  // namespace grouser::cli
