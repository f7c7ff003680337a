// SPDX-License-Identifier: BSD-3-Clause
// Many variations of one scenario, each a world of its own with its own step sizes and events. A world is
// loaded, run and deleted by one thread, with the same code that runs a single world; worlds share only what
// does not change. So the result of a world is bit-identical alone, in any batch, in any order, on any number
// of threads. Why the worlds are not run in lock step over the lanes of a vector register:
// docs/performance.md.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/build/ground_store.hpp"
#include "grouser/simulation/run/run.hpp"

namespace grouser {

class World;

/// The end of one world's run.
enum class WorldStatus {
  completed,    ///< the run reached its end
  failed,       ///< the run stopped before its end
  bad_input,    ///< the values do not give a valid world: out of range, a start inside the ground, ...
  over_budget,  ///< stopped after as many steps as it was given
  crashed       ///< it ended its process, twice
};
const char* to_string(WorldStatus);  ///< the status as a word of tables and reports

/// Whether a run of the world ends with a verdict, so that tables have columns for it.
bool is_judged(const World& world);

/// The end of one world, and its numbers.
struct WorldResult {
  WorldStatus status = WorldStatus::completed;  ///< result of the run
  std::string message;                          ///< why it is not completed, one line
  RunSummary summary;                           ///< up to the failure if it failed; empty if the input is bad
};

/// Threads, clock, progress and cancelling of a batch.
struct BatchOptions {
  int threads = 1;              ///< 1 or more; how many worlds run side by side
  std::function<double()> now;  ///< seconds of a steady clock, called from any thread; required

  /// In worlds; one call at a time, never decreasing; may be empty
  std::function<void(double done, double total)> progress;
  /// Called from any thread, between worlds and between steps; may be empty
  std::function<bool()> cancelled;
};

/// One scenario, run as many worlds with values of their own.
class BatchSimulation {
 public:
  /// settings: the same for all worlds, applied before a world's own.
  explicit BatchSimulation(std::string scenario, std::vector<Override> settings = {});

  const std::string& scenario() const { return scenario_; }  ///< id or path of the scenario

  /// Reads the scenario with these values of a world's own. Throws InputError.
  WorldSpec read(std::vector<Override> own) const;
  /// Loads the world with these values of its own. Throws InputError.
  std::shared_ptr<const World> load(std::vector<Override> own) const;

  /// The values of a world's own, by its number; called from any thread.
  using Variation = std::function<std::vector<Override>(std::size_t world)>;
  /// Takes a world's result, with its number.
  using Done = std::function<void(std::size_t world, WorldResult)>;
  /// Runs the worlds 0 to count - 1. At most `threads` of them exist at a time. `done` gets each world as it
  /// ends, one call at a time, in any order; worlds that a cancel kept from starting or ending are left out.
  /// An error in one world is its result and does not affect the others; an exception from `done` stops
  /// everything and is rethrown here.
  void run(std::size_t count, const Variation& variation, const BatchOptions& options,
           const Done& done) const;

 private:
  std::string scenario_;
  std::vector<Override> settings_;
  std::shared_ptr<GroundStore> grounds_ = std::make_shared<GroundStore>();  // of all worlds
};

/// Loads one world with values of its own and runs it, as BatchSimulation::run() does each; it is given up
/// after `budget_steps` steps (0: never). `options.observe` is taken. Nothing where it was cancelled.
std::optional<WorldResult> run_world(const BatchSimulation& batch, std::vector<Override> own,
                                     RunOptions options, std::int64_t budget_steps = 0);

}  // namespace grouser
