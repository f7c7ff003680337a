#include "bench_worlds.hpp"

#include <fmt/format.h>

#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/simulation/scenario.hpp"
#include "grouser/simulation/state.hpp"

namespace grouser::bench {

std::shared_ptr<const World> flat_world(const FlatDrive& drive) {
  std::vector<Override> overrides = {{"rover", "exomars_lvm"},
                                     {"integration.step", "0.003"},
                                     {"integration.method", drive.integrator},
                                     {"duration", fmt::format("{}", drive.duration)},
                                     {"terrain.soil", drive.soil},
                                     {"drive.speed", fmt::format("{}", drive.speed)}};
  if (drive.steps == Steps::adaptive) overrides.push_back({"integration.adaptive", "{max_step = 0.003}"});
  if (drive.steps == Steps::free) overrides.push_back({"integration.adaptive", "true"});
  return load_world("drive_flat_soft", overrides);
}

std::shared_ptr<const World> field_world(double duration, const std::string& soil) {
  return load_world(
      "traverse_mars",
      {{"integration.step", "0.003"}, {"duration", fmt::format("{}", duration)}, {"terrain.soil", soil}});
}

void run_to(Simulation& simulation, double time) {
  while (simulation.time() < time)
    if (simulation.step() != StepStatus::ok) throw RunError(simulation.failure().message);
}

Vec3 chassis_position(const Simulation& simulation) {
  const World& world = simulation.world();
  const Joint& root = world.model->joints()[static_cast<std::size_t>(world.chassis.index)];
  return simulation.state().motion.q.segment<3>(root.q_index + 4);  // after the quaternion
}

}  // namespace grouser::bench
