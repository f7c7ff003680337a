// SPDX-License-Identifier: BSD-3-Clause
// Meshes of simple bodies: closed, wound outward, centred on the origin; axes along z.
#pragma once
#include <span>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

TriangleMesh box_mesh(const Vec3& size);
/// An octahedron whose faces are parted `levels` times in four, its vertices on the sphere: 8 * 4^levels
/// faces.
TriangleMesh ball_mesh(double radius, int levels);
/// A point of a section: at which height, how far from the axis, m.
struct SectionPoint {
  double z = 0.0, radius = 0.0;
};
/// Whether a section returns to its first point.
bool is_ring(std::span<const SectionPoint> section);
/// A surface of revolution whose section runs from bottom to top; ends on the axis are closed, others get a
/// flat cap. Sections that return to their first point make a ring (a torus). sectors: around the axis, at
/// least 3.
TriangleMesh turned_mesh(std::span<const SectionPoint> section, int sectors);
TriangleMesh rod_mesh(double radius, double length, int sectors);
TriangleMesh cone_mesh(double radius, double height, int sectors);
/// A rod with half spheres upon its ends; length: of the straight part.
TriangleMesh capsule_mesh(double radius, double length, int sectors);
/// radius: of the ring's middle line; tube: of its section.
TriangleMesh torus_mesh(double radius, double tube, int sectors);

}  // namespace grouser
