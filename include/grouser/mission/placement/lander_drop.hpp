// The dynamic counterpart of a placement: the same lander, released level and at rest just above the ground,
// and simulated completely until nothing moves any more, with its ramps unfolding meanwhile.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grouser/mission/placement/placement.hpp"

namespace grouser {

class World;

struct DroppedLander {
  bool came_to_rest = false;
  std::string message;  ///< why not
  RigidTransform X_WB;
  double tilt = 0.0;               ///< rad
  double moved = 0.0;              ///< horizontal displacement of its root, m
  std::vector<double> sinkage;     ///< one per pad, m
  std::vector<double> ramp_slope;  ///< one per ramp, as RestingRamp::slope, rad
};

class LanderDrop {
 public:
  /// lander: an id or file. Throws InputError.
  LanderDrop(const std::string& lander, const PlacementGround& ground, const LanderForm& form);
  /// If it was cancelled, the result is that it did not come to rest.
  DroppedLander run(const PlacementSpot& spot, const std::function<bool()>& cancelled = {}) const;

 private:
  std::shared_ptr<const World> world_;  // on this ground, at the origin
  const LanderForm& form_;
};

}  // namespace grouser
