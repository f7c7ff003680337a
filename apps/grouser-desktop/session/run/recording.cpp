// SPDX-License-Identifier: BSD-3-Clause
// A recorder that fails is dropped and its error becomes news, so that a full disk never stops the run.
#include "session/run/recording.hpp"

#include <fmt/format.h>

#include <utility>

#include "grouser/base/output_files.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {

/// Does something with the recorder; an exception ends the recording.
void LiveRecording::guard(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    news_.push_back({true, failure_text_ + error.what(), {}});
    recorder_.reset();
  }
}

void LiveRecording::start(const std::string& path, Simulation& simulation, double now) {
  path_ = path;
  started_ = now;
  guard([&] {
    check_outputs({{"the recording", path, run_file_kind()}}, simulation.world().files, Replace::ours);
    recorder_ = std::make_unique<RunRecorder>(path, simulation);
    news_.push_back({false, "Recording to " + path, {}});
  });
}

void LiveRecording::stop(RunSummary summary, double now) {
  if (!recorder_) return;
  guard([&] {
    summary.wall_s = now - started_;
    recorder_->close(summary);
    news_.push_back({false, fmt::format("Recorded {}: {:.3f} s", path_, summary.simulated_s), path_,
                     summary.status != RunStatus::interrupted});
  });
  recorder_.reset();
}

void LiveRecording::after_step() {
  if (recorder_) guard([&] { recorder_->after_step(); });
}

void LiveRecording::flush_if_due(double now) {
  if (recorder_) guard([&] { recorder_->flush_if_due(now); });
}

std::vector<RecordingNews> LiveRecording::take_news() { return std::exchange(news_, {}); }

}  // namespace grouser::desktop
