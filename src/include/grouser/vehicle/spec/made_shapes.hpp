// SPDX-License-Identifier: BSD-3-Clause
// Shapes that a vehicle's file leaves out. A file without contact spheres and meshes would be a ghost between
// its wheels, one without visuals could not be seen. For such a file spheres are put along its links (from a
// body's inboard joint to its outboard joints and its centre of mass) and along all lines between the joints
// and the centre of mass of its root; tubes, boxes and wheels of the same sizes are drawn. Nothing is made
// inside of wheels, at pads, nor on bodies that touch by pads, surfaces or tools.
#pragma once
#include <string>
#include <vector>

#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

/// Adds contact spheres to a vehicle that has neither spheres nor meshes.
void make_touching(VehicleSpec& vehicle);
/// Adds visuals to a vehicle that has neither visuals nor meshes.
void make_looks(VehicleSpec& vehicle);

/// Names of the bodies on which nothing can touch anything, in the order of the file.
std::vector<std::string> untouching_bodies(const VehicleSpec& vehicle);
/// Notes on the shapes made for the vehicle and on heavy bodies that nothing can touch: sentences for those
/// who run it.
std::vector<std::string> shape_notes(const VehicleSpec& vehicle);

}  // namespace grouser
