// SPDX-License-Identifier: BSD-3-Clause
// Blades and feet of bodies in ground of grains, in whole runs.
#include <fstream>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/soil/laws/rft.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double kMass = 60.0, kPad = 0.08;  // kg, m

/// A block on four feet that are tools.
std::string write_block(const ScratchFolder& folder) {
  const std::string path = folder / "block.toml";
  std::ofstream file(path);
  file << "units = \"SI\"\nname = \"block\"\nroot = \"block\"\n[[body]]\nname = \"block\"\nmass = 60.0\n"
          "com = [0.0, 0.0, 0.2]\ninertia = [5.0, 5.0, 6.0]\n";
  int i = 0;
  for (const char* place : {"[0.4, 0.3, 0.0]", "[0.4, -0.3, 0.0]", "[-0.4, 0.3, 0.0]", "[-0.4, -0.3, 0.0]"})
    file << "[[tool]]\nname = \"foot_" << ++i << "\"\nbody = \"block\"\nshape = \"pad\"\nposition = " << place
         << "\nradius = 0.08\nheight = 0.03\n";
  return path;
}

Simulation drop(const std::string& lander, std::vector<std::string> more) {
  more.insert(more.begin(), {"rover=none", "lander=" + lander, "initial_lander.position=[0, 0, 0.1]",
                             "initial_lander.settle=false", "duration=4", "terrain.soil=wong_LETE_sand"});
  return start("free_fall", more);
}

struct Rest {
  double depth = 0.0, error = 0.0, speed = 0.0, plastic = 0.0;
};
Rest rest_of(Simulation s) {
  REQUIRE(run_until(s, 4.0));
  Rest rest;
  for (const ContactRecord& foot : records_of(s, "tool")) rest.depth += 0.25 * foot.depth;
  rest.error = s.state().ledger.relative_error();
  rest.speed = s.state().motion.v.norm();
  rest.plastic = s.state().contacts.grains.front().plastic;
  return rest;
}

}  // namespace

TEST_CASE(
    "tools in grains: a block dropped on its feet comes to rest deeper than it would stand, and the book "
    "closes") {
  const ScratchFolder folder("tools");
  const std::string block = write_block(folder);
  const Rest beeman = rest_of(drop(block, {"terrain.soil_law=rft"})),
             half = rest_of(drop(block, {"terrain.soil_law=rft", "integration.step=0.0005"})),
             rk4 = rest_of(drop(block, {"terrain.soil_law=rft", "integration.method=rk4"}));
  // what carries the weight at the least: four level plates
  const SoilParams soil = load_soil("wong_LETE_sand", {}, SoilLaw::rft);
  const double per_depth = kRftPlate * rft_resistance_of(soil, soil.density, soil.phi, 9.81, 0.0) * 4.0 *
                           3.14159265358979324 * kPad * kPad;
  const double stands = kMass * 9.81 / per_depth;
  const double falls =
      std::sqrt(2.0 * kMass * 9.81 * 0.1 / per_depth);  // where the fall's energy is spent, at the least
  INFO("depth " << beeman.depth << " stands " << stands << " falls " << falls);
  CHECK(beeman.depth > stands);
  CHECK(beeman.depth < stands + 1.5 * falls);
  for (const Rest& rest : {beeman, half, rk4}) {
    CHECK(rest.error < 0.01);
    CHECK(rest.speed < 0.01);
    CHECK(rest.plastic > 0.9 * kMass * 9.81 * 0.1);  // the fall ends in the grains
  }
  CHECK(half.depth == Approx(beeman.depth).epsilon(0.02));
  CHECK(rk4.depth == Approx(beeman.depth).epsilon(0.02));
}

TEST_CASE("tools in grains: refused where no soil is of grains, and unknown shapes named") {
  const ScratchFolder folder("tools_refused");
  const std::string block = write_block(folder);
  CHECK_THROWS_WITH(drop(block, {}), ContainsSubstring("foot_1") && ContainsSubstring("soil_law"));
  std::ofstream(folder / "wrong.toml")
      << "units = \"SI\"\nname = \"w\"\nroot = \"b\"\n[[body]]\nname = \"b\"\nmass = 1.0\ncom = [0, 0, 0]\n"
         "inertia = [1, 1, 1]\n[[tool]]\nname = \"t\"\nbody = \"b\"\nshape = \"spoon\"\nwidth = 1\nheight = "
         "1\n";
  CHECK_THROWS_WITH(drop(folder / "wrong.toml", {"terrain.soil_law=rft"}),
                    ContainsSubstring("plate") && ContainsSubstring("pad"));
}
