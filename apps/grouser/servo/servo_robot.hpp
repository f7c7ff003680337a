// SPDX-License-Identifier: BSD-3-Clause
// A simulated robot as it answers the frames of the servo link. It knows neither line nor clock.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/vehicle/legs/servo_order.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

class ServoRobot {
 public:
  /// step: makes one step of the run and returns whether it may go on. Throws InputError if the main vehicle
  /// of the world has no legs to walk on. The simulation must outlive the robot.
  ServoRobot(Simulation& simulation, std::string id, ServoTime time, std::function<bool()> step);

  /// First line for a client that connects: {"device_id": ...}.
  Json greeting() const { return {{"device_id", id_}}; }
  /// Carries out a frame's request. If it cannot, it does nothing and says so; each frame has one reply.
  Json answer(const ServoFrame& frame);
  /// The reply to a frame that stood still on the line.
  static Json dropped_reply();

  bool said_bye() const { return bye_; }
  std::uint64_t frames() const { return frames_; }
  std::uint64_t refused() const { return refused_; }

 private:
  Json do_order(const ServoFrame& frame);
  Json identity() const;
  void follow_gait();
  Json tell();
  Json stop();
  Json advance(double seconds);

  Simulation& simulation_;
  const Walker* walker_;
  std::string id_;
  ServoTime time_;
  std::function<bool()> step_;
  std::vector<AngleRange> limits_;
  std::vector<double> told_, sent_;  // rad: the last angles, and those that the simulation was given
  std::uint64_t frames_ = 0, refused_ = 0;
  bool bye_ = false;
};

}  // namespace grouser::cli
