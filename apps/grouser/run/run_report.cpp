// SPDX-License-Identifier: BSD-3-Clause
// Wires progress, interruption, viewers and a controller into the callbacks of run_scenario(), and reports
// the summary. Times of progress count from the start of this part, which a resumed run does not begin at 0.
#include "run_report.hpp"

#include <fmt/format.h>

#include <iostream>

#include "external/external_run.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/shown_text.hpp"
#include "served_run.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"
#include "shared/interrupt.hpp"
#include "shared/metric_table.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

int exit_code(const RunSummary& summary) {
  switch (summary.status) {
    case RunStatus::completed:
      return kExitOk;
    case RunStatus::interrupted:
      return kExitInterrupted;
    case RunStatus::failed:
      break;
  }
  return kExitFailed;
}

}  // namespace

void print_summary(const RunSummary& summary, const std::optional<std::filesystem::path>& out) {
  using enum TextTable::Align;
  std::cout << fmt::format("{}: {}\n", summary.scenario, to_string(summary.status));
  if (summary.parent)
    std::cout << fmt::format("resumed at {} s from {}, state {}\n", number_text(summary.parent->time),
                             shown_line(summary.parent->file), hash_text(summary.parent->state_hash));
  if (summary.verdict)
    std::cout << fmt::format("verdict: {} at {} s: {}\n", summary.verdict->name,
                             number_text(summary.verdict->time), summary.verdict->reason);
  TextTable table({left, right, left, left});
  std::vector<ShownMetric> metrics;
  for (const auto& [name, metric] : summary.metrics) metrics.push_back({name, metric.value, metric.unit});
  add_metric_rows(table, std::move(metrics));
  table.add_row({""});
  table.add_row({"simulated", number_text(summary.simulated_s), "s"});
  table.add_row({"steps", std::to_string(summary.steps), ""});
  table.add_row({"real_time_factor", number_text(summary.real_time_factor(), 3), "-"});
  table.add_row({"state_hash", hash_text(summary.state_hash), ""});
  std::cout << table.text();
  print_notes(summary.notes);
  if (out) std::cout << "recorded in " << out->string() << "\n";
}

int end_of_run(const RunSummary& summary, double time, bool recorded) {
  if (summary.status == RunStatus::failed) print_error(summary.message);
  if (summary.status == RunStatus::interrupted)
    std::cerr << "grouser: interrupted at " << number_text(time) << " s"
              << (recorded ? ", the recording is whole\n" : "\n");
  return exit_code(summary);
}

int run_and_report(Simulation& simulation, RunOptions options, bool json, ServedRun* served,
                   ExternalRun* external) {
  const double from = simulation.time();
  RunSummary summary;
  {
    Progress progress(simulation.scene().name);
    options.now = steady_seconds;
    options.progress = [&](double done, double total) { progress.update(done - from, total - from); };
    options.cancelled = interrupted;
    if (served) served->begin(simulation);
    // Viewers see a state before the controller's next command changes it.
    if (served || external)
      options.observe = [&](const Simulation& now, const MetricsTracker& metrics) {
        if (served) served->observe(now, metrics);
        if (external) external->exchange(simulation);
      };
    summary = run_scenario(simulation, options);
    if (external) external->finish(simulation, summary);
    if (served) served->finish(simulation, summary);
  }
  if (json)
    std::cout << to_json(summary) << "\n";
  else
    print_summary(summary, options.out);
  return end_of_run(summary, simulation.time(), options.out.has_value());
}

}  // namespace grouser::cli
