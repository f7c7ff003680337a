// What the tests of pairs of bodies share.
#pragma once
#include <memory>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "grouser/shape/contact/polygon_contact.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

namespace grouser::pairs {

inline std::shared_ptr<const MeshDistance> mesh_of(TriangleMesh mesh) {
  return std::make_shared<const MeshDistance>(std::move(mesh));
}

/// Loads of bodies at rest, without friction's memory.
inline PolygonLoads loads_at(PolygonContact& pair, const RigidTransform& X, const PolygonLaw& law) {
  std::vector<PolygonAnchor> anchors;
  return pair.calc_loads({X, Vec3::Zero(), Vec3::Zero()}, 0.0, law, anchors);
}

inline Vec3 any_vector(std::mt19937_64& chance, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  const double x = any(chance), y = any(chance);
  return {x, y, any(chance)};
}

inline RigidTransform any_pose(std::mt19937_64& chance, double reach) {
  const Vec3 turn = any_vector(chance, std::numbers::pi);
  return {rotation_from_rpy(turn.x(), 0.5 * turn.y(), turn.z()), any_vector(chance, reach)};
}

/// An engine's nozzle: its inner wall narrows to a throat and opens again, a wall of 20 mm around it. 0.5 m high, the axis along z.
inline std::vector<SectionPoint> nozzle_section() {
  return {{-0.25, 0.1}, {-0.25, 0.12}, {-0.1, 0.09}, {-0.05, 0.09}, {0.25, 0.22},
          {0.25, 0.2},  {-0.05, 0.06}, {-0.1, 0.06}, {-0.25, 0.1}};
}

}  // namespace grouser::pairs
