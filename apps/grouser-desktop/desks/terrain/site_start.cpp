// SPDX-License-Identifier: BSD-3-Clause
// The overrides set place, rover, duration, ground and gravity; all else is that of the scenario.
#include "desks/terrain/site_start.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "desks/terrain/site_jobs.hpp"
#include "grouser/survey/raster/celestial_body.hpp"

namespace grouser::desktop {
namespace {

/// Scenario of a drive from the middle of the site eastward.
TerrainStart drive_over(const Site& site, const std::string& rover) {
  constexpr double kSpeed = 0.05, kLongest = 620.0;  // m/s, s: those of traverse_mars
  constexpr double kClear = 4.0;                     // m from the edge that the drive ends
  // The drive ends before the eastern edge, or after the scenario's own duration.
  const double ahead = 0.5 * site.columns() * site.origin().cell - kClear;
  return {"traverse_mars",
          {{"rover", rover},
           {"initial.position", "[0.0, 0.0]"},
           {"duration", fmt::format("{:.1f}", std::clamp(ahead / kSpeed, 10.0, kLongest))}}};
}

/// The lander touches down in the middle. The run does not stop at its verdict, so that one can drive away.
TerrainStart egress_in_the_middle() {
  return {
      "egress_mars",
      {{"initial_lander.position", "[0.0, 0.0, 0.05]"}, {"verdict.stop", "false"}, {"duration", "900.0"}}};
}

}  // namespace

TerrainStart start_on(const Site& site, const std::string& file, SiteStart how, const std::string& rover) {
  TerrainStart start = how == SiteStart::drive ? drive_over(site, rover) : egress_in_the_middle();
  start.overrides.push_back({"terrain.file", file});
  // The gravity of an unknown body is that of the scenario.
  for (const CelestialBody& body : known_bodies())
    if (site.origin().body == body.name)
      start.overrides.push_back({"gravity", fmt::format("{}", body.gravity)});
  if (!site.origin().solids.empty()) start.overrides.push_back({"terrain.solids", solids_path(file)});
  return start;
}

}  // namespace grouser::desktop
