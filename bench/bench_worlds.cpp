// SPDX-License-Identifier: BSD-3-Clause
#include "bench_worlds.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/survey/raster/geotiff.hpp"

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
  if (!drive.law.empty()) overrides.push_back({"terrain.soil_law", drive.law});
  if (drive.aside != 0.0) overrides.push_back({"initial.position.1", fmt::format("{}", drive.aside)});
  return load_world("drive_flat_soft", overrides);
}

namespace {

/// The same surface between the centres of other cells, over the same ground.
Heightfield resampled(const Heightfield& field, double cell) {
  HeightfieldSpec spec;
  spec.cell = cell;
  spec.columns = static_cast<int>((field.max_x() - field.min_x()) / cell);
  spec.rows = static_cast<int>((field.max_y() - field.min_y()) / cell);
  spec.west = -0.5 * (spec.columns - 1) * cell;
  spec.north = 0.5 * (spec.rows - 1) * cell;
  spec.datum = field.spec().datum;
  for (int row = 0; row < spec.rows; ++row)
    for (int column = 0; column < spec.columns; ++column) {
      HeightSample at;
      if (!field.sample(spec.west + column * cell, spec.north - row * cell, at))
        throw RunError("a cell outside the field");
      spec.offsets.push_back(static_cast<float>(at.z - spec.datum));
    }
  return Heightfield(std::move(spec));
}

}  // namespace

std::shared_ptr<const World> field_world(double duration, const std::string& soil, double cell) {
  std::vector<Override> overrides = {
      {"integration.step", "0.003"}, {"duration", fmt::format("{}", duration)}, {"terrain.soil", soil}};
  auto world = load_world("traverse_mars", overrides);
  if (cell == kFieldCell) return world;
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / fmt::format("grouser_bench_{}.tif", getpid());
  write_geotiff(file, resampled(*world->terrain->heightfield(), cell));
  overrides.push_back({"terrain.file", file.string()});
  world = load_world("traverse_mars", overrides);
  std::filesystem::remove(file);
  return world;
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
