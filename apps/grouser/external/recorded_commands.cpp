// SPDX-License-Identifier: BSD-3-Clause
// The world is built twice: once to learn its columns of commands and their joints, and again with the
// commands that were read for them.
#include "recorded_commands.hpp"

#include "grouser/base/error.hpp"
#include "grouser/exchange/mcap/measured_mcap.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "shared/interrupt.hpp"

namespace grouser::cli {
namespace {

/// The joint that a column commands.
std::string joint_of(const World& world, const ExternalColumn& column) {
  if (column.kind == ExternalKind::joint) return column.name.substr(column.name.find('/') + 1);
  const WheelSpec& wheel = world.wheels[static_cast<std::size_t>(column.wheel)].spec;
  return column.kind == ExternalKind::steering ? wheel.steer_joint : wheel.drive_joint;
}

}  // namespace

std::shared_ptr<const World> load_commanded_world(const std::string& scenario,
                                                  const std::vector<Override>& overrides,
                                                  const std::string& commands) {
  WorldSpec spec = read_world_spec(scenario, overrides);
  const std::shared_ptr<const World> world = build_world(spec);
  if (!world->external)
    throw InputError("--commands", "a scenario that commands its drives itself",
                     "[drive] mode = \"external\" (--set drive.mode=external)");
  std::vector<std::string> joints;
  for (const ExternalColumn& column : world->external->columns) joints.push_back(joint_of(*world, column));
  spec.external_commands = commands_of(read_log_commands(commands, interrupted), *world->external, joints);
  return build_world(spec);
}

}  // namespace grouser::cli
