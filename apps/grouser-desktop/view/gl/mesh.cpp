// SPDX-License-Identifier: BSD-3-Clause
// Meshes made from numbers. Solids of revolution (lathe) are outlines turned about y: cylinders, tubes,
// balls, wheels and arrows come from them. Flat faces have vertices of their own, so that their edges stay
// sharp in the light.
#include "view/gl/mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "view/gl/scene_meshes.hpp"

namespace grouser::desktop {
namespace {

constexpr double kTau = 2.0 * std::numbers::pi;

Float3 to_float3(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

void add_triangle(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  mesh.indices.insert(mesh.indices.end(), {a, b, c});
}

/// Flat polygon (convex, counter-clockwise from outside) with its own vertices.
void add_face(Mesh& mesh, const std::vector<Vec3>& corners, Tint tint) {
  const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vec3& p : corners) mesh.vertices.push_back({to_float3(p), to_float3(normal), tint});
  for (std::uint32_t k = 2; k < corners.size(); ++k) add_triangle(mesh, first, first + k - 1, first + k);
}

/// A rotation that takes y to `direction`.
Mat3 rotation_from_y(const Vec3& direction) {
  return Eigen::Quaterniond::FromTwoVectors(Vec3::UnitY(), direction).toRotationMatrix();
}

/// Segments about an axis.
int segments_for(int fine, Detail detail) {
  return detail == Detail::fine ? fine : std::max(8, fine * 3 / 8);
}

/// A box with sharp edges about the origin.
Mesh make_plain_box(const Vec3& size, Tint tint) {
  Mesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const double side : {-0.5, 0.5}) {
      const auto corner = [&](double at_u, double at_v) {
        Vec3 p;
        p[axis] = side * size[axis];
        p[u] = at_u * size[u];
        p[v] = at_v * size[v];
        return p;
      };
      if (side > 0.0)
        add_face(mesh, {corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)}, tint);
      else
        add_face(mesh, {corner(-0.5, -0.5), corner(-0.5, 0.5), corner(0.5, 0.5), corner(0.5, -0.5)}, tint);
    }
  }
  return mesh;
}

}  // namespace

void append(Mesh& mesh, const Mesh& part, const RigidTransform& X) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const MeshVertex& v : part.vertices) {
    const Vec3 p = X * Vec3(v.position.x, v.position.y, v.position.z);
    const Vec3 n = X.R * Vec3(v.normal.x, v.normal.y, v.normal.z);
    mesh.vertices.push_back({to_float3(p), to_float3(n), v.tint});
  }
  for (std::uint32_t i : part.indices) mesh.indices.push_back(first + i);
}

// Each corner has three vertices, one per face, each pulled in by the bevel from the other two faces; the
// strips along the edges and the triangles at the corners share them, so the shading turns smoothly over the
// bevel.
Mesh make_box(const Vec3& size, double bevel, Tint tint) {
  if (bevel <= 0.0) return make_plain_box(size, tint);
  const Vec3 half = 0.5 * size;
  const double b = std::min(bevel, 0.45 * half.minCoeff());
  Mesh mesh;
  const auto sign = [](int corner, int axis) { return (corner >> axis) & 1 ? 1.0 : -1.0; };
  // Vertex 3 corner + face: the corner's vertex on the face normal to that axis.
  for (int corner = 0; corner < 8; ++corner) {
    for (int face = 0; face < 3; ++face) {
      Vec3 p, n = Vec3::Zero();
      for (int axis = 0; axis < 3; ++axis) {
        p[axis] = sign(corner, axis) * (half[axis] - (axis == face ? 0.0 : b));
      }
      n[face] = sign(corner, face);
      mesh.vertices.push_back({to_float3(p), to_float3(n), tint});
    }
  }
  const auto vertex = [](int corner, int face) { return static_cast<std::uint32_t>(3 * corner + face); };
  const auto add_quad = [&](std::array<std::uint32_t, 4> q, bool flip) {
    if (flip) std::swap(q[1], q[3]);
    add_triangle(mesh, q[0], q[1], q[2]);
    add_triangle(mesh, q[0], q[2], q[3]);
  };
  for (int face = 0; face < 3; ++face) {
    // The two faces normal to the axis.
    const int u = (face + 1) % 3, v = (face + 2) % 3;
    for (int side = 0; side < 2; ++side) {
      const int c = side << face;
      add_quad({vertex(c, face), vertex(c | 1 << u, face), vertex(c | 1 << u | 1 << v, face),
                vertex(c | 1 << v, face)},
               side == 0);
    }
    // Edges along `face`, between the faces u and v.
    for (int su = 0; su < 2; ++su) {
      for (int sv = 0; sv < 2; ++sv) {
        const int c = su << u | sv << v;
        const int d = c | 1 << face;
        add_quad({vertex(c, u), vertex(c, v), vertex(d, v), vertex(d, u)}, su != sv);
      }
    }
  }
  // The triangles at the corners.
  for (int c = 0; c < 8; ++c) {
    const bool flip = sign(c, 0) * sign(c, 1) * sign(c, 2) < 0.0;
    add_triangle(mesh, vertex(c, 0), vertex(c, flip ? 2 : 1), vertex(c, flip ? 1 : 2));
  }
  return mesh;
}

Mesh make_lathe(const std::vector<OutlinePoint>& outline, int segments, Tint tint) {
  Mesh mesh;
  // One band for each piece of the outline; a piece on the axis has none.
  for (std::size_t k = 0; k < outline.size(); ++k) {
    const OutlinePoint a = outline[k], b = outline[(k + 1) % outline.size()];
    const double length = std::hypot(b.radius - a.radius, b.y - a.y);
    if (length <= 0.0 || (a.radius <= 0.0 && b.radius <= 0.0)) continue;
    // The outward normal of an outline run counter-clockwise lies to its right.
    const double nr = (b.y - a.y) / length, ny = -(b.radius - a.radius) / length;
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int i = 0; i < segments; ++i) {
      const double angle = kTau * i / segments;
      // z, x, y right-handed about the axis y.
      const Vec3 out(std::sin(angle), 0.0, std::cos(angle));
      const Vec3 normal = nr * out + ny * Vec3::UnitY();
      for (const OutlinePoint& p : {a, b}) {
        mesh.vertices.push_back({to_float3(p.radius * out + p.y * Vec3::UnitY()), to_float3(normal), tint});
      }
    }
    for (int i = 0; i < segments; ++i) {
      // Two triangles per segment, one where the outline meets the axis.
      const std::uint32_t a0 = first + 2 * i, b0 = a0 + 1;
      const std::uint32_t a1 = first + 2 * ((i + 1) % segments), b1 = a1 + 1;
      if (a.radius > 0.0) add_triangle(mesh, a0, a1, b0);
      if (b.radius > 0.0) add_triangle(mesh, a1, b1, b0);
    }
  }
  return mesh;
}

Mesh make_cylinder(double radius, double length, Tint tint, Detail detail) {
  const double h = 0.5 * length;
  const double b = std::min({0.12 * radius, 0.25 * h, 0.01});
  return make_lathe({{0, -h}, {radius - b, -h}, {radius, -h + b}, {radius, h - b}, {radius - b, h}, {0, h}},
                    segments_for(32, detail), tint);
}

Mesh make_tube(const Vec3& a, const Vec3& b, double radius, Tint tint, Detail detail) {
  const Vec3 along = b - a;
  const double length = along.norm();
  const double h = 0.5 * length;
  const double r = radius;
  // Rounded ends hide the joint where two rods meet.
  Mesh rod = make_lathe(
      {{0, -h - 0.8 * r}, {0.6 * r, -h - 0.6 * r}, {r, -h}, {r, h}, {0.6 * r, h + 0.6 * r}, {0, h + 0.8 * r}},
      segments_for(20, detail), tint);
  Mesh mesh;
  const Mat3 R = length > 0.0 ? rotation_from_y(along / length) : Mat3::Identity();
  append(mesh, rod, {R, 0.5 * (a + b)});
  return mesh;
}

Mesh make_sphere(double radius, Tint tint, Detail detail) {
  const int rings = segments_for(16, detail);
  // A half circle from pole to pole.
  std::vector<OutlinePoint> outline;
  for (int i = 0; i <= rings; ++i) {
    const double latitude = std::numbers::pi * (static_cast<double>(i) / rings - 0.5);
    outline.push_back(
        {i == 0 || i == rings ? 0.0 : radius * std::cos(latitude), radius * std::sin(latitude)});
  }
  Mesh mesh = make_lathe(outline, segments_for(32, detail), tint);
  for (MeshVertex& v : mesh.vertices) {  // smooth, not faceted
    const Vec3 n = Vec3(v.position.x, v.position.y, v.position.z).normalized();
    v.normal = to_float3(n);
  }
  return mesh;
}

Mesh make_wheel(double radius, double width, double grouser_height, int grousers, Detail detail) {
  const Tint tread{255, 255, 255, 120}, spoke{215, 215, 220, 150}, hub{150, 150, 158, 190},
      mark{255, 196, 110, 110};
  const double h = 0.5 * width;
  const double wall = 0.09 * radius, lip = 0.05 * radius;
  const double inner = radius - wall;
  Mesh mesh;
  // Rim: a band with lips that stiffen its sides.
  append(mesh, make_lathe({{inner - lip, -h},
                           {radius - 0.03 * radius, -h},
                           {radius, -h + 0.04 * radius},
                           {radius, h - 0.04 * radius},
                           {radius - 0.03 * radius, h},
                           {inner - lip, h},
                           {inner - lip, h - 0.1 * width},
                           {inner, h - 0.2 * width},
                           {inner, -h + 0.2 * width},
                           {inner - lip, -h + 0.1 * width}},
                          segments_for(64, detail), tread));
  // Hub.
  append(mesh, make_lathe({{0, -0.42 * width},
                           {0.16 * radius, -0.42 * width},
                           {0.24 * radius, -0.3 * width},
                           {0.24 * radius, 0.3 * width},
                           {0.16 * radius, 0.42 * width},
                           {0, 0.42 * width}},
                          segments_for(32, detail), hub));
  const double bevel = detail == Detail::fine ? 1.0 : 0.0;  // times that of each part
  // Spokes: pairs of plates, one pair marked so that turns can be counted.
  constexpr int kSpokes = 6;
  for (int i = 0; i < kSpokes; ++i) {
    const double r0 = 0.2 * radius, r1 = inner + 0.3 * wall;
    const Mesh plate =
        make_box(Vec3(r1 - r0, 0.3 * width, 0.075 * radius), bevel * 0.012 * radius, i == 0 ? mark : spoke);
    const Mat3 R = rotation_about(Vec3::UnitY(), kTau * i / kSpokes);
    append(mesh, plate, {R, R * Vec3(0.5 * (r0 + r1), 0.0, 0.0)});
  }
  // Grousers: radial blades across the tread, rooted in it.
  for (int i = 0; i < grousers && grouser_height > 0.0; ++i) {
    const double root = 0.03 * radius;
    const Mesh blade = make_box(Vec3(grouser_height + root, 0.98 * width, std::max(0.012 * radius, 0.0015)),
                                bevel * 0.0006, tread);
    const Mat3 R = rotation_about(Vec3::UnitY(), kTau * (i + 0.5) / grousers);
    append(mesh, blade, {R, R * Vec3(radius + 0.5 * (grouser_height - root), 0.0, 0.0)});
  }
  return mesh;
}

Mesh make_hull(const ConvexHull& hull, Tint tint) {
  Mesh mesh;
  for (const HullFace& face : hull.faces) {
    std::vector<Vec3> corners;
    for (const int corner : face.corners) corners.push_back(hull.vertices[static_cast<std::size_t>(corner)]);
    add_face(mesh, corners, tint);
  }
  return mesh;
}

Mesh make_ramp(const Vec3& size) {
  const double x = 0.5 * size.x(), y = 0.5 * size.y(), z = 0.5 * size.z();
  const Vec3 a(-x, -y, -z), b(x, -y, -z), c(x, y, -z), d(-x, y, -z), e(x, -y, z), f(x, y, z);
  Mesh mesh;
  const Tint tint;
  add_face(mesh, {a, d, c, b}, tint);
  add_face(mesh, {b, c, f, e}, tint);
  add_face(mesh, {a, e, f, d}, tint);
  add_face(mesh, {a, b, e}, tint);
  add_face(mesh, {d, f, c}, tint);
  return mesh;
}

Mesh make_arrow(double shaft_radius) {
  constexpr double kTip = 0.22;
  const double r = shaft_radius;
  const Mesh along_y = make_lathe({{0, 0}, {r, 0}, {r, 1.0 - kTip}, {2.6 * r, 1.0 - kTip}, {0, 1.0}}, 20,
                                  Tint{255, 255, 255, 60});
  Mesh mesh;
  append(mesh, along_y, {rotation_from_y(Vec3::UnitZ()), Vec3::Zero()});
  return mesh;
}

Mesh make_visual_mesh(const VisualShape& shape, Detail detail) {
  const double bevel = detail == Detail::fine ? 1.0 : 0.0;
  const Vec3& s = shape.size;
  switch (shape.kind) {
    case VisualKind::box:
      return make_box(s, bevel * std::min(0.012, 0.08 * s.minCoeff()));
    case VisualKind::cylinder:
      return make_cylinder(s.x(), s.y(), Tint{255, 255, 255, 130}, detail);
    case VisualKind::tube:
      return make_tube(Vec3::Zero(), shape.pose.R.transpose() * (shape.end - shape.pose.p), s.x(),
                       Tint{255, 255, 255, 140}, detail);
    case VisualKind::sphere:
      return make_sphere(s.x(), {}, detail);
    case VisualKind::wheel:
      return make_wheel(s.x(), s.y(), s.z(), shape.count, detail);
    case VisualKind::panel:
      return make_box(s, bevel * 0.1 * s.minCoeff(), Tint{255, 255, 255, 220});
    case VisualKind::ramp:
      return make_ramp(s);
    case VisualKind::mesh:
      return make_shaded_mesh(*shape.mesh);
  }
  return {};
}

}  // namespace grouser::desktop
