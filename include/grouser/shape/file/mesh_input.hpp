// SPDX-License-Identifier: BSD-3-Clause
// The form of a body as people write it in a TOML table: a primitive, or a file of triangles.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"
#include "grouser/shape/mesh/section_course.hpp"

namespace grouser {

struct MeshForm {
  TriangleMesh mesh;  ///< closed, wound outward, in the shape's own frame
  std::vector<SectionPoint>
      section;                ///< of a surface of revolution about z; empty: it is none, or not known to be
  SectionCourse course = {};  ///< set if the section changes; mesh and section are its first one
};

/// Opens the mesh file that a table names, unscaled. place: of its key, for errors.
using OpenMesh = std::function<TriangleMesh(const std::string& file, const std::string& place)>;

/// `shape` (box, ball, cylinder, cone, capsule, ring, turned, hull, file), the sizes that it takes, and
/// `edge`, the longest edge of its triangles. A reader makes the form; a file is checked, and with `mend =
/// true` mended first. Throws InputError.
void visit_mesh_form(KeyVisitor& v, MeshForm& form, const OpenMesh& open);
/// The form that a table holds.
MeshForm read_mesh_form(const TomlTable& table, const OpenMesh& open);

}  // namespace grouser
