// SPDX-License-Identifier: BSD-3-Clause
// From documents to a world's spec: scenario, vehicles, ground and soils in the order in which they refer to
// each other. Of a run, the commands that were recorded join those of its scenario.
#include <algorithm>

#include "document_source.hpp"
#include "grouser/base/float_environment.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/base/missing_keys.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/header_world.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "read_ground.hpp"
#include "scenario_keys.hpp"
#include "write_scenario.hpp"

namespace grouser {
namespace {

/// Opens the models of vehicles, each file of a role once.
class ModelFiles {
 public:
  explicit ModelFiles(DocumentSource& source) : source_(source) {}
  void operator()(VehicleInWorld& vehicle) {
    // A file that was opened serves all vehicles that name it.
    for (const VehicleInWorld& known : opened_)
      if (known.role == vehicle.role && known.file == vehicle.file) {
        vehicle.model = known.model;
        vehicle.document = known.document;
        return;
      }
    const VehicleDocument document = source_.open_vehicle(to_string(vehicle.role), vehicle.file);
    std::vector<KeyNote> keys;
    vehicle.model = Documented<VehicleSpec>::as_read(
        std::make_shared<const VehicleSpec>(read_vehicle_document(document, &keys)));
    source_.note_vehicle_keys(to_string(vehicle.role), std::move(keys));
    vehicle.document = document.place;
    opened_.push_back(vehicle);
  }

 private:
  DocumentSource& source_;
  std::vector<VehicleInWorld> opened_;
};

/// Writes down that shapes were made for a vehicle: a run file repeats them, and one of before they were made
/// has none.
void note_made_shapes(const VehicleInWorld& vehicle, WorldSpec& spec) {
  if (vehicle.model->touching != TouchSource::made || vehicle.model->touch_said) return;
  const Override made{std::string(to_string(vehicle.role)) + ".touch", "\"shapes\""};
  const auto same = [&](const Override& o) { return o.key == made.key; };
  if (std::none_of(spec.overrides.begin(), spec.overrides.end(), same)) spec.overrides.push_back(made);
}

/// The scenario, with its changes to the files that it names.
TomlTable open_scenario(DocumentSource& source, WorldSpec& spec) {
  TomlTable scenario = source.open("scenario", source.scenario_name());
  spec.origin = source.scenario_name();
  spec.place = scenario.file();
  spec.table = scenario;
  spec.overrides = source.overrides();
  spec.file_changes = scenario.string_list_or_empty("set");
  source.change_first(spec.file_changes, scenario.place("set"));
  return scenario;
}

/// Takes over the documents and files that were opened.
void take_documents(const DocumentSource& source, WorldSpec& spec) {
  const auto& documents = source.documents();
  spec.documents.insert(spec.documents.end(), documents.begin(), documents.end());
  spec.files.insert(spec.files.end(), source.files().begin(), source.files().end());
}

/// Whether the rover or the lander was removed ("none"): what concerns it is then left out too.
bool leaves_one_out(const TomlTable& scenario) {
  for (const char* kind : {"rover", "lander"})
    if (scenario.has(kind) && scenario.string(kind) == "none") return true;
  return false;
}

/// Removes ties to bodies that no vehicle has, and releases of what is not there.
void leave_out_its_ties(WorldSpec& spec) {
  const auto of_some_vehicle = [&](auto matches) {
    return std::any_of(spec.vehicles.begin(), spec.vehicles.end(),
                       [&](const VehicleInWorld& vehicle) { return matches(*vehicle.model); });
  };
  const auto has_body = [&](const std::string& name) {
    return name == "world" || of_some_vehicle([&](const VehicleSpec& model) {
             return std::ranges::find(model.bodies, name, &BodySpec::name) != model.bodies.end();
           });
  };
  std::erase_if(spec.ties,
                [&](const SpringElementSpec& tie) { return !has_body(tie.body_a) || !has_body(tie.body_b); });
  const auto is_there = [&](const std::string& pattern) {
    const auto named = [&](const SpringElementSpec& spring) { return matches_pattern(pattern, spring.name); };
    return std::ranges::any_of(spec.ties, named) || of_some_vehicle([&](const VehicleSpec& model) {
             return std::ranges::any_of(model.springs, named);
           });
  };
  for (ReleaseSpec& release : spec.releases)
    std::erase_if(release.ties, [&](const std::string& pattern) { return !is_there(pattern); });
  std::erase_if(spec.releases, [](const ReleaseSpec& release) { return release.ties.empty(); });
}

/// Reads a whole scenario from a source.
WorldSpec read_spec(DocumentSource& source) {
  const StandardArithmetic arithmetic;
  WorldSpec spec;
  const TomlTable scenario = open_scenario(source, spec);
  // All missing keys of the scenario are named together.
  spec = read_naming_missing_keys(scenario, [&](const TomlTable& table) {
    WorldSpec read = spec;
    KeyReader reader(table);
    visit_scenario(reader, read);
    visit_servo_commands(reader, read);
    return read;
  });
  // Another rover may lack channels that the scenario's view names.
  spec.plots_may_miss = std::any_of(spec.overrides.begin(), spec.overrides.end(),
                                    [](const Override& o) { return o.key == "rover"; });
  ModelFiles models(source);
  for (VehicleInWorld& vehicle : spec.vehicles) models(vehicle);
  if (leaves_one_out(scenario)) leave_out_its_ties(spec);
  read_ground(scenario, source, GroundShapes::all, spec);
  // Strokes name classes of the soil map, so they are read after the ground.
  KeyReader reader(scenario);
  visit_soil_strokes(reader, spec);
  for (const VehicleInWorld& vehicle : spec.vehicles) {
    read_surface_soils(*vehicle.model, source, spec);
    note_made_shapes(vehicle, spec);
  }
  // Keys that nothing read are refused.
  scenario.finish();
  source.finish();
  take_documents(source, spec);
  spec.keys = source.keys();
  spec.as_read = write_whole_scenario(spec);
  return spec;
}

/// Reads name, gravity and ground alone, for vehicles that are added later.
WorldSpec read_ground_alone(DocumentSource& source) {
  const StandardArithmetic arithmetic;
  WorldSpec spec;
  const TomlTable scenario = open_scenario(source, spec);
  spec.run.name = spec.run.title = scenario.string("name");
  spec.run.gravity = scenario.number("gravity", {0.0, 100.0, false, "m/s2"});
  read_ground(scenario, source, GroundShapes::standing, spec);
  // the scenario's changes to its own vehicles are not for those that are put on its ground
  std::erase_if(spec.overrides, is_of_vehicle);
  std::erase_if(spec.file_changes,
                [](const std::string& text) { return is_of_vehicle(parse_override(text)); });
  take_documents(source, spec);
  return spec;
}

/// Adds the commands by hand given while the run was recorded to those of its scenario.
void add_hand_commands(const RunReader& run, WorldSpec& spec) {
  std::vector<HandCommand>& told = spec.hand_drive;
  for (const RunEvent& event : run.read_events())
    if (event.kind == kHandDriveEvent)
      told.push_back(parse_hand_command(event.time, event.text, run.path().string()));
  std::stable_sort(told.begin(), told.end(),
                   [](const HandCommand& a, const HandCommand& b) { return a.phase.start < b.phase.start; });
  // A run of a scenario with commands records those too.
  const auto again = [](const HandCommand& a, const HandCommand& b) {
    return a.phase.start == b.phase.start;
  };
  told.erase(std::unique(told.begin(), told.end(), again), told.end());
}

/// Adds the strokes painted while the run was recorded to those of its scenario, which are recorded again
/// with the run.
void add_soil_strokes(const RunReader& run, WorldSpec& spec) {
  SoilStrokeReader painted(run.path().string());
  for (const RunEvent& event : run.read_events())
    if (event.kind == kSoilStrokeEvent) painted.take(event.time, event.text);
  std::vector<SoilStroke>& told = spec.soil_strokes;
  for (SoilStroke& stroke : std::move(painted).strokes()) told.push_back(std::move(stroke));
  std::stable_sort(told.begin(), told.end(),
                   [](const SoilStroke& a, const SoilStroke& b) { return a.time < b.time; });
  const auto again = [](const SoilStroke& a, const SoilStroke& b) { return a.time == b.time; };
  told.erase(std::unique(told.begin(), told.end(), again), told.end());
}

/// Adds the servo commands received while the run was recorded to those of its scenario.
void add_servo_commands(const RunReader& run, WorldSpec& spec) {
  ServoCommandReader reader(run.path().string());
  for (const RunEvent& event : run.read_events())
    if (event.kind == kServoEvent) reader.take(event.time, event.text);
  // The run followed the command from outside if there were two at one time.
  std::vector<ServoCommand> told = std::move(reader).commands();
  told.insert(told.end(), spec.servo_commands.begin(), spec.servo_commands.end());
  std::stable_sort(told.begin(), told.end(),
                   [](const ServoCommand& a, const ServoCommand& b) { return a.time < b.time; });
  const auto again = [](const ServoCommand& a, const ServoCommand& b) { return a.time == b.time; };
  told.erase(std::unique(told.begin(), told.end(), again), told.end());
  spec.servo_commands = std::move(told);
}

/// Adds the commands from outside that were recorded with the run.
void add_external_commands(const RunReader& run, WorldSpec& spec) {
  RunCommands told = read_commands(run);
  if (told.columns.empty()) return;
  ExternalCommands& commands = spec.external_commands.emplace();
  for (const CommandColumn& column : told.columns) commands.names.push_back(column.name);
  commands.times = std::move(told.times);
  commands.values = std::move(told.values);
}

}  // namespace

WorldSpec read_world_spec(const std::string& scenario, const std::vector<Override>& overrides) {
  FileSource source(scenario, overrides);
  return read_spec(source);
}

WorldSpec read_world_spec(const std::string& scenario, const std::vector<Override>& overrides,
                          GroundStore& grounds) {
  FileSource source(scenario, overrides, &grounds);
  return read_spec(source);
}

WorldSpec read_world_spec(const RunReader& run, const std::vector<Override>& changes) {
  RunFileSource source(run.header(), run.path().string(), changes);
  source.note_file(run.path());
  WorldSpec spec = read_spec(source);
  add_hand_commands(run, spec);
  add_soil_strokes(run, spec);
  add_servo_commands(run, spec);
  add_external_commands(run, spec);
  return spec;
}

std::shared_ptr<const World> load_world_from_header(const RunHeader& header, const std::string& from,
                                                    const std::vector<Override>& changes) {
  RunFileSource source(header, from, changes);
  return build_world(read_spec(source));
}

WorldSpec read_ground_spec(const std::string& scenario, const std::vector<Override>& overrides) {
  FileSource source(scenario, overrides);
  return read_ground_alone(source);
}

WorldSpec read_ground_spec(const ScenarioText& scenario) {
  FileSource source(scenario);
  return read_ground_alone(source);
}

void add_vehicle(WorldSpec& spec, VehicleInWorld vehicle) {
  // with the changes that a reader of the run file will apply to it
  std::vector<Override> overrides = spec.overrides;
  std::erase_if(overrides, is_of_ground_soil);
  FileSource source(ScenarioText{.name = spec.origin, .text = ""}, std::move(overrides));
  std::vector<std::string> changes = spec.file_changes;
  std::erase_if(changes, [](const std::string& text) { return is_of_ground_soil(parse_override(text)); });
  source.change_first(changes, spec.place);
  ModelFiles{source}(vehicle);
  read_surface_soils(*vehicle.model, source, spec);
  take_documents(source, spec);
  note_made_shapes(vehicle, spec);
  spec.vehicles.push_back(std::move(vehicle));
}

std::shared_ptr<const World> load_world(const std::string& scenario, const std::vector<Override>& overrides) {
  return build_world(read_world_spec(scenario, overrides));
}

std::shared_ptr<const World> load_world_from_run(const RunReader& run, const std::vector<Override>& changes) {
  return build_world(read_world_spec(run, changes));
}

}  // namespace grouser
