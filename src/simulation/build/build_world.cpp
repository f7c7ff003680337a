// SPDX-License-Identifier: BSD-3-Clause
// The table of contents of a world: from its spec to all that a run needs.
#include "build_balance.hpp"
#include "build_external.hpp"
#include "build_ground.hpp"
#include "build_hand_drive.hpp"
#include "build_laws.hpp"
#include "build_leg_controls.hpp"
#include "build_motions.hpp"
#include "build_scene.hpp"
#include "build_scm.hpp"
#include "build_servo_commands.hpp"
#include "build_soil_strokes.hpp"
#include "build_struts.hpp"
#include "build_vehicles.hpp"
#include "build_verdict.hpp"
#include "build_walkers.hpp"
#include "check_method.hpp"
#include "grouser/base/float_environment.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "scenario_keys.hpp"
#include "world_builder.hpp"
#include "write_scenario.hpp"

namespace grouser {
namespace {

/// Checks a spec that a program made or changed, as a file is checked. Vehicles' models, ground and soils are
/// others' business.
void check_values(WorldSpec& spec) {
  KeyChecker checker(spec.place);
  visit_scenario(checker, spec);
  visit_soil_strokes(checker, spec);
}

}  // namespace

std::shared_ptr<const World> build_world(const WorldSpec& given) {
  const StandardArithmetic arithmetic;
  check_vehicles(given);
  const auto spec = std::make_shared<WorldSpec>(given);
  const bool as_read = write_whole_scenario(given) == given.as_read;
  if (!as_read) check_values(*spec);
  const std::shared_ptr<World> world = WorldBuilder::empty();
  world->settings = spec->run;
  build_vehicles(*spec, *world);
  build_ground(*spec, *world);
  build_soil_strokes(*spec, *world);
  build_wheels(*spec, *world);
  build_hand_drive(*spec, *world);
  // Parts that touch, and the ground under them.
  for (const VehicleRuntime& vehicle : world->vehicles)
    add_point_parts(vehicle.spec, spec->run.gravity, *world);
  for (const VehicleRuntime& vehicle : world->vehicles) add_meshes(vehicle.spec, spec->run.gravity, *world);
  pair_meshes(*world);
  list_parts(*world);
  world->grounds = Grounds::resolve(*world, build_deforming_ground(*spec, *world));
  check_method(*world);
  // All that acts besides contacts, which refers to bodies, joints and parts.
  build_leg_controls(*world);
  build_struts(*world);
  build_walkers(*spec, *world);
  build_servo_commands(*spec, *world);
  build_balance(*spec, *world);
  build_motions(*spec, *world);
  build_external(*spec, *world);
  build_releases(*spec, *world);
  build_verdict(*spec, *world);
  // Scene, laws and notes need the finished world.
  build_scene(*spec, *world);
  build_laws(*world);
  add_notes(*spec, *world);
  // A run file's scenario has only the plots and numbers that exist.
  if (!as_read) {
    spec->plots = world->scene.shown_channels;
    spec->numbers.clear();
    for (const ShownNumber& number : world->scene.numbers) spec->numbers.push_back(number.text);
  }
  renew_documents(*spec);
  world->documents = spec->documents;
  world->overrides = spec->overrides;
  world->files = spec->files;
  world->spec = spec;
  return world;
}

}  // namespace grouser
