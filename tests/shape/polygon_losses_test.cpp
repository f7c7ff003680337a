// SPDX-License-Identifier: BSD-3-Clause
// The damper and the friction of polygons never take less than nothing, whatever the pose, the motion
// and the form.

#include "catch.hpp"
#include "shape_pairs.hpp"

using namespace grouser;
using namespace grouser::pairs;

namespace {

constexpr PolygonForm kForms[] = {PolygonForm::by_normals, PolygonForm::by_energy};

/// Of what acts on the polygons' body, W.
double power_of(const PolygonLoads& loads, const PolygonMotion& motion) {
  const Vec3 at_origin = motion.v - motion.w.cross(motion.X.p);
  return loads.force.dot(at_origin) + loads.moment.dot(motion.w);
}

PolygonLoads loads_of(PolygonContact& pair, const PolygonMotion& motion, const PolygonLaw& law) {
  std::vector<PolygonAnchor> anchors;
  return pair.calc_loads(motion, 0.0, law, anchors);
}

}  // namespace

TEST_CASE("polygons: their damper takes just what it books, and never gives") {
  std::mt19937_64 chance(11);
  const auto ring = mesh_of(torus_mesh(0.2, 0.08, 32));
  for (const TriangleMesh& body : zoo(0.03)) {
    PolygonContact pair(ring, mesh_of(body));
    for (int i = 0; i < 150; ++i) {
      const PolygonMotion motion{any_pose(chance, 0.25), any_vector(chance, 2.0), any_vector(chance, 10.0)};
      for (const PolygonForm form : kForms) {
        PolygonLaw law{.stiffness = 1e8, .form = form};
        const PolygonLoads elastic = loads_of(pair, motion, law);
        law.damping = 2e5;
        const PolygonLoads damped = loads_of(pair, motion, law);
        INFO("form " << static_cast<int>(form) << ", " << damped.polygons << " polygons, lost "
                     << damped.lost);
        CHECK(damped.lost >= 0.0);
        const double scale = 1e-9 + damped.lost + std::fabs(power_of(elastic, motion));
        CHECK(power_of(elastic, motion) - power_of(damped, motion) ==
              Approx(damped.lost).margin(1e-9 * scale));
      }
    }
  }
}

// Coulomb's cone is convex and a spring keeps no more than it was stretched by: what goes in less what it
// stores grows at each step.
TEST_CASE("polygons: their friction takes no less than its springs come to store") {
  std::mt19937_64 chance(12);
  const auto plate = mesh_of(box_mesh({4.0, 4.0, 0.5}));
  constexpr double dt = 1e-3;
  int slides = 0, sticks = 0;
  for (const TriangleMesh& body : zoo(0.03)) {
    PolygonContact pair(plate, mesh_of(body));
    for (int i = 0; i < 20; ++i) {
      const PolygonForm form = kForms[i % 2];
      const PolygonLaw law{.stiffness = 1e8,
                           .shear_stiffness = 5e7,
                           .shear_damping = 1e5,
                           .mu_stick = 0.4,
                           .mu_slip = 0.3,
                           .form = form};
      std::vector<PolygonAnchor> anchors;
      PolygonMotion motion{{any_pose(chance, 1.0).R, Vec3(0.0, 0.0, 0.35)}};
      while (pair.touch(motion.X, law).empty() && motion.X.p.z() > 0.2) motion.X.p.z() -= 1e-3;
      double bound = 0.0, deepest = 0.0, most = 0.0;
      for (int step = 0; step < 60; ++step) {
        if (step % 12 == 0) motion.v = any_vector(chance, 0.05), motion.w = any_vector(chance, 0.2);
        motion.X.p += dt * motion.v;
        motion.X.R = rotation_about(motion.w.normalized(), dt * motion.w.norm()) * motion.X.R;
        const PolygonLoads loads = pair.calc_loads(motion, dt, law, anchors);
        const double taken = dt * loads.lost - (loads.bound - bound);
        bound = loads.bound;
        most = std::max(most, loads.bound), deepest = std::min(deepest, taken);
        slides += loads.sliding > 0.0, sticks += loads.load > loads.sliding;
      }
      INFO("form " << static_cast<int>(form) << ": least " << deepest << " J of " << most);
      CHECK(deepest >= -1e-12 * most);
    }
  }
  CHECK(slides > 500);
  CHECK(sticks > 500);
}

// A ball pressed down on a plate whose friction holds: polygons that stick lean, and friction across their
// own normals would bear a part.
TEST_CASE(
    "polygons: those that stick bear nothing of a ball's load by energy, and a few hundredths by normals") {
  PolygonContact pair(mesh_of(box_mesh({4.0, 4.0, 0.5})), mesh_of(ball_mesh(0.1, 5)));
  for (const PolygonForm form : kForms) {
    PolygonLaw law{.stiffness = 1e8, .shear_stiffness = 5e7, .mu_stick = 10.0, .mu_slip = 10.0, .form = form};
    std::vector<PolygonAnchor> anchors;
    PolygonLoads loads;
    PolygonMotion motion{{Mat3::Identity(), Vec3(0.0, 0.0, 0.35)}, Vec3(0.0, 0.0, -1e-2)};
    for (int step = 0; step < 200; ++step) {
      motion.X.p.z() -= 1e-5;
      loads = pair.calc_loads(motion, 1e-3, law, anchors);
    }
    law.shear_stiffness = 0.0;
    const double layer = loads_at(pair, motion.X, law).force.z(), share = loads.force.z() / layer - 1.0;
    INFO("form " << static_cast<int>(form) << ": friction bears " << share << " of the layer's " << layer
                 << " N");
    if (form == PolygonForm::by_energy)
      CHECK(std::fabs(share) < 1e-9);
    else
      CHECK((share > 0.002 && share < 0.05));
  }
}
