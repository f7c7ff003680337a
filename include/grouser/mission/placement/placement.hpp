// SPDX-License-Identifier: BSD-3-Clause
// Landing statistics (seed 000, section 3.3, figures 7 and 8): a lander is set down at random places and
// headings of a terrain, by statics. Places are uniform over the ground where the whole lander has ground
// under it, headings uniform over the circle. Sample k uses the random stream (seed, k), so the same seed
// gives the same bits on any number of threads, and a longer study begins with the samples of a shorter one.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "grouser/mission/placement/placement_ground.hpp"
#include "grouser/mission/placement/resting_lander.hpp"

namespace grouser {

/// A place and a heading at which the lander is set down.
struct PlacementSpot {
  double x = 0.0;        ///< of the root's origin, m
  double y = 0.0;        ///< of the root's origin, m
  double heading = 0.0;  ///< of its x axis from east, rad
  bool on_void = false;  ///< some ground under it has no height: not set down, not counted
};

/// A lander at rest at one place.
struct Placement {
  PlacementSpot spot;  ///< place and heading at which it was set down
  RestingPose pose;    ///< of a counted placement

  double deepest_pad() const;    ///< m
  double steepest_ramp() const;  ///< largest abs(slope), rad; NaN without ramps
  double gentlest_ramp() const;  ///< smallest abs(slope) of the ramps that touch, rad; NaN if none does
};

/// The places of all samples. Throws InputError if the terrain is too small for the lander.
std::vector<PlacementSpot> draw_spots(const PlacementGround& ground, const LanderForm& form, int samples,
                                      std::uint64_t seed);

/// Threads, progress and cancelling of a computation of placements.
struct PlacementRun {
  int threads = 1;                                               ///< 1 or more
  std::function<void(double done, double total)> progress = {};  ///< may be empty
  std::function<bool()> cancelled = {};                          ///< may be empty
};

/// Sets down these of the spots. `done` gets each placement as its piece of work ends, one call at a time, in
/// any order; what a cancel kept from ending is left out.
void set_down_each(const PlacementGround& ground, const LanderForm& form,
                   std::span<const PlacementSpot> spots, std::span<const std::size_t> samples,
                   const PlacementRun& run,
                   const std::function<void(std::size_t sample, Placement placement)>& done);
/// Placements on voids are returned unchanged. Returns nothing if it was cancelled.
std::vector<Placement> set_down(const PlacementGround& ground, const LanderForm& form,
                                std::span<const PlacementSpot> spots, const PlacementRun& run);

}  // namespace grouser
