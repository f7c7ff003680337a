// SPDX-License-Identifier: BSD-3-Clause
// Bodies that slide on a level plane: without friction nothing turns them, with it they stop where Coulomb's
// law says, and what contacts took does not come back.
#include <fmt/format.h>

#include <numbers>

#include "catch.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// A body with one mesh, at rest upon bedrock: pressed in by its weight, without spin.
struct Slider {
  std::string mesh, layer;
  double density = 1000.0;  // kg/m3
  double lift = 0.1;        // of its middle where it touches, m
  double sunk = 0.0;        // by its weight, m
};

Simulation slide(const Slider& body, double speed, double heading_deg, const std::vector<std::string>& more) {
  static const ScratchFolder folder("mesh_slider");
  static int number = 0;
  const auto path = folder / fmt::format("body_{}.toml", number++);
  std::ofstream(path)
      << "units = \"SI\"\nname = \"body\"\nroot = \"body\"\n[[body]]\nname = \"body\"\ndensity = "
      << body.density << "\n[mesh_contact]\n"
      << body.layer << "\n[[mesh]]\nname = \"skin\"\nbody = \"body\"\n"
      << body.mesh << "\n";
  const double heading = heading_deg * std::numbers::pi / 180.0;
  std::vector<std::string> sets{"rover=" + path.string(),
                                "terrain.kind=flat",
                                "terrain.soil=bedrock",
                                "initial.on_ground=false",
                                "initial.settle=false",
                                fmt::format("initial.position=[0.0, 0.0, {:.9f}]", body.lift - body.sunk),
                                fmt::format("initial.velocity=[{:.9f}, {:.9f}, 0.0]",
                                            speed * std::cos(heading), speed * std::sin(heading))};
  sets.insert(sets.end(), more.begin(), more.end());
  return start("free_fall", sets);
}

/// What contacts took, step by step: how far the sum ever fell below what it had been.
struct Fall {
  double most = 0.0, deepest = 0.0;  // J
  void look(const Simulation& s) {
    const double lost = s.state().ledger.contact_dissipation;
    most = std::max(most, lost);
    deepest = std::max(deepest, most - lost);
  }
};

const std::string kSmooth = "stiffness = 1e8\ndamping = 2e5\nfriction = 0.0\nsliding_friction = 0.0\n";

}  // namespace

// A plane without friction pushes along its normal alone. What turns a faceted ball is that its pressure does
// not stand below its middle, up to a facet's share of its patch; in the poses here, where the patch is
// symmetric, it does, and no damper changes that.
TEST_CASE(
    "meshes in runs: a ball, a capsule, a block and a ring that slide without friction do not begin to "
    "turn") {
  struct Form {
    const char* name;
    Slider body;
  };
  const Form forms[] = {
      {"ball", {"shape = \"ball\"\nradius = 0.1\nedge = 0.01\n", kSmooth, 955.0, 0.1, 1.1e-3}},
      {"small ball", {"shape = \"ball\"\nradius = 0.02\nedge = 0.002\n", kSmooth, 3000.0, 0.02, 4e-4}},
      {"capsule",
       {"shape = \"capsule\"\nradius = 0.05\nlength = 0.2\nedge = 0.02\nrpy_deg = [0.0, 90.0, 0.0]\n",
        kSmooth, 1000.0, 0.05, 1e-4}},
      {"block", {"shape = \"box\"\nsize = [0.2, 0.16, 0.1]\nedge = 0.04\n", kSmooth, 1000.0, 0.05, 0.0}},
      {"ring", {"shape = \"ring\"\nradius = 0.1\ntube = 0.03\nedge = 0.02\n", kSmooth, 1000.0, 0.03, 1e-4}},
  };
  struct Case {
    double speed, heading, book;  // the last: what the method's order leaves of it, the first of Euler's
    std::vector<std::string> sets;
  };
  const Case cases[] = {
      {1.0, 0.0, 1e-3, {"integration.method=beeman", "integration.step=1e-4", "gravity=9.81"}},
      {3.0, 37.0, 1e-3, {"integration.method=rk4", "integration.step=2e-4", "gravity=1.62"}},
      {0.3, 200.0, 2e-2, {"integration.method=euler", "integration.step=5e-5", "gravity=3.71"}},
  };
  for (const Form& form : forms)
    for (const Case& c : cases)
      for (const char* kind : {"by_energy", "by_normals"}) {
        Slider body = form.body;
        body.layer += fmt::format("form = \"{}\"\n", kind);
        Simulation s = slide(body, c.speed, c.heading, c.sets);
        Fall fall;
        double spin = 0.0;
        REQUIRE(run_until(s, 0.4, [&] {
          fall.look(s);
          spin = std::max(spin, s.state().motion.v.head<3>().norm());
        }));
        const double kinetic = 0.5 * s.world().model->total_mass() * c.speed * c.speed;
        INFO(form.name << ", " << kind << ", " << c.sets.front() << ": spin " << spin
                       << " rad/s, losses fell by " << fall.deepest << " of " << fall.most << " J, speed "
                       << s.state().motion.v.segment<2>(3).norm() << " m/s, book "
                       << s.state().ledger.relative_error());
        CHECK(spin < 1.7e-3);  // 0.1 deg/s
        CHECK(s.state().motion.v.segment<2>(3).norm() == Approx(c.speed).epsilon(1e-6));
        CHECK(fall.deepest < 1e-9 * kinetic);
        CHECK(s.state().ledger.relative_error() < c.book);
      }
}

TEST_CASE(
    "meshes in runs: a block stops after v^2 / (2 mu g), tall or flat, whatever the step and the layer's "
    "form") {
  constexpr double kFriction = 0.2;
  const std::string layer = "stiffness = 1e8\ndamping = 2e5\nfriction = 0.2\nsliding_friction = 0.2\n";
  const Slider tall{"shape = \"box\"\nsize = [0.08, 0.2, 0.3]\nedge = 0.05\n", layer, 700.0, 0.15, 2.06e-5};
  const Slider flat{"shape = \"box\"\nsize = [0.3, 0.2, 0.06]\nedge = 0.05\n", layer, 2000.0, 0.03, 1.18e-5};
  struct Case {
    const Slider& body;
    double speed, gravity;
    const char *method, *step, *form;
  };
  const Case cases[] = {
      {tall, 1.5, 9.81, "beeman", "1e-4", "by_energy"}, {tall, 1.5, 9.81, "rk4", "2e-4", "by_energy"},
      {tall, 1.0, 3.71, "euler", "5e-5", "by_energy"},  {tall, 1.5, 9.81, "beeman", "1e-4", "by_normals"},
      {flat, 1.2, 9.81, "beeman", "2e-4", "by_energy"}, {flat, 0.6, 1.62, "rk4", "1e-4", "by_normals"}};
  for (const Case& c : cases) {
    Slider body = c.body;
    body.layer += fmt::format("form = \"{}\"\n", c.form);
    const double stops = c.speed / (kFriction * c.gravity);
    Simulation s =
        slide(body, c.speed, 0.0,
              {fmt::format("gravity={}", c.gravity), fmt::format("integration.method={}", c.method),
               fmt::format("integration.step={}", c.step), fmt::format("duration={}", 1.2 * stops)});
    Fall fall;
    REQUIRE(run_until(s, 1.1 * stops, [&] { fall.look(s); }));
    const double way = c.speed * c.speed / (2.0 * kFriction * c.gravity);
    INFO(c.method << " " << c.form << ": " << chassis(s).x() << " m, closed form " << way
                  << ", losses fell by " << fall.deepest << " of " << fall.most << " J");
    CHECK(chassis(s).x() == Approx(way).epsilon(0.005));
    // what was lost is the kinetic energy, but for what lies in the springs of friction as it stops, mu m g
    // over 2 k of each
    CHECK(s.state().ledger.contact_dissipation ==
          Approx(0.5 * s.world().model->total_mass() * c.speed * c.speed).epsilon(2e-3));
    CHECK(fall.deepest < 1e-4 * fall.most);
  }
}
