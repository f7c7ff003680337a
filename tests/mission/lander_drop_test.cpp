#include "grouser/mission/lander_drop.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "grouser/base/asset_path.hpp"

namespace grouser {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

// The whole simulation and the statics on the same points. They differ by what the touchdown adds to a pad's
// sinkage (some millimetres in 1.9 m: 0.1 deg) and by where the pads slide to while it tips. Tolerances:
// docs/validation_terrain.md.
TEST_CASE("placements agree with dynamic drops of the same lander on the same points") {
  const PlacementGround ground = load_placement_ground("terrains/mars_made.tif");
  const std::string file = resolve_asset("exomars_platform", "landers").string();
  const LanderForm form = make_lander_form(read_vehicle(TomlTable::load(file)), ground.materials, file);
  const LanderDrop drop("exomars_platform", ground, form);
  const auto placements = set_down(ground, form, draw_spots(ground, form, 3, 1), {});
  for (const Placement& p : placements) {
    const DroppedLander dropped = drop.run(p.spot);
    INFO("tilt " << p.pose.tilt / kDegree << " other " << p.pose.other_tilt / kDegree << " dropped "
                 << dropped.tilt / kDegree << " " << dropped.message);
    REQUIRE(dropped.came_to_rest);
    const double here = std::fabs(dropped.tilt - p.pose.tilt),
                 there = std::fabs(dropped.tilt - p.pose.other_tilt);
    CHECK(std::fmin(here, there) < 0.5 * kDegree);
    if (here < 0.2 * kDegree)
      for (std::size_t i = 0; i < form.ramps.size(); ++i)
        if (!p.pose.ramps[i].by_plate)
          CHECK(dropped.ramp_slope[i] == Approx(p.pose.ramps[i].slope).margin(1.0 * kDegree));
  }
}

}  // namespace
}  // namespace grouser
