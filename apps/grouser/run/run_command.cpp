// grouser run: a scenario from start to end.
#include <memory>

#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "run_report.hpp"
#include "shared/command.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"

namespace grouser::cli {
namespace {

struct RunArguments {
  std::string scenario;
  std::string out;
  std::vector<std::string> settings;
  bool json = false, force = false;
};

int run_scenario_file(const RunArguments& arguments) {
  std::vector<Override> overrides;
  for (const auto& setting : arguments.settings) overrides.push_back(parse_override(setting));
  const auto world = load_world(arguments.scenario, overrides);
  check_outputs({{"--out", arguments.out, run_file_kind()}}, world->files, replacing(arguments.force));
  catch_interrupts();
  Simulation simulation = start_simulation(world, interrupted);
  RunOptions options;
  if (!arguments.out.empty()) options.out = arguments.out;
  return run_and_report(simulation, std::move(options), arguments.json);
}

}  // namespace

void add_run_command(CLI::App& app, Job& job) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* run = app.add_subcommand("run", "Run a scenario and report its metrics");
  run->add_option("SCENARIO", arguments->scenario, "A scenario file or an id of assets/scenarios")
      ->required();
  run->add_option("--out", arguments->out, "Record into this run file (HDF5)")->type_name("RUN.h5");
  run->add_option("--set", arguments->settings,
                  "Replace a value of the scenario, or of its rover. or soil. file")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_force_option(*run, arguments->force);
  run->add_flag("--json", arguments->json, "Report as one JSON object on standard output");
  run->footer(
      "Example: grouser run traverse_mars --set terrain.file=site.tif --out traverse.h5\n"
      "Ctrl+C stops the run and keeps what was recorded ('grouser resume' goes on from there).");
  run->callback([arguments, &job] { job = [arguments] { return run_scenario_file(*arguments); }; });
}

}  // namespace grouser::cli
