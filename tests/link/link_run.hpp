// SPDX-License-Identifier: BSD-3-Clause
// A short run and its messages, for tests of the live link.
#pragma once
#include <memory>
#include <vector>

#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/link/link_decoder.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::test {

/// A rover that drives on soft soil, so that there are forces and ruts.
inline std::shared_ptr<const World> link_world() {
  return load_world("drive_flat_soft", {parse_override("duration=4")});
}

inline std::shared_ptr<const Frame> frame_of(const Simulation& simulation) {
  auto frame = std::make_shared<Frame>();
  FrameWriter(simulation.world()).fill(simulation, *frame);
  return frame;
}

/// Steps to a time; fails no step.
inline void step_to(Simulation& simulation, double time) {
  while (simulation.time() < time && simulation.step() == StepStatus::ok) {
  }
}

}  // namespace grouser::test
