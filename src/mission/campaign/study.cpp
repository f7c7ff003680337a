#include "grouser/mission/campaign/study.hpp"

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

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
  for (const auto& [name, unit] : MetricsTracker(simulation).units(simulation))
    basis.metric_names.push_back(name);
  basis.judged = is_judged(world);
  basis.files = world.files;
  return basis;
}

}  // namespace

bool is_judged(const World& world) { return world.verdict.has_value() || world.landing.has_value(); }

void run_study_rows(const StudySpec& spec, const std::vector<std::size_t>& rows, const BatchOptions& options,
                    const std::function<void(StudyRow)>& done) {
  const BatchSimulation batch(spec.scenario, spec.settings);
  batch.run(
      rows.size(), [&](std::size_t world) { return spec.grid.overrides(rows[world]); }, options,
      [&](std::size_t world, WorldResult result) {
        RunSummary& summary = result.summary;
        done({.values = spec.grid.values(rows[world]),
              .status = result.status,
              .message = std::move(result.message),
              .simulated_s = summary.simulated_s,
              .state_hash = summary.state_hash,
              .metrics = std::move(summary.metrics),
              .verdict = std::move(summary.verdict)});
      });
}

std::optional<StudyBasis> find_study_basis(const StudySpec& spec, const std::function<bool()>& cancelled) {
  const std::size_t rows = spec.grid.row_count(), probes = std::min(rows, kMostProbes);
  const BatchSimulation batch(spec.scenario, spec.settings);
  std::string first_reason;
  for (std::size_t probe = 0; probe < probes; ++probe) {
    if (cancelled()) return std::nullopt;
    const std::size_t row = probes > 1 ? probe * (rows - 1) / (probes - 1) : 0;
    try {
      return basis_of(start_simulation(batch.load(spec.grid.overrides(row)), cancelled));
    } catch (const Interrupted&) {
      return std::nullopt;
    } catch (const InputError& error) {
      if (probe == 0) first_reason = error.what();
    }
  }
  throw InputError(first_reason);
}

}  // namespace grouser
