// SPDX-License-Identifier: BSD-3-Clause
// The keys of rigid shapes, of a terrain ([[terrain.shape]]), a recipe ([[shape]]) or a vehicle
// ([[surface]]):   soil = "id", name, owner (a body; "world" by default), colour = [r, g, b] and
//   type = "box":   position (centre), size, rpy_deg
//   type = "plate": position (middle of the top), size = [length, width], thickness,
//                   rpy_deg (about that point)
//   type = "step":  edge (x of the face), height, length, width, base (height of its foot),
//                   facing = "forward" (the drop is towards +x, default) | "backward"
//   type = "ramp":  position (middle of the lower edge of the surface), length (along the slope), width,
//                   slope_deg, heading_deg (direction of rise), thickness
//   type = "hull":  points = [[x, y, z], ...] (4 to 64, m, in the shape's frame), of which it is the convex
//                   hull, position (of that frame), rpy_deg
#pragma once
#include <string>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// Index of a soil in `materials`, to which it is added if it is new. Throws InputError where there are too
/// many.
int material_of(const std::string& id, std::vector<std::string>& materials);

/// The keys of one shape, but for its owner. Its name is the one that it has, if the table gives none. A
/// shape that a program made is shown as a box or a hull. Throws InputError.
void visit_shape(KeyVisitor& v, RigidShape& shape, std::vector<std::string>& materials);
/// [[shape]] and their owners.
void visit_shapes(KeyVisitor& v, std::vector<RigidShape>& shapes, std::vector<std::string>& materials);
/// All [[shape]] tables of a table.
std::vector<RigidShape> read_shapes(const TomlTable& table, std::vector<std::string>& materials);

}  // namespace grouser
