// SPDX-License-Identifier: BSD-3-Clause
// grouser servo device: a simulated walker behind a pseudo-terminal. It checks the scenario, the output and
// the link before anything is opened, then serves until the run is over and reports the summary.
#include <fmt/format.h>

#include <iostream>

#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/servos.hpp"
#include "grouser/simulation/step/world.hpp"
#include "run/run_report.hpp"
#include "servo_commands.hpp"
#include "servo_run.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"

namespace grouser::cli {
namespace {

constexpr const char* kLongDuration = "3600";  // s: of a robot that waits for its commands
constexpr std::size_t kMostIdBytes = 64;

struct DeviceArguments {
  std::string scenario, link, out, id;
  std::vector<std::string> settings;
  bool lockstep = false, no_serial_delay = false, json = false, force = false;
};

/// Throws InputError for a name of more than 64 bytes.
void check_id(const std::string& id) {
  if (id.size() > kMostIdBytes)
    throw InputError("--id", fmt::format("{} bytes", id.size()), fmt::format("at most {}", kMostIdBytes));
}

/// Prints the run's summary with the counts of the link.
void report(const RunSummary& summary, const ServoRun& run, const DeviceArguments& a) {
  const ServoCounts counts = run.counts();
  if (a.json) {
    Json json = parse_json<Json>(to_json(summary), "summary");
    json["servo_link"] = {{"clients", counts.clients},
                          {"frames", counts.frames},
                          {"refused", counts.refused},
                          {"dropped", counts.dropped},
                          {"behind_s", counts.behind}};
    return print_json(json);
  }
  print_summary(summary, a.out.empty() ? std::nullopt : std::optional<std::filesystem::path>(a.out));
  std::cout << fmt::format("{}, {}, {} refused, {} dropped\n", count_text(counts.clients, "client"),
                           count_text(counts.frames, "frame"), counts.refused, counts.dropped);
  if (counts.behind > 0.0)
    std::cout << fmt::format("{} s behind the clock, which did not wait\n", number_text(counts.behind, 3));
}

/// Opens the terminal, starts the simulation, serves until the run is over and reports.
int run_device(const DeviceArguments& a) {
  check_id(a.id);
  // The long duration comes first, so that --set duration can replace it.
  std::vector<Override> overrides{{"duration", kLongDuration}};
  for (const std::string& setting : a.settings) overrides.push_back(parse_override(setting));
  const auto world = load_world(a.scenario, overrides);
  servo_walker(*world, a.scenario);  // before anything is opened
  check_outputs({{"--out", a.out, run_file_kind()}}, world->files, replacing(a.force));
  catch_interrupts();
  PseudoTerminal terminal(a.link);
  // The port is printed at once, because a client needs it while the device runs.
  (a.json ? std::cerr : std::cout) << "servo link: " << terminal.path() << std::endl;
  Simulation simulation = start_simulation(world, interrupted);
  ServoRunOptions options{.id = a.id.empty() ? world->main().spec.name : a.id};
  options.time = a.lockstep ? ServoTime::lockstep : ServoTime::wall_clock;
  if (!a.lockstep && !a.no_serial_delay) options.seconds_of_byte = kBitsOfByte / kBaud;
  if (!a.out.empty()) options.out = a.out;
  ServoRun run(simulation, terminal, options);
  const RunSummary summary = run.serve_until_over();
  report(summary, run, a);
  return end_of_run(summary, simulation.time(), !a.out.empty());
}

}  // namespace

void declare_servo_device(Command& command) {
  auto& a = command.runs(run_device);
  command.argument("SCENARIO", a.scenario, "A scenario with a walker, as 'grouser run' takes it");
  command.option("--link PATH", a.link,
                 "Make this symbolic link to the pseudo-terminal while the robot is there");
  command.option("--id NAME", a.id, "What it says it is (default: the vehicle's name)");
  command.flag("--lockstep", a.lockstep, "Time goes on only where a client says so (code 209, advance)");
  command.flag("--no-serial-delay", a.no_serial_delay,
               "Bytes take no time; otherwise, by the clock, what 115200 baud take");
  command.option("--out RUN.h5", a.out, "Record into this run file (HDF5)");
  command.repeated(
      "--set KEY=VALUE", a.settings,
      "Replace a value of the scenario, or of its rover. or soil. file (duration: 3600 s unless set)");
  add_force_option(command, a.force);
  command.flag("--json", a.json,
               "Report as one JSON object on standard output; the port is printed on stderr");
  command.footer(
      "Example: grouser servo device walker_stand --link robot --lockstep --out walk.h5\n"
      "         grouser servo request robot state              (codes and replies: docs/servo_link.md)\n"
      "The first line says where it is. One process is one robot; run several for several.\n"
      "Ctrl+C and code 211 (bye) end it: the recording is closed, the link is removed.");
}

}  // namespace grouser::cli
