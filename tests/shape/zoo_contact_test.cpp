// SPDX-License-Identifier: BSD-3-Clause
// A ball, a rod, a box, a ring and a bracket against each other in random poses. GROUSER_POSES=10000 gave the table in docs/meshes.md.
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "catch.hpp"
#include "shape_pairs.hpp"

using namespace grouser;
using namespace grouser::pairs;

namespace {

PolygonLaw elastic(PolygonForm form) {
  PolygonLaw law;
  law.stiffness = 1e8;
  law.form = form;
  return law;
}

struct Zoo {
  std::vector<std::shared_ptr<const MeshDistance>> bodies;
  std::vector<PolygonContact> pairs;  // of all with all

  explicit Zoo(double edge) {
    for (TriangleMesh& mesh : zoo(edge)) bodies.push_back(mesh_of(std::move(mesh)));
    for (const auto& a : bodies)
      for (const auto& b : bodies) pairs.emplace_back(a, b);
  }
  const MeshDistance& rigid(std::size_t pair) const { return *bodies[pair / bodies.size()]; }
  const MeshDistance& polygons(std::size_t pair) const { return *bodies[pair % bodies.size()]; }
};

/// A random pose in which the pair touches, up to `deepest` m.
RigidTransform touching_pose(PolygonContact& pair, std::mt19937_64& chance, double deepest) {
  while (true) {
    const RigidTransform X = any_pose(chance, 0.35);
    const PolygonLoads loads = loads_at(pair, X, elastic(PolygonForm::by_normals));
    if (loads.polygons > 0 && loads.deepest < deepest) return X;
  }
}

/// Integrals of s, s phi_k and s x over the part of a triangle where s > 0, s linear: parts of the clipped polygon by the rule of the edges'
/// middles, which is exact for squares. Written for this test alone.
struct Submerged {
  double share[3] = {0, 0, 0};
  double depth = 0.0;
  Vec3 moment = Vec3::Zero();
};
Submerged submerged(const Vec3 (&at)[3], const double (&s)[3]) {
  std::vector<Vec3> clipped;  // barycentric
  const auto depth_of = [&](const Vec3& b) { return b.x() * s[0] + b.y() * s[1] + b.z() * s[2]; };
  for (int k = 0; k < 3; ++k) {
    const Vec3 a = Vec3::Unit(k), b = Vec3::Unit((k + 1) % 3);
    const double from = depth_of(a), to = depth_of(b);
    if (from > 0.0) clipped.push_back(a);
    if (from * to < 0.0) clipped.push_back(a + from / (from - to) * (b - a));
  }
  Submerged sum;
  const auto place = [&](const Vec3& b) { return Vec3(b.x() * at[0] + b.y() * at[1] + b.z() * at[2]); };
  for (std::size_t k = 1; k + 1 < clipped.size(); ++k) {
    const Vec3 corner[3] = {clipped[0], clipped[k], clipped[k + 1]};
    const double area =
        0.5 * (place(corner[1]) - place(corner[0])).cross(place(corner[2]) - place(corner[0])).norm();
    for (int i = 0; i < 3; ++i) {
      const Vec3 middle = 0.5 * (corner[i] + corner[(i + 1) % 3]);
      const double weight = area / 3.0 * depth_of(middle);
      sum.depth += weight;
      sum.moment += weight * place(middle);
      for (int j = 0; j < 3; ++j) sum.share[j] += weight * middle[j];
    }
  }
  return sum;
}

struct Wrench {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  // the latter about the frame's origin
};
Wrench seen_from(const RigidTransform& X, const Wrench& w) {
  return {X.R * w.force, X.R * w.moment + X.p.cross(Vec3(X.R * w.force))};
}

/// What the polygons' body bears, in its own frame, from depths at its corners and nothing else of the pair.
Wrench load_of_polygons(const MeshDistance& rigid, const TriangleMesh& mesh, const RigidTransform& X,
                        const PolygonLaw& law) {
  Wrench sum;
  const auto add = [&](const Vec3& force, const Vec3& at) {
    sum.force += force;
    sum.moment += at.cross(force);
  };
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    Vec3 at[3], up[3];
    double s[3];
    for (int k = 0; k < 3; ++k) {
      at[k] = mesh.corner(f, k);
      const SurfaceDepth found = rigid.depth_at(X * at[k]);
      s[k] = found.depth;
      up[k] = X.R.transpose() * (found.closest - X * at[k]) / found.depth;
    }
    if (std::max({s[0], s[1], s[2]}) <= 0.0) continue;
    const Submerged part = submerged(at, s);
    if (law.form == PolygonForm::by_normals)
      add(-law.stiffness * part.depth * mesh.doubled_area(f).normalized(), part.moment / part.depth);
    else
      for (int k = 0; k < 3; ++k) add(law.stiffness * part.share[k] * up[k], at[k]);
  }
  return sum;
}

/// By how much the force changes at most in a way of h m of all points, over c_N h times the area of the polygons that touch before or
/// after; and over the mean load. Continuous forces by normals are below: |d integral s n dA| <= h A + s A h / size.
struct Changes {
  double most_force = 0.0, most_moment = 0.0, of_load = 0.0;
};
Changes changes_over(Zoo& all, PolygonForm form, double h, int count) {
  const PolygonLaw law = elastic(form);
  std::mt19937_64 chance(3);
  Changes worst;
  double load = 0.0;
  constexpr double kReach = 0.25;  // m, of all bodies' points from their middles
  for (int i = 0; i < count; ++i) {
    const std::size_t number = static_cast<std::size_t>(i) % all.pairs.size();
    PolygonContact& pair = all.pairs[number];
    const RigidTransform X = touching_pose(pair, chance, 0.02);
    const Vec3 axis = any_vector(chance, 1.0).normalized();
    RigidTransform next = X;
    next.p += 0.5 * h * any_vector(chance, 1.0).normalized();
    next.R = rotation_about(axis, 0.5 * h / kReach) * X.R;
    double area = 0.0;
    for (const RigidTransform& pose : {X, next})
      for (const PolygonTouch& t : pair.touch(pose, law))
        area += 0.5 * all.polygons(number).mesh().doubled_area(static_cast<std::size_t>(t.face)).norm();
    const PolygonLoads a = loads_at(pair, X, law), b = loads_at(pair, next, law);
    const double unit = law.stiffness * h * area;
    const double force = (a.force - b.force).norm() / unit;
    worst.most_force = std::max(worst.most_force, force);
    worst.most_moment = std::max(worst.most_moment, (a.moment - b.moment).norm() / (unit * 2.0 * kReach));
    worst.of_load = std::max(worst.of_load, (a.force - b.force).norm());
    load += a.load / count;
  }
  worst.of_load /= load;
  return worst;
}

}  // namespace

TEST_CASE(
    "bodies of any form in random poses: what the one bears, by itself and in its own frame, is what the "
    "other bears") {
  Zoo all(0.03);
  std::mt19937_64 chance(1);
  const int count = tries("GROUSER_POSES", 200);
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
    const PolygonLaw law = elastic(form);
    double worst = 0.0;
    for (int i = 0; i < count; ++i) {
      const std::size_t number = static_cast<std::size_t>(i) % all.pairs.size();
      const RigidTransform X = touching_pose(all.pairs[number], chance, 0.05), world = any_pose(chance, 1.0);
      const PolygonLoads loads = loads_at(all.pairs[number], X, law);
      const Wrench own = load_of_polygons(all.rigid(number), all.polygons(number).mesh(), X, law);
      const Wrench action = seen_from(world * X, own),
                   reaction = seen_from(world, {-loads.force, -loads.moment});
      const double off = (action.force + reaction.force).norm() + (action.moment + reaction.moment).norm();
      worst = std::max(worst, off / loads.load);
      // rounding of sums of some hundred forces; depths below 1e-9 m have directions of 1e-8
      REQUIRE(off < 1e-12 * loads.load + 1e-14 * law.stiffness);
    }
    if (count > 1000) WARN("form " << static_cast<int>(form) << ": off by " << worst << " of the load");
  }
}

TEST_CASE(
    "bodies of any form in random poses: forces and moments by normals change by no more than depths can") {
  Zoo all(0.03);
  const int count = tries("GROUSER_POSES", 200);
  for (const double h : {1e-3, 1e-5, 1e-7}) {
    const Changes normals = changes_over(all, PolygonForm::by_normals, h, count);
    CHECK(normals.most_force < 2.0);
    CHECK(normals.most_moment < 2.0);
    CHECK(normals.most_force > 0.1);  // it is no empty bound
    if (count <= 1000) continue;
    // What is found of the form by energy: in few poses a corner goes to another nearest facet on so short a way.
    const Changes energy = changes_over(all, PolygonForm::by_energy, h, count);
    WARN("way " << h << ": by normals " << normals.most_force << ", " << normals.most_moment
                << ", of the load " << normals.of_load << "; by energy " << energy.most_force << ", "
                << energy.most_moment << ", of the load " << energy.of_load);
  }
}

TEST_CASE("bodies of any form in random poses: finer facets converge, by either form") {
  const int count = tries("GROUSER_POSES", 100) / 2;
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
    const PolygonLaw law = elastic(form);
    Zoo levels[3] = {Zoo(0.03), Zoo(0.015), Zoo(0.0075)};
    std::mt19937_64 chance(2);
    double differences[2] = {0.0, 0.0}, all = 0.0;
    for (int i = 0; i < count; ++i) {
      const std::size_t number = static_cast<std::size_t>(i) % levels[0].pairs.size();
      const RigidTransform X = touching_pose(levels[2].pairs[number], chance, 0.04);
      PolygonLoads loads[3];
      for (int k = 0; k < 3; ++k) loads[k] = loads_at(levels[k].pairs[number], X, law);
      for (int k = 0; k < 2; ++k) differences[k] += (loads[k].force - loads[k + 1].force).norm();
      all += loads[2].load;
    }
    const double order = std::log2(differences[0] / differences[1]);
    INFO("differences " << differences[0] / all << " " << differences[1] / all << ", order " << order);
    if (count > 1000)
      WARN("form " << static_cast<int>(form) << ": differences " << differences[0] / all << ", "
                   << differences[1] / all << ", order " << order);
    CHECK(order > 1.0);
  }
}
