// SPDX-License-Identifier: BSD-3-Clause
// The bound of the shear's stiffness against the slope of the law itself, by differences.
#include "grouser/soil/wheel/shear_stiffness.hpp"

#include <cmath>
#include <filesystem>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/soil/force/contact.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"

using namespace grouser;

namespace {

/// Slope of the drawbar pull over the deflection, of a footprint at rest and of one that rolls, to the side where it is
/// steeper.
double law_stiffness(const SoilParams& soil, const WheelGeometry& wheel, WheelRunning run,
                     double relaxation) {
  constexpr double kSmall = 1e-4;
  const double deflection = kSmall * relaxation, still = wheel_reaction(soil, wheel, run).drawbar_pull;
  double steepest = 0.0;
  for (const double way : {-1.0, 1.0}) {
    WheelRunning moved = run;
    moved.slip_x = way * kSmall;
    moved.rest_shear_x = way * deflection;
    const double change = wheel_reaction(soil, wheel, moved).drawbar_pull - still;
    steepest = std::max(steepest, way * change / deflection);
  }
  return steepest;
}

}  // namespace

TEST_CASE("No wheel on any shipped soil shears more stiffly than the bound, and some as stiffly") {
  const WheelGeometry wheels[] = {
      {.radius = 0.1425, .width = 0.12},
      {.radius = 0.25, .width = 0.4, .grouser_height = 0.02, .grouser_count = 24},
      {.radius = 0.25, .width = 0.2, .grouser_height = 0.02, .grouser_count = 6},
      {.radius = 0.25, .width = 0.02, .grouser_height = 0.03, .grouser_count = 60}};
  int compared = 0;
  double loosest = 0.0;
  for (const bool added : {false, true})  // the keys that add to the shear, in a rut that all of them act in
    for (const auto& entry : std::filesystem::directory_iterator(home_folder() / "assets" / "soils")) {
      SoilParams soil = load_soil(entry.path().stem().string());
      if (soil.kind != SoilKind::soft) continue;
      soil.slip_sinkage_n1 = soil.skid_sinkage_n1 = 0.0;  // the load's own change with slip is no shear
      if (added)
        soil.exit_b0 = soil.exit_b1 = 0.4, soil.grouser_side_shear = 1.0, soil.multipass_gain = 0.2,
        soil.front_wall = 1.0;
      for (const WheelGeometry& wheel : wheels) {
        if (sinkage_modulus(soil, wheel.width) <= 0.0) continue;
        for (const double load : {50.0, 400.0})
          for (const double travel : {0.0, 1.0}) {
            WheelRunning run{.travel = travel, .rut_depth = added ? 0.02 : 0.0};
            run.sinkage = sinkage_for_load(soil, wheel, run, load);
            if (run.sinkage <= 0.0) continue;
            const WheelReaction r = wheel_reaction(soil, wheel, run);
            const double relaxation = soft_relaxation_length(soil.janosi_k, wheel.radius, r.entry_angle);
            const double bound = shear_stiffness_bound(put_wheel_on_soil(soil, wheel, run.gravity),
                                                       {.normal_force = load,
                                                        .sinkage = run.sinkage,
                                                        .entry_angle = r.entry_angle,
                                                        .travel = travel,
                                                        .relaxation = relaxation});
            const double share = law_stiffness(soil, wheel, run, relaxation) / bound;
            INFO(soil.id << ", load " << load << " N, travel " << travel << ", sinkage " << run.sinkage
                         << " m");
            CHECK(share < 1.05);  // the mean over the arc of what a bound of each part is taken for
            loosest = std::max(loosest, share);
            ++compared;
          }
      }
    }
  CHECK(compared > 600);
  CHECK(loosest > 0.9);  // at rest on level ground it is the law's own
}
