// Bodies thrown onto others by the Polygonal Contact Model: what happens to their energy. A small integrator of its own (kick, drift, kick
// with the angular momentum kept in world axes: second order, reversible), so that what is seen is the contact's.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "grouser/shape/contact/polygon_contact.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

using namespace grouser;

namespace {

struct FreeBody {
  MeshMass mass;  // its centre at the origin
  RigidTransform X;
  Vec3 v = Vec3::Zero(), L = Vec3::Zero();  // of the centre; angular momentum about it, world axes

  Mat3 inertia() const { return X.R * mass.inertia * X.R.transpose(); }
  Vec3 w() const { return inertia().inverse() * L; }
  double kinetic() const { return 0.5 * mass.mass * v.squaredNorm() + 0.5 * w().dot(L); }
};

struct Throw {
  FreeBody body;
  PolygonLaw law;
  PolygonContact pair;
  std::vector<PolygonAnchor> anchors = {};
  double most_load = 0.0;

  PolygonLoads loads(double dt) { return pair.calc_loads({body.X, body.v, body.w()}, dt, law, anchors); }
  void kick(const PolygonLoads& l, double dt) {
    body.v += dt / body.mass.mass * l.force;
    body.L += dt * (l.moment - body.X.p.cross(l.force));
  }
  void drift(double dt) {
    body.X.p += dt * body.v;
    // the rotation at the middle of the drift
    const Vec3 w0 = body.w();
    FreeBody half = body;
    half.X.R = rotation_about(w0.normalized(), 0.5 * dt * w0.norm()) * body.X.R;
    const Vec3 w = half.w();
    if (w.norm() > 0.0) body.X.R = rotation_about(w.normalized(), dt * w.norm()) * body.X.R;
  }
  /// Until it has left again; false if it stayed.
  bool bounce(double dt, int most_steps) {
    bool touched = false;
    PolygonLoads l = loads(0.0);
    for (int i = 0; i < most_steps; ++i) {
      kick(l, 0.5 * dt);
      drift(dt);
      l = loads(dt);
      kick(l, 0.5 * dt);
      most_load = std::max(most_load, l.load);
      touched |= l.polygons > 0;
      if (touched && l.polygons == 0) return true;
    }
    return false;
  }
};

std::shared_ptr<const MeshDistance> shared(TriangleMesh mesh) {
  return std::make_shared<const MeshDistance>(std::move(mesh));
}

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
  int bounces = 0;
};

EnergyChange throw_many(PolygonForm form, double dt, int count, double longest_edge, double friction,
                        double damping) {
  PolygonLaw law;
  law.form = form;
  law.stiffness = 1e8;
  law.damping = damping;
  law.mu_stick = law.mu_slip = friction;
  law.shear_stiffness = friction > 0.0 ? 5e7 : 0.0;
  const auto rigid = shared(torus_mesh(0.3, 0.1, 48));
  const auto polygons = shared(with_short_edges(box_mesh({0.12, 0.16, 0.2}), longest_edge));
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
