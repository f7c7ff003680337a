// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/placement/lander_drop.hpp"

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/math/units.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {

/// The platform without what belongs to its ramps.
std::string text_without_ramps() {
  std::ifstream file(resolve_asset("exomars_platform", "landers"));
  std::stringstream kept;
  std::string line, block;
  const auto flush = [&] {
    if (block.rfind("[[", 0) != 0 || block.find("ramp_") == std::string::npos) kept << block;
    block.clear();
  };
  while (std::getline(file, line)) {
    if (line.rfind("[[", 0) == 0) flush();
    block += line + "\n";
  }
  flush();
  return kept.str();
}

double nearest_error(const Placement& placement, const DroppedLander& dropped) {
  return std::fmin(std::fabs(dropped.tilt - placement.pose.tilt),
                   std::fabs(dropped.tilt - placement.pose.other_tilt));
}

// The whole simulation and the statics on the same points, each drop free to end in either rest of a lander
// that can rock. They differ by what the touchdown adds to a pad's sinkage (5 mm in 1.9 m: 0.15 deg) and by
// where pads slide to while it tips (40 mm on ground that bends by 0.1 in a metre: 0.2 deg); 60 drops in
// docs/validation_terrain.md gave 0.42 deg at most.
TEST_CASE("placements agree with dynamic drops of the same lander on the same points") {
  const test::ScratchFolder folder("drop");
  const std::string file = (folder / "legs.toml").string();
  std::ofstream(file) << text_without_ramps();
  const PlacementGround ground = load_placement_ground("terrains/mars_made.tif");
  const LanderForm form = make_lander_form(read_vehicle(TomlTable::load(file)), ground.materials, file);
  REQUIRE(form.ramps.empty());
  REQUIRE(form.pads.size() == 4);
  const LanderDrop drop(file, ground, form);
  for (const Placement& p : set_down(ground, form, draw_spots(ground, form, 8, 1), {})) {
    const DroppedLander dropped = drop.run(p.spot);
    INFO("tilt " << p.pose.tilt / kDegree << " other " << p.pose.other_tilt / kDegree << " dropped "
                 << dropped.tilt / kDegree << " " << dropped.message);
    REQUIRE(dropped.came_to_rest);
    CHECK(nearest_error(p, dropped) < 0.45 * kDegree);
    CHECK(dropped.moved < 0.1);  // m: it stays where it was set down
  }
}

// Ends of ramps that stick hold a lander that rocks between its rests, so ramps are compared where it stands
// on all four pads.
TEST_CASE("ramps come down to the same angle as in the whole simulation") {
  const PlacementGround ground = load_placement_ground("egress_tilted", {.gravity = 3.71});
  const std::string file = resolve_asset("exomars_platform", "landers").string();
  const LanderForm form = make_lander_form(read_vehicle(TomlTable::load(file)), ground.materials, file);
  const LanderDrop drop("exomars_platform", ground, form);
  for (const Placement& p : set_down(ground, form, draw_spots(ground, form, 2, 1), {})) {
    const DroppedLander dropped = drop.run(p.spot);
    REQUIRE(dropped.came_to_rest);
    // pads that touched first are pressed in some millimetres farther: 0.15 deg
    CHECK(dropped.tilt == Approx(p.pose.tilt).margin(0.4 * kDegree));
    // the hinge's friction, 3 N m of its 97 N m, and 1 mm of the end's springs: 0.03 deg, and the tilt's own
    // error
    for (std::size_t i = 0; i < form.ramps.size(); ++i)
      CHECK(dropped.ramp_slope[i] == Approx(p.pose.ramps[i].slope).margin(0.5 * kDegree));
  }
}

// On level ground, by energy: what the soil took, sum A k z^(n+1)/(n+1), is no more than the weight gave from
// 2 mm up, W (h + z), and by way of legs and pads, which give back the more the softer they are: max of W u -
// 2 k u^2 for four springs k, W^2/(8 k). And no less deep than the same load at rest.
TEST_CASE("a drop presses the pads in deeper than the resting load, and no deeper than its energy allows") {
  const PlacementGround ground = load_placement_ground("egress_level", {.gravity = 3.71});
  const std::string file = resolve_asset("exomars_platform", "landers").string();
  const LanderForm form = make_lander_form(read_vehicle(TomlTable::load(file)), ground.materials, file);
  const Placement placement = set_down(ground, form, draw_spots(ground, form, 1, 1), {}).front();
  const DroppedLander dropped = LanderDrop("exomars_platform", ground, form).run(placement.spot);
  REQUIRE(dropped.came_to_rest);
  const LanderPad& pad = form.pads.front();
  const PadLaw& law = pad.laws.front();
  const double k = law.stiffness * pad.leg_stiffness / (law.stiffness + pad.leg_stiffness);
  const double weight = form.total_mass() * ground.gravity, r = law.radius;
  const double modulus = std::numbers::pi * r * r * (law.soil.k_c / r + law.soil.k_phi);
  double taken = 0.0, deepest = 0.0;
  for (std::size_t i = 0; i < form.pads.size(); ++i) {
    CHECK(dropped.sinkage[i] > placement.pose.pads[i].sinkage);
    taken += modulus * std::pow(dropped.sinkage[i], law.soil.n + 1.0) / (law.soil.n + 1.0);
    deepest = std::fmax(deepest, dropped.sinkage[i]);
  }
  CHECK(taken < weight * (0.002 + deepest) + weight * weight / (8.0 * k));
}

TEST_CASE("a drop that is called off says that it did not come to rest") {
  const PlacementGround ground = load_placement_ground("egress_level");
  const std::string file = resolve_asset("exomars_platform", "landers").string();
  const LanderForm form = make_lander_form(read_vehicle(TomlTable::load(file)), ground.materials, file);
  CHECK_FALSE(
      LanderDrop("exomars_platform", ground, form).run({}, {.cancelled = [] { return true; }}).came_to_rest);
}

}  // namespace
}  // namespace grouser
