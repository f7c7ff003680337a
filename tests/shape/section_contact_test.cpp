// SPDX-License-Identifier: BSD-3-Clause
// Pairs whose rigid body is a surface of revolution given by its section.
#include <cmath>
#include <numbers>
#include <random>

#include "allocation_counter.hpp"
#include "catch.hpp"
#include "grouser/shape/distance/section_distance.hpp"
#include "shape_pairs.hpp"

using namespace grouser;
using namespace grouser::pairs;

namespace {

/// A docking probe: a rod with a round head, 0.5 m long.
TriangleMesh probe_mesh(double edge) { return with_short_edges(capsule_mesh(0.1, 0.3, 48), edge); }

/// The probe's head, 0.15 m below the probe's middle, in the nozzle's cone: it touches from 0.0579 m down, here 5 mm deeper.
RigidTransform docked(std::mt19937_64& chance, double aside) {
  const Vec3 turn = any_vector(chance, aside), shift = any_vector(chance, 0.1 * aside);
  return {rotation_from_rpy(turn.x(), turn.y(), turn.z()),
          Vec3(shift.x(), shift.y(), 0.2029 + 0.1 * shift.z())};
}

}  // namespace

TEST_CASE("a pair of meshes tends to the section's with the square of the sectors, by either form") {
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
    PolygonLaw law;
    law.stiffness = 1e8;
    law.form = form;
    const auto probe = mesh_of(probe_mesh(0.01));
    PolygonContact exact(std::make_shared<const SectionDistance>(nozzle_section()), probe);
    std::mt19937_64 chance(1);
    std::vector<RigidTransform> poses;
    for (int i = 0; i < 12; ++i) poses.push_back(docked(chance, 0.03));
    std::vector<double> errors;
    for (const int sectors : {48, 96, 192}) {
      PolygonContact meshes(mesh_of(turned_mesh(nozzle_section(), sectors)), probe);
      double error = 0.0, load = 0.0;
      for (const RigidTransform& X : poses) {
        const PolygonLoads a = loads_at(exact, X, law), b = loads_at(meshes, X, law);
        REQUIRE(a.polygons > 0);
        error += (a.force - b.force).norm() + (a.moment - b.moment).norm() / 0.1;
        load += a.load;
      }
      errors.push_back(error / load);
    }
    INFO(errors[0] << " " << errors[1] << " " << errors[2]);
    CHECK(std::log2(errors[0] / errors[2]) == Approx(4.0).margin(0.6));
    CHECK(errors[2] < 3e-3);  // 192 sectors are up to 13 um inside their circle, of 5 mm of depth
  }
}

// Layer of a rod in a hole that is too narrow by d and eccentric by e: depth d + e cos, force -c pi a L e along the offset, sum of
// pressures 2 pi a c (L d - d^2); at either rim the nearest side is the end's.
TEST_CASE("a rod in a tight hole touches all round: loads are those of the closed form") {
  const double hole = 0.1, tight = 2e-4, aside = 5e-5;
  // Rims just beyond two of the rod's rows: the polygons that cross a rim begin where the closed form's depth does, within 0.2 mm.
  const double length = 0.2 + 4.0 * tight;
  const auto sleeve =
      std::make_shared<const SectionDistance>(std::vector<SectionPoint>{{-0.5 * length, hole},
                                                                        {-0.5 * length, 0.2},
                                                                        {0.5 * length, 0.2},
                                                                        {0.5 * length, hole},
                                                                        {-0.5 * length, hole}});
  std::vector<SectionPoint> rows;
  for (int i = -32; i <= 32; ++i) rows.push_back({0.2 * i / 32.0, hole + tight});
  const auto rod = mesh_of(turned_mesh(rows, 200));
  PolygonLaw law;
  law.stiffness = 1e9;
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
    law.form = form;
    PolygonContact pair(sleeve, rod);
    const double around = 2.0 * std::numbers::pi * (hole + tight) * law.stiffness;
    const PolygonLoads even = loads_at(pair, {}, law);
    CHECK(even.load == Approx(around * (length * tight - tight * tight)).epsilon(4e-3));
    CHECK(even.force.norm() < 1e-4 * even.load);  // facets' diagonals all lean one way
    const PolygonLoads off = loads_at(pair, {Mat3::Identity(), Vec3(aside, 0.0, 0.0)}, law);
    CHECK(off.force.x() == Approx(-0.5 * around * length * aside).epsilon(4e-3));
    CHECK(std::fabs(off.force.y()) + std::fabs(off.force.z()) < 1e-4 * off.load);
  }
}

TEST_CASE("a probe in a nozzle is pushed by the gradient of its energy, and without jumps") {
  PolygonLaw law;
  law.stiffness = 1e8;
  PolygonContact pair(std::make_shared<const SectionDistance>(nozzle_section()), mesh_of(probe_mesh(0.02)));
  std::mt19937_64 chance(2);
  for (int i = 0; i < 40; ++i) {
    const RigidTransform X = docked(chance, 0.03);
    const PolygonLoads loads = loads_at(pair, X, law);
    REQUIRE(loads.polygons > 0);
    const Vec3 v = any_vector(chance, 1.0), w = any_vector(chance, 1.0);
    const auto energy = [&](double h) {
      return pair.calc_stored({rotation_about(w.normalized(), h * w.norm()) * X.R, X.p + h * v}, law);
    };
    constexpr double kStep = 1e-6;
    const double slope = (energy(kStep) - energy(-kStep)) / (2.0 * kStep);
    const double power = loads.force.dot(v) + (loads.moment - X.p.cross(loads.force)).dot(w);
    CHECK(-slope ==
          Approx(power).margin(1e-4 * loads.load));  // corners that change sides between the ends of the step
  }
  law.form = PolygonForm::by_normals;
  for (int way = 0; way < 4; ++way) {
    const RigidTransform X = docked(chance, 0.03);
    const Vec3 along = any_vector(chance, 0.02), axis = any_vector(chance, 1.0).normalized();
    const auto largest_change = [&](int steps) {
      double most = 0.0;
      Vec3 last = loads_at(pair, X, law).force;
      for (int i = 1; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const Vec3 now = loads_at(pair, {rotation_about(axis, 0.1 * t) * X.R, X.p + t * along}, law).force;
        most = std::max(most, (now - last).norm());
        last = now;
      }
      return most;
    };
    CHECK(largest_change(1600) <=
          0.4 * largest_change(400) + 1e-6);  // a jump would stay, a slope is a quarter
  }
}

// The search by corners and a table, and that by boxes and what a pair remembers.
TEST_CASE("with a section's table and without it a pair has the same loads, to the last bit") {
  PolygonLaw law;
  law.stiffness = 1e8;
  law.damping = 1e4;
  law.shear_stiffness = 5e7;
  law.mu_stick = law.mu_slip = 0.4;
  const auto by_table = std::make_shared<SectionDistance>(nozzle_section()),
             by_tree = std::make_shared<SectionDistance>(nozzle_section()),
             by_both = std::make_shared<SectionDistance>(nozzle_section());
  by_tree->replace(nozzle_section());
  const auto probe = mesh_of(probe_mesh(0.02));
  PolygonContact first(by_table, probe), second(by_tree, probe), third(by_both, probe);
  std::mt19937_64 chance(9);
  std::vector<PolygonAnchor> a, b, c;
  int touched = 0;
  RigidTransform X;
  for (int i = 0; i < 2000; ++i) {
    if (i % 200 == 0) X = docked(chance, 0.03);
    // steps that lists outlast, that none does, and quite other poses
    const double step = i % 200 < 100 ? 1e-5 : i % 200 < 150 ? 1e-3 : 3e-2;
    X = {rotation_about(any_vector(chance, 1.0).normalized(), step) * X.R, X.p + any_vector(chance, step)};
    if (X.p.z() > 0.25) X.p.z() -= 0.06;  // it stays within
    if (i % 30 == 0) by_both->replace(nozzle_section());
    if (i % 30 == 15) by_both->settle();
    const PolygonMotion motion{X, any_vector(chance, 0.1), any_vector(chance, 1.0)};
    const PolygonLoads one = first.calc_loads(motion, 1e-4, law, a),
                       two = second.calc_loads(motion, 1e-4, law, b),
                       three = third.calc_loads(motion, 1e-4, law, c);
    for (const PolygonLoads& other : {two, three}) {
      REQUIRE(one.polygons == other.polygons);
      REQUIRE(one.force == other.force);
      REQUIRE(one.moment == other.moment);
      REQUIRE(one.stored == other.stored);
      REQUIRE(one.lost == other.lost);
      REQUIRE(one.deepest == other.deepest);
    }
    if (one.polygons > 0) ++touched;
  }
  CHECK(touched > 1000);
}

// A locking crown that spreads in a ring: what its drive does is pressure times way, and what the layer then stores.
TEST_CASE("a section that changes: its work is what the layer stores more, and a pair's memory survives it") {
  const auto crown = [](double radius) {
    return std::vector<SectionPoint>{
        {-0.05, radius - 0.02}, {-0.02, radius}, {0.02, radius}, {0.05, radius - 0.02}};
  };
  const auto rigid = std::make_shared<SectionDistance>(crown(0.199));
  const auto ring = mesh_of(with_short_edges(torus_mesh(0.24, 0.04, 192), 0.01));
  PolygonLaw law;
  law.stiffness = 1e8;
  PolygonContact used(rigid, ring);
  const RigidTransform X{rotation_from_rpy(0.02, 0.0, 0.0), Vec3(1e-3, 0.0, 0.0)};
  double by_pressure = 0.0;
  constexpr double kStep = 1e-5;
  const double before = used.calc_stored(X, law);
  std::vector<SectionPoint> section = crown(0.199);
  for (int i = 0; i < 300; ++i) {
    // half a step, the pressure there, half a step: the wall's mean way along the pressure
    const double middle = 0.199 + (i + 0.5) * kStep;
    for (const double radius : {middle, middle + 0.5 * kStep}) {
      const double inner = radius - 0.02;
      section[0].radius = section[3].radius = inner;
      section[1].radius = section[2].radius = radius;
      const std::int64_t allocated = allocation_count();
      rigid->replace(section);
      REQUIRE(allocation_count() == allocated);
      if (radius != middle) continue;
      for (const PolygonTouch& t : used.touch(X, law))  // the wall moves along the radius
        by_pressure += kStep * t.press.dot(Vec3(t.point.x(), t.point.y(), 0.0).normalized());
    }
    if (i % 10 > 0) continue;
    PolygonContact fresh(rigid, ring);
    const PolygonLoads a = loads_at(used, X, law), b = loads_at(fresh, X, law);
    REQUIRE(a.polygons == b.polygons);
    REQUIRE((a.force - b.force).norm() == 0.0);
    REQUIRE((a.moment - b.moment).norm() == 0.0);
  }
  const double stored = used.calc_stored(X, law) - before;
  REQUIRE(stored > 1.0);
  // points of polygons stand beside their corners, where the pressures act, by up to 5 mm of 200 mm
  CHECK(by_pressure == Approx(stored).epsilon(5e-3));
}
