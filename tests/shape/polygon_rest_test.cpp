// SPDX-License-Identifier: BSD-3-Clause
// Bodies at rest on an inclined plate, held by friction alone. GROUSER_REST=3600 (seconds) gave the line in docs/meshes.md.
#include <cmath>
#include <memory>

#include "catch.hpp"
#include "free_body.hpp"
#include "shape_pairs.hpp"

using namespace grouser;
using namespace grouser::pairs;

namespace {

constexpr double kGravity = 9.81;  // m/s2
constexpr double kRestStep = 1e-3;

/// On a plate that is level in its own frame: gravity leans instead. Steps of the bounce's integrator.
struct Slope {
  Throw on;
  Vec3 gravity;
  PolygonLoads last = {};

  void run(double duration) {
    last = on.loads(0.0);
    for (int i = 0, steps = static_cast<int>(duration / kRestStep + 0.5); i < steps; ++i) {
      push(0.5 * kRestStep);
      on.drift(kRestStep);
      last = on.loads(kRestStep);
      push(0.5 * kRestStep);
    }
  }
  void push(double dt) {
    on.body.v += dt * gravity;
    on.kick(last, dt);
  }
};

Slope laid(const TriangleMesh& mesh, double angle, double friction, PolygonForm form) {
  PolygonLaw law;
  law.form = form;
  law.stiffness = 1e8;
  law.damping = 2e5;
  law.shear_stiffness = 5e7;
  law.shear_damping = 1e5;
  law.mu_stick = law.mu_slip = friction;
  Slope s{{{}, law, PolygonContact(mesh_of(box_mesh({2.0, 2.0, 0.5})), mesh_of(mesh))},
          kGravity * Vec3(std::sin(angle), 0.0, -std::cos(angle))};
  s.on.body.mass = mass_of(mesh, 2000.0);
  s.on.body.X.p = Vec3(0.0, 0.0, 0.25 + 0.1);
  return s;
}

}  // namespace

TEST_CASE(
    "a block sticks on a slope below the friction angle without creep, and slides above it by g (sin - mu "
    "cos)") {
  const TriangleMesh block = with_short_edges(box_mesh({0.2, 0.25, 0.2}), 0.1);
  const double friction = 0.5, steep = 0.6;  // rad; the friction angle is 0.46
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
    Slope rest = laid(block, 0.35, friction, form);
    rest.run(1.0);
    const Vec3 settled = rest.on.body.X.p;
    const Mat3 attitude = rest.on.body.X.R;
    const int seconds = tries("GROUSER_REST", 10);
    rest.run(seconds);
    const double crept = (rest.on.body.X.p - settled).norm(), turned = (rest.on.body.X.R - attitude).norm();
    if (seconds > 60) WARN("crept " << crept << " m and turned " << turned << " rad in " << seconds << " s");
    // what is left of settling after a second, and rounding; Coulomb without sticking would creep by some um/s
    CHECK(crept < 1e-9);
    CHECK(turned < 1e-9);
    CHECK(rest.last.load == Approx(rest.on.body.mass.mass * kGravity * std::cos(0.35)).epsilon(1e-2));

    Slope slide = laid(block, steep, friction, form);
    slide.on.law.damping =
        2e4;         // of the front's foot too, which goes 0.05 mm deep through the layer: 0.5 % of g at 2e5
    slide.run(0.4);  // until it rocks no more
    const double before = slide.on.body.v.x();
    slide.run(0.4);
    CHECK((slide.on.body.v.x() - before) / 0.4 ==
          Approx(kGravity * (std::sin(steep) - friction * std::cos(steep))).epsilon(1.5e-2));
  }
}
