// SPDX-License-Identifier: BSD-3-Clause
// The conditions under which a mesh describes a body, and the faults that can be mended on request.
#pragma once
#include <optional>
#include <string>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

inline constexpr std::size_t kMostMeshFaces = 5'000'000;  ///< triangles that a mesh has at most

/// A reason why a mesh describes no body.
struct MeshFault {
  int face = -1;         ///< from 0; -1: the mesh as a whole
  std::string found;     ///< the fault, in words
  std::string expected;  ///< the condition that it breaks
};

/// The first fault, in this order: too few or too many faces, a number that is not finite, a vertex that is
/// not there, a face without area, one that is there twice, an edge that is open or whose faces are wound
/// against each other, inside out, faces that cross each other or lie on each other (mesh_crossing.hpp).
std::optional<MeshFault> find_fault(const TriangleMesh& mesh);

/// Throws InputError with the place ("rock.stl: triangle 12"), what was found and what was expected.
/// Triangles are counted from 1.
void check_mesh(const TriangleMesh& mesh, const std::string& place);

/// A hint where the unit may be another than metres; empty where it seems right.
std::string size_hint(const TriangleMesh& mesh);

/// Counts of what was mended in a mesh; all 0: nothing.
struct MeshMending {
  int welded = 0;            ///< vertices that lay on another one
  int removed = 0;           ///< faces whose corners coincided
  int undoubled = 0;         ///< faces that were there twice
  int turned = 0;            ///< faces wound against their neighbours or inside out
  std::string text() const;  ///< "welded 12 vertices, turned 3 triangles"; empty if nothing was done
};

/// Welds vertices closer than 1e-7 of the mesh's size, takes away what has become empty or is there twice,
/// and winds all faces outward. Holes and crossings stay: check_mesh() then says so.
MeshMending mend(TriangleMesh& mesh);

}  // namespace grouser
