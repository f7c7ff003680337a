// SPDX-License-Identifier: BSD-3-Clause
// grouser fmu: a scenario as a unit of co-simulation (FMI 2 or 3). It builds the model description, checks
// the output file and writes the archive; the interface itself is in grouser/exchange/fmu.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/fmu/fmu_package.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {

struct FmuArguments {
  std::string scenario, out;
  int version = 2;
  std::vector<std::string> settings, channels, parameters;
  bool state_hash = false, torques = false, own_drive = false, json = false, force = false;
};

/// A zip file holds the names of its files uncompressed, so the manifest's name marks a unit of ours.
FileKind fmu_kind() { return {.endings = {".fmu"}, .begins = "PK", .mark = kFmuManifest}; }

/// The parts of the command line that make the model; the drive is external unless --own-drive is given.
FmuWish wish_of(const FmuArguments& a) {
  FmuWish wish{.scenario = a.scenario,
               .settings = {},
               .channels = a.channels,
               .parameters = a.parameters,
               .state_hash = a.state_hash,
               .torques = a.torques};
  if (!a.own_drive)
    wish.settings.push_back({"drive.mode", "external", "the drive of an FMU (see --own-drive)"});
  for (const std::string& setting : a.settings) wish.settings.push_back(parse_override(setting));
  return wish;
}

std::size_t count_of(const FmuModel& model, FmuCausality causality) {
  return static_cast<std::size_t>(std::ranges::count(model.variables, causality, &FmuVariable::causality));
}

int make_fmu(const FmuArguments& a) {
  if (a.out.empty()) throw InputError("--out", "no file", "--out ROVER.fmu");
  // The model is made before the file is touched, since most mistakes show there.
  const FmuModel model = make_fmu_model(wish_of(a));
  check_outputs({{"--out", a.out, fmu_kind()}}, {a.scenario}, replacing(a.force));
  write_fmu(a.out, model, static_cast<FmiVersion>(a.version), fmu_front());
  const std::size_t inputs = count_of(model, FmuCausality::input),
                    outputs = count_of(model, FmuCausality::output),
                    parameters = count_of(model, FmuCausality::parameter);
  if (a.json) {
    print_json({{"file", a.out},
                {"fmi", a.version},
                {"model_identifier", fmu_identifier(model)},
                {"inputs", inputs},
                {"outputs", outputs},
                {"parameters", parameters},
                {"step_s", model.step},
                {"duration_s", model.duration}});
    return kExitOk;
  }
  std::cout << fmt::format("{}: FMI {}.0, co-simulation, {}, {}, {}; internal step {:g} s, ends at {:g} s\n",
                           a.out, a.version, count_text(inputs, "input"), count_text(outputs, "output"),
                           count_text(parameters, "parameter"), model.step, model.duration);
  return kExitOk;
}

}  // namespace

void declare_fmu(Command& command) {
  auto& a = command.runs(make_fmu);
  command.argument("SCENARIO", a.scenario, "A scenario file or an id of assets/scenarios");
  command.option("--out ROVER.fmu", a.out, "The unit to write").required();
  command.option("--fmi VERSION", a.version, "Version of the interface: 2 or 3").within(2, 3);
  command.repeated("--set KEY=VALUE", a.settings,
                   "Replace a value of the scenario, or of its rover. or soil. file");
  command.repeated("--channel PATTERN", a.channels,
                   "More outputs: a channel, or a pattern such as wheel/*/rut_depth");
  command.repeated("--parameter KEY", a.parameters, "Let the importer set this key, as --set does");
  command.flag("--state-hash", a.state_hash, "An output that tells the hash of the state, a text");
  command.flag("--wheel-torque", a.torques, "Command the torque of each wheel in place of its speed");
  command.flag("--own-drive", a.own_drive, "Leave the drive as the scenario has it: no inputs");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser fmu drive_flat_soft --fmi 3 --parameter soil.phi_deg --out rover.fmu   "
      "(docs/exchange_fmu.md)");
}

}  // namespace grouser::cli
