// SPDX-License-Identifier: BSD-3-Clause
// Pressed triangles of meshes at given poses, to be drawn: the parts of the polygons with depth above 0,
// with the pressure stiffness times depth at their corners. Nothing is remembered.
#include "grouser/contact/mesh_patches.hpp"

#include <algorithm>
#include <utility>

#include "ground_surface.hpp"

namespace grouser {

/// The polygons of a mesh on one surface.
struct MeshPatches::Meeting {
  int mesh = -1, other = -1;
  std::shared_ptr<const SurfaceDistance> surface;
  PolygonLaw law;
  std::unique_ptr<PolygonContact> contact;
};

namespace {

/// A corner of what is kept of a polygon, in the surface's frame.
struct PressedCorner {
  Vec3 at = Vec3::Zero();
  double depth = 0.0;
};

/// The part of a polygon where the depth, linear between its corners, is above 0: up to four corners.
/// Returns how many.
std::size_t keep_pressed(const std::array<PressedCorner, 3>& all, std::array<PressedCorner, 4>& kept) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const PressedCorner &a = all[k], &b = all[(k + 1) % 3];
    if (a.depth > 0.0) kept[count++] = a;
    if ((a.depth > 0.0) == (b.depth > 0.0)) continue;
    const double t = a.depth / (a.depth - b.depth);
    kept[count++] = {a.at + t * (b.at - a.at), 0.0};
  }
  return count;
}

}  // namespace

MeshPatches::MeshPatches(MeshSet meshes, std::shared_ptr<const Terrain> terrain,
                         std::vector<int> vehicle_of_body, std::vector<int> shape_owner)
    : meshes_(std::move(meshes)),
      terrain_(std::move(terrain)),
      vehicle_of_body_(std::move(vehicle_of_body)),
      shape_owner_(std::move(shape_owner)) {
  for (const MeshPair& pair : meshes_.pairs) {
    if (meshes_.parts[static_cast<std::size_t>(pair.surface)].changes())
      continue;  // poses do not give its form
    const MeshPart &polygons = meshes_.parts[static_cast<std::size_t>(pair.polygons)],
                   &surface = meshes_.parts[static_cast<std::size_t>(pair.surface)];
    pairs_.push_back({pair.polygons, pair.surface, surface.surface, pair.law,
                      std::make_unique<PolygonContact>(surface.surface, polygons.polygons)});
  }
  const auto ground = std::make_shared<const GroundSurface>(terrain_);
  for (std::size_t m = 0; m < meshes_.parts.size(); ++m) {
    const MeshPart& part = meshes_.parts[m];
    grounds_.push_back({static_cast<int>(m), -1, ground, part.spec.law, nullptr});
    if (!part.on_wheel) grounds_.back().contact = std::make_unique<PolygonContact>(ground, part.polygons);
    const MeshBox& box = part.polygons->box();
    Ball ball{0.5 * (box.low + box.high)};
    ball.radius = part.reach_from(ball.center);
    balls_.push_back(ball);
  }
}

MeshPatches::~MeshPatches() = default;

RigidTransform MeshPatches::pose_of(int mesh, std::span<const RigidTransform> body_poses) const {
  const MeshPart& part = meshes_.parts[static_cast<std::size_t>(mesh)];
  return body_poses[static_cast<std::size_t>(part.body.index)] * part.spec.pose;
}

bool MeshPatches::near(int mesh, std::span<const RigidTransform> body_poses, const Vec3& center,
                       double radius) const {
  const Ball& ball = balls_[static_cast<std::size_t>(mesh)];
  return (pose_of(mesh, body_poses) * ball.center - center).norm() < ball.radius + radius;
}

const std::vector<PressedTriangle>& MeshPatches::find(std::span<const RigidTransform> body_poses) {
  found_.clear();
  for (Meeting& pair : pairs_) {
    const RigidTransform X_WS = pose_of(pair.other, body_poses);
    const Ball& other = balls_[static_cast<std::size_t>(pair.other)];
    if (near(pair.mesh, body_poses, X_WS * other.center, other.radius))
      add(pair, X_WS, pose_of(pair.mesh, body_poses));
  }
  for (std::size_t m = 0; m < grounds_.size(); ++m) {
    if (grounds_[m].contact) add(grounds_[m], {}, pose_of(static_cast<int>(m), body_poses));
    add_shapes(m, body_poses);
  }
  return found_;
}

bool MeshPatches::is_own(std::size_t mesh, int shape) const {
  const int owner = shape_owner_[static_cast<std::size_t>(shape)];
  const auto vehicle_of = [&](int body) { return vehicle_of_body_[static_cast<std::size_t>(body)]; };
  return owner >= 0 && vehicle_of(owner) == vehicle_of(meshes_.parts[mesh].body.index);
}

// Shapes come and go under what drives over them: none is remembered.
void MeshPatches::add_shapes(std::size_t mesh, std::span<const RigidTransform> body_poses) {
  if (meshes_.shapes.empty()) return;
  const int m = static_cast<int>(mesh);
  const RigidTransform X_WP = pose_of(m, body_poses);
  const Vec3 center = X_WP * balls_[mesh].center;
  for (const int k : terrain_->shapes_near(center.x(), center.y(), balls_[mesh].radius)) {
    const auto shape = static_cast<std::size_t>(k);
    const RigidShape& box = terrain_->shapes()[shape];
    const int owner = shape_owner_[shape];
    const RigidTransform X_WS =
        owner >= 0 ? body_poses[static_cast<std::size_t>(owner)] * box.pose : box.pose;
    if (is_own(mesh, k) || !near(m, body_poses, X_WS.p, box.half.norm())) continue;
    const MeshPart& part = meshes_.parts[mesh];
    Meeting meeting{m, -1, meshes_.shapes[shape], part.spec.law,
                    std::make_unique<PolygonContact>(meshes_.shapes[shape], part.polygons)};
    add(meeting, X_WS, X_WP);
  }
}

void MeshPatches::add(Meeting& meeting, const RigidTransform& X_WS, const RigidTransform& X_WP) {
  const RigidTransform X_SP = X_WS.inverse() * X_WP;
  const TriangleMesh& mesh = meshes_.parts[static_cast<std::size_t>(meeting.mesh)].polygons->mesh();
  for (const PolygonTouch& touch : meeting.contact->touch(X_SP, meeting.law)) {
    std::array<PressedCorner, 3> all;
    for (int k = 0; k < 3; ++k) {
      const Vec3 at = X_SP * mesh.corner(static_cast<std::size_t>(touch.face), k);
      all[static_cast<std::size_t>(k)] = {at, meeting.surface->depth_at(at).depth};
    }
    std::array<PressedCorner, 4> kept;
    const std::size_t count = keep_pressed(all, kept);
    for (std::size_t k = 1; k + 1 < count; ++k) {
      PressedTriangle out{.corners = {},
                          .pressure = {},
                          .normal = X_WS.R * touch.normal,
                          .mesh = meeting.mesh,
                          .other = meeting.other};
      // A fan of triangles about the first corner.
      const std::size_t of[3] = {0, k, k + 1};
      for (std::size_t i = 0; i < 3; ++i) {
        out.corners[i] = X_WS * kept[of[i]].at;
        out.pressure[i] = meeting.law.stiffness * kept[of[i]].depth;
      }
      found_.push_back(out);
    }
  }
}

}  // namespace grouser
