#include "session/stepping.hpp"

#include <algorithm>

#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {
namespace {

constexpr double kMostFrames = 20000.0;
constexpr double kRounding = 1e-6;  // of the distance: times are sums of steps

}  // namespace

double next_step(const Simulation& simulation) {
  const RunSettings& settings = simulation.world().settings;
  if (!settings.adaptive) return settings.dt;
  return std::min(simulation.state().next_dt, settings.duration - simulation.time());
}

KeptSteps::KeptSteps(double duration) : apart_(duration / kMostFrames) {}

bool KeptSteps::due(double time) const { return time >= last_ + (1.0 - kRounding) * apart_; }

}  // namespace grouser::desktop
