// SPDX-License-Identifier: BSD-3-Clause
// A placement study with a journal: cancelled or killed, it goes on where it was, and a larger one begins
// with the samples of a smaller one. The result does not depend on how often it was interrupted.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grouser/mission/placement/placement.hpp"

namespace grouser {

/// A study of random placements of a lander on a ground.
struct PlacementCampaign {
  std::string terrain;                      ///< as load_placement_ground() takes it
  GroundChoice choice = {};                 ///< soil, soil map and gravity in place of the terrain's
  std::string lander = "exomars_platform";  ///< id or file
  int samples = 1000;                       ///< placements
  std::uint64_t seed = 1;                   ///< of places and headings
};

/// Everything that was read for it.
struct PlacementSetting {
  PlacementCampaign campaign;        ///< the study
  PlacementGround ground;            ///< heights, soils and gravity
  LanderForm form;                   ///< pads, belly and ramps
  std::vector<PlacementSpot> spots;  ///< one per sample

  /// All of the study but the number of samples, in one line: a journal with the same line belongs to it.
  std::string identity;
};
/// Throws InputError.
PlacementSetting read_placement_campaign(const PlacementCampaign& campaign);

/// Sets down what the journal does not have yet, and adds it there. `done` gets each placement, those of
/// the journal first, one call at a time. Returns how many came from the journal. Throws InputError (the
/// journal of another study, or one that another program works on) or RunError.
std::size_t run_placement_campaign(
    const PlacementSetting& setting, const std::filesystem::path& journal, const PlacementRun& run,
    const std::function<void(std::size_t sample, const Placement& placement)>& done);

}  // namespace grouser
