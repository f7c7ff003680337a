// grouser run: a scenario from start to end.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "grouser/base/hash.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/metric_table.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

struct RunArguments {
  std::string scenario;
  std::string out;
  std::vector<std::string> settings;
  bool json = false, force = false;
};

void print_summary(const RunSummary& summary, const RunArguments& arguments) {
  using enum TextTable::Align;
  std::cout << fmt::format("{}: {}\n", summary.scenario, to_string(summary.status));
  if (summary.verdict)
    std::cout << fmt::format("verdict: {} at {} s: {}\n", summary.verdict->name,
                             number_text(summary.verdict->time), summary.verdict->reason);
  TextTable table({left, right, left, left});
  std::vector<ShownMetric> metrics;
  for (const auto& [name, metric] : summary.metrics) metrics.push_back({name, metric.value, metric.unit});
  add_metric_rows(table, std::move(metrics));
  table.add_row({""});
  table.add_row({"simulated", number_text(summary.simulated_s), "s"});
  table.add_row({"steps", std::to_string(summary.steps), ""});
  table.add_row({"real_time_factor", number_text(summary.real_time_factor(), 3), "-"});
  table.add_row({"state_hash", hash_text(summary.state_hash), ""});
  std::cout << table.text();
  print_notes(summary.notes);
  if (!arguments.out.empty()) std::cout << "recorded in " << arguments.out << "\n";
}

int exit_code(const RunSummary& summary) {
  switch (summary.status) {
    case RunStatus::completed:
      return kExitOk;
    case RunStatus::interrupted:
      return kExitInterrupted;
    case RunStatus::failed:
      break;
  }
  return kExitFailed;
}

int run_scenario_file(const RunArguments& arguments) {
  std::vector<Override> overrides;
  for (const auto& setting : arguments.settings) overrides.push_back(parse_override(setting));
  const auto world = load_world(arguments.scenario, overrides);
  check_outputs({{"--out", arguments.out, run_file_kind()}}, world->files, replacing(arguments.force));
  catch_interrupts();
  Simulation simulation = start_simulation(world, interrupted);
  RunSummary summary;
  {
    Progress progress(simulation.scene().name);
    RunOptions options;
    if (!arguments.out.empty()) options.out = arguments.out;
    options.now = steady_seconds;
    options.progress = [&](double done, double total) { progress.update(done, total); };
    options.cancelled = interrupted;
    summary = run_scenario(simulation, options);
  }
  if (arguments.json)
    std::cout << to_json(summary) << "\n";
  else
    print_summary(summary, arguments);
  if (summary.status == RunStatus::failed) print_error(summary.message);
  if (summary.status == RunStatus::interrupted)
    std::cerr << "grouser: interrupted at " << number_text(summary.simulated_s) << " s"
              << (arguments.out.empty() ? "\n" : ", the recording is whole\n");
  return exit_code(summary);
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
      "Ctrl+C stops the run and keeps what was recorded.");
  run->callback([arguments, &job] { job = [arguments] { return run_scenario_file(*arguments); }; });
}

}  // namespace grouser::cli
