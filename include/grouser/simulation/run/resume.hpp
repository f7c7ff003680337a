// SPDX-License-Identifier: BSD-3-Clause
// Goes on from a keyframe of a recorded run: with unchanged input to the same bits as the run without a
// break, with changed input as a branch that names its parent.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/recording/run_file/run_header.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

class RunReader;

/// Whether drives that were commanded from outside go on with the commands that the run file has.
enum class RecordedCommands { repeated, left_out };

/// The moment from which a run goes on, and the changes of its input.
struct ResumeOptions {
  std::optional<double> at;       ///< s: from the last keyframe at or before it; none: from the last one
  std::vector<Override> changes;  ///< come after the overrides of the run

  /// From the last frame at or before `at` (none: from the last one) instead of a keyframe: the run is
  /// computed anew, with its own input, from the keyframe before to that frame.
  bool exactly = false;                                    ///< true: any frame, not only keyframes
  RecordedCommands commands = RecordedCommands::repeated;  ///< of the run file
  std::function<bool()> cancelled = {};  ///< called once per step of that; Interrupted is thrown if true
};

/// A simulation that goes on from a recorded state.
struct ResumedRun {
  RunParent parent;       ///< for RunOptions::parent
  Simulation simulation;  ///< in the state to go on from

  /// Names of the sums and peaks that the file does not have as this version does, which begin at this state
  std::vector<std::string> begun_anew = {};
};

/// The simulation in the state of a keyframe or frame. Uses the run file alone, which may be that of a killed
/// run. Throws InputError: no keyframe, a time outside the run, another vector level, a run that has ended
/// there, changes that come too late or that the state does not fit. Throws RunError if the run, computed
/// anew, does not come to the frame.
ResumedRun resume_run(const std::filesystem::path& run_file, const ResumeOptions& options = {});

/// The simulation of `world` in the state of a keyframe. Throws InputError if the state does not fit the
/// world, differs from the hash of its frame, or holds numbers that no run has. `begun_anew` is as in
/// ResumedRun.
Simulation simulation_at_keyframe(const RunReader& run, std::size_t keyframe,
                                  std::shared_ptr<const World> world,
                                  std::vector<std::string>* begun_anew = nullptr);

/// The hash that a frame of `run` has for this state: files of layout version 2 count observations too.
std::uint64_t recorded_hash(const SimulationState& state, const RunReader& run);

/// Throws InputError unless this process computes at the vector level of the run.
void check_recorded_level(const RunReader& run);

}  // namespace grouser
