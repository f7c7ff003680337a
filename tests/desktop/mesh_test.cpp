// SPDX-License-Identifier: BSD-3-Clause
// Every generated mesh is closed and wound outwards: each directed edge has its reverse exactly once, the
// enclosed volume is positive and, where it is known, right.
#include "view/gl/mesh.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "catch.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

Vec3 place(const Mesh& mesh, std::size_t k) {
  const Float3 p = mesh.vertices[mesh.indices[k]].position;
  return {p.x, p.y, p.z};
}

/// Edges without exactly one partner; vertices at the same place (to a micrometre) count as one.
int open_edges(const Mesh& mesh) {
  using Corner = std::tuple<long, long, long>;
  const auto corner = [&](std::size_t k) {
    const Vec3 p = 1e6 * place(mesh, k);
    return Corner{std::lround(p.x()), std::lround(p.y()), std::lround(p.z())};
  };
  std::map<std::pair<Corner, Corner>, int> edges;
  for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
    for (std::size_t e = 0; e < 3; ++e) ++edges[{corner(t + e), corner(t + (e + 1) % 3)}];
  }
  int open = 0;
  for (const auto& [edge, count] : edges) {
    const auto reverse = edges.find({edge.second, edge.first});
    if (reverse == edges.end() || reverse->second != count) ++open;
  }
  return open;
}

double volume(const Mesh& mesh) {
  double sum = 0.0;
  for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
    sum += place(mesh, t).dot(place(mesh, t + 1).cross(place(mesh, t + 2))) / 6.0;
  }
  return sum;
}

/// The smallest cosine between a face's winding and the normals of its corners.
double worst_normal(const Mesh& mesh) {
  double worst = 1.0;
  for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
    const Vec3 face =
        (place(mesh, t + 1) - place(mesh, t)).cross(place(mesh, t + 2) - place(mesh, t)).normalized();
    for (std::size_t e = 0; e < 3; ++e) {
      const Float3 n = mesh.vertices[mesh.indices[t + e]].normal;
      worst = std::min(worst, face.dot(Vec3(n.x, n.y, n.z)));
    }
  }
  return worst;
}

void check_solid(const Mesh& mesh) {
  CHECK(mesh.indices.size() % 3 == 0);
  CHECK(open_edges(mesh) == 0);
  CHECK(volume(mesh) > 0.0);
  // A corner of a bevelled box leans 54.7 degrees from each of its faces: cosine 0.577.
  CHECK(worst_normal(mesh) > 0.57);
}

}  // namespace

TEST_CASE("box: closed, outward, volume of the box less its bevels") {
  const Mesh mesh = make_box(Vec3(2.0, 1.0, 0.5), 0.01);
  check_solid(mesh);
  // Twelve edges lose a triangle of b^2/2 each, up to the corners: 14 m of edge here.
  CHECK(volume(mesh) == Approx(1.0 - 14.0 * 0.5e-4).epsilon(1e-4));
}

TEST_CASE("cylinder, tube and sphere: closed and outward") {
  check_solid(make_cylinder(0.1, 0.3));
  check_solid(make_tube(Vec3(0, 0, 0), Vec3(0.3, 0.4, 0.5), 0.02));
  check_solid(make_tube(Vec3(0, 1, 0), Vec3(0, -1, 0), 0.02));
  const Mesh ball = make_sphere(0.5);
  check_solid(ball);
  // An inscribed ball of 32 x 16 faces encloses 1 - (2 pi / 32)^2 / 6 - (pi / 16)^2 / 4, about 1.6 %, less.
  CHECK(volume(ball) == Approx(4.0 / 3.0 * std::numbers::pi * 0.125).epsilon(0.02));
}

TEST_CASE("wheel: every part closed and outward, grousers reach the tip radius") {
  const Mesh wheel = make_wheel(0.15, 0.12, 0.01, 12);
  check_solid(wheel);
  double reach = 0.0, half_width = 0.0;
  for (const MeshVertex& v : wheel.vertices) {
    reach = std::max(reach, std::hypot<double>(v.position.x, v.position.z));
    half_width = std::max(half_width, std::fabs(static_cast<double>(v.position.y)));
  }
  CHECK(reach ==
        Approx(0.16).margin(2e-4));  // the blade's corner lies half its thickness off its middle line
  CHECK(half_width == Approx(0.06).margin(1e-6));
  CHECK(make_wheel(0.15, 0.12, 0.0, 12).indices.size() < wheel.indices.size());
}

TEST_CASE("ramp: closed, half a box, rising along x") {
  const Mesh ramp = make_ramp(Vec3(2.0, 1.0, 0.5));
  check_solid(ramp);
  CHECK(volume(ramp) == Approx(0.5));
  for (const MeshVertex& v : ramp.vertices) CHECK((v.position.z < 0.0f || v.position.x > 0.0f));
}

TEST_CASE("arrow: from the origin to one metre up") {
  const Mesh arrow = make_arrow(0.03);
  check_solid(arrow);
  for (const MeshVertex& v : arrow.vertices) CHECK((v.position.z >= -1e-6f && v.position.z <= 1.0f + 1e-6f));
}

TEST_CASE("visual tube runs from its pose to its end, both in the body's frame") {
  VisualShape shape;
  shape.kind = VisualKind::tube;
  shape.pose = {rotation_about(Vec3::UnitZ(), 1.0), Vec3(1, 2, 3)};
  shape.end = Vec3(1, 2, 4);
  shape.size = Vec3(0.01, 0, 0);
  const Mesh mesh = make_visual_mesh(shape);
  double top = -1e9;
  for (const MeshVertex& v : mesh.vertices) {
    top = std::max(top, (shape.pose * Vec3(v.position.x, v.position.y, v.position.z)).z());
  }
  CHECK(top == Approx(4.008).margin(1e-5));  // the end and its rounded cap, 0.8 radii
}

TEST_CASE("coarse meshes: closed and outward, the same size with at most half of the triangles") {
  constexpr double kCosine = 0.92;  // of half a segment: what the coarsest polygon may lose of its circle
  for (const VisualKind kind : {VisualKind::box, VisualKind::cylinder, VisualKind::tube, VisualKind::sphere,
                                VisualKind::wheel, VisualKind::panel}) {
    CAPTURE(static_cast<int>(kind));
    VisualShape shape;
    shape.kind = kind;
    shape.size = Vec3(0.15, 0.12, 0.01);
    shape.end = Vec3(0.0, 0.0, 0.4);
    shape.count = 12;
    const Mesh fine = make_visual_mesh(shape), coarse = make_visual_mesh(shape, Detail::coarse);
    CHECK(open_edges(coarse) == 0);
    CHECK(coarse.indices.size() <= fine.indices.size() / 2);
    CHECK(volume(coarse) > 0.85 * volume(fine));
    const auto reach = [](const Mesh& mesh) {
      double most = 0.0;
      for (std::size_t k = 0; k < mesh.indices.size(); ++k) most = std::max(most, place(mesh, k).norm());
      return most;
    };
    CHECK(reach(coarse) > kCosine * reach(fine));
  }
}
