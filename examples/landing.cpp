// SPDX-License-Identifier: BSD-3-Clause
// Finds the odds of a landing on a terrain: sets a lander down at random places of generated rocky ground, by
// statics.
#include <cstdio>

#include "grouser/grouser.hpp"

int main() {
  const grouser::PlacementSetting setting = grouser::read_placement_campaign(
      {.terrain = "rocky_craters", .lander = "exomars_platform", .samples = 60, .seed = 1});
  const std::vector<grouser::Placement> placements =
      grouser::set_down(setting.ground, setting.form, setting.spots, {.threads = 2});
  const grouser::PlacementStudy study = grouser::study_placements(
      setting.form, placements, grouser::parse_envelope("envelope", "tilt_deg=10"), 0.95);
  std::printf("%d of %d places counted: %d slide, %d tip over, %d on the belly\n", study.counted,
              study.samples, study.slides, study.tipped_over, study.on_belly);
  for (const grouser::SampleSummary& summary : study.summaries)
    std::printf("%-20s mean %8.4f, greatest %8.4f %s\n", summary.quantity.c_str(), summary.mean,
                summary.greatest, summary.unit.c_str());
  std::printf("at rest with at most 10 deg of tilt: %d of %d, %.2f to %.2f with 95 %% confidence\n",
              study.covered, study.counted, study.covered_range.low, study.covered_range.high);
}
