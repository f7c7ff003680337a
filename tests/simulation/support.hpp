// SPDX-License-Identifier: BSD-3-Clause
// Shared by the tests of whole scenarios.
#pragma once
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::test {

inline std::vector<Override> sets(const std::vector<std::string>& texts) {
  std::vector<Override> overrides;
  for (const std::string& text : texts) overrides.push_back(parse_override(text));
  return overrides;
}

inline Simulation start(const std::string& scenario, const std::vector<std::string>& overrides = {}) {
  return start_simulation(load_world(scenario, sets(overrides)));
}

/// Steps until `time`; observe is called after each step. Returns false on a failed step.
inline bool run_until(Simulation& s, double time, const std::function<void()>& observe = {}) {
  while (s.time() + 0.5 * s.world().settings.dt < time) {
    if (s.step() != StepStatus::ok) return false;
    if (observe) observe();
  }
  return true;
}

/// Runs to the end, where every step must succeed.
inline std::map<std::string, Metric> run_to_end(Simulation& simulation) {
  MetricsTracker metrics(simulation);
  while (!simulation.finished()) {
    if (simulation.step() != StepStatus::ok) throw std::runtime_error(simulation.failure().message);
    metrics.observe(simulation);
  }
  return metrics.metrics(simulation);
}

inline Vec3 chassis(const Simulation& s) {
  const Joint& root = s.world().model->joints()[s.world().chassis.index];
  return s.state().motion.q.segment<3>(root.q_index + 4);
}

inline double vertical_sum(const Simulation& s) {
  double sum = 0.0;
  for (const WheelOutput& w : s.output().wheels) sum += w.force.z();
  return sum;
}

/// Records of the parts of a kind: "wheel", "pad" or "sphere".
inline std::vector<ContactRecord> records_of(const Simulation& s, const std::string& kind) {
  std::vector<ContactRecord> records;
  for (std::size_t i = 0; i < s.world().parts.size(); ++i)
    if (s.world().parts[i].kind == kind) records.push_back(s.output().records[i]);
  return records;
}

inline double weight(const Simulation& s) {
  return s.world().model->total_mass() * s.world().settings.gravity;
}

inline int wheel_index(const Simulation& s, const std::string& name) {
  for (std::size_t i = 0; i < s.world().wheels.size(); ++i)
    if (s.world().wheels[i].spec.name == name) return static_cast<int>(i);
  return -1;
}

/// A scenario of the test's own, as a file in the temporary folder; its path.
inline std::string write_scenario(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                     ("grouser_test_" + name + std::to_string(::getpid()) + ".toml");
  std::ofstream(path) << text;
  return path.string();
}

/// A run is timed by no clock in tests.
inline RunOptions timeless() {
  RunOptions options;
  options.now = [] { return 0.0; };
  return options;
}
/// The same with a run file, or without.
inline RunOptions options_of(const std::optional<std::filesystem::path>& out = {}) {
  RunOptions options = timeless();
  options.out = out;
  return options;
}

/// A run to its end without a file.
inline RunSummary run_all(const std::string& scenario, const std::vector<std::string>& overrides = {}) {
  Simulation s = start(scenario, overrides);
  return run_scenario(s, timeless());
}

}  // namespace grouser::test
