// SPDX-License-Identifier: BSD-3-Clause
// The Polygonal Contact Model against closed forms, conservation laws and refinement.
#include "grouser/shape/press/polygon_contact.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "catch.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

using namespace grouser;

namespace {

std::shared_ptr<const MeshDistance> shared(TriangleMesh mesh) {
  return std::make_shared<const MeshDistance>(std::move(mesh));
}

std::shared_ptr<const MeshDistance> plate() { return shared(box_mesh({2.0, 2.0, 0.5})); }
constexpr double kTop = 0.25;  // of the plate, m

PolygonLoads still(PolygonContact& pair, const RigidTransform& X, const PolygonLaw& law) {
  std::vector<PolygonAnchor> anchors;
  return pair.calc_loads({X, Vec3::Zero(), Vec3::Zero()}, 0.0, law, anchors);
}

RigidTransform random_pose(std::mt19937_64& chance, double reach) {
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const double roll = std::numbers::pi * any(chance), pitch = 0.5 * std::numbers::pi * any(chance),
               yaw = std::numbers::pi * any(chance);
  const double x = reach * any(chance), y = reach * any(chance), z = reach * any(chance);
  return {rotation_from_rpy(roll, pitch, yaw), Vec3(x, y, z)};
}

}  // namespace

// Pressure c s on a body above a plane: c times the volume below the plane (divergence theorem).
TEST_CASE("a sphere and a lying cylinder on a layer carry c times the volume below its surface") {
  PolygonLaw law;
  law.form = PolygonForm::by_normals;
  law.stiffness = 1e8;
  const double R = 0.3, depth = 0.02;
  double last = 0.0;
  for (const int levels : {4, 5, 6}) {
    PolygonContact pair(plate(), shared(ball_mesh(R, levels)));
    const PolygonLoads loads = still(pair, {Mat3::Identity(), Vec3(0.1, 0.2, kTop + R - depth)}, law);
    const double exact = law.stiffness * std::numbers::pi * depth * depth * (R - depth / 3.0);
    const double error = std::fabs(loads.force.z() / exact - 1.0);
    if (last > 0.0) CHECK(error < 0.5 * last);
    last = error;
    CHECK(std::hypot(loads.force.x(), loads.force.y()) < 1e-3 * exact);
    CHECK(loads.area == Approx(2.0 * std::numbers::pi * R * depth).epsilon(0.1));
    CHECK((loads.moment - Vec3(0.1, 0.2, 0.0).cross(loads.force)).norm() < 1e-3 * R * exact);
  }
  CHECK(last < 4e-3);  // facets of 8 mm in a patch of 0.1 m, second order

  // By energy the layer stores c/2 s^2 over the cap's own area, 2 pi R a height of it: its force is pi R c depth^2.
  law.form = PolygonForm::by_energy;
  PolygonContact ball(plate(), shared(ball_mesh(R, 6)));
  CHECK(still(ball, {Mat3::Identity(), Vec3(0.1, 0.2, kTop + R - depth)}, law).force.z() ==
        Approx(std::numbers::pi * R * law.stiffness * depth * depth).epsilon(4e-3));
  law.form = PolygonForm::by_normals;

  const double length = 0.4;
  PolygonContact rod(plate(), shared(with_short_edges(rod_mesh(R, length, 400), 0.02)));
  const Mat3 lying = rotation_from_rpy(0.5 * std::numbers::pi, 0.0, 0.0);
  const double half = std::acos(1.0 - depth / R), segment = R * R * (half - std::sin(half) * std::cos(half));
  // the caps stand upright: their pressures balance
  CHECK(still(rod, {lying, Vec3(0, 0, kTop + R - depth)}, law).force.z() ==
        Approx(law.stiffness * length * segment).epsilon(3e-3));
}

TEST_CASE(
    "a block pressed flat carries c times depth and area, at its middle, at every tilt without a side "
    "force") {
  PolygonLaw law;
  law.form = PolygonForm::by_normals;
  law.stiffness = 1e8;
  PolygonContact pair(plate(), shared(with_short_edges(box_mesh({0.2, 0.3, 0.4}), 0.02)));
  const PolygonLoads flat = still(pair, {Mat3::Identity(), Vec3(0.3, 0.1, kTop + 0.2 - 1e-3)}, law);
  CHECK(flat.force.z() == Approx(law.stiffness * 1e-3 * 0.06).epsilon(1e-9));
  CHECK((flat.moment - Vec3(0.3, 0.1, 0.0).cross(flat.force)).norm() < 1e-9 * flat.force.norm());
  for (const double tilt : {0.01, 0.1, 0.5}) {
    const Mat3 R = rotation_from_rpy(tilt, 0.7 * tilt, 0.3);
    const PolygonLoads tilted = still(pair, {R, Vec3(0.0, 0.0, kTop + 0.19)}, law);
    REQUIRE(tilted.load > 0.0);
    // closed surface in a pressure that depends on z alone: the sum over sides and sole points up
    CHECK(std::hypot(tilted.force.x(), tilted.force.y()) < 2e-3 * tilted.force.z());
  }
}

// The gradient of the stored energy, by central differences along a random motion.
TEST_CASE("the form by energy is the gradient of its energy for bodies of any form in any pose") {
  PolygonLaw law;
  law.form = PolygonForm::by_energy;
  law.stiffness = 1e8;
  const auto rigid = shared(torus_mesh(0.3, 0.1, 48));
  PolygonContact pair(rigid, shared(with_short_edges(capsule_mesh(0.08, 0.3, 24), 0.03)));
  std::mt19937_64 chance(4);
  int touched = 0;
  for (int i = 0; i < 150; ++i) {
    const RigidTransform X = random_pose(chance, 0.3);
    const PolygonLoads loads = still(pair, X, law);
    if (loads.polygons == 0 || loads.deepest > 0.05) continue;
    ++touched;
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    const double x = any(chance), y = any(chance), z = any(chance), a = any(chance), b = any(chance),
                 c = any(chance);
    const Vec3 v(x, y, z), w(a, b, c);  // of the origin, and about it
    const auto energy = [&](double h) {
      return still(pair, {rotation_about(w.normalized(), h * w.norm()) * X.R, X.p + h * v}, law).stored;
    };
    constexpr double kStep = 1e-6;
    const double slope = (energy(kStep) - energy(-kStep)) / (2.0 * kStep);
    const double power = loads.force.dot(v) + (loads.moment - X.p.cross(loads.force)).dot(w);
    // between the ends of the step some corners change the facet that is nearest
    CHECK(-slope == Approx(power).margin(1e-4 * loads.load));
  }
  CHECK(touched > 20);
}

TEST_CASE("forces of the form by normals change without jumps along random ways, also of bodies with dents") {
  PolygonLaw law;
  law.form = PolygonForm::by_normals;
  law.stiffness = 1e8;
  const auto rigid = shared(torus_mesh(0.3, 0.1, 48));
  PolygonContact pair(rigid, shared(with_short_edges(box_mesh({0.15, 0.2, 0.25}), 0.03)));
  std::mt19937_64 chance(5);
  for (int way = 0; way < 6; ++way) {
    const RigidTransform from = random_pose(chance, 0.25), to = random_pose(chance, 0.25);
    const Vec3 turn = quat_log(to_quat(from.R.transpose() * to.R));
    const auto at = [&](double t) {
      const double angle = turn.norm();
      return RigidTransform{from.R * rotation_about(turn / angle, t * angle), from.p + t * (to.p - from.p)};
    };
    // A jump stays where the step is halved; a slope halves with it.
    const auto largest_change = [&](int steps) {
      double most = 0.0;
      Vec3 last = still(pair, at(0.0), law).force;
      for (int i = 1; i <= steps; ++i) {
        const Vec3 now = still(pair, at(static_cast<double>(i) / steps), law).force;
        most = std::max(most, (now - last).norm());
        last = now;
      }
      return most;
    };
    const double coarse = largest_change(400), fine = largest_change(1600);
    CHECK(fine <= 0.4 * coarse + 1e-6);
  }
}

TEST_CASE(
    "a finer mesh converges, by either form, and both come to the same load where a body lies on a plane") {
  const double R = 0.25, tube = 0.1;
  const RigidTransform X{rotation_from_rpy(0.2, 0.1, 0.0), Vec3(0, 0, kTop + tube - 0.01 + 0.05)};
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
    PolygonLaw law;
    law.stiffness = 1e8;
    law.form = form;
    std::vector<double> loads;
    for (const int sectors : {32, 64, 128, 256}) {
      PolygonContact pair(plate(), shared(torus_mesh(R, tube, sectors)));
      loads.push_back(still(pair, X, law).force.z());
    }
    const double first = std::fabs(loads[1] - loads[3]), second = std::fabs(loads[2] - loads[3]);
    INFO(loads[0] << " " << loads[1] << " " << loads[2] << " " << loads[3]);
    CHECK(second < 0.4 * first);
    CHECK(second < 0.01 * loads[3]);
  }
}

TEST_CASE("a block on a slope sticks below the friction angle and slides above it, by mu_slip N") {
  PolygonLaw law;
  law.stiffness = 1e8;
  law.shear_stiffness = 5e7;
  law.shear_damping = 1e4;
  law.mu_stick = 0.5;
  law.mu_slip = 0.4;
  PolygonContact pair(plate(), shared(with_short_edges(box_mesh({0.2, 0.2, 0.2}), 0.05)));
  const RigidTransform X{Mat3::Identity(), Vec3(0, 0, kTop + 0.1 - 1e-4)};
  const double normal = law.stiffness * 1e-4 * 0.04;
  constexpr double kSides = 3e-3;  // the sides' lowest 0.1 mm touch too: 0.2 % more area
  std::vector<PolygonAnchor> anchors;
  PolygonMotion motion{X, Vec3(1e-3, 0, 0), Vec3::Zero()};
  const double dt = 1e-4;
  PolygonLoads loads;
  for (int i = 0; i < 100; ++i) loads = pair.calc_loads(motion, dt, law, anchors);  // 0.01 mm of way
  CHECK(loads.force.x() ==
        Approx(-law.shear_stiffness * 0.04 * 1e-5 - law.shear_damping * 0.04 * 1e-3).epsilon(kSides));
  motion.v.setZero();
  for (int i = 0; i < 100; ++i) loads = pair.calc_loads(motion, dt, law, anchors);
  CHECK(loads.force.x() == Approx(-law.shear_stiffness * 0.04 * 1e-5).epsilon(kSides));  // it holds, for ever
  motion.v = Vec3(0.1, 0.05, 0.0);
  for (int i = 0; i < 100; ++i) loads = pair.calc_loads(motion, dt, law, anchors);
  const Vec3 side(loads.force.x(), loads.force.y(), 0.0);
  CHECK(side.norm() == Approx(law.mu_slip * normal).epsilon(kSides));
  CHECK((side.normalized() + motion.v.normalized()).norm() < 1e-3);  // against the way
}

TEST_CASE(
    "what comes into contact while a body sticks is not stretched yet, what leaves takes its share of the "
    "force along") {
  PolygonLaw law;
  law.stiffness = 1e8;
  law.shear_stiffness = 5e7;
  law.mu_stick = law.mu_slip = 10.0;  // it sticks
  PolygonContact pair(plate(), shared(ball_mesh(0.3, 4)));
  std::vector<PolygonAnchor> anchors;
  const auto at = [&](double depth, double speed) {
    const RigidTransform X{Mat3::Identity(), Vec3(0, 0, kTop + 0.3 - depth)};
    return pair.calc_loads({X, Vec3(speed, 0, 0), Vec3::Zero()}, 1e-4, law, anchors);
  };
  PolygonLoads loads = at(5e-3, 0.01);  // 1 um of way
  const double force = loads.force.x();
  CHECK(force == Approx(-law.shear_stiffness * loads.area * 1e-6).epsilon(0.05));  // facets lean to the way
  double area = loads.area, slope = 0.0;
  for (double depth = 5e-3; depth < 1e-2; depth += 5e-4) {
    loads = at(depth, 0.0);
    if (depth == 5e-3)
      slope = loads.force.x() - force;  // of pressures on facets that are not quite symmetric
    CHECK(loads.force.x() == Approx(force).margin(1e-9 * std::fabs(force) + 2.0 * std::fabs(slope)));
  }
  CHECK(loads.area > 1.5 * area);
  area = loads.area;
  loads = at(5e-3, 0.0);
  CHECK(std::fabs(loads.force.x()) < 0.9 * std::fabs(force));  // the border only
  for (int i = 0; i < 10; ++i) at(i % 2 ? 5e-3 : 1e-2, 0.0);
  CHECK(std::fabs(at(5e-3, 0.0).force.x()) < 0.8 * std::fabs(force));  // rubbed off, never gained
}

TEST_CASE("a damper never pulls, and its force begins without a step") {
  PolygonLaw law;
  law.stiffness = 1e8;
  law.damping = 1e7;
  PolygonContact pair(plate(), shared(ball_mesh(0.3, 4)));
  std::vector<PolygonAnchor> anchors;
  double last = 0.0;
  for (double depth = 0.0; depth < 2e-3; depth += 2e-5) {
    const RigidTransform X{Mat3::Identity(), Vec3(0, 0, kTop + 0.3 - depth)};
    const double in = pair.calc_loads({X, Vec3(0, 0, -1.0), Vec3::Zero()}, 1e-4, law, anchors).force.z();
    const double out = pair.calc_loads({X, Vec3(0, 0, 1.0), Vec3::Zero()}, 1e-4, law, anchors).force.z();
    CHECK(out >= 0.0);
    CHECK(in >= last);
    CHECK(in - last < 3e3);  // of 1e5 N at the end: no step at the first touch
    last = in;
  }
}

// What a pair remembers of earlier steps only spares it work: against a pair that has no past, and against all faces tried.
TEST_CASE("the dampers of a face bear no more together than they are allowed, across it and along it") {
  PolygonLaw law{.stiffness = 1e8,
                 .damping = 1e7,
                 .shear_stiffness = 1.0,
                 .shear_damping = 5e6,
                 .mu_stick = 1e3,
                 .mu_slip = 1e3};
  const double depth = 1e-3, area = 0.2 * 0.2;
  PolygonContact pair(plate(), shared(with_short_edges(box_mesh({0.2, 0.2, 0.1}), 0.05)));
  const RigidTransform X{Mat3::Identity(), Vec3(0.0, 0.0, kTop + 0.05 - depth)};
  // by energy what its sides have below the surface, 1 mm high, is damped as it is pressed
  const auto damped = [&](const Vec3& v) {
    std::vector<PolygonAnchor> anchors;
    const PolygonLoads moving = pair.calc_loads({X, v, Vec3::Zero()}, 0.0, law, anchors);
    anchors.clear();
    return Vec3(moving.force - pair.calc_loads({X, Vec3::Zero(), Vec3::Zero()}, 0.0, law, anchors).force);
  };
  const Vec3 down(0.0, 0.0, -1e-3), aside(1e-4, 0.0, 0.0);
  CHECK(damped(down).z() == Approx(law.damping * (area + 4.0 * 0.2 * depth) * 1e-3).epsilon(0.001));
  CHECK(damped(aside).x() == Approx(-law.shear_damping * area * 1e-4).epsilon(0.02));
  law.most_damper = 1e4;  // N s/m, of 4e5 and 2e5
  CHECK(damped(down).z() == Approx(law.most_damper * 1e-3).epsilon(0.03));
  CHECK(damped(aside).x() == Approx(-law.most_damper * 1e-4).epsilon(0.03));
}

TEST_CASE("loads do not depend on where the bodies were before: small steps, jumps, and back") {
  PolygonLaw law;
  law.stiffness = 1e8;
  const auto rigid = shared(torus_mesh(0.3, 0.1, 48));
  const auto polygons = shared(with_short_edges(capsule_mesh(0.08, 0.3, 24), 0.03));
  PolygonContact used(rigid, polygons);
  std::mt19937_64 chance(6);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  RigidTransform X = random_pose(chance, 0.3);
  int touched = 0;
  for (int i = 0; i < 600; ++i) {
    if (i % 30 == 0) X = random_pose(chance, 0.3);
    const double x = any(chance), y = any(chance), z = any(chance);
    const double slow = i % 60 < 30 ? 1.0 : 0.03;  // so that faces are listed for some steps ahead
    X.p += slow * 0.004 * Vec3(x, y, z);
    X.R = rotation_about(Vec3(y, z, x).normalized(), slow * 0.01 * z) * X.R;
    PolygonContact fresh(rigid, polygons);
    const PolygonLoads a = still(used, X, law), b = still(fresh, X, law);
    REQUIRE(a.polygons == b.polygons);
    REQUIRE((a.force - b.force).norm() == 0.0);
    REQUIRE((a.moment - b.moment).norm() == 0.0);
    touched += a.polygons > 0 ? 1 : 0;
    if (i % 5 != 0) continue;
    std::vector<double> depths;
    for (const Vec3& p : polygons->mesh().vertices) depths.push_back(rigid->depth_at(X * p).depth);
    int below = 0;
    for (const auto& f : polygons->mesh().faces)
      below +=
          std::any_of(f.begin(), f.end(), [&](int v) { return depths[static_cast<std::size_t>(v)] > 0.0; });
    REQUIRE(a.polygons == below);
    if (below > 0) REQUIRE(a.deepest == *std::max_element(depths.begin(), depths.end()));
  }
  CHECK(touched > 200);
}
