// SPDX-License-Identifier: BSD-3-Clause
// Report and pictures of `grouser terrain clean`.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/atomic_file.hpp"
#include "grouser/survey/clean/clean_forecast.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// The report of a cleaning that took so many seconds of wall time.
Report report_of(const std::string& out, const RasterInfo&, const CleanOptions&, const CleanReport&,
                 double seconds);
/// The report of --dry-run.
Report report_of(const RasterInfo&, const CleanOptions&, const CleanForecast&);

/// The four panels: before, mask, after and difference.
void write_clean_picture(PendingFile& file, const RasterInfo&, const CleanReport&);

}  // namespace grouser::cli
