// SPDX-License-Identifier: BSD-3-Clause
// Notes on how wheeled vehicles stand at the start of a run: stops of the suspension in use, parts
// under the ground, wheels without load, a centre of mass outside of the wheels.
#pragma once
#include <string>
#include <vector>

#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// A moment of a world: the forces of its last step, poses and coordinates.
struct StanceMoment {
  const StepOutput& output;
  const Kinematics& kinematics;
  const VecX& q;
};

/// Sentences with the numbers, about the state as it is now: call it at the start. Stops and loads are looked
/// at where the vehicle has settled on its wheels.
std::vector<std::string> stance_notes(const Simulation& simulation);

/// The same of the last moment of a settling that found no rest.
std::vector<std::string> unsettled_notes(const World& world, const StanceMoment& last);

}  // namespace grouser
