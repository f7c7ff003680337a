// SPDX-License-Identifier: BSD-3-Clause
// A rigid shape, box or convex polyhedron, as a surface that meshes are pressed into: its distance in
// closed form.
#pragma once
#include <memory>

#include "grouser/shape/distance/surface_distance.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// In the shape's frame.
std::shared_ptr<const SurfaceDistance> shape_surface(const RigidShape& shape);

}  // namespace grouser
