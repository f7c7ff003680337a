// SPDX-License-Identifier: BSD-3-Clause
// grouser run: a scenario from start to end. All input, outputs and addresses are checked before the start,
// which may take long.

#include "commands.hpp"
#include "external/external_run.hpp"
#include "external/recorded_commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/stance_notes.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/vehicle/spec/made_shapes.hpp"
#include "run_report.hpp"
#include "served_run.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"

namespace grouser::cli {
namespace {

struct RunArguments {
  std::string scenario;
  std::string out;
  std::string commands;
  std::vector<std::string> settings;
  ServeArguments serve;
  ExternalArguments external;
  bool json = false, force = false;
};

/// Notes on settings that may be mistakes, shown before a run that may take long and again with its results.
void print_start_notes(const Simulation& simulation) {
  for (const VehicleRuntime& vehicle : simulation.world().vehicles)
    for (const std::string& note : shape_notes(vehicle.spec)) print_note(note);
  for (const std::string& note : stance_notes(simulation)) print_note(note);
}

/// The world of the scenario with its settings; drives may follow a file of commands. Throws InputError.
std::shared_ptr<const World> load_asked_world(const RunArguments& arguments) {
  std::vector<Override> overrides;
  for (const auto& setting : arguments.settings) overrides.push_back(parse_override(setting));
  if (arguments.commands.empty()) return load_world(arguments.scenario, overrides);
  if (!arguments.external.address.empty())
    throw InputError("--commands", "it beside --external", "one of them: a file or a controller");
  return load_commanded_world(arguments.scenario, overrides, arguments.commands);
}

int run_scenario_file(const RunArguments& arguments) {
  const auto world = load_asked_world(arguments);
  // The recording must replace none of the files that the world was made of.
  std::vector<std::filesystem::path> inputs = world->files;
  if (!arguments.commands.empty()) inputs.emplace_back(arguments.commands);
  check_outputs({{"--out", arguments.out, run_file_kind()}}, inputs, replacing(arguments.force));
  const std::unique_ptr<ServedRun> served = serve_if_asked(arguments.serve, *world);
  const std::unique_ptr<ExternalRun> external = control_if_asked(arguments.external, *world);
  catch_interrupts();
  Simulation simulation = start_simulation(world, interrupted);
  print_start_notes(simulation);
  RunOptions options;
  if (!arguments.out.empty()) options.out = arguments.out;
  return run_and_report(simulation, std::move(options), arguments.json, served.get(), external.get());
}

}  // namespace

void declare_run(Command& command) {
  auto& a = command.runs(run_scenario_file);
  command.argument("SCENARIO", a.scenario, "A scenario file or an id of assets/scenarios");
  command.option("--out RUN.h5", a.out, "Record into this run file (HDF5)");
  command.repeated("--set KEY=VALUE", a.settings,
                   "Replace a value of the scenario, or of its rover. or soil. file");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  add_serve_options(command, a.serve);
  add_external_options(command, a.external);
  command.option("--commands FILE", a.commands,
                 "Command the drives from a CSV table or an MCAP log (drive.mode = \"external\")");
  command.footer(
      "Example: grouser run traverse_mars --set terrain.file=site.tif --out traverse.h5\n"
      "         grouser run traverse_mars --serve 127.0.0.1:7788 --real-time   (docs/live_link.md)\n"
      "         grouser run drive_flat_soft --set drive.mode=external --external 127.0.0.1:7790   "
      "(docs/external_drive.md)\n"
      "Ctrl+C stops the run and keeps what was recorded ('grouser resume' goes on from there).");
}

}  // namespace grouser::cli
