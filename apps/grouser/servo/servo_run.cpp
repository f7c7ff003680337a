// SPDX-License-Identifier: BSD-3-Clause
// The loop serves the line and lets simulated time follow the clock, or, in lockstep, lets it go on only
// inside ServoRobot::advance(). Time that the simulation cannot catch up within 0.25 s is given up and
// counted.
#include "servo_run.hpp"

#include <algorithm>

#include "grouser/simulation/step/world.hpp"
#include "shared/interrupt.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

constexpr double kLongestWait = 0.1;    // s between two looks for Ctrl+C
constexpr double kMostBehind = 0.25;    // s that are caught up; beyond, the clock is left alone
constexpr double kLastWords = 1.0;      // s that a client has to read the reply to its bye
constexpr int kStepsBetweenLooks = 16;  // at the line, while simulated time is behind

}  // namespace

ServoRun::ServoRun(Simulation& simulation, PseudoTerminal& terminal, const ServoRunOptions& options)
    : simulation_(simulation),
      time_(options.time),
      tracker_(simulation),
      recorder_(options.out ? std::make_unique<RunRecorder>(*options.out, simulation) : nullptr),
      robot_(simulation, options.id, options.time, [this] { return step(); }),
      device_(terminal, robot_, steady_seconds, options.seconds_of_byte) {}

/// A robot that has fallen goes on: it still answers, and may get up.
bool ServoRun::over() const {
  const RunSettings& settings = simulation_.world().settings;
  return failed_ || interrupted() || robot_.said_bye() ||
         simulation_.time() + 0.5 * settings.dt >= settings.duration;
}

/// One step, observed and recorded. Returns whether the run may go on.
bool ServoRun::step() {
  if (over()) return false;
  if (simulation_.step() != StepStatus::ok) {
    failed_ = true;
    return false;
  }
  tracker_.observe(simulation_);
  if (recorder_) {
    recorder_->after_step();
    recorder_->flush_if_due(steady_seconds());
  }
  return !over();
}

/// Lets simulated time follow the clock: waits if the next step is in the future, else makes up to 16 steps
/// before the line is looked at again.
void ServoRun::keep_pace() {
  const double dt = simulation_.world().settings.dt;
  double ahead = simulation_.time() + dt - (steady_seconds() - clock_start_);
  // Too far behind: the clock's start is moved, so that the lost time is not caught up in a burst.
  if (-ahead > kMostBehind) {
    behind_ += -ahead;
    clock_start_ += -ahead;
    ahead = 0.0;
  }
  if (ahead > 0.0) return device_.wait(std::min(ahead, kLongestWait));
  for (int k = 0; k < kStepsBetweenLooks && ahead <= 0.0 && step(); ++k)
    ahead = simulation_.time() + dt - (steady_seconds() - clock_start_);
}

RunSummary ServoRun::serve_until_over() {
  const double start = steady_seconds(), from = simulation_.time();
  clock_start_ = start - from;
  while (!over()) {
    device_.serve();
    if (over()) break;
    if (time_ == ServoTime::wall_clock)
      keep_pace();
    else
      device_.wait(kLongestWait);
    if (recorder_) recorder_->flush_if_due(steady_seconds());
  }
  const RunStatus status = failed_         ? RunStatus::failed
                           : interrupted() ? RunStatus::interrupted
                                           : RunStatus::completed;
  RunSummary summary = summarise(simulation_, tracker_, status, failed_ ? simulation_.failure().message : "");
  summary.wall_s = steady_seconds() - start;
  if (recorder_) recorder_->close(summary);
  if (robot_.said_bye()) device_.end(kLastWords);
  return summary;
}

ServoCounts ServoRun::counts() const {
  return {device_.clients(), robot_.frames(), robot_.refused(), device_.dropped(), behind_};
}

}  // namespace grouser::cli
