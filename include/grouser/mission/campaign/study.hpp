// A parameter study: a scenario run once for every row of a grid, as a batch of worlds. The result of a row
// does not depend on which others are run, in which order, or on how many threads.
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
  std::vector<double> values;  ///< one per varied key
  WorldStatus status = WorldStatus::completed;
  std::string message;                    ///< why it is not completed, one line
  double simulated_s = 0.0;               ///< s
  std::uint64_t state_hash = 0;           ///< at the end
  std::map<std::string, Metric> metrics;  ///< none if the input is bad; up to the failure if it failed
  std::optional<Verdict> verdict;         ///< if the scenario is judged, once the verdict is found
};

/// Runs these rows of the grid. `done` gets each row as it ends, one call at a time; a row that was cancelled
/// before its end is left out (BatchSimulation::run).
void run_study_rows(const StudySpec&, const std::vector<std::size_t>& rows, const BatchOptions&,
                    const std::function<void(StudyRow)>& done);

/// Whether a run of the world ends with a verdict, so that tables have a column for it.
bool is_judged(const World& world);

/// What a study is based on, determined before any run.
struct StudyBasis {
  std::map<std::string, std::string> inputs;  ///< hash of each document and raster, by "rover exomars_lvm"
  std::vector<std::string> metric_names;      ///< everything that a run reports
  bool judged = false;                        ///< its rows have a verdict
  std::vector<std::filesystem::path> files = {};  ///< the files they are read from
};
/// Taken from the first row that can be started. Throws the first row's InputError (for example an unknown
/// key) if none of kMostProbes rows spread over the grid can be. Calls `cancelled` throughout; returns
/// nothing if it returns true.
inline constexpr std::size_t kMostProbes = 50;
std::optional<StudyBasis> find_study_basis(const StudySpec&, const std::function<bool()>& cancelled);

}  // namespace grouser
