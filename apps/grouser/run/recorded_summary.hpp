// SPDX-License-Identifier: BSD-3-Clause
// The summary at the end of a run file, read with care: the file may be anyone's.
#pragma once
#include <string>
#include <vector>

#include "grouser/recording/run_file/run_reader.hpp"
#include "shared/console.hpp"
#include "shared/metric_table.hpp"

namespace grouser::cli {

/// The summary that close() wrote; null if there is none.
Json read_summary(const RunReader& reader);
/// Warnings of a run file: those known at its start and those that the run found.
std::vector<std::string> notes_of(const RunHeader& header, const Json& summary);
/// The metrics of a summary, as far as they are numbers.
std::vector<ShownMetric> metrics_of(const Json& summary);

}  // namespace grouser::cli
