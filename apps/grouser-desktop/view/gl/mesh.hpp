// SPDX-License-Identifier: BSD-3-Clause
// Triangle meshes made from numbers: what the visual shapes of a rover and the rigid shapes of a terrain look
// like. All are closed, wound counter-clockwise seen from outside, lengths in metres. No OpenGL here.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/shape/mesh/hull_mesh.hpp"
#include "grouser/vehicle/spec/visual.hpp"

namespace grouser::desktop {

/// The level of detail of a mesh. Coarse meshes cast shadows, and are drawn in motion if the processor
/// draws.
enum class Detail { fine, coarse };

struct Float3 {
  float x = 0, y = 0, z = 0;
};

/// Multiplies the shape's colour; `gloss` 0 (dust) to 255 (polished metal).
struct Tint {
  std::uint8_t r = 255, g = 255, b = 255, gloss = 90;
};

struct MeshVertex {
  Float3 position, normal;
  Tint tint;
};

struct Mesh {
  std::vector<MeshVertex> vertices;
  std::vector<std::uint32_t> indices;  ///< three a triangle
};

/// Box about the origin, with bevelled edges if `bevel` is greater than 0, m.
Mesh make_box(const Vec3& size, double bevel, Tint tint = {});
/// Flat faces, each with vertices of its own.
Mesh make_hull(const ConvexHull& hull, Tint tint = {});
/// Solid of revolution about y: the closed outline in (radius, y), counter-clockwise seen with the radius to
/// the right and y up, so that it is closed where it leaves and meets the axis or itself.
struct OutlinePoint {
  double radius, y;
};
Mesh make_lathe(const std::vector<OutlinePoint>& outline, int segments, Tint tint = {});
/// Axis y, rounded rims.
Mesh make_cylinder(double radius, double length, Tint tint = {}, Detail detail = Detail::fine);
/// Rod from a to b.
Mesh make_tube(const Vec3& a, const Vec3& b, double radius, Tint tint = {}, Detail detail = Detail::fine);
Mesh make_sphere(double radius, Tint tint = {}, Detail detail = Detail::fine);
/// Rim, hub, spokes and grousers about the axle y, so that rolling is visible. Grousers stand out from the
/// radius.
Mesh make_wheel(double radius, double width, double grouser_height, int grousers,
                Detail detail = Detail::fine);
/// Wedge rising along +x.
Mesh make_ramp(const Vec3& size);
/// Unit arrow along +z from the origin: shaft and tip.
Mesh make_arrow(double shaft_radius);

/// The mesh of a visual shape, in the frame of its pose (a tube's end included). That of a file has one level
/// of detail.
Mesh make_visual_mesh(const VisualShape& shape, Detail detail = Detail::fine);

/// Adds `part`, moved by X.
void append(Mesh& mesh, const Mesh& part, const RigidTransform& X = {});

}  // namespace grouser::desktop
