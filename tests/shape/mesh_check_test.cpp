// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/shape/check/mesh_check.hpp"

#include <limits>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string fault_of(const TriangleMesh& mesh) {
  try {
    check_mesh(mesh, "part.stl");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// As an STL file has it: each triangle with corners of its own.
TriangleMesh apart(const TriangleMesh& mesh) {
  TriangleMesh loose;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const int first = static_cast<int>(loose.vertices.size());
    for (int k = 0; k < 3; ++k) loose.vertices.push_back(mesh.corner(f, k).cast<float>().cast<double>());
    loose.faces.push_back({first, first + 1, first + 2});
  }
  return loose;
}

}  // namespace

TEST_CASE("each fault of a mesh is named with its triangle and what was expected") {
  const TriangleMesh box = box_mesh({1, 1, 1});
  CHECK(fault_of(box).empty());
  TriangleMesh spoiled = box;
  spoiled.faces.erase(spoiled.faces.begin() + 3);
  CHECK_THAT(fault_of(spoiled), ContainsSubstring("part.stl: triangle") &&
                                    ContainsSubstring("an open edge at (") &&
                                    ContainsSubstring("a closed surface"));
  spoiled = box;
  std::swap(spoiled.faces[4][0], spoiled.faces[4][1]);
  CHECK_THAT(fault_of(spoiled),
             ContainsSubstring("in the same direction") && ContainsSubstring("wound alike"));
  spoiled = box;
  for (auto& face : spoiled.faces) std::swap(face[0], face[1]);
  CHECK_THAT(fault_of(spoiled), ContainsSubstring("a volume of -1 m3") && ContainsSubstring("face outward"));
  spoiled = box;
  spoiled.vertices[5].y() = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(fault_of(spoiled), ContainsSubstring("triangle") && ContainsSubstring("not a finite number"));
  spoiled = box;
  spoiled.faces[7][1] = 8;
  CHECK_THAT(fault_of(spoiled), ContainsSubstring("triangle 8") && ContainsSubstring("vertex 8") &&
                                    ContainsSubstring("one of 8"));
  spoiled = box;
  spoiled.faces.push_back(spoiled.faces[2]);
  CHECK_THAT(fault_of(spoiled),
             ContainsSubstring("triangle 13") && ContainsSubstring("the corners of triangle 3 again"));
  spoiled = box;
  spoiled.faces.push_back({1, 1, 2});
  CHECK_THAT(fault_of(spoiled), ContainsSubstring("triangle 13") && ContainsSubstring("no area"));
  CHECK_THAT(fault_of({}), ContainsSubstring("0 triangles"));
}

TEST_CASE("surfaces that cross themselves are refused, two bodies beside each other are not") {
  const auto two = [](const Vec3& offset) {
    TriangleMesh both = box_mesh({1, 1, 1});
    const TriangleMesh other = box_mesh({0.5, 0.5, 0.5});
    const auto first = static_cast<int>(both.vertices.size());
    for (const Vec3& p : other.vertices) both.vertices.push_back(p + offset);
    for (const auto& f : other.faces) both.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    return both;
  };
  CHECK(fault_of(two({2.0, 0.1, 0.2})).empty());
  CHECK_THAT(fault_of(two({0.5, 0.1, 0.2})),
             ContainsSubstring("across it") && ContainsSubstring("does not cross itself"));
}

TEST_CASE("what an STL file spoils is mended on request, and what was done is said") {
  TriangleMesh mesh = apart(ball_mesh(0.5, 3));
  std::swap(mesh.faces[10][0], mesh.faces[10][1]);
  mesh.faces.push_back(mesh.faces[20]);
  mesh.faces.push_back({mesh.faces[5][0], mesh.faces[5][0], mesh.faces[5][1]});
  CHECK_FALSE(fault_of(mesh).empty());
  const MeshMending done = mend(mesh);
  CHECK(fault_of(mesh).empty());
  CHECK(mesh.faces.size() == 512);
  CHECK(mesh.vertices.size() == 258);
  CHECK(
      done.text() ==
      "welded 1278 vertices, removed 1 triangle without area, removed 1 doubled triangle, turned 1 triangle");
  TriangleMesh inside_out = box_mesh({1, 1, 1});
  for (auto& face : inside_out.faces) std::swap(face[0], face[1]);
  CHECK(mend(inside_out).text() == "turned 12 triangles");
  CHECK(mass_of(inside_out, 1.0).volume == Approx(1.0));
  TriangleMesh good = box_mesh({1, 1, 1});
  CHECK(mend(good).text().empty());
}

TEST_CASE("a hole is not mended, it is said") {
  TriangleMesh mesh = box_mesh({1, 1, 1});
  mesh.faces.pop_back();
  mend(mesh);
  CHECK_THAT(fault_of(mesh), ContainsSubstring("an open edge"));
}

TEST_CASE("sizes that look like another unit are hinted at") {
  CHECK_THAT(size_hint(box_mesh({300, 200, 100})), ContainsSubstring("millimetres"));
  CHECK_THAT(size_hint(box_mesh({3e-4, 2e-4, 1e-4})), ContainsSubstring("0.3 mm"));
  CHECK(size_hint(box_mesh({0.3, 0.2, 0.1})).empty());
}
