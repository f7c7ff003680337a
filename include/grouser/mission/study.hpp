// A parameter study: a scenario run once for every row of a grid. This file evaluates one row; who spreads
// the rows over processors and in which order is left to the caller, a row does not depend on it.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/mission/parameter_grid.hpp"
#include "grouser/simulation/run.hpp"

namespace grouser {

struct StudySpec {
  std::string scenario;            ///< path or id
  std::vector<Override> settings;  ///< the same for all rows, applied before the row's own
  ParameterGrid grid;
};

enum class RowStatus {
  completed,
  failed,    ///< the run stopped before its end
  bad_input  ///< the row's values make no world: out of range, a start inside the ground, ...
};
const char* to_string(RowStatus);
/// Throws InputError for any other text.
RowStatus row_status(const std::string& text);

struct StudyRow {
  std::vector<double> values;  ///< one a varied key
  RowStatus status = RowStatus::completed;
  std::string message;                    ///< why it is not completed, one line
  double simulated_s = 0.0;               ///< s
  std::uint64_t state_hash = 0;           ///< at the end
  std::map<std::string, Metric> metrics;  ///< none where the input is bad; up to the failure where it failed
  std::optional<Verdict> verdict;         ///< of a scenario that is judged, once it is found
};

/// Runs one row. Nothing if it was cancelled on the way. `progress` gets the row's fraction done.
std::optional<StudyRow> run_study_row(const StudySpec&, std::size_t row, const std::function<double()>& now,
                                      const std::function<void(double)>& progress,
                                      const std::function<bool()>& cancelled);

/// What a study stands on, found before any run.
struct StudyBasis {
  std::map<std::string, std::string> inputs;  ///< hash of each document and raster, by "rover exomars_lvm"
  std::vector<std::string> metric_names;      ///< all that a run reports
  bool judged = false;                        ///< its rows have a verdict
};
/// From the first row that can be started. Throws the first row's InputError (an unknown key, say) if none of
/// kMostProbes rows spread over the grid can be. Calls `cancelled` between rows; nothing if it says so.
inline constexpr std::size_t kMostProbes = 50;
std::optional<StudyBasis> find_study_basis(const StudySpec&, const std::function<bool()>& cancelled);

}  // namespace grouser
