// SPDX-License-Identifier: BSD-3-Clause
// Pose of a rover at a place by statics, found in a thread beside the window.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "session/jobs/latest_job.hpp"

namespace grouser {
class World;
}

namespace grouser::desktop {

struct StancePoint {
  double x = 0.0, y = 0.0, heading = 0.0;  ///< m, rad: the pose that was asked for
  double roll = 0.0, pitch = 0.0;          ///< rad
  std::vector<double> loads;               ///< of the wheels, N
  std::string reason;                      ///< why it would not stand there; empty: it would
};

/// Finds the pose at x, y and heading. Cancelling waits for the pose in progress.
using StanceFinder = LatestJob<StancePoint, StancePoint>;
StanceFinder::Work stance_work(std::shared_ptr<const World> world);

}  // namespace grouser::desktop
