// SPDX-License-Identifier: BSD-3-Clause
// Finds places where a surface crosses or covers itself.
#pragma once
#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

enum class FaceMeeting {
  none,
  crossing,  ///< one face goes through the inside of the other
  /// both lie in one plane and cover each other: neighbours that turn back at their edge, or faces that face
  /// the same side
  folded,
  undecided  ///< so many faces lie beside each other that the search was given up; a and b are -1
};

/// Two faces of a closed surface and how they meet; a < b.
struct FacePair {
  int a = -1, b = -1;
  FaceMeeting how = FaceMeeting::none;
};

/// The first pair that is found, or none. Faces count as in one plane within 1e-6 of their longest edge;
/// faces thinner than 1e-5 of it have no sure normal: they are compared only with faces that share no corner
/// with them, and only for crossings. In a corner where more than 512 faces meet, only neighbours are
/// compared. The work grows as n log n for the surfaces of bodies, and is given up at 1,000 comparisons per
/// face.
FacePair find_crossing(const TriangleMesh& mesh);

}  // namespace grouser
