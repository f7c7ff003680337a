// SPDX-License-Identifier: BSD-3-Clause
// The loop of a run: step, watch, record, and look at the clock now and then, for progress, flushes and
// cancelling.
#include "grouser/simulation/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "grouser/base/error.hpp"
#include "grouser/base/float_environment.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/version.hpp"
#include "grouser/simulation/observe/energy_verdict.hpp"
#include "grouser/simulation/observe/goal_verdict.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/observe/recorded_verdict.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr double kReportInterval = 0.1;  // s of wall time between progress reports and checks for cancel

/// The origin of a resumed run in the summary's JSON.
nlohmann::ordered_json parent_json(const RunParent& p) {
  return {{"file", p.file},
          {"program_version", p.program_version},
          {"frame", p.frame},
          {"time_s", p.time},
          {"state_hash", hash_text(p.state_hash)}};
}

/// Turns the summary of a simulation into that of its part after the parent's state.
void note_parent(const RunParent& parent, RunSummary& summary) {
  summary.parent = parent;
  summary.notes.push_back(fmt::format(
      "resumed at {:.6g} s from {}: metrics are of the part since then, energy_ledger_error and motor_work "
      "of the whole run",
      parent.time, parent.file));
  if (parent.program_version != version())
    summary.notes.push_back("recorded by version " + parent.program_version + ", resumed by " + version());
}

}  // namespace

const char* to_string(RunStatus status) {
  switch (status) {
    case RunStatus::completed:
      return "completed";
    case RunStatus::failed:
      return "failed";
    case RunStatus::interrupted:
      return "interrupted";
  }
  return "?";
}

std::string to_json(const RunSummary& s) {
  nlohmann::ordered_json j;
  j["scenario"] = s.scenario;
  j["status"] = to_string(s.status);
  if (!s.message.empty()) j["message"] = s.message;
  j["simulated_s"] = s.simulated_s;
  j["wall_s"] = s.wall_s;
  j["real_time_factor"] = s.real_time_factor();
  j["steps"] = s.steps;
  j["state_hash"] = hash_text(s.state_hash);
  if (s.verdict)
    j["verdict"] = {{"name", s.verdict->name},
                    {"outcome", to_string(tone_of(*s.verdict))},
                    {"time_s", s.verdict->time},
                    {"reason", s.verdict->reason}};
  for (const auto& [name, metric] : s.metrics)
    j["metrics"][name] = {{"value", metric.value}, {"unit", metric.unit}};
  j["notes"] = s.notes;
  if (s.parent) j["parent"] = parent_json(*s.parent);
  return j.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);  // names of files
}

RunSummary summarise(const Simulation& simulation, const MetricsTracker& tracker, RunStatus status,
                     const std::string& message) {
  RunSummary summary;
  summary.scenario = simulation.world().settings.name;
  summary.status = status;
  summary.message = message;
  summary.simulated_s = simulation.time();
  summary.steps = simulation.step_count();
  summary.state_hash = simulation.state_hash();
  summary.metrics = tracker.metrics(simulation);
  summary.verdict = final_verdict(simulation, summary.metrics);
  summary.notes = simulation.scene().notes;
  for (const std::string& note : tracker.notes(simulation)) summary.notes.push_back(note);
  const EnergyVerdict energy = judge_energy(simulation);
  if (!energy.note.empty()) summary.notes.push_back(energy.note);
  // A run that completed with an open energy book counts as failed.
  if (energy.failed && status == RunStatus::completed) {
    summary.status = RunStatus::failed;
    summary.message = energy.note;
  }
  return summary;
}

RunSummary run_scenario(Simulation& simulation, const RunOptions& options) {
  const StandardArithmetic arithmetic;
  const double total = simulation.world().settings.duration;
  std::unique_ptr<RunRecorder> recorder;
  if (options.out) recorder = std::make_unique<RunRecorder>(*options.out, simulation, options.parent);
  MetricsTracker tracker(simulation);
  RunStatus status = RunStatus::completed;
  std::string message;
  // The part that this call computes, for summaries of resumed runs.
  const double start = options.now(), from = simulation.time();
  const std::int64_t first_step = simulation.step_count();
  double reported = start;
  int since_look = 0;
  if (options.observe) options.observe(simulation, tracker);
  while (!simulation.finished()) {
    if (simulation.step() != StepStatus::ok) {
      status = RunStatus::failed;
      message = simulation.failure().message;
      break;
    }
    tracker.observe(simulation);
    if (recorder) recorder->after_step();
    if (options.observe) options.observe(simulation, tracker);
    if (options.observe && options.cancelled && options.cancelled()) {  // it may have waited
      status = RunStatus::interrupted;
      break;
    }
    if (++since_look < 16 && !options.observe)
      continue;  // reading the clock at every step would cost as much as a step of a small model
    since_look = 0;
    const double now = options.now();
    if (recorder) recorder->flush_if_due(now);
    if (now - reported < kReportInterval) continue;
    reported = now;
    if (options.progress) options.progress(simulation.time(), total);
    if (options.cancelled && options.cancelled()) {
      status = RunStatus::interrupted;
      break;
    }
  }
  RunSummary summary = summarise(simulation, tracker, status, message);
  summary.simulated_s = simulation.time() - from;
  summary.steps = simulation.step_count() - first_step;
  summary.wall_s = options.now() - start;
  if (options.parent) note_parent(*options.parent, summary);
  if (recorder) recorder->close(summary);
  if (options.progress) options.progress(simulation.time(), total);
  return summary;
}

}  // namespace grouser
