#include "grouser/mission/study.hpp"

#include <algorithm>
#include <array>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/metrics.hpp"
#include "grouser/simulation/scenario.hpp"
#include "grouser/simulation/world.hpp"

namespace grouser {
namespace {

constexpr std::array kStatusNames{"completed", "failed", "bad_input"};

Simulation start_row(const StudySpec& spec, std::size_t row) {
  std::vector<Override> overrides = spec.settings;
  for (Override& own : spec.grid.overrides(row)) overrides.push_back(std::move(own));
  return Simulation(load_world(spec.scenario, overrides));
}

StudyBasis basis_of(const Simulation& simulation) {
  const World& world = simulation.world();
  StudyBasis basis;
  for (const InputDocument& document : world.documents) {
    Hasher hasher;
    hasher.add(document.text);
    basis.inputs[document.kind + " " + document.name] = hash_text(hasher.value());
  }
  if (const Heightfield* field = world.terrain->heightfield())
    basis.inputs["terrain heights"] = hash_text(field->hash());
  basis.metric_names = MetricsTracker(simulation).names(simulation);
  basis.judged = world.verdict.has_value();
  return basis;
}

}  // namespace

const char* to_string(RowStatus status) { return kStatusNames[static_cast<std::size_t>(status)]; }

RowStatus row_status(const std::string& text) {
  const auto found = std::find(kStatusNames.begin(), kStatusNames.end(), text);
  if (found == kStatusNames.end())
    throw InputError("status of a row", "'" + text + "'", "completed, failed or bad_input");
  return static_cast<RowStatus>(found - kStatusNames.begin());
}

std::optional<StudyRow> run_study_row(const StudySpec& spec, std::size_t row,
                                      const std::function<double()>& now,
                                      const std::function<void(double)>& progress,
                                      const std::function<bool()>& cancelled) {
  StudyRow result;
  result.values = spec.grid.values(row);
  try {
    Simulation simulation = start_row(spec, row);
    RunOptions options;
    options.now = now;
    options.cancelled = cancelled;
    options.progress = [&](double done, double total) { progress(done / total); };
    RunSummary summary = run_scenario(simulation, options);
    if (summary.status == RunStatus::interrupted) return std::nullopt;
    result.status = summary.status == RunStatus::completed ? RowStatus::completed : RowStatus::failed;
    result.message = std::move(summary.message);
    result.simulated_s = summary.simulated_s;
    result.state_hash = summary.state_hash;
    result.metrics = std::move(summary.metrics);
    result.verdict = std::move(summary.verdict);
  } catch (const InputError& error) {
    result.status = RowStatus::bad_input;
    result.message = error.what();
  }
  return result;
}

std::optional<StudyBasis> find_study_basis(const StudySpec& spec, const std::function<bool()>& cancelled) {
  const std::size_t rows = spec.grid.row_count(), probes = std::min(rows, kMostProbes);
  std::string first_reason;
  for (std::size_t probe = 0; probe < probes; ++probe) {
    if (cancelled()) return std::nullopt;
    const std::size_t row = probes > 1 ? probe * (rows - 1) / (probes - 1) : 0;
    try {
      return basis_of(start_row(spec, row));
    } catch (const InputError& error) {
      if (probe == 0) first_reason = error.what();
    }
  }
  throw InputError(first_reason);
}

}  // namespace grouser
