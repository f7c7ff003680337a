// SPDX-License-Identifier: BSD-3-Clause
// Shapes of the ground are gathered into squares of kCell, each with one fine and one coarse mesh in which
// the largest shapes come first. A picture draws of each square in view the first triangles only, up to the
// smallest shape that is larger than a pixel or so.
#include "view/ground/rigid_ground.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "view/bounds.hpp"

namespace grouser::desktop {
namespace {

constexpr double kCell = 8.0;     // m: a few dozen rocks, and a fifth of what a near picture shows
constexpr double kBevel = 0.004;  // m
constexpr int kGroundKind = 2;    // u_kind of the shader

/// A share from 0 to 1 as a byte.
std::uint8_t byte_of(double part) {
  return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(part, 0.0, 1.0)));
}

/// A rock's foot sees less of the sky: its vertices from `first` on are darker there. `base_z`: of the mesh,
/// world, m.
void shade_foot(Mesh& mesh, std::size_t first, const RigidShape& rock, const Terrain& terrain,
                double base_z) {
  HeightSample ground;
  if (!rock.hull || !terrain.height(rock.pose.p.x(), rock.pose.p.y(), ground)) return;
  constexpr double kDarkest = 0.5,
                   kFree =
                       0.55;  // part of the light; half diagonals above the ground from which all of it comes
  const double free = kFree * rock.half.norm();
  for (std::size_t k = first; k < mesh.vertices.size(); ++k) {
    MeshVertex& v = mesh.vertices[k];
    const double up = std::clamp((static_cast<double>(v.position.z) + base_z - ground.z) / free, 0.0, 1.0);
    const double light = std::lerp(kDarkest, 1.0, up * (2.0 - up));
    for (std::uint8_t* part : {&v.tint.r, &v.tint.g, &v.tint.b}) *part = byte_of(light * *part / 255.0);
  }
}

}  // namespace

bool is_outside(const glm::mat4& m, const glm::vec3& center, float radius) {
  const auto row = [&](int i) { return glm::vec4(m[0][i], m[1][i], m[2][i], m[3][i]); };
  // The six planes of the clip volume are sums and differences of the matrix's rows.
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {1.0f, -1.0f}) {
      const glm::vec4 plane = row(3) + side * row(axis);
      const glm::vec3 normal(plane);
      if (glm::dot(normal, center) + plane.w < -radius * glm::length(normal)) return true;
    }
  return false;
}

Mesh make_rigid_mesh(const RigidShape& box, Detail detail) {
  if (box.hull) {
    constexpr std::uint8_t kDull = 25;  // a rock has no polish
    return make_hull(*box.hull,
                     {byte_of(box.colour[0]), byte_of(box.colour[1]), byte_of(box.colour[2]), kDull});
  }
  const Vec3 size = 2.0 * box.half;
  const double bevel = detail == Detail::fine ? std::min(kBevel, 0.05 * size.minCoeff()) : 0.0;
  const Tint tint{byte_of(box.colour[0]), byte_of(box.colour[1]), byte_of(box.colour[2]), 60};
  return make_box(size, bevel, tint);
}

RigidGround::RigidGround(const Scene& scene) {
  // Shapes by the square that their place lies in.
  std::map<std::pair<long, long>, std::vector<const RigidShape*>> places;
  for (const RigidShape& box : scene.terrain->shapes()) {
    if (body_index(scene, box.owner) >= 0) continue;
    places[{std::lround(std::floor(box.pose.p.x() / kCell)), std::lround(std::floor(box.pose.p.y() / kCell))}]
        .push_back(&box);
  }
  for (auto& [place, boxes] : places) cells_.push_back(make_cell(std::move(boxes), *scene.terrain));
}

RigidGround::Cell RigidGround::make_cell(std::vector<const RigidShape*> boxes, const Terrain& terrain) const {
  // Largest first, so that what is large enough to be seen is the beginning of the mesh.
  std::stable_sort(boxes.begin(), boxes.end(),
                   [](const RigidShape* a, const RigidShape* b) { return a->half.norm() > b->half.norm(); });
  Cell cell;
  for (const RigidShape* box : boxes) cell.center += box->pose.p / static_cast<double>(boxes.size());
  Mesh fine, coarse;
  for (const RigidShape* box : boxes) {
    const RigidTransform X{box->pose.R, box->pose.p - cell.center};
    const std::size_t first_fine = fine.vertices.size(), first_coarse = coarse.vertices.size();
    append(fine, make_rigid_mesh(*box, Detail::fine), X);
    append(coarse, make_rigid_mesh(*box, Detail::coarse), X);
    shade_foot(fine, first_fine, *box, terrain, cell.center.z());
    shade_foot(coarse, first_coarse, *box, terrain, cell.center.z());
    cell.fine_triangles.push_back(static_cast<int>(fine.indices.size() / 3));
    cell.coarse_triangles.push_back(static_cast<int>(coarse.indices.size() / 3));
    cell.sizes.push_back(box->half.norm());
    cell.radius = std::max(cell.radius, X.p.norm() + box->half.norm());
  }
  cell.fine = std::make_unique<GlMesh>(fine);
  cell.coarse = std::make_unique<GlMesh>(coarse);
  return cell;
}

int RigidGround::draw(GlProgram& program, const glm::mat4& to_clip, const ViewPoint& from,
                      Detail detail) const {
  constexpr double kSeen = 0.5, kSeenInMotion = 1.2;  // pixels that a half diagonal has at least
  const double least = detail == Detail::fine ? kSeen : kSeenInMotion;
  program.set("u_kind", kGroundKind);
  program.set("u_color", glm::vec3(1.0f));
  int triangles = 0;
  for (const Cell& cell : cells_) {
    const Vec3 at = cell.center - from.origin;
    const glm::vec3 center(at.x(), at.y(), at.z());
    if (is_outside(to_clip, center, static_cast<float>(cell.radius))) continue;
    // Size of a pixel at the near side of the square, from which follows how many shapes are seen.
    const double pixel =
        from.pixel * std::max(0.0, (cell.center - from.eye).norm() - cell.radius);  // m, there
    const auto small =
        std::lower_bound(cell.sizes.begin(), cell.sizes.end(), least * pixel, std::greater<>());
    const auto seen = static_cast<int>(small - cell.sizes.begin());
    if (seen == 0) continue;
    glm::mat4 model(1.0f);
    model[3] = glm::vec4(center, 1.0f);
    program.set("u_model", model);
    // Bevels are drawn only where they are wider than a pixel.
    const bool fine = detail == Detail::fine && pixel < kBevel;
    const int drawn =
        (fine ? cell.fine_triangles : cell.coarse_triangles)[static_cast<std::size_t>(seen) - 1];
    (fine ? *cell.fine : *cell.coarse).draw(drawn);
    triangles += drawn;
  }
  return triangles;
}

}  // namespace grouser::desktop
