// SPDX-License-Identifier: BSD-3-Clause
// Meshes of primitives. Cylinder, cone, capsule and torus are sections turned about z; the ball is an
// octahedron whose faces are divided in four and pushed out to the sphere.
#include "grouser/shape/mesh/mesh_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kPi = std::numbers::pi;

/// Divides every face in four, with new vertices at the middles of edges.
void part_faces(TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [at, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
    if (is_new)
      mesh.vertices.push_back(
          0.5 * (mesh.vertices[static_cast<std::size_t>(a)] + mesh.vertices[static_cast<std::size_t>(b)]));
    return at->second;
  };
  std::vector<std::array<int, 3>> faces;
  faces.reserve(4 * mesh.faces.size());
  for (const auto& [a, b, c] : mesh.faces) {
    const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    faces.insert(faces.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  mesh.faces = std::move(faces);
}

}  // namespace

TriangleMesh box_mesh(const Vec3& size) {
  TriangleMesh mesh;
  // Bits 0, 1 and 2 of a vertex's number give its side along x, y and z.
  for (int k = 0; k < 8; ++k)
    mesh.vertices.push_back(0.5 * size.cwiseProduct(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
  constexpr int kSides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& s : kSides) mesh.faces.insert(mesh.faces.end(), {{s[0], s[1], s[2]}, {s[0], s[2], s[3]}});
  return mesh;
}

TriangleMesh ball_mesh(double radius, int levels) {
  TriangleMesh mesh;
  mesh.vertices = {Vec3::UnitX(),  Vec3::UnitY(),  Vec3::UnitZ(),
                   -Vec3::UnitX(), -Vec3::UnitY(), -Vec3::UnitZ()};
  mesh.faces = {{0, 1, 2}, {1, 3, 2}, {3, 4, 2}, {4, 0, 2}, {1, 0, 5}, {3, 1, 5}, {4, 3, 5}, {0, 4, 5}};
  for (int level = 0; level < levels; ++level) {
    part_faces(mesh);
    for (Vec3& p : mesh.vertices) p.normalize();
  }
  for (Vec3& p : mesh.vertices) p *= radius;
  return mesh;
}

bool is_ring(std::span<const SectionPoint> section) {
  return section.size() > 3 && section.front().z == section.back().z &&
         section.front().radius == section.back().radius;
}

// The body is to the left of the section's direction, from bottom to top.
TriangleMesh turned_mesh(std::span<const SectionPoint> section, int sectors) {
  TriangleMesh mesh;
  const bool ring = is_ring(section);
  const std::size_t rows = ring ? section.size() - 1 : section.size();
  std::vector<int> first(rows);  // vertex of each row; a row on the axis has one alone
  const auto on_axis = [&](std::size_t row) { return section[row].radius == 0.0; };
  // A ring of vertices for each row; a row on the axis has one.
  for (std::size_t row = 0; row < rows; ++row) {
    first[row] = static_cast<int>(mesh.vertices.size());
    for (int k = 0; k < (on_axis(row) ? 1 : sectors); ++k) {
      const double angle = 2.0 * kPi * k / sectors;
      mesh.vertices.emplace_back(section[row].radius * math::cos(angle),
                                 section[row].radius * math::sin(angle), section[row].z);
    }
  }
  const auto at = [&](std::size_t row, int k) { return first[row] + (on_axis(row) ? 0 : k % sectors); };
  // Two triangles between rows in each sector, one where a row is on the axis.
  for (std::size_t row = 0; row + 1 < (ring ? rows + 1 : rows); ++row) {
    const std::size_t next = (row + 1) % rows;
    for (int k = 0; k < sectors; ++k) {
      if (!on_axis(row)) mesh.faces.push_back({at(row, k), at(row, k + 1), at(next, k)});
      if (!on_axis(next)) mesh.faces.push_back({at(row, k + 1), at(next, k + 1), at(next, k)});
    }
  }
  // Flat ends close a section that does not end on the axis.
  if (ring) return mesh;
  for (const bool top : {false, true}) {
    const std::size_t row = top ? rows - 1 : 0;
    if (on_axis(row)) continue;
    const auto middle = static_cast<int>(mesh.vertices.size());
    mesh.vertices.emplace_back(0.0, 0.0, section[row].z);
    for (int k = 0; k < sectors; ++k)
      mesh.faces.push_back(top ? std::array{middle, at(row, k), at(row, k + 1)}
                               : std::array{middle, at(row, k + 1), at(row, k)});
  }
  return mesh;
}

TriangleMesh rod_mesh(double radius, double length, int sectors) {
  const SectionPoint section[] = {{-0.5 * length, radius}, {0.5 * length, radius}};
  return turned_mesh(section, sectors);
}

TriangleMesh cone_mesh(double radius, double height, int sectors) {
  const SectionPoint section[] = {{-0.5 * height, radius}, {0.5 * height, 0.0}};
  return turned_mesh(section, sectors);
}

// Both half circles of the section; the row at the equator appears twice, at either end of the cylinder.
TriangleMesh capsule_mesh(double radius, double length, int sectors) {
  std::vector<SectionPoint> section;
  const int rows = std::max(2, sectors / 4);
  for (int k = 0; k <= 2 * rows + 1; ++k) {
    const bool upper = k > rows;
    const int step = upper ? k - 1 : k;
    const double angle = 0.5 * kPi * (step - rows) / rows;
    const bool pole = k == 0 || k == 2 * rows + 1;
    section.push_back(
        {(upper ? 0.5 : -0.5) * length + radius * math::sin(angle), pole ? 0.0 : radius * math::cos(angle)});
  }
  return turned_mesh(section, sectors);
}

TriangleMesh torus_mesh(double radius, double tube, int sectors) {
  std::vector<SectionPoint> section;
  const int around = std::max(6, sectors / 2);
  for (int k = 0; k < around; ++k) {
    const double angle = 2.0 * kPi * k / around;
    section.push_back({tube * math::sin(angle), radius + tube * math::cos(angle)});
  }
  section.push_back(section.front());
  return turned_mesh(section, sectors);
}

}  // namespace grouser
