// SPDX-License-Identifier: BSD-3-Clause
// The dynamic counterpart of a placement: the same lander, released level and at rest just above the ground,
// and simulated completely until nothing moves any more, with its ramps unfolding meanwhile.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/mission/placement/placement.hpp"
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// A lander after its drop.
struct DroppedLander {
  bool came_to_rest = false;       ///< it stayed at rest for a while
  std::string message;             ///< why it did not
  RigidTransform X_WB;             ///< pose of its root at the end
  double tilt = 0.0;               ///< rad
  double moved = 0.0;              ///< horizontal displacement of its root, m
  std::vector<double> sinkage;     ///< one per pad, m
  std::vector<double> ramp_slope;  ///< one per ramp, as RestingRamp::slope, rad
};

/// Recording and cancelling of a drop.
struct DropOptions {
  std::function<bool()> cancelled = {};           ///< may be empty
  std::optional<std::filesystem::path> out = {};  ///< run file, or none
};

/// Drops one lander on one ground.
class LanderDrop {
 public:
  /// lander: an id or file; ground: of load_placement_ground(). Throws InputError.
  LanderDrop(const std::string& lander, const PlacementGround& ground, const LanderForm& form);
  /// The world in which it is dropped there: just above the ground, ramps folded and unlatched.
  std::shared_ptr<const World> world(const PlacementSpot& spot) const;
  /// If it was cancelled, the result is that it did not come to rest.
  DroppedLander run(const PlacementSpot& spot, const DropOptions& options = {}) const;

 private:
  WorldSpec spec_;  // on this ground, at the origin
  const LanderForm& form_;
};

}  // namespace grouser
