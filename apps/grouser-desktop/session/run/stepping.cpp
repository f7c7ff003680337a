// SPDX-License-Identifier: BSD-3-Clause
// An adaptive run takes the step that its error control has chosen, cut at the end of the run.
#include "session/run/stepping.hpp"

#include <algorithm>

#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {

double next_step(const Simulation& simulation) {
  const RunSettings& settings = simulation.world().settings;
  if (!settings.adaptive) return settings.dt;
  return std::min(simulation.state().next_dt, settings.duration - simulation.time());
}

}  // namespace grouser::desktop
