// SPDX-License-Identifier: BSD-3-Clause
// Steps that run, resume and servo device share: from a simulation to its report.
#pragma once
#include "grouser/simulation/run/run.hpp"

namespace grouser::cli {

class ExternalRun;
class ServedRun;

/// Runs the simulation to its end or to Ctrl+C, with progress, and reports on it. options: `out` and
/// `parent`; the rest is set here. `served`: null where nobody watches; `external`: null where no controller
/// commands. Returns the exit code.
int run_and_report(Simulation& simulation, RunOptions options, bool json, ServedRun* served = nullptr,
                   ExternalRun* external = nullptr);

/// The parts of that: the summary as text, with the run file that was written, and the last words on stderr,
/// with the exit code.
void print_summary(const RunSummary& summary, const std::optional<std::filesystem::path>& out);
int end_of_run(const RunSummary& summary, double time, bool recorded);

}  // namespace grouser::cli
