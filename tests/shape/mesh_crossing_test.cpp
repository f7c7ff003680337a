// SPDX-License-Identifier: BSD-3-Clause
// Surfaces that cross themselves or lie on themselves, found among all pairs of faces without comparing all
// of them.
#include "grouser/shape/check/mesh_crossing.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

void add_body(TriangleMesh& all, const TriangleMesh& body, const Mat3& R, const Vec3& offset) {
  const auto first = static_cast<int>(all.vertices.size());
  for (const Vec3& p : body.vertices) all.vertices.push_back(R * p + offset);
  for (const auto& f : body.faces) all.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
}

std::string found_in(const TriangleMesh& mesh) {
  const auto fault = find_fault(mesh);
  return fault ? fault->found : "";
}

/// A prism on the L of three unit squares; its ends as fans about one corner of the L, of which some fold
/// over.
TriangleMesh fanned_prism(int about) {
  const double corners[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  TriangleMesh mesh;
  for (const double z : {0.0, 1.0})
    for (const auto& c : corners) mesh.vertices.emplace_back(c[0], c[1], z);
  for (int k = 1; k < 5; ++k) {
    const int a = about, b = (about + k) % 6, c = (about + k + 1) % 6;
    mesh.faces.push_back({a, c, b});
    mesh.faces.push_back({a + 6, b + 6, c + 6});
  }
  for (int k = 0; k < 6; ++k) {
    const int l = (k + 1) % 6;
    mesh.faces.insert(mesh.faces.end(), {{k, l, l + 6}, {k, l + 6, k + 6}});
  }
  return mesh;
}

}  // namespace

TEST_CASE("a surface that folds over in its plane is refused, its volume being right all the same") {
  // corners 0 and 3 see the whole L; from the others the fan goes outside and comes back
  for (const int about : {0, 3}) CHECK(found_in(fanned_prism(about)).empty());
  for (const int about : {1, 2, 4, 5}) {
    const TriangleMesh folded = fanned_prism(about);
    CHECK(mass_of(folded, 1.0).volume == Approx(3.0));
    CHECK(mass_of(folded, 1.0).area > 14.5);
    CHECK_THAT(found_in(folded), ContainsSubstring("folded onto it"));
  }
  CHECK(mass_of(fanned_prism(0), 1.0).area == Approx(14.0));
  // a fin without thickness on a box: two faces on one another, from an edge out
  TriangleMesh fin = box_mesh({1, 1, 1});
  const auto tip = static_cast<int>(fin.vertices.size());
  fin.vertices.emplace_back(2.0, 2.0, 0.1);
  const auto [a, b, c] = fin.faces[0];
  fin.faces.insert(fin.faces.end(), {{a, tip, b}, {b, tip, a}});
  CHECK(find_crossing(fin).how == FaceMeeting::folded);
}

TEST_CASE("faces in one plane that only touch are no fold, nor are bodies that stand on each other") {
  CHECK(find_crossing(with_short_edges(box_mesh({1, 1, 1}), 0.1)).how == FaceMeeting::none);
  TriangleMesh two;
  add_body(two, box_mesh({1, 1, 1}), Mat3::Identity(), Vec3::Zero());
  add_body(two, box_mesh({0.5, 0.5, 0.5}), Mat3::Identity(), {0.1, 0.1, 0.75});  // on top
  CHECK(found_in(two).empty());
  TriangleMesh level;  // tops in one plane that overlap: one body within the other
  add_body(level, box_mesh({1, 1, 1}), Mat3::Identity(), Vec3::Zero());
  add_body(level, box_mesh({0.5, 0.5, 1}), Mat3::Identity(), {0.1, 0.1, 0.0});
  CHECK_THAT(found_in(level), ContainsSubstring("folded onto it"));
}

TEST_CASE("faces that share a corner alone are found to cross") {
  // two tetrahedra with one corner in common, one through the other's side
  TriangleMesh both{
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.6, 0.05}, {0.6, 0.6, -0.3}, {1, 0.2, 0.4}},
      {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  for (const auto& f : {std::array{0, 4, 5}, {0, 6, 4}, {0, 5, 6}, {4, 6, 5}}) both.faces.push_back(f);
  CHECK(find_crossing(both).how == FaceMeeting::crossing);
}

TEST_CASE("long thin faces side by side are compared with few others") {
  // Rods of 1 m by 0.1 mm in rows along a diagonal of space; about the diagonal, so that upright boxes about
  // each hold all others.
  const Vec3 along = Vec3(1, 1, 1).normalized();
  const Mat3 R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), along).toRotationMatrix();
  TriangleMesh rods;
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 60; ++j)
      add_body(rods, box_mesh({1e-4, 1e-4, 1.0}), R, R * Vec3(3e-4 * i, 3e-4 * j, 0.0));
  CHECK(find_crossing(rods).how == FaceMeeting::none);
  // one more across them all
  add_body(rods, box_mesh({1e-4, 1e-4, 1.0}), Mat3::Identity(), R * Vec3(9e-3, 9e-3, 0.1));
  CHECK(find_crossing(rods).how == FaceMeeting::crossing);
  // ends of a cylinder as fans: thousands of faces in one corner
  CHECK(find_crossing(rod_mesh(0.5, 1.0, 20000)).how == FaceMeeting::none);
}

TEST_CASE("a search without end is given up and said") {
  // Needles in all directions of space through a small region, each beside the other: no box parts them. One
  // in four such bundles has two that cross by chance.
  std::mt19937_64 chance(5);
  std::normal_distribution<double> any;
  TriangleMesh needles;
  for (int attempt = 0; attempt < 4; ++attempt) {
    needles = {};
    for (int i = 0; i < 1000; ++i) {
      const Vec3 along = Vec3(any(chance), any(chance), any(chance)).normalized();
      const Mat3 R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), along).toRotationMatrix();
      add_body(needles, box_mesh({3e-8, 3e-8, 1.0}), R, 0.05 * Vec3(any(chance), any(chance), any(chance)));
    }
    if (find_crossing(needles).how != FaceMeeting::crossing) break;
  }
  CHECK(find_crossing(needles).how == FaceMeeting::undecided);
}

TEST_CASE("a flat sheet of loose triangles is welded as by trying all pairs") {
  std::mt19937_64 chance(8);
  std::uniform_real_distribution<double> noise(-4e-8, 4e-8);
  TriangleMesh sheet;  // upright, so that all corners have one x; each triangle with corners of its own
  const int count = 150;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      for (const auto& t : {std::array{0, 1, 3}, {0, 3, 2}}) {
        const auto first = static_cast<int>(sheet.vertices.size());
        for (const int k : t)
          sheet.vertices.emplace_back(0.0, (i + k % 2 + noise(chance)) / count,
                                      (j + k / 2 + noise(chance)) / count);
        sheet.faces.push_back({first, first + 1, first + 2});
      }
  const MeshMending done = mend(sheet);
  CHECK(done.welded == 6 * count * count - (count + 1) * (count + 1));
  CHECK(sheet.vertices.size() == static_cast<std::size_t>((count + 1) * (count + 1)));
  CHECK_THAT(found_in(sheet), ContainsSubstring("an open edge") || ContainsSubstring("a volume"));
}
