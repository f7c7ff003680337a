// SPDX-License-Identifier: BSD-3-Clause
// The looks of bodies as triangles with normals and materials of glTF.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "glb_writer.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/shape/mesh/triangle_mesh.hpp"
#include "grouser/terrain/surface/terrain.hpp"
#include "grouser/vehicle/spec/visual.hpp"

namespace grouser {

struct LookMesh {
  Float3s positions, normals;
  std::vector<std::uint32_t> corners;
};

/// Faces that meet at less than 30 degrees are one smooth surface.
LookMesh look_mesh(const TriangleMesh& mesh);

/// The form of a visual shape, in the frame of its body.
TriangleMesh mesh_of_visual(const VisualShape& shape);

void append_mesh(TriangleMesh& mesh, const TriangleMesh& part, const RigidTransform& pose);

/// A material by metallic and rough (glTF 2.0, section 3.9): colour linear, 0 to 1.
GltfJson look_material(const std::string& name, const std::array<double, 3>& colour, double metallic,
                       double roughness);
GltfJson material_of_visual(const VisualShape& shape);
GltfJson material_of_shape(const RigidShape& shape);

}  // namespace grouser
