// SPDX-License-Identifier: BSD-3-Clause
// A crust over loose soil (soil/laws/crust.hpp): what it bears, what breaks it, and that it stays broken.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double kPadRadius = 0.1, kThickness = 0.03, kStrength = 2e4, kModulus = 2e5, kExponent = 0.9;
constexpr double kGravity = 3.71;

/// A box on four round pads, and the load of one of them that the crust just bears.
struct CrustSite {
  ScratchFolder folder;
  explicit CrustSite(const std::string& name, double mass) : folder(name) {
    std::string box = fmt::format(
        "units = \"SI\"\nname = \"box\"\nroot = \"body\"\n[pad_contact]\nstiffness = 3e5\ndamping = 1500.0\n"
        "friction = 0.5\n[[body]]\nname = \"body\"\nmass = {}\ncom = [0.0, 0.0, 0.4]\n"
        "inertia = [40.0, 40.0, 60.0]\n",
        mass);
    for (const char* place : {"1.0, 1.0", "1.0, -1.0", "-1.0, 1.0", "-1.0, -1.0"})
      box += fmt::format("[[pad]]\nname = \"pad{}\"\nbody = \"body\"\nposition = [{}, 0.0]\nradius = {}\n",
                         place[0] == '1' ? (place[5] == '1' ? 1 : 2) : (place[6] == '1' ? 3 : 4), place,
                         kPadRadius);
    write_file_atomically(folder / "box.toml", box);
    write_file_atomically(
        folder / "crust.toml",
        fmt::format("units = \"SI\"\nname = \"crust\"\nkind = \"soft\"\nsources = [\"made for this test\"]\n"
                    "crust_strength = {}\ncrust_thickness = {}\nn = {}\nk_c = 0\nk_phi = {}\ncohesion = 200\n"
                    "phi_deg = 30\njanosi_k = 0.01\ndensity = 1500\ntheta_m_c1 = 0.4\ntheta_m_c2 = 0.2\n"
                    "unloading_stiffness = 4e7\n",
                    kStrength, kThickness, kExponent, kModulus));
    write_file_atomically(
        folder / "stand.toml",
        fmt::format(
            "units = \"SI\"\nname = \"stand\"\nrover = \"none\"\nlander = \"box.toml\"\nduration = 3.0\n"
            "gravity = {}\n[integration]\nmethod = \"beeman\"\nstep = 5e-4\n"
            "[recording]\nkeyframe_interval = 0.2\n"
            "[terrain]\nkind = \"flat\"\nsoil = \"crust.toml\"\n"
            "[initial_lander]\nposition = [0.0, 0.0]\nsettle = false\n",
            kGravity));
  }
  std::string scenario() const { return (folder / "stand.toml").string(); }
};

/// Mass that loads each pad of the box with `share` of what breaks the crust, at rest.
double mass_for(double share) {
  const double spread = kPadRadius + 0.5 * kThickness;
  return share * 4.0 * kStrength * std::numbers::pi * spread * spread / kGravity;
}

double sinkage(const Simulation& s) {
  double deepest = 0.0;
  for (const ContactRecord& record : s.output().records) deepest = std::max(deepest, record.sinkage);
  return deepest;
}

double load(const Simulation& s) {
  double sum = 0.0;
  for (const ContactRecord& record : s.output().records) sum += record.load;
  return sum;
}

bool broken(const Simulation& s, double x, double y) {
  const GroundMemory& ground = s.state().ground;
  std::vector<double> cell(1);
  TileHint hint;
  ground.read(1,
              {static_cast<std::int64_t>(std::floor(x / ground.cell())),
               static_cast<std::int64_t>(std::floor(y / ground.cell())), 1, 1},
              cell, hint);
  return cell[0] > 0.0;
}

std::vector<std::string> speed(double down) {
  return {fmt::format("initial_lander.velocity=[0.0, 0.0, {}]", -down)};
}

}  // namespace

TEST_CASE("the pressure under a crust is that of a plate widened by half its thickness", "[crust]") {
  const CrustParams crust{.crust_strength = 1e4, .crust_thickness = 0.04};
  const double r = 0.1, area = std::numbers::pi * r * r, wide = std::numbers::pi * 0.12 * 0.12;
  CHECK(crust_pressure(crust, 500.0, area, 2.0 * std::numbers::pi * r) == Approx(500.0 / wide));
}

// Let go where they touch, on soft springs without dampers, they swing to twice their weight.
TEST_CASE("plates stand on a crust below its strength and come through beyond it", "[crust]") {
  for (const double share : {0.49, 0.51}) {
    CAPTURE(share);
    const CrustSite site("crust_plate", mass_for(share));
    Simulation s =
        start(site.scenario(), {"lander.pad_contact.damping=0", "lander.pad_contact.stiffness=3e4"});
    double most = 0.0;
    REQUIRE(run_until(s, 1.0, [&] { most = std::max(most, load(s)); }));
    CHECK(broken(s, 1.0, 1.0) == (share > 0.5));
    CHECK_FALSE(broken(s, 0.0, 0.0));
    CHECK((sinkage(s) > 0.03) == (share > 0.5));
    if (share < 0.5) CHECK(most == Approx(2.0 * mass_for(share) * kGravity).epsilon(0.02));
  }
}

TEST_CASE("plates that came through a crust sink as deep as the loose soil carries them, from the surface on",
          "[crust]") {
  const CrustSite site("crust_sinks", mass_for(1.03));
  const Simulation s = start(site.scenario(), {"initial_lander.settle=true"});
  const double area = std::numbers::pi * kPadRadius * kPadRadius,
               pressure = mass_for(1.03) * kGravity / (4.0 * area);
  CHECK(broken(s, -1.0, 1.0));
  CHECK(load(s) == Approx(mass_for(1.03) * kGravity).epsilon(0.01));
  CHECK(sinkage(s) == Approx(std::pow(pressure / kModulus, 1.0 / kExponent)).epsilon(0.01));
}

TEST_CASE("a crust that breaks under a fall closes the energy book, and nothing that was lost comes back",
          "[crust]") {
  const CrustSite site("crust_fall", mass_for(0.5));
  for (const char* method : {"beeman", "rk4"})
    for (const double down : {0.05, 1.0}) {
      CAPTURE(method, down);
      std::vector<std::string> texts = speed(down);
      texts.push_back(std::string("integration.method=") + method);
      Simulation s = start(site.scenario(), texts);
      double before = 0.0;
      bool falls = false;
      REQUIRE(run_until(s, 2.0, [&] {
        const double lost = s.state().ledger.contact_dissipation;
        falls |= lost < before - 1e-6 * std::fabs(before) - 1e-9;
        before = lost;
      }));
      CHECK(broken(s, 1.0, 1.0) == (down > 0.5));
      CHECK_FALSE(falls);
      CHECK(std::fabs(s.state().ledger.relative_error()) < 0.01);
    }
}

TEST_CASE("feet that slide and bounce in the holes that they broke into a crust close the energy book",
          "[crust]") {
  // a foot that moves in its hole comes under whole cells from beside: it has not pressed on them
  const auto lander = GENERATE(as<std::string>{}, "europa_conforming", "europa_stiff", "europa_impedance");
  const auto step = GENERATE(as<std::string>{}, "0.001", "0.0005");
  CAPTURE(lander, step);
  Simulation s = start("europa_landing", {"lander=" + lander, "terrain.soil=mars_duricrust", "duration=3",
                                          "integration.step=" + step});
  double lost = 0.0;
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    // springs give back what they held: no more than the energy in play resolves
    CHECK(s.state().ledger.contact_dissipation > lost - 0.01 * s.state().ledger.in_play());
    lost = std::max(lost, s.state().ledger.contact_dissipation);
  }
  CHECK(s.state().ledger.relative_error() < 1e-3);
}

TEST_CASE("wheels that break a crust leave it broken: a second pass finds their track", "[crust]") {
  Simulation s = start("duricrust", {"duration=100", "drive.speed=0.03", "soil.crust_strength=1000"});
  const World& world = s.world();
  const auto hub = [&](std::size_t w) { return s.kinematics().body[world.wheels[w].body.index].X_WB.p; };
  const double from = hub(0).x(), y = hub(0).y();
  REQUIRE(run_until(s, 12.0));
  CHECK(broken(s, from + 0.1, y));
  CHECK_FALSE(broken(s, hub(0).x() + 0.4, y));
  CHECK_FALSE(broken(s, from + 0.1, y + 0.3));
  CHECK(s.state().ground.depth(from + 0.1, y) > 1e-3);
  const auto error = s.state().ledger.relative_error();
  CHECK(std::fabs(error) < 0.01);
  for (std::size_t w = 0; w < world.wheels.size(); ++w) CHECK(s.output().wheels[w].sinkage > 1e-3);
}

TEST_CASE("a rover that its crust bears drives as on the whole crust, and breaks none of it", "[crust]") {
  const auto run = [](const char* strength) {
    Simulation s = start("duricrust", {"duration=8", std::string("soil.crust_strength=") + strength});
    REQUIRE(run_until(s, 8.0));
    return s;
  };
  const Simulation bears = run("1e7"), breaks = run("1000");
  CHECK(bears.state().ground.untouched());
  CHECK_FALSE(breaks.state().ground.untouched());
  CHECK(bears.output().wheels[0].sinkage == 0.0);
  CHECK(std::fabs(bears.state().ledger.relative_error()) < 0.01);
}

TEST_CASE("a run over a crust goes on from a keyframe to the same bits", "[crust]") {
  const ScratchFolder folder("crust_resume");
  const std::vector<std::string> changes{"duration=6", "recording.keyframe_interval=1",
                                         "soil.crust_strength=1000"};
  Simulation s = start("duricrust", changes);
  run_scenario(s, options_of(folder / "whole.h5"));
  ResumedRun resumed = resume_run(folder / "whole.h5", {.at = 3.0, .changes = {}});
  CHECK(resumed.simulation.state().ground.layers() == 2);
  RunOptions options = options_of(folder / "rest.h5");
  options.parent = resumed.parent;
  run_scenario(resumed.simulation, options);
  CHECK(resumed.simulation.state().ground.hash() == s.state().ground.hash());
  CHECK(RunReader(folder / "whole.h5").read_state_hashes().back() ==
        RunReader(folder / "rest.h5").read_state_hashes().back());
}

TEST_CASE("half a crust, and one over ground of the law scm, are refused", "[crust]") {
  const auto load = [](const std::vector<std::string>& texts) {
    return load_world("duricrust", sets(texts));
  };
  CHECK_THROWS_WITH(load({"terrain.soil_law=scm"}), ContainsSubstring("crust_strength"));
  CHECK_THROWS_WITH(load({"soil.crust_strength=-1"}), ContainsSubstring("crust_strength"));
  SoilParams soil = load_soil("mars_duricrust");
  soil.crust_thickness = kUnset;
  CHECK_THROWS_WITH(validate(soil, "crust.toml"), ContainsSubstring("crust_thickness"));
}
