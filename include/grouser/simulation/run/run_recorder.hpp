// SPDX-License-Identifier: BSD-3-Clause
// Writes a run file while a run proceeds: frames, keyframes, events. Used by run_scenario() and by the
// window's live run.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>

#include "grouser/recording/run_file/run_header.hpp"

namespace grouser {

class Simulation;
struct RunSummary;

/// Records one simulation into one run file.
class RunRecorder {
 public:
  /// Makes the file and writes the first frame, with a keyframe: the simulation as it is now. `parent`: the
  /// run that it goes on from. Throws InputError or RunError as RunWriter does. The simulation must outlive
  /// the recorder.
  RunRecorder(const std::filesystem::path& path, Simulation& simulation,
              const std::optional<RunParent>& parent = std::nullopt);
  /// Without close() the file counts as interrupted; nothing that was written is lost.
  ~RunRecorder();
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  /// Call after each step: notes events, and writes a frame if one is due.
  void after_step();
  /// `now`: seconds of a steady clock; call it at least every half second.
  void flush_if_due(double now);
  /// Writes the final state of the run and the summary.
  void close(const RunSummary& summary);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
