// SPDX-License-Identifier: BSD-3-Clause
// Worker threads take the next row from a counter until none is left. Rows are guarded by a mutex that the
// window only tries to lock, so that it never waits; progress is atomic.
#include "session/study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/csv_field.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser::desktop {

const char* to_string(StudyRowStatus status) {
  switch (status) {
    case StudyRowStatus::waiting:
      return "waiting";
    case StudyRowStatus::running:
      return "running";
    case StudyRowStatus::completed:
      return "completed";
    case StudyRowStatus::failed:
      return "failed";
    case StudyRowStatus::refused:
      return "refused";
    case StudyRowStatus::cancelled:
      return "cancelled";
  }
  return "";
}

Study::Study(StudyJob job, std::function<double()> now)
    : job_(std::move(job)), now_(std::move(now)), started_(now_()), part_(job_.grid.row_count()) {
  // All rows wait at first.
  for (std::size_t row = 0; row < job_.grid.row_count(); ++row) {
    StudyRow fresh;
    fresh.values = job_.grid.values(row);
    rows_.push_back(std::move(fresh));
    changed_.push_back(row);
  }
  const auto threads =
      std::min<std::size_t>(static_cast<std::size_t>(std::max(1, job_.threads)), rows_.size());
  for (std::size_t k = 0; k < threads; ++k) threads_.emplace_back([this] { work(); });
}

Study::~Study() {
  cancel();
  for (std::thread& thread : threads_) thread.join();
}

std::vector<Override> Study::overrides(std::size_t row) const {
  std::vector<Override> all = job_.fixed;
  const std::vector<Override> own = job_.grid.overrides(row);
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

void Study::work() {
  for (std::size_t row = next_++; row < job_.grid.row_count(); row = next_++) run_row(row);
}

/// Runs one row to its end; an error of its scenario refuses this row alone.
void Study::run_row(std::size_t row) {
  StudyRow result;
  result.values = job_.grid.values(row);
  if (cancelled_) {
    result.status = StudyRowStatus::cancelled;
    set_row(row, std::move(result));
    return;
  }
  result.status = StudyRowStatus::running;
  set_row(row, result);
  const double start = now_();
  try {
    RunOptions options;
    options.now = now_;
    options.cancelled = [&] { return cancelled_.load(); };
    // Each row builds its own world.
    Simulation simulation = start_simulation(load_world(job_.scenario, overrides(row)), options.cancelled);
    options.progress = [&](double done, double total) {
      part_[row] = total > 0.0 ? static_cast<float>(std::clamp(done / total, 0.0, 1.0)) : 0.0f;
    };
    const RunSummary summary = run_scenario(simulation, options);
    result.report = parse_report(to_json(summary));
    result.message = summary.message;
    result.status = summary.status == RunStatus::completed ? StudyRowStatus::completed
                    : summary.status == RunStatus::failed  ? StudyRowStatus::failed
                                                           : StudyRowStatus::cancelled;
  } catch (const Interrupted&) {
    result.status = StudyRowStatus::cancelled;
  } catch (const std::exception& error) {
    result.status = StudyRowStatus::refused;
    result.message = error.what();
  }
  result.wall_s = now_() - start;
  set_row(row, std::move(result));
}

/// Replaces a row and notes that the window has to fetch it.
void Study::set_row(std::size_t row, StudyRow value) {
  const bool over = value.over();
  {
    const std::lock_guard lock(mutex_);
    rows_[row] = std::move(value);
    changed_.push_back(row);
  }
  if (!over) return;
  part_[row] = 1.0f;
  ++rows_over_;
}

bool Study::refresh(std::vector<StudyRow>& rows) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock() || changed_.empty()) return false;
  rows.resize(rows_.size());
  for (const std::size_t row : changed_) rows[row] = rows_[row];
  changed_.clear();
  return true;
}

double Study::progress() const {
  double sum = 0.0;
  for (const std::atomic<float>& part : part_) sum += part;
  return sum / static_cast<double>(part_.size());
}

std::optional<double> Study::seconds_left() const {
  const double done = progress(), elapsed = now_() - started_;
  // No pace is known at the beginning.
  if (over() || done <= 1e-4 || elapsed < 0.5) return std::nullopt;
  return elapsed * (1.0 - done) / done;
}

std::map<std::string, std::string> study_metrics(const std::vector<StudyRow>& rows) {
  std::map<std::string, std::string> names;
  for (const StudyRow& row : rows) {
    for (const auto& [name, metric] : row.report.metrics) names.emplace(name, metric.unit);
  }
  return names;
}

std::string study_csv(const std::vector<VariedKey>& keys, const std::vector<StudyRow>& rows) {
  const std::map<std::string, std::string> metrics = study_metrics(rows);
  std::string csv;
  for (const VariedKey& key : keys) csv += csv_field(key.key) + ",";
  // The head: keys, status, verdict, all metrics that any row has. A metric that a row lacks is an empty
  // cell.
  csv += "status,verdict";
  for (const auto& [name, unit] : metrics) csv += "," + csv_field(fmt::format("{} [{}]", name, unit));
  csv += ",message\n";
  for (const StudyRow& row : rows) {
    for (const double value : row.values) csv += fmt::format("{},", value);
    csv += to_string(row.status);
    csv += "," + (row.report.verdict ? csv_field(row.report.verdict->name) : std::string());
    for (const auto& [name, unit] : metrics) {
      const auto found = row.report.metrics.find(name);
      csv += found == row.report.metrics.end() ? std::string(",") : fmt::format(",{}", found->second.value);
    }
    csv += "," + csv_field(row.message) + "\n";
  }
  return csv;
}

}  // namespace grouser::desktop
