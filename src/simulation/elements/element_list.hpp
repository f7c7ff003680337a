// SPDX-License-Identifier: BSD-3-Clause
// All kinds of step elements: each function makes the element of one kind, or returns null where the world has
// nothing of it.
#pragma once
#include "step/step_element.hpp"

namespace grouser {

using MakeElement = std::unique_ptr<StepElement>(const World&);
MakeElement make_prescribed_joints, make_releases, make_motors, make_follower, make_hand_control,
    make_soil_control, make_servo_control, make_egress_watch, make_goal_watch, make_landing_watch,
    make_leg_controllers, make_orbit, make_struts, make_engine, make_pushes, make_walkers, make_humanoids;

}  // namespace grouser
