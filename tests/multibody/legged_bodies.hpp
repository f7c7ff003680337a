// SPDX-License-Identifier: BSD-3-Clause
// A hub with legs of one or more hinged sections, leg by leg: the thesis's lander (two sections) and its stubby one (one),
// whose 40 legs may sit on two half hubs that a joint of six constraints holds together.
#pragma once
#include <cmath>
#include <numbers>
#include <string>

#include "grouser/multibody/build/model_builder.hpp"

namespace grouser::test {

inline Model legged_bodies(int legs, int sections, bool split_hub = false) {
  ModelBuilder builder;
  const double hubs = split_hub ? 2.0 : 1.0;
  for (int h = 0; h < static_cast<int>(hubs); ++h) {
    const std::string name = "hub" + std::to_string(h);
    builder.add_body(
        {name, 800.0 / hubs, Vec3::Zero(), Vec3(151, 151, 281).asDiagonal() * Mat3::Identity() / hubs});
    JointSpec joint{.name = name, .type = h == 0 ? JointType::free : JointType::fixed, .child = name};
    joint.parent = h == 0 ? "world" : "hub0";
    builder.add_joint(joint);
  }
  constexpr double kLength = 0.63;
  for (int leg = 0; leg < legs; ++leg)
    for (int section = 0; section < sections; ++section) {
      const std::string name = "leg" + std::to_string(leg) + "_" + std::to_string(section);
      const double mass = section == 0 ? 8.0 : 6.0, across = mass * kLength * kLength / 12.0;
      builder.add_body(
          {name, mass, Vec3(0.5 * kLength, 0, 0), Vec3(0.05 * across, across, across).asDiagonal()});
      JointSpec joint{.name = "joint_" + name, .type = JointType::revolute, .child = name};
      const double turn = 2.0 * std::numbers::pi * leg / legs;
      if (section == 0) {
        joint.parent = split_hub && leg >= legs / 2 ? "hub1" : "hub0";
        joint.X_PJ = {rotation_about(Vec3::UnitZ(), turn), 0.866 * Vec3(std::cos(turn), std::sin(turn), 0.0)};
      } else {
        joint.parent = "leg" + std::to_string(leg) + "_" + std::to_string(section - 1);
        joint.X_PJ.p = Vec3(kLength, 0, 0);
      }
      joint.axis = Vec3::UnitY();
      joint.forces.stiffness = section == 0 ? 2100.0 : 3700.0;
      joint.forces.damping = 390.0;
      builder.add_joint(joint);
    }
  return builder.build("legged bodies");
}

}  // namespace grouser::test
