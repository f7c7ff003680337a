// SPDX-License-Identifier: BSD-3-Clause
// SDF (sdformat.org/spec), versions 1.4 to 1.11, one model of a file; written as version 1.7, whose frame
// semantics (sdformat.org, "Pose frame semantics") give every pose as the joint has it.
#pragma once
#include <string>

#include "grouser/exchange/markup/xml_document.hpp"
#include "grouser/exchange/rovers/rover_description.hpp"

namespace grouser {

/// Reads <sdf> with one <model>, alone or in a <world>. A link below two joints closes a loop: the second of
/// them goes into `loops`. Throws InputError, naming file and line: includes and nested models, joints of the
/// types screw, gearbox and revolute2, poses relative to what is not there.
RoverDescription read_sdf(const XmlDocument& document);

/// A description as SDF 1.7. Loops of the types revolute, ball and fixed are written as joints.
std::string sdf_text(const RoverDescription& rover);

/// Lines of what sdf_text() of this description leaves out or changes.
std::vector<std::string> lacking_in_sdf(const RoverDescription& rover);

}  // namespace grouser
