// A parameter study: a scenario run once for every row of a grid, as a batch of worlds. A row does not depend
// on which others are run, in which order, or on how many threads.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grouser/mission/campaign/batch_simulation.hpp"
#include "grouser/mission/campaign/parameter_grid.hpp"

namespace grouser {

struct StudySpec {
  std::string scenario;            ///< path or id
  std::vector<Override> settings;  ///< the same for all rows, applied before the row's own
  ParameterGrid grid;
};

struct StudyRow {
  std::vector<double> values;  ///< one a varied key
  WorldStatus status = WorldStatus::completed;
  std::string message;                    ///< why it is not completed, one line
  double simulated_s = 0.0;               ///< s
  std::uint64_t state_hash = 0;           ///< at the end
  std::map<std::string, Metric> metrics;  ///< none where the input is bad; up to the failure where it failed
  std::optional<Verdict> verdict;         ///< of a scenario that is judged, once it is found
};

/// Runs these rows of the grid. `done` gets each as it ends, one call at a time; a row that was cancelled on
/// the way is left out (BatchSimulation::run).
void run_study_rows(const StudySpec&, const std::vector<std::size_t>& rows, const BatchOptions&,
                    const std::function<void(StudyRow)>& done);

/// What a study stands on, found before any run.
struct StudyBasis {
  std::map<std::string, std::string> inputs;  ///< hash of each document and raster, by "rover exomars_lvm"
  std::vector<std::string> metric_names;      ///< all that a run reports
  bool judged = false;                        ///< its rows have a verdict
  std::vector<std::filesystem::path> files = {};  ///< that they are read from
};
/// From the first row that can be started. Throws the first row's InputError (an unknown key, say) if none of
/// kMostProbes rows spread over the grid can be. Asks `cancelled` all along; nothing if it says so.
inline constexpr std::size_t kMostProbes = 50;
std::optional<StudyBasis> find_study_basis(const StudySpec&, const std::function<bool()>& cancelled);

}  // namespace grouser
