// SPDX-License-Identifier: BSD-3-Clause
// A plot of the window as a file: a picture of the same chart, or its samples as a table.
#pragma once
#include <filesystem>
#include <string>

#include "grouser/chart/chart.hpp"
#include "session/plot_request.hpp"
#include "widgets/plot.hpp"

namespace grouser::desktop {

/// The lines of a plot within these times, those of a second run dashed.
Chart chart_of(const PlotInput& plot, Range times);

/// SI units in the head; a row for each time of any line, in order; a line without a sample there has an
/// empty cell.
std::string plot_table(const PlotInput& plot, Range times);

/// The file appears only when complete. Throws RunError.
void save_plot(const std::filesystem::path& path, PlotFormat format, const PlotInput& plot, Range times);

/// ".png"
const char* ending_of(PlotFormat format);

}  // namespace grouser::desktop
