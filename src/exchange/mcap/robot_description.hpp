// SPDX-License-Identifier: BSD-3-Clause
// The vehicles of a run as URDF for viewers: links with their masses and looks, joints. What a viewer draws
// is moved by /tf; a rover to work with is written by the exchange of rovers.
#pragma once
#include <string>

namespace grouser {

class World;

/// Robot of all bodies, whose root is the link "world". Joints of several coordinates are floating.
std::string robot_description(const World& world);

}  // namespace grouser
