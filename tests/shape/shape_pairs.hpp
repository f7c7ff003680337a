// SPDX-License-Identifier: BSD-3-Clause
// What the tests of pairs of bodies share.
#pragma once
#include <cstdlib>
#include <memory>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "grouser/shape/mesh/mesh_shapes.hpp"
#include "grouser/shape/press/polygon_contact.hpp"

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

/// An L of sheets 0.08 m thick, 0.3 m by 0.3 m by 0.2 m: not convex. Its middle at the origin.
inline TriangleMesh bracket_mesh() {
  constexpr double kSide = 0.3, kSheet = 0.08, kHalfWidth = 0.1;
  const Vec2 corners[6] = {{0, 0},           {kSide, 0},      {kSide, kSheet},
                           {kSheet, kSheet}, {kSheet, kSide}, {0, kSide}};
  TriangleMesh mesh;
  for (const double z : {-kHalfWidth, kHalfWidth})
    for (const Vec2& c : corners) mesh.vertices.emplace_back(c.x() - 0.11, c.y() - 0.11, z);
  constexpr int kFans[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  for (const auto& f : kFans)
    mesh.faces.insert(mesh.faces.end(), {{f[0], f[2], f[1]}, {f[0] + 6, f[1] + 6, f[2] + 6}});
  for (int k = 0; k < 6; ++k) {
    const int next = (k + 1) % 6;
    mesh.faces.insert(mesh.faces.end(), {{k, next, next + 6}, {k, next + 6, k + 6}});
  }
  return mesh;
}

/// A ball, a rod, a box, a ring and a bracket of 0.2 to 0.4 m, in facets of `edge` m.
inline std::vector<TriangleMesh> zoo(double edge) {
  const auto around = [&](double radius) {
    return static_cast<int>(2.0 * std::numbers::pi * radius / edge) + 3;
  };
  int levels = 1;
  while (0.15 * 0.5 * std::numbers::pi / (1 << levels) > edge) ++levels;
  return {ball_mesh(0.15, levels), with_short_edges(rod_mesh(0.1, 0.3, around(0.1)), 1.5 * edge),
          with_short_edges(box_mesh({0.2, 0.25, 0.3}), 1.5 * edge), torus_mesh(0.14, 0.06, 2 * around(0.07)),
          with_short_edges(bracket_mesh(), 1.5 * edge)};
}
inline constexpr const char* kZooNames[] = {"ball", "rod", "box", "ring", "bracket"};

/// How often a test of chance is to try: `usual`, or what the environment says.
inline int tries(const char* variable, int usual) {
  const char* const told = std::getenv(variable);
  return told ? std::atoi(told) : usual;
}

}  // namespace grouser::pairs
