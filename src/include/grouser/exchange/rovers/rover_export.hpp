// SPDX-License-Identifier: BSD-3-Clause
// A vehicle as links, joints and forms, for URDF and SDF.
#pragma once
#include <string>
#include <vector>

#include "grouser/exchange/rovers/rover_description.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

/// The vehicle's bodies as links, its joints, couplings as mimic joints, loop joints, wheels and spheres as
/// collision forms, visuals. Frames are those of the vehicle.
RoverDescription describe_vehicle(const VehicleSpec& vehicle);

/// Parts of a vehicle that no description holds ("[[wheels]] stiffness ..."), a line each.
std::vector<std::string> lacking_in_description(const VehicleSpec& vehicle);

/// The vehicle's TOML with what a URDF file says otherwise than the file that it carries: numbers of links
/// and joints that somebody edited. Without a difference the text is the carried one, to the byte. `open`
/// opens the meshes that it names; `changes` gets a line per number, `left_out` one per edit that is not
/// taken over: forms, efforts, speeds, mimics and the name. Throws InputError, naming the place: links or
/// joints that were added, taken away or hung elsewhere.
std::string merged_document(const RoverDescription& rover, const OpenMesh& open,
                            std::vector<std::string>& changes, std::vector<std::string>& left_out);

}  // namespace grouser
