// SPDX-License-Identifier: BSD-3-Clause
// Charts as PNG pictures, in a grid, and as SVG text for pages.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/chart/chart.hpp"

namespace grouser {

/// Size and layout of a picture.
struct PlotSize {
  int width = 1400;  ///< pixels
  int height = 0;    ///< pixels; 0: chosen from the number of rows
  int columns = 0;   ///< charts side by side; 0: chosen from their number
};

/// Paints charts of any kind as a PNG. The file appears only when complete. Throws InputError (no chart,
/// absurd size) or RunError (cannot be written).
void write_charts(const std::filesystem::path& path, const std::vector<DrawChart>& charts,
                  PlotSize size = {});

/// The same of series over axes; those one above the other show the same moments at the same place. Also
/// throws InputError where x and y have different lengths.
void write_plot(const std::filesystem::path& path, const std::vector<Chart>& charts, PlotSize size = {});

/// A chart as one svg element, whose texts are texts: it needs no file beside it, and is drawn with the
/// reader's fonts. Throws as write_charts().
std::string chart_svg(const DrawChart& chart, int width, int height);
/// The same of series over axes.
std::string plot_svg(const Chart& chart, int width, int height);

}  // namespace grouser
