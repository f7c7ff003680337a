// SPDX-License-Identifier: BSD-3-Clause
// Robots under whole-body control (simulation/step/humanoid.hpp).
#pragma once
#include "grouser/simulation/step/humanoid.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

struct WholeBodyGoal;

/// The goal of a robot's controller at this moment. The memory takes the points from which its course goes
/// on.
WholeBodyGoal goal_now(const World&, const Humanoid&, const Kinematics&, double time, HumanoidMemory&);

}  // namespace grouser
