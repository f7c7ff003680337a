// grouser resume: goes on from a keyframe of a recorded run.
#include <memory>
#include <optional>

#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run.hpp"
#include "recorded_level.hpp"
#include "run_report.hpp"
#include "shared/command.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"

namespace grouser::cli {
namespace {

struct ResumeArguments {
  std::string file, out;
  std::optional<double> at;
  std::vector<std::string> settings;
  bool json = false, force = false;
};

int go_on(const ResumeArguments& arguments) {
  ResumeOptions from{.at = arguments.at, .changes = {}};
  for (const auto& setting : arguments.settings) from.changes.push_back(parse_override(setting));
  check_outputs({{"--out", arguments.out, run_file_kind()}}, {arguments.file}, replacing(arguments.force));
  catch_interrupts();
  take_recorded_level(arguments.file);
  ResumedRun resumed = resume_run(arguments.file, from);
  RunOptions options;
  options.out = arguments.out;
  options.parent = resumed.parent;
  return run_and_report(resumed.simulation, std::move(options), arguments.json);
}

}  // namespace

void add_resume_command(CLI::App& app, Job& job) {
  auto arguments = std::make_shared<ResumeArguments>();
  CLI::App* command = app.add_subcommand("resume", "Go on from a keyframe of a recorded run");
  command->add_option("RUN", arguments->file, "A run file, also one that a killed run left behind")
      ->required()
      ->type_name("RUN.h5");
  command->add_option("--at", arguments->at,
                      "Go on from the last keyframe at or before this time, s (default: the last keyframe)");
  command
      ->add_option("--set", arguments->settings,
                   "Replace a value from here on: the new run is a branch that names its parent")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--out", arguments->out, "Record into this run file (HDF5)")
      ->required()
      ->type_name("NEW.h5");
  add_force_option(*command, arguments->force);
  command->add_flag("--json", arguments->json, "Report as one JSON object on standard output");
  command->footer(
      "Example: grouser resume traverse.h5 --at 12 --set soil.phi_deg=25 --out branch.h5\n"
      "Without --set the bits are those of the run without a break. Metrics, simulated time and steps are "
      "of\n"
      "the resumed part alone; energy_ledger_error and motor_work are of the whole run. Not to be changed:\n"
      "where it started, its ground, and what alters the size of its state (rover, slices, adaptive steps).");
  command->callback([arguments, &job] { job = [arguments] { return go_on(*arguments); }; });
}

}  // namespace grouser::cli
