// SPDX-License-Identifier: BSD-3-Clause
// All kinds of step elements. Each function is in the file of its kind; it makes the element, or returns null
// where the world has nothing of the kind.
#include "step/step_element.hpp"

namespace grouser {

using MakeElement = std::unique_ptr<StepElement>(const World&);
// commands
MakeElement make_prescribed_joints, make_releases, make_motors, make_follower, make_hand_control,
    make_soil_control, make_servo_control, make_external_control;
// verdicts
MakeElement make_egress_watch, make_goal_watch, make_landing_watch;
// loads
MakeElement make_leg_controllers, make_orbit, make_struts, make_engine, make_pushes, make_walkers,
    make_humanoids, make_reaction_wheels, make_winches;
// watches
MakeElement make_wheel_wear;

// Elements act in this order, and their memory has the same order in the state: a change of the order
// changes hashes.
StepElements make_step_elements(const World& world) {
  StepElements elements;
  for (MakeElement* make : {make_prescribed_joints,
                            make_releases,
                            make_motors,
                            make_follower,
                            make_hand_control,
                            make_soil_control,
                            make_servo_control,
                            make_external_control,
                            make_egress_watch,
                            make_goal_watch,
                            make_landing_watch,
                            make_leg_controllers,
                            make_orbit,
                            make_struts,
                            make_engine,
                            make_pushes,
                            make_walkers,
                            make_humanoids,
                            make_reaction_wheels,
                            make_winches,
                            make_wheel_wear})
    if (std::unique_ptr<StepElement> element = make(world)) elements.push_back(std::move(element));
  return elements;
}

}  // namespace grouser
