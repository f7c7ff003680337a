// SPDX-License-Identifier: BSD-3-Clause
// A body's surface for hard contact with other bodies, as a vehicle's file describes it.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "grouser/shape/file/mesh_input.hpp"
#include "grouser/shape/press/polygon_contact.hpp"

namespace grouser {

/// A closed mesh on a body, with an elastic layer upon it.
struct MeshSpec {
  std::string name, body;
  std::string part;     ///< under which its contacts are recorded, with those of other meshes of that part
  RigidTransform pose;  ///< of the mesh in its body
  std::shared_ptr<const MeshForm> form;  ///< in its own frame
  std::string
      driver;  ///< joint with whose coordinate its section changes; empty: it does with the time, if at all
  PolygonLaw law;  ///< of its layer
  std::array<double, 3> colour{0.62, 0.62, 0.65};
  bool drawn = true;
};

}  // namespace grouser
