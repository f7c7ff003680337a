// SPDX-License-Identifier: BSD-3-Clause
#include "element_list.hpp"

namespace grouser {

// Elements act in this order, and their memory stands in it in the state: a change of the order changes hashes.
StepElements make_step_elements(const World& world) {
  static constexpr MakeElement* kKinds[] = {// commands
                                            make_prescribed_joints, make_releases, make_motors, make_follower,
                                            make_hand_control, make_soil_control, make_servo_control,
                                            // verdicts
                                            make_egress_watch, make_goal_watch, make_landing_watch,
                                            // forces
                                            make_leg_controllers, make_orbit, make_struts, make_engine,
                                            make_pushes, make_walkers, make_humanoids};
  StepElements elements;
  for (MakeElement* make : kKinds)
    if (std::unique_ptr<StepElement> element = make(world)) elements.push_back(std::move(element));
  return elements;
}

}  // namespace grouser
