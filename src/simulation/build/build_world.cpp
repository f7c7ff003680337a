// SPDX-License-Identifier: BSD-3-Clause
// The table of contents of a world: from its spec to all that a run needs.
#include "build_balance.hpp"
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
#include "grouser/simulation/build/scenario.hpp"
#include "read_ground.hpp"
#include "read_scenario.hpp"
#include "world_builder.hpp"
#include "write_scenario.hpp"

namespace grouser {
namespace {

void keep(const std::string& place, std::string& again) {
  if (!place.empty()) again = place;
}

/// Messages name the places that the values of a spec have, not those in its text.
void keep_places(const WorldSpec& spec, WorldSpec& again) {
  for (std::size_t i = 0; i < spec.vehicles.size(); ++i) {
    const VehicleInWorld& vehicle = spec.vehicles[i];
    VehicleInWorld& same = again.vehicles[i];
    keep(vehicle.places.initial, same.places.initial);
    keep(vehicle.places.position, same.places.position);
    keep(vehicle.places.attitude, same.places.attitude);
    keep(vehicle.places.on, same.places.on);
    keep(vehicle.drive.place, same.drive.place);
    if (vehicle.drive.follow) keep(vehicle.drive.follow->place, same.drive.follow->place);
  }
  for (std::size_t i = 0; i < spec.releases.size(); ++i)
    keep(spec.releases[i].place, again.releases[i].place);
  for (std::size_t i = 0; i < spec.motions.size(); ++i) keep(spec.motions[i].place, again.motions[i].place);
  keep(spec.verdict_place, again.verdict_place);
  keep(spec.gait_place, again.gait_place);
  keep(spec.balance_place, again.balance_place);
  keep(spec.stepup_place, again.stepup_place);
  keep(spec.plots_place, again.plots_place);
  keep(spec.numbers_place, again.numbers_place);
  keep(spec.hand_drive_place, again.hand_drive_place);
  keep(spec.soil_strokes_place, again.soil_strokes_place);
  keep(spec.servo_commands_place, again.servo_commands_place);
}

/// The spec as its own text says it, where a program made or changed it. Vehicles' models, ground and soils stay.
WorldSpec say_again(const WorldSpec& spec) {
  if (write_whole_scenario(spec) == spec.as_read) return spec;
  // what servos are told from outside is plain numbers, and may be more than a scenario's text holds
  WorldSpec short_one = spec;
  short_one.servo_commands.clear();
  const std::string text = write_scenario(short_one);
  std::size_t opened = 0;  // in the order in which they are written
  const auto keep_model = [&](VehicleInWorld& vehicle) {
    vehicle.model = spec.vehicles[opened].model;
    vehicle.places.document = spec.vehicles[opened].places.document;
    ++opened;
  };
  WorldSpec again;
  again.ground = spec.ground;
  again.soils = spec.soils;
  again.documents = spec.documents;
  again.documented = spec.documented;
  again.overrides = spec.overrides;
  again.files = spec.files;
  again.origin = spec.origin;
  again.place = spec.place;
  again.as_read = spec.as_read;
  again.servo_commands = spec.servo_commands;
  const TomlTable scenario = TomlTable::parse(text, spec.origin + " (as changed)");
  again.file_changes = scenario.string_list_or_empty("set");
  read_scenario(scenario, keep_model, again);
  read_soil_strokes(scenario, again);
  scenario.finish();
  again.plots_may_miss = spec.plots_may_miss;
  keep_places(spec, again);
  return again;
}

}  // namespace

std::shared_ptr<const World> build_world(const WorldSpec& given) {
  const StandardArithmetic arithmetic;
  check_vehicles(given);
  auto spec = std::make_shared<WorldSpec>(say_again(given));
  const std::shared_ptr<World> world = WorldBuilder::empty();
  world->settings = spec->run;
  build_vehicles(*spec, *world);
  build_ground(*spec, *world);
  build_soil_strokes(*spec, *world);
  build_wheels(*spec, *world);
  build_hand_drive(*spec, *world);
  for (const VehicleRuntime& vehicle : world->vehicles)
    add_point_parts(vehicle.spec, spec->run.gravity, *world);
  for (const VehicleRuntime& vehicle : world->vehicles) add_meshes(vehicle.spec, spec->run.gravity, *world);
  pair_meshes(*world);
  list_parts(*world);
  check_method(*world);
  build_leg_controls(*world);
  build_struts(*world);
  build_walkers(*spec, *world);
  build_servo_commands(*spec, *world);
  build_balance(*spec, *world);
  build_motions(*spec, *world);
  build_releases(*spec, *world);
  build_verdict(*spec, *world);
  build_scm(*spec, *world);  // its books are channels, which the scene lists
  build_scene(*spec, *world);
  build_laws(*world);
  add_notes(*spec, *world);
  // a run file's scenario has only the plots and numbers that are there
  if (write_whole_scenario(*spec) != spec->as_read) {
    spec->plots = world->scene.shown_channels;
    spec->numbers.clear();
    for (const ShownNumber& number : world->scene.numbers) spec->numbers.push_back(number.text);
  }
  renew_documents(*spec);
  world->documents = spec->documents;
  world->overrides = spec->overrides;
  world->files = spec->files;
  world->spec = std::move(spec);
  return world;
}

}  // namespace grouser
