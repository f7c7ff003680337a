// SPDX-License-Identifier: BSD-3-Clause
// Runs worlds of one scenario on several threads. Every end of a world, including wrong input and a failed
// step, becomes a result; only a cancel gives none. A budget of steps is kept by an observer that throws.
#include "grouser/mission/campaign/batch_simulation.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr std::array kStatusNames{"completed", "failed", "bad_input", "over_budget", "crashed"};

/// The result of a world that could not be made or run.
WorldResult refused(WorldStatus status, const std::exception& error) {
  return {.status = status, .message = error.what(), .summary = {}};
}

/// Thrown out of a run that has had its steps; holds the summary up to there.
struct OverBudget {
  RunSummary summary;
};

/// Takes the place of `options.observe`.
void limit_steps(RunOptions& options, std::int64_t budget) {
  options.observe = [budget](const Simulation& simulation, const MetricsTracker& tracker) {
    if (simulation.step_count() < budget || simulation.finished()) return;
    throw OverBudget{summarise(simulation, tracker, RunStatus::failed,
                               "stopped after its budget of " + std::to_string(budget) + " steps")};
  };
}

}  // namespace

const char* to_string(WorldStatus status) { return kStatusNames[static_cast<std::size_t>(status)]; }

std::optional<WorldResult> run_world(const BatchSimulation& batch, std::vector<Override> own,
                                     RunOptions options, std::int64_t budget_steps) {
  if (budget_steps > 0) limit_steps(options, budget_steps);
  try {
    Simulation simulation = start_simulation(batch.load(std::move(own)), options.cancelled);
    RunSummary summary = run_scenario(simulation, options);
    if (summary.status == RunStatus::interrupted) return std::nullopt;
    const bool completed = summary.status == RunStatus::completed;
    return WorldResult{completed ? WorldStatus::completed : WorldStatus::failed, summary.message,
                       std::move(summary)};
  } catch (OverBudget& over) {
    return WorldResult{WorldStatus::over_budget, over.summary.message, std::move(over.summary)};
  } catch (const Interrupted&) {
    return std::nullopt;
  } catch (const InputError& error) {
    return refused(WorldStatus::bad_input, error);
  } catch (const RunError& error) {
    return refused(WorldStatus::failed, error);
  }
}

bool is_judged(const World& world) { return world.verdict.has_value() || world.landing.has_value(); }

BatchSimulation::BatchSimulation(std::string scenario, std::vector<Override> settings)
    : scenario_(std::move(scenario)), settings_(std::move(settings)) {}

WorldSpec BatchSimulation::read(std::vector<Override> own) const {
  std::vector<Override> overrides = settings_;
  // Settings of a world's own come last and so prevail.
  std::move(own.begin(), own.end(), std::back_inserter(overrides));
  return read_world_spec(scenario_, overrides, *grounds_);
}

std::shared_ptr<const World> BatchSimulation::load(std::vector<Override> own) const {
  return build_world(read(std::move(own)));
}

void BatchSimulation::run(std::size_t count, const Variation& variation, const BatchOptions& options,
                          const Done& done) const {
  std::mutex mutex;
  const JobOptions jobs{options.threads, options.cancelled, options.progress};
  run_jobs(count, jobs, [&](std::size_t index, const JobContext& context) {
    RunOptions run;
    run.now = options.now;
    run.cancelled = context.cancelled;
    run.progress = [&](double seconds, double total) { context.progress(seconds / total); };
    std::optional<WorldResult> result = run_world(*this, variation(index), run);
    // `done` is called by one thread at a time.
    const std::lock_guard held(mutex);
    if (result) done(index, std::move(*result));
  });
}

}  // namespace grouser
