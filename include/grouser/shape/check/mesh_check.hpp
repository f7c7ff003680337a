// SPDX-License-Identifier: BSD-3-Clause
// What a mesh must be to stand for a body, and what can be mended when asked.
#pragma once
#include <optional>
#include <string>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

inline constexpr std::size_t kMostMeshFaces = 5'000'000;

struct MeshFault {
  int face = -1;  ///< from 0; -1: the mesh as a whole
  std::string found, expected;
};

/// The first fault, in this order: too few or too many faces, a number that is none, a vertex that is not there, a face
/// without area, one that stands twice, an edge that is open or whose faces are wound against each other, inside out, faces
/// that cross each other or lie on each other (mesh_crossing.hpp).
std::optional<MeshFault> find_fault(const TriangleMesh& mesh);

/// Throws InputError with the place ("rock.stl: triangle 12"), what was found and what was expected. Triangles are counted from 1.
void check_mesh(const TriangleMesh& mesh, const std::string& place);

/// A hint where the unit may be another than metres; empty where it seems right.
std::string size_hint(const TriangleMesh& mesh);

/// What was done to a mesh; all 0: nothing.
struct MeshMending {
  int welded = 0;            ///< vertices that lay on another one
  int removed = 0;           ///< faces whose corners coincided
  int undoubled = 0;         ///< faces that stood twice
  int turned = 0;            ///< faces wound against their neighbours or inside out
  std::string text() const;  ///< "welded 12 vertices, turned 3 triangles"; empty if nothing was done
};

/// Welds vertices closer than 1e-7 of the mesh's size, takes away what has become empty or stands twice, and winds all faces
/// outward. Holes and crossings stay: check_mesh() then says so.
MeshMending mend(TriangleMesh& mesh);

}  // namespace grouser
