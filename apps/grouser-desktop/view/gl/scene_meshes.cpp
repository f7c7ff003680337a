// SPDX-License-Identifier: BSD-3-Clause
// Smooth shading of meshes from files. The faces about a vertex are grouped: those joined by an edge of
// less than 30 degrees share a normal, others get a vertex of their own.
#include "view/gl/scene_meshes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace grouser::desktop {
namespace {

constexpr double kSmooth = 0.8660254037844387;  // cosine of 30 degrees

Float3 float_of(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// A corner of a face.
struct FaceCorner {
  int face = -1, place = 0;
};

/// Faces about a vertex that one normal serves, by their first one: each is joined to those that share an
/// edge with it and lean against it by less than the limit.
std::vector<std::size_t> smooth_groups(const TriangleMesh& mesh, const std::vector<Vec3>& normals,
                                       const std::vector<FaceCorner>& around) {
  constexpr std::size_t kMost =
      200;  // faces: a disc of CAD has thousands about its middle, each with its own
  std::vector<std::size_t> group(around.size());
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = i;
  if (group.size() > kMost) return group;
  // The two other vertices of a face at this corner, in its order.
  const auto others = [&](const FaceCorner& c) {
    const auto& f = mesh.faces[static_cast<std::size_t>(c.face)];
    return std::array<int, 2>{f[static_cast<std::size_t>((c.place + 1) % 3)],
                              f[static_cast<std::size_t>((c.place + 2) % 3)]};
  };
  // Pairs of faces with a common edge and nearly the same normal become one group.
  for (std::size_t i = 0; i < around.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const std::array<int, 2> a = others(around[i]), b = others(around[k]);
      const bool beside = a[0] == b[1] || a[1] == b[0];
      const double cosine = normals[static_cast<std::size_t>(around[i].face)].dot(
          normals[static_cast<std::size_t>(around[k].face)]);
      if (!beside || cosine < kSmooth || group[i] == group[k]) continue;
      const std::size_t from = std::max(group[i], group[k]), to = std::min(group[i], group[k]);
      std::replace(group.begin(), group.end(), from, to);
    }
  return group;
}

/// Angle between the two edges at a corner, rad.
double angle_at(const TriangleMesh& mesh, const FaceCorner& c) {
  const auto f = static_cast<std::size_t>(c.face);
  const Vec3& p = mesh.corner(f, c.place);
  const Vec3 a = mesh.corner(f, (c.place + 1) % 3) - p, b = mesh.corner(f, (c.place + 2) % 3) - p;
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

}  // namespace

bool is_drawn(const Scene& scene, const MeshPart& part) {
  const auto seen = [&](const VisualShape& visual) { return visual.body == part.body.index; };
  return part.spec.drawn && !(part.on_wheel && std::any_of(scene.visuals.begin(), scene.visuals.end(), seen));
}

// Normals are weighted by the angles of the faces, so that how a surface is parted does not show.
Mesh make_shaded_mesh(const TriangleMesh& mesh, Tint tint) {
  std::vector<Vec3> normals;
  std::vector<std::vector<FaceCorner>> around(mesh.vertices.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    normals.push_back(mesh.doubled_area(f).normalized());
    for (int k = 0; k < 3; ++k)
      around[static_cast<std::size_t>(mesh.faces[f][static_cast<std::size_t>(k)])].push_back(
          {static_cast<int>(f), k});
  }
  Mesh out;
  out.indices.resize(3 * mesh.faces.size());
  // One vertex per group of faces.
  for (std::size_t v = 0; v < around.size(); ++v) {
    const std::vector<std::size_t> group = smooth_groups(mesh, normals, around[v]);
    for (std::size_t first = 0; first < group.size(); ++first) {
      if (group[first] != first) continue;
      Vec3 normal = Vec3::Zero();
      for (std::size_t i = first; i < group.size(); ++i) {
        if (group[i] != first) continue;
        const FaceCorner& c = around[v][i];
        normal += angle_at(mesh, c) * normals[static_cast<std::size_t>(c.face)];
        out.indices[static_cast<std::size_t>(3 * c.face + c.place)] =
            static_cast<std::uint32_t>(out.vertices.size());
      }
      out.vertices.push_back({float_of(mesh.vertices[v]), float_of(normal.normalized()), tint});
    }
  }
  return out;
}

std::optional<BodyBall> ball_of_meshes(const Scene& scene, int body) {
  Vec3 low = Vec3::Constant(1e300), high = -low;
  // All vertices of the body's meshes, in its frame.
  const auto for_each = [&](const auto& use) {
    for (const MeshPart& part : scene.mesh.parts)
      for (std::size_t k = 0; part.body.index == body && k < part.spec.form->mesh.vertices.size(); ++k)
        use(Vec3(part.spec.pose * part.spec.form->mesh.vertices[k]));
  };
  for_each([&](const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  });
  if (low.x() > high.x()) return std::nullopt;
  BodyBall ball{0.5 * (low + high)};
  for_each([&](const Vec3& p) { ball.radius = std::max(ball.radius, (p - ball.center).norm()); });
  return ball;
}

std::vector<int> bodies_with_meshes(const Scene& scene) {
  std::vector<int> bodies;
  for (const MeshPart& part : scene.mesh.parts)
    if (std::find(bodies.begin(), bodies.end(), part.body.index) == bodies.end())
      bodies.push_back(part.body.index);
  return bodies;
}

}  // namespace grouser::desktop
