// SPDX-License-Identifier: BSD-3-Clause
// grouser info of a TOML file: scenario, rover, soil or terrain recipe. Each is read by the reader that the
// simulation uses, so a file that is described is also one that can be used.
#include <fmt/format.h>

#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/stance_notes.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/vehicle/spec/made_shapes.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "info_report.hpp"
#include "rover_report.hpp"
#include "soil_report.hpp"
#include "stance_report.hpp"

namespace grouser::cli {
namespace {

/// The soil's values, sources, and the values that were filled in with their reasons.
Report describe_soil(const std::filesystem::path& path) {
  const SoilParams soil = load_soil(path.string());
  Report report;
  report.json = {{"kind", "soil"}, {"file", path.string()}};
  Json values = soil_json(soil);
  values["soil_kind"] = values["kind"];
  values.erase("kind");
  report.json.update(values);
  report.text = "soil file\n" + value_lines(values) + list_lines("sources", soil.sources);
  std::vector<std::string> filled;
  for (const auto& entry : soil.filled_in) filled.push_back(entry.key + ": " + entry.reason);
  report.text += list_lines("filled in", filled);
  report.notes = soil_notes(soil);
  return report;
}

/// Notes on the stance of the scenario's vehicles at its start, or the reason why there is no start.
std::vector<std::string> start_notes(const std::shared_ptr<const World>& world) {
  try {
    return stance_notes(start_simulation(world));
  } catch (const InputError& error) {
    return {std::string("no start: ") + error.what()};
  }
}

/// Adds a rover's stance on level rock, or the reason why there is none.
void add_stance(Report& report, const std::filesystem::path& path, const StanceOptions& options) {
  if (!(options.gravity > 0.0))
    throw InputError("--gravity", fmt::format("{:g} m/s2", options.gravity), "a gravity above 0 m/s2");
  try {
    const RoverStance stance = stand_rover(path.string(), {.gravity = options.gravity});
    report.json["stance"] = stance_json(stance);
    report.text += stance_text(stance);
    for (const std::string& note : stance.notes) report.notes.push_back("on level rock: " + note);
    if (!options.plot.empty()) write_stance_plot(options.plot, stance);
  } catch (const InputError& error) {
    if (!options.plot.empty()) throw;
    report.notes.push_back(std::string("on level rock: no start: ") + error.what());
  }
}

/// Mass, bodies, joints and wheels, with the stance on level rock if there are wheels.
Report describe_rover(const std::filesystem::path& path, const StanceOptions& options) {
  const VehicleSpec rover = load_vehicle(path.string());
  const Model model = build_model(rover, path.string());
  Report report;
  report.json = {{"kind", "rover"}, {"file", path.string()}};
  report.json.update(rover_json(rover));
  report.json["dynamic_coordinates"] = model.independent_coordinates().size();
  report.text =
      fmt::format("rover file: {}\n  {:.6g} kg, {}, {}, {}, {} free to move\n", rover.title,
                  model.total_mass(), fmt::format("{} bodies", rover.bodies.size()),
                  count_text(rover.joints.size(), "joint"), count_text(rover.wheels.size(), "wheel"),
                  count_text(model.independent_coordinates().size(), "coordinate"));
  for (const auto& wheel : rover.wheels)
    report.text += fmt::format("  wheel {}: radius {} m, width {} m, {:.0f} grousers of {} m{}\n", wheel.name,
                               wheel.geometry.radius, wheel.geometry.width, wheel.geometry.grouser_count,
                               wheel.geometry.grouser_height, wheel.steer_joint.empty() ? "" : ", steered");
  report.text += list_lines("sources", rover.sources) + list_lines("assumed", rover.assumed);
  const std::vector<std::string> untouched = untouching_bodies(rover);
  report.json["touched_by_nothing"] = untouched;
  report.text += list_lines("bodies that nothing can touch", untouched);
  report.notes = shape_notes(rover);
  if (!rover.wheels.empty()) add_stance(report, path, options);
  report.json["notes"] = report.notes;
  return report;
}

/// Makes the terrain and describes its grid and heights.
Report describe_recipe(const std::filesystem::path& path, const TomlTable& table) {
  const Heightfield field = make_terrain(table, path.string());
  table.finish();
  Report report;
  report.json = {{"kind", "recipe"},
                 {"file", path.string()},
                 {"terrain", table.string("kind")},
                 {"columns", field.spec().columns},
                 {"rows", field.spec().rows},
                 {"cell", field.spec().cell},
                 {"lowest", field.lowest()},
                 {"highest", field.highest()},
                 {"hash", hash_text(field.hash())}};
  report.text = "terrain recipe\n" + value_lines(report.json);
  return report;
}

Json documents_json(const World& world) {
  Json list = Json::array();
  for (const auto& document : world.documents)
    list.push_back({{"kind", document.kind}, {"name", document.name}});
  return list;
}

/// Builds the world and describes its settings, with notes on the start.
Report describe_scenario(const std::filesystem::path& path) {
  const auto world = load_world(path.string());
  const RunSettings& settings = world->settings;
  Report report;
  report.json = {{"kind", "scenario"},
                 {"file", path.string()},
                 {"name", settings.name},
                 {"title", settings.title},
                 {"duration", settings.duration},
                 {"dt", settings.dt},
                 {"integrator", to_string(settings.integrator)},
                 {"gravity", settings.gravity},
                 {"record_interval", settings.record_interval},
                 {"rover", world->main().spec.name},
                 {"rover_mass", world->model->total_mass()},
                 {"wheels", world->wheels.size()},
                 {"shapes", world->terrain->shapes().size()},
                 {"channels", world->scene.channels.size()},
                 {"terrain_hash", hash_text(world->terrain->hash())}};
  report.text = "scenario file\n" + value_lines(report.json);
  Json soils = Json::array();
  for (const auto& soil : world->materials) soils.push_back(soil.id);
  report.json["soils"] = soils;
  report.json["documents"] = documents_json(*world);
  report.notes = world->scene.notes;
  for (std::string& note : start_notes(world)) report.notes.push_back(std::move(note));
  report.json["notes"] = report.notes;
  for (const auto& document : world->documents)
    if (!document.name.empty()) report.text += fmt::format("  {} {}\n", document.kind, document.name);
  return report;
}

}  // namespace

Report describe_toml_file(const std::filesystem::path& path, const StanceOptions& options) {
  const TomlTable table = TomlTable::load(path.string());
  // The order matters: none of the kinds has the keys by which those before it are known.
  if (looks_like(table, DocumentKind::vehicle)) return describe_rover(path, options);
  if (table.has("rover") || table.has("lander") || table.has("vehicle")) return describe_scenario(path);
  if (table.has("cell") || table.has("size")) return describe_recipe(path, TomlTable::load(path.string()));
  if (table.has("kind")) return describe_soil(path);
  throw InputError(path.string(), "none of their keys",
                   "a scenario (rover, lander, [[vehicle]]), a rover ([[body]]), a terrain recipe (cell, "
                   "size) or a soil (kind)");
}

}  // namespace grouser::cli
