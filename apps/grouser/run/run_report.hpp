// What run and resume have in common: from a simulation to its report.
#pragma once
#include "grouser/simulation/run/run.hpp"

namespace grouser::cli {

class ServedRun;

/// Runs the simulation to its end or to Ctrl+C, with progress, and reports on it. options: `out` and `parent`;
/// the rest is set here. `served`: null where nobody watches. Returns the exit code.
int run_and_report(Simulation& simulation, RunOptions options, bool json, ServedRun* served = nullptr);

}  // namespace grouser::cli
