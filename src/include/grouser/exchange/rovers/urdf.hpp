// SPDX-License-Identifier: BSD-3-Clause
// URDF, versions 1.0 to 1.2, read and written. Format: wiki.ros.org/urdf/XML and its pages on robot, link,
// joint and model; quat_xyzw and capsules of 1.1, limits of acceleration of 1.2: the README of ros/urdfdom,
// 2026.
#pragma once
#include <string>

#include "grouser/exchange/markup/xml_document.hpp"
#include "grouser/exchange/rovers/rover_description.hpp"

namespace grouser {

/// Reads <robot>. Elements of other programs (<gazebo>, <transmission>, ...) are left out and listed. Throws
/// InputError, naming file and line.
RoverDescription read_urdf(const XmlDocument& document);

/// A description as URDF 1.0, or 1.1 where it has a capsule. Joints that URDF does not know become floating;
/// loops are left out. Numbers read back to the same bits. `carried`: TOML for a <grouser> element; empty:
/// none.
std::string urdf_text(const RoverDescription& rover, const std::string& carried);

/// Lines of what urdf_text() of this description leaves out or changes.
std::vector<std::string> lacking_in_urdf(const RoverDescription& rover);

}  // namespace grouser
