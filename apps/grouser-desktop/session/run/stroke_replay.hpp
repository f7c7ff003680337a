// SPDX-License-Identifier: BSD-3-Clause
// The soils of a recorded run at a moment: its strokes laid anew up to there.
#pragma once
#include "grouser/simulation/step/state.hpp"

namespace grouser::desktop {

class StrokeReplay {
 public:
  /// The ground at a time of the run, or null before its first stroke. A stroke is laid before a step, so it
  /// shows in the frames after its time.
  std::shared_ptr<const Terrain> at(const World& world, double time);

 private:
  SimulationState state_;  // of which only the soils are used
};

}  // namespace grouser::desktop
