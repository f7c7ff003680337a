// SPDX-License-Identifier: BSD-3-Clause
// Legs, soles and actuators of a walker's file: `[four_bar]` or `[serial_leg]`, `[[leg]]`, `[[sole]]`,
// `[[actuator]]`. A [[leg]] that names a wheel is a limb, whose chain is that of the vehicle's own joints.
#pragma once
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "grouser/vehicle/legs/four_bar_leg.hpp"
#include "grouser/vehicle/legs/serial_limb.hpp"
#include "grouser/vehicle/legs/servo.hpp"

namespace grouser {

/// One leg: three motors, the knee's through a four-bar linkage or on the knee itself, and a foot; or a
/// limb with a wheel.
struct LegSpec {
  std::string name;
  std::variant<FourBarLegSpec, SerialLimbSpec> dimensions;
  double outward = 1.0;             ///< +1: on the left side, -1: on the right
  Vec3 position = Vec3::Zero();     ///< of the leg's frame in the root's, m
  Vec3 stance = Vec3::Zero();       ///< position of the standing foot's middle, leg frame, m
  std::vector<std::string> motors;  ///< joints: roll, hip, knee motor; of a limb from the body outwards
  std::vector<std::string>
      linkage;       ///< joints that follow: shank, coupler; none: the knee's motor moves the shank
  std::string foot;  ///< a [[pad]]; of a limb one of the [[wheels]]
  bool limb() const { return std::holds_alternative<SerialLimbSpec>(dimensions); }
};

enum class ActuatorKind { servo, torque };
inline constexpr const char* kActuatorKinds[] = {"servo", "torque"};

/// Actuator that moves joints of a walker.
struct ActuatorSpec {
  std::string name;
  std::vector<std::string> joints;  ///< names, with * at the end for all that begin so
  ActuatorKind kind = ActuatorKind::servo;
  ServoSpec servo;
  double most_torque = 0.0;  ///< of one that gives the commanded torque, N m
  double lag = 0.0;          ///< s, of first order, with which it gives it; 0: at once
};

/// A flat sole of a robot under whole-body control, with a [[pad]] at each corner.
struct SoleSpec {
  std::string name, body;
  std::vector<std::string> pads;  ///< front left, front right, rear left, rear right
};

/// The legs alone of a walker's file, which may have nothing else. Throws InputError.
std::vector<LegSpec> load_legs(const std::filesystem::path& path);

}  // namespace grouser
