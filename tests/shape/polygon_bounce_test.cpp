// SPDX-License-Identifier: BSD-3-Clause
// Bodies thrown onto others by the Polygonal Contact Model: what happens to their energy.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "catch.hpp"
#include "free_body.hpp"
#include "shape_pairs.hpp"

using namespace grouser;
using namespace grouser::pairs;

namespace {

/// A body above the other one at random attitude, speed and spin.
Throw thrown(const std::shared_ptr<const MeshDistance>& rigid,
             const std::shared_ptr<const MeshDistance>& polygons, const PolygonLaw& law,
             std::mt19937_64& chance) {
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Throw t{{}, law, PolygonContact(rigid, polygons)};
  t.body.mass = mass_of(polygons->mesh(), 2000.0);
  const double roll = 3.0 * any(chance), pitch = any(chance), yaw = 3.0 * any(chance), x = any(chance),
               y = any(chance);
  t.body.X = {rotation_from_rpy(roll, pitch, yaw), Vec3(0.3 * x, 0.3 * y, 0.0)};
  const double u = any(chance), v = any(chance), a = any(chance), b = any(chance), c = any(chance);
  t.body.v = Vec3(0.3 * u, 0.3 * v, -0.6);
  t.body.L = t.body.inertia() * Vec3(2.0 * a, 2.0 * b, 2.0 * c);
  t.body.X.p.z() = 1.0;
  while (t.pair.touch(t.body.X, law).empty() && t.body.X.p.z() > -1.0) t.body.X.p.z() -= 0.002;
  t.body.X.p.z() += 0.002;
  return t;
}

struct EnergyChange {
  double most_gained = 0.0, most_lost = 0.0, mean = 0.0;  // shares of the kinetic energy before
  int bounces = 0, gained = 0;
};

EnergyChange throw_many(PolygonForm form, double dt, int count, double longest_edge, double friction,
                        double damping) {
  PolygonLaw law;
  law.form = form;
  law.stiffness = 1e8;
  law.damping = damping;
  law.mu_stick = law.mu_slip = friction;
  law.shear_stiffness = friction > 0.0 ? 5e7 : 0.0;
  const auto rigid = mesh_of(torus_mesh(0.3, 0.1, 48));
  const auto polygons = mesh_of(with_short_edges(box_mesh({0.12, 0.16, 0.2}), longest_edge));
  std::mt19937_64 chance(11);
  EnergyChange all;
  for (int i = 0; i < count; ++i) {
    Throw t = thrown(rigid, polygons, law, chance);
    const double before = t.body.kinetic();
    if (!t.bounce(dt, static_cast<int>(0.06 / dt))) continue;
    const double change = t.body.kinetic() / before - 1.0;
    all.most_gained = std::max(all.most_gained, change);
    all.most_lost = std::min(all.most_lost, change);
    all.mean += std::fabs(change);
    ++all.bounces;
  }
  all.mean /= std::max(1, all.bounces);
  return all;
}

}  // namespace

TEST_CASE(
    "elastic bounces of a block on a ring keep their energy: by energy to the step's order, by normals to "
    "the mesh's") {
  const EnergyChange coarse = throw_many(PolygonForm::by_energy, 2e-4, 12, 0.03, 0.0, 0.0);
  const EnergyChange fine = throw_many(PolygonForm::by_energy, 1e-4, 12, 0.03, 0.0, 0.0);
  REQUIRE(fine.bounces > 5);
  INFO("by energy: " << coarse.mean << " " << fine.mean << ", most " << fine.most_gained);
  CHECK(fine.mean < 1e-3);
  CHECK(fine.mean < 0.5 * coarse.mean);
  const EnergyChange rough = throw_many(PolygonForm::by_normals, 1e-4, 12, 0.03, 0.0, 0.0);
  const EnergyChange smooth = throw_many(PolygonForm::by_normals, 1e-4, 12, 0.01, 0.0, 0.0);
  INFO("by normals: " << rough.mean << " " << smooth.mean << ", most " << smooth.most_gained);
  CHECK(smooth.mean < 0.5 * rough.mean);
}

TEST_CASE("with friction and a damper no bounce gains energy") {
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
    const EnergyChange change = throw_many(form, 1e-4, 20, 0.03, 0.4, 2e5);
    REQUIRE(change.bounces > 8);
    INFO(static_cast<int>(form) << ": gained " << change.most_gained << ", lost " << change.most_lost);
    CHECK(change.most_gained <= 0.0);
    CHECK(change.most_lost < -0.05);
  }
}

// 300 throws each gave the table in docs/meshes.md: GROUSER_BOUNCES=300.
TEST_CASE("elastic bounces err by energy less than a twentieth of what they do by normals") {
  const char* const told = std::getenv("GROUSER_BOUNCES");
  const int count = told ? std::atoi(told) : 12;
  const auto thrown_by = [&](PolygonForm form, double edge) {
    const EnergyChange change = throw_many(form, 1e-4, count, edge, 0.0, 0.0);
    if (told)
      WARN(static_cast<int>(form) << ", edges " << 1e3 * edge << " mm: mean " << change.mean << ", from "
                                  << change.most_lost << " to " << change.most_gained << " of "
                                  << change.bounces);
    return change.mean;
  };
  for (const double edge : {0.03, 0.015})
    CHECK(thrown_by(PolygonForm::by_energy, edge) < 0.05 * thrown_by(PolygonForm::by_normals, edge));
}

// A ball, a rod, a box, a ring and a bracket, each on each, the lower one twice the size. GROUSER_BOUNCES=1000 gave the line in docs/meshes.md.
TEST_CASE("bodies of any form bounce off each other with friction: none gains energy") {
  PolygonLaw law;
  law.stiffness = 1e8;
  law.shear_stiffness = 5e7;
  law.mu_stick = law.mu_slip = 0.4;
  const int count = tries("GROUSER_BOUNCES", 75);
  std::vector<std::shared_ptr<const MeshDistance>> upper, lower;
  for (TriangleMesh& mesh : zoo(0.03)) {
    upper.push_back(mesh_of(mesh));
    for (Vec3& p : mesh.vertices) p *= 2.0;
    lower.push_back(mesh_of(std::move(mesh)));
  }
  for (const double damping : {0.0, 2e5}) {
    law.damping = damping;
    law.shear_damping = 0.5 * damping;
    std::mt19937_64 chance(12);
    EnergyChange all;
    for (int i = 0; i < count; ++i) {
      Throw t = thrown(lower[static_cast<std::size_t>(i / 5 % 5)], upper[static_cast<std::size_t>(i % 5)],
                       law, chance);
      const double before = t.body.kinetic();
      if (!t.bounce(1e-4, 1000)) continue;
      const double change = t.body.kinetic() / before - 1.0;
      all.most_gained = std::max(all.most_gained, change);
      all.most_lost = std::min(all.most_lost, change);
      all.gained += change > 0.0 ? 1 : 0;
      ++all.bounces;
    }
    INFO("damping " << damping << ": " << all.bounces << " bounces, " << all.gained << " gained, most "
                    << all.most_gained << ", least " << all.most_lost);
    if (count > 100)
      WARN("damping " << damping << ": " << all.bounces << " bounces, " << all.gained << " gained, most "
                      << all.most_gained << ", least " << all.most_lost);
    CHECK(all.bounces > count / 2);
    // One of 1000 grazes so lightly that friction takes less than the step errs by, 1e-8. An anchor that stretched new area at once
    // gave 2e-4.
    CHECK(all.most_gained < 1e-6);
  }
}
