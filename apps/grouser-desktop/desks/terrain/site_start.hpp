// SPDX-License-Identifier: BSD-3-Clause
// Runs and studies that begin on a terrain that was prepared and saved.
#pragma once
#include <string>
#include <vector>

#include "desks/terrain/site.hpp"
#include "grouser/base/toml_input.hpp"

namespace grouser::desktop {

/// A scenario to be opened on the terrain.
struct TerrainStart {
  std::string scenario;
  std::vector<Override> overrides;
};

/// A rover drives over a terrain, or a lander brings one that drives out.
enum class SiteStart { drive, egress };

/// Scenario that starts in the middle of the site, which was saved as `file`, under the gravity of its body.
TerrainStart start_on(const Site& site, const std::string& file, SiteStart how, const std::string& rover);

}  // namespace grouser::desktop
