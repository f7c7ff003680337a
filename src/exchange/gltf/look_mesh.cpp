// SPDX-License-Identifier: BSD-3-Clause
// Vertices are split where faces meet at an edge: a corner's normal is the area-weighted mean over those
// faces at its vertex that differ by less than 30 degrees from its own face. Round shapes are made about z
// and turned.
#include "look_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "grouser/shape/mesh/hull_mesh.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

namespace grouser {
namespace {

constexpr double kSmoothCosine = 0.8660254037844387;  // of 30 degrees
constexpr int kSectors = 32, kBallLevels = 3, kSpokes = 6;
// parts of a wheel's radius: inner side of the rim, hub, thickness of spokes
constexpr double kRim = 0.86, kHub = 0.22, kSpoke = 0.07;

/// The vector in single precision.
std::array<float, 3> float3(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// Takes z to a direction.
Mat3 turned_from_z(const Vec3& direction) {
  return Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), direction).toRotationMatrix();
}

/// Axis y.
TriangleMesh upright(const TriangleMesh& about_z) {
  TriangleMesh mesh;
  append_mesh(mesh, about_z, {turned_from_z(Vec3::UnitY()), Vec3::Zero()});
  return mesh;
}

/// Rim, hub, spokes and grousers, so that rolling is seen.
TriangleMesh wheel_mesh(double radius, double width, double grouser_height, int grousers) {
  // The rim is a ring turned about the axle, closed by its inner side.
  const double half = 0.5 * width, inner = kRim * radius;
  const SectionPoint ring[] = {
      {-half, inner}, {-half, radius}, {half, radius}, {half, inner}, {-half, inner}};
  TriangleMesh mesh = upright(turned_mesh(ring, kSectors));
  append_mesh(mesh, upright(rod_mesh(kHub * radius, 0.8 * width, kSectors / 2)), {});
  // Copies of a box around the axle, at a distance from it.
  const auto around = [&](const Vec3& size, double distance, int count) {
    const TriangleMesh part = box_mesh(size);
    for (int k = 0; k < count; ++k) {
      const Mat3 turn = rotation_about(Vec3::UnitY(), 2.0 * std::numbers::pi * k / count);
      append_mesh(mesh, part, {turn, turn * Vec3(0.0, 0.0, distance)});
    }
  };
  const double hub = kHub * radius;
  around({kSpoke * radius, 0.5 * width, inner - hub}, 0.5 * (inner + hub), kSpokes);
  if (grouser_height > 0.0)
    around({0.5 * grouser_height, width, grouser_height}, radius + 0.5 * grouser_height, grousers);
  return mesh;
}

/// Rises along x.
TriangleMesh ramp_mesh(const Vec3& size) {
  const Vec3 h = 0.5 * size;
  const Vec3 corners[] = {{-h.x(), -h.y(), -h.z()}, {-h.x(), h.y(), -h.z()}, {h.x(), -h.y(), -h.z()},
                          {h.x(), h.y(), -h.z()},   {h.x(), -h.y(), h.z()},  {h.x(), h.y(), h.z()}};
  return mesh_of(hull_of(corners, "ramp"));
}

/// Colours tell materials of one kind apart.
std::string colour_words(const std::array<double, 3>& c) {
  return fmt::format("{:.3g} {:.3g} {:.3g}", c[0], c[1], c[2]);
}

}  // namespace

void append_mesh(TriangleMesh& mesh, const TriangleMesh& part, const RigidTransform& pose) {
  const int first = static_cast<int>(mesh.vertices.size());
  for (const Vec3& vertex : part.vertices) mesh.vertices.push_back(pose * vertex);
  for (const auto& face : part.faces)
    mesh.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
}

LookMesh look_mesh(const TriangleMesh& mesh) {
  // Faces at each vertex, with their area vectors and unit normals; a face without area points up.
  std::vector<std::vector<std::size_t>> around(mesh.vertices.size());
  std::vector<Vec3> areas, normals;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    areas.push_back(mesh.doubled_area(f));
    const double size = areas.back().norm();
    normals.push_back(size > 0.0 ? Vec3(areas.back() / size) : Vec3::UnitZ());
    for (const int vertex : mesh.faces[f]) around[static_cast<std::size_t>(vertex)].push_back(f);
  }
  LookMesh look;
  // Corners of the same vertex and normal share one vertex of the look.
  std::map<std::pair<int, std::array<float, 3>>, std::uint32_t> known;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    for (const int vertex : mesh.faces[f]) {
      Vec3 sum = Vec3::Zero();
      for (const std::size_t other : around[static_cast<std::size_t>(vertex)])
        if (normals[other].dot(normals[f]) >= kSmoothCosine) sum += areas[other];
      const double size = sum.norm();
      const std::array<float, 3> normal = float3(size > 0.0 ? Vec3(sum / size) : normals[f]);
      const auto next = static_cast<std::uint32_t>(look.positions.size());
      const auto [place, is_new] = known.try_emplace({vertex, normal}, next);
      if (is_new) {
        look.positions.push_back(float3(mesh.vertices[static_cast<std::size_t>(vertex)]));
        look.normals.push_back(normal);
      }
      look.corners.push_back(place->second);
    }
  return look;
}

TriangleMesh mesh_of_visual(const VisualShape& shape) {
  if (shape.kind == VisualKind::tube) {
    const Vec3 along = shape.end - shape.pose.p;
    TriangleMesh mesh;
    if (along.norm() > 0.0)
      append_mesh(mesh, rod_mesh(shape.size.x(), along.norm(), kSectors / 2),
                  {turned_from_z(along), 0.5 * (shape.pose.p + shape.end)});
    return mesh;
  }
  TriangleMesh part;
  switch (shape.kind) {
    case VisualKind::cylinder:
      part = upright(rod_mesh(shape.size.x(), shape.size.y(), kSectors));
      break;
    case VisualKind::sphere:
      part = ball_mesh(shape.size.x(), kBallLevels);
      break;
    case VisualKind::wheel:
      part = wheel_mesh(shape.size.x(), shape.size.y(), shape.size.z(), shape.count);
      break;
    case VisualKind::ramp:
      part = ramp_mesh(shape.size);
      break;
    case VisualKind::mesh:
      part = *shape.mesh;
      break;
    default:  // boxes and panels
      part = box_mesh(shape.size);
  }
  TriangleMesh mesh;
  append_mesh(mesh, part, shape.pose);
  return mesh;
}

GltfJson look_material(const std::string& name, const std::array<double, 3>& colour, double metallic,
                       double roughness) {
  return {{"name", name},
          {"pbrMetallicRoughness",
           {{"baseColorFactor", {colour[0], colour[1], colour[2], 1.0}},
            {"metallicFactor", metallic},
            {"roughnessFactor", roughness}}}};
}

GltfJson material_of_visual(const VisualShape& shape) {
  const auto& c = shape.colour;
  const std::string colour = colour_words(c);
  switch (shape.kind) {
    case VisualKind::wheel:
      return look_material("bare metal " + colour, c, 0.9, 0.45);
    case VisualKind::panel:
      return look_material("solar cells " + colour, c, 0.1, 0.15);
    case VisualKind::tube:
      return look_material("anodised metal " + colour, c, 0.6, 0.4);
    default:
      return look_material("paint " + colour, c, 0.0, 0.6);
  }
}

GltfJson material_of_shape(const RigidShape& shape) {
  const std::string colour = colour_words(shape.colour);
  return shape.hull ? look_material("rock " + colour, shape.colour, 0.0, 0.95)
                    : look_material("plate " + colour, shape.colour, 0.0, 0.6);
}

}  // namespace grouser
