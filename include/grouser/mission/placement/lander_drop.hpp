// The dynamic counterpart of a placement: the same lander, let go level and at rest just above the ground,
// run with the whole simulation until nothing moves any more, its ramps unfolding on the way.
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
  double moved = 0.0;              ///< of its root over the map, m
  std::vector<double> sinkage;     ///< one a pad, m
  std::vector<double> ramp_slope;  ///< one a ramp, as RestingRamp::slope, rad
};

class LanderDrop {
 public:
  /// lander: an id or file. Throws InputError.
  LanderDrop(const std::string& lander, const PlacementGround& ground, const LanderForm& form);
  /// Where it was cancelled: did not come to rest.
  DroppedLander run(const PlacementSpot& spot, const std::function<bool()>& cancelled = {}) const;

 private:
  std::shared_ptr<const World> world_;  // on this ground, at the origin
  const LanderForm& form_;
};

}  // namespace grouser
