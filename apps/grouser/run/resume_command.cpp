// SPDX-License-Identifier: BSD-3-Clause
// grouser resume: goes on from a keyframe of a recorded run, with changed settings as a branch. The new file
// names its parent; the rest is the same as in `grouser run`.
#include <fmt/format.h>

#include <optional>

#include "commands.hpp"
#include "external/external_run.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run.hpp"
#include "recorded_level.hpp"
#include "run_report.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"

namespace grouser::cli {
namespace {

struct ResumeArguments {
  std::string file, out;
  std::optional<double> at;
  std::vector<std::string> settings;
  ExternalArguments external;
  bool exactly = false, json = false, force = false;
};

int go_on(const ResumeArguments& arguments) {
  ResumeOptions from{
      .at = arguments.at, .changes = {}, .exactly = arguments.exactly, .cancelled = interrupted};
  for (const auto& setting : arguments.settings) from.changes.push_back(parse_override(setting));
  // A controller replaces the commands that were recorded.
  if (!arguments.external.address.empty()) from.commands = RecordedCommands::left_out;
  check_outputs({{"--out", arguments.out, run_file_kind()}}, {arguments.file}, replacing(arguments.force));
  catch_interrupts();
  take_recorded_level(arguments.file);
  ResumedRun resumed = resume_run(arguments.file, from);
  // Files of older versions lack some sums, which then begin at the keyframe.
  for (const std::string& block : resumed.begun_anew)
    print_note(fmt::format("{} has no '{}' as this version counts it: these sums begin at {:g} s",
                           arguments.file, block, resumed.parent.time));
  const auto external = control_if_asked(arguments.external, resumed.simulation.world());
  RunOptions options;
  options.out = arguments.out;
  options.parent = resumed.parent;
  return run_and_report(resumed.simulation, std::move(options), arguments.json, nullptr, external.get());
}

}  // namespace

void declare_resume(Command& command) {
  auto& a = command.runs(go_on);
  command.argument("RUN RUN.h5", a.file, "A run file, also one that a killed run left behind");
  command.option("--at", a.at,
                 "Go on from the last keyframe at or before this time, s (default: the last keyframe)");
  command.flag("--exactly", a.exactly,
               "From the last frame at or before that time: what lies between is computed anew");
  command.repeated("--set KEY=VALUE", a.settings,
                   "Replace a value from here on: the new run is a branch that names its parent");
  command.option("--out NEW.h5", a.out, "Record into this run file (HDF5)").required();
  add_force_option(command, a.force);
  add_external_options(command, a.external);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser resume traverse.h5 --at 12 --set soil.phi_deg=25 --out branch.h5\n"
      "Without --set the bits are those of the run without a break. Metrics, simulated time and steps are "
      "of\n"
      "the resumed part alone; energy_ledger_error and motor_work are of the whole run. Not to be changed:\n"
      "where it started, its ground, and what alters the size of its state (rover, slices, adaptive steps).");
}

}  // namespace grouser::cli
