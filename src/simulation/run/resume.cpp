// SPDX-License-Identifier: BSD-3-Clause
// Continues a run from a keyframe, or exactly from a frame behind it, which is computed anew from the
// keyframe. States of a file are checked by their hashes before they are used.
#include "grouser/simulation/run/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "elements/drive_commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "state_check.hpp"

namespace grouser {
namespace {

// Tolerance, s: times of steps are sums, so that the keyframe "at 3 s" may lie a rounding beside it.
constexpr double kRounding = 1e-6;

/// The last keyframe that is not after a time, or the last of all. Throws InputError outside the run.
std::size_t choose_keyframe(const RunReader& run, std::optional<double> at) {
  const std::size_t count = run.keyframe_count();
  if (count == 0)
    throw InputError(run.path().string(), "no keyframe", "a run with one, from which it can go on");
  if (!at) return count - 1;
  const std::vector<double> times = run.read_times();
  const auto time_of = [&](std::size_t keyframe) { return times[run.keyframe_frame(keyframe)]; };
  if (!(*at + kRounding >= time_of(0)) || *at > times.back() + kRounding)
    throw InputError("--at", fmt::format("{:g} s", *at),
                     fmt::format("{:.6g} s (first keyframe) to {:.6g} s (last frame) of {}", time_of(0),
                                 times.back(), run.path().string()));
  std::size_t keyframe = count - 1;
  while (keyframe > 0 && time_of(keyframe) > *at + kRounding) --keyframe;
  return keyframe;
}

/// Origin of a resumed run: file, version, and the frame with its time and hash.
RunParent parent_at(const RunReader& run, std::size_t frame) {
  RunParent parent;
  parent.file = run.path().filename().string();
  parent.program_version = run.header().program_version;
  parent.frame = frame;
  parent.time = run.read_times()[frame];
  parent.state_hash = run.read_state_hashes()[parent.frame];
  return parent;
}

/// Whether a key says how a vehicle starts, such as "initial.yaw", "initial_lander" or
/// "vehicle.scout.initial.position".
bool is_of_start(const std::string& key) {
  const bool listed = key.rfind("vehicle.", 0) == 0;
  const std::string parts = "." + key + ".";
  if (listed) return parts.find(".initial.") != std::string::npos;
  return parts.rfind(".initial.", 0) == 0 || parts.rfind(".initial_lander.", 0) == 0;
}

/// Throws InputError for overrides that matter before the first step alone.
void check_in_time(const std::vector<Override>& changes, double time) {
  for (const Override& o : changes)
    if (is_of_start(o.key))
      throw InputError(origin_of(o), fmt::format("another start for a run that goes on at {:.6g} s", time),
                       "settings that matter from there on");
}

/// Throws InputError for a run that has nothing left to compute.
void check_not_ended(const Simulation& simulation, const std::filesystem::path& run) {
  if (!simulation.finished()) return;
  const auto verdict = simulation.verdict();
  throw InputError(
      run.string(),
      fmt::format("a run that has ended at this keyframe, {:.6g} s ({})", simulation.time(),
                  verdict ? "verdict: " + verdict->name
                          : fmt::format("duration {:g} s", simulation.world().settings.duration)),
      "an earlier --at, or a longer duration (--set duration=...)");
}

/// The frame at or before a time, or the last one; choose_keyframe() has found the time within the run.
std::size_t frame_to_go_on_from(const RunReader& run, std::optional<double> at) {
  return at ? run.frame_at(*at + kRounding) : run.frame_count() - 1;
}

/// The run computed anew, with its own input, from a keyframe to a later frame; that state in `world`.
Simulation simulation_at_frame(const RunReader& run, std::size_t keyframe, std::size_t frame,
                               std::shared_ptr<const World> world, const ResumeOptions& options) {
  Simulation own = simulation_at_keyframe(run, keyframe, load_world_from_run(run, {}));
  const auto step = static_cast<std::int64_t>(run.read_steps()[frame]);
  while (own.step_count() < step) {
    if (options.cancelled && options.cancelled()) throw Interrupted("stopped before it went on");
    if (own.step() != StepStatus::ok) throw RunError(own.failure().message);
  }
  const std::string place = fmt::format("{}: frame {}", run.path().string(), frame);
  // The state computed anew must be the recorded one before settings change it.
  if (recorded_hash(own.state(), run) != run.read_state_hashes()[frame])
    throw RunError(
        place + ": computed anew, the run comes to another state (another version or processor recorded it)");
  // Into the world with the changed settings, whose state may have other blocks.
  SimulationState state = blank_state(*world);
  state.unpack(own.state().pack(), own.state().layout(), place);
  state.ground = own.state().ground;
  restore_soils(*world, state, place);
  check_state(*world, state, place);
  return {std::move(world), std::move(state)};
}

}  // namespace

std::uint64_t recorded_hash(const SimulationState& state, const RunReader& run) {
  return state.hash(run.header().state_layout.starts_with("version 2,") ? 2 : kStateLayoutVersion);
}

void check_recorded_level(const RunReader& run) {
  const std::string level(level_name(simd_level()));
  if (run.header().simd_level != level)
    throw InputError(run.path().string(), "SIMD level '" + run.header().simd_level + "'",
                     "'" + level + "', the one this process runs; GROUSER_SIMD_LEVEL chooses another");
}

Simulation simulation_at_keyframe(const RunReader& run, std::size_t keyframe,
                                  std::shared_ptr<const World> world, std::vector<std::string>* begun_anew) {
  const Keyframe stored = run.read_keyframe(keyframe);
  const std::string place = fmt::format("{}: keyframe {}", run.path().string(), keyframe);
  SimulationState state = blank_state(*world);
  // The stored layout may be of a former version, or lack observations.
  const StateLayout layout =
      read_state_layout(run.header().state_layout, stored.dynamics.size(), state.layout(), place);
  const std::vector<std::string> anew = state.unpack(stored.dynamics, layout, place);
  if (begun_anew) *begun_anew = anew;
  restore_soils(*world, state, place);
  for (const StoredTile& tile : stored.tiles) state.ground.load_tile({tile.i, tile.j}, tile.values);
  std::vector<double> row(run.channels().size());
  const std::uint64_t recorded = run.read_frame(stored.frame, row).state_hash;
  // The frame's hash is compared by the version that wrote it.
  const std::uint64_t found = state.hash(layout.version);
  if (found != recorded)
    throw InputError(place, "a state with hash " + hash_text(found),
                     hash_text(recorded) + ", that of its frame");
  check_state(*world, state, place);
  return {std::move(world), std::move(state)};
}

ResumedRun resume_run(const std::filesystem::path& run_file, const ResumeOptions& options) {
  const RunReader run(run_file);
  check_recorded_level(run);
  const std::size_t keyframe = choose_keyframe(run, options.at);
  const std::size_t begin = run.keyframe_frame(keyframe);
  const std::size_t frame = options.exactly ? frame_to_go_on_from(run, options.at) : begin;
  RunParent parent = parent_at(run, frame);
  check_in_time(options.changes, parent.time);
  // The run's own input with the changes of this resumption.
  WorldSpec spec = read_world_spec(run, options.changes);
  if (options.commands == RecordedCommands::left_out) spec.external_commands.reset();
  const std::shared_ptr<const World> world = build_world(spec);
  check_path_on_terrain(*world);
  std::vector<std::string> begun_anew;
  Simulation simulation = frame == begin ? simulation_at_keyframe(run, keyframe, world, &begun_anew)
                                         : simulation_at_frame(run, keyframe, frame, world, options);
  ResumedRun resumed{std::move(parent), std::move(simulation), std::move(begun_anew)};
  check_not_ended(resumed.simulation, run_file);
  return resumed;
}

}  // namespace grouser
