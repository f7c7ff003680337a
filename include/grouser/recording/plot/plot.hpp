// SPDX-License-Identifier: BSD-3-Clause
// Draws line plots as a PNG picture or as SVG text: panels in a grid, each with axes, a light grid and a legend.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace grouser {

enum class PlotStyle { kLine, kDashed, kPoints, kLineAndPoints };

struct PlotSeries {
  std::string label;  ///< in the legend; empty: not in it
  std::vector<double> x;
  std::vector<double> y;  ///< as many values as x; NaN breaks the line
  PlotStyle style = PlotStyle::kLine;
};

struct PlotPanel {
  std::string title;
  std::string x_label;  ///< with its unit: "time [s]"
  std::string y_label;  ///< "sinkage [mm]"
  std::vector<PlotSeries> series;
};

struct PlotSize {
  int width = 1400;  ///< pixels
  int height = 0;    ///< pixels; 0: chosen from the number of rows
  int columns = 0;   ///< panels side by side; 0: chosen from the number of panels
};

/// The file appears only when complete. Throws InputError (no panel, x and y of different lengths, absurd
/// size) or RunError (cannot be written).
void write_plot(const std::filesystem::path& path, const std::vector<PlotPanel>& panels, PlotSize size = {});

/// The same drawing as an SVG document that needs no file or font beside it. Throws as write_plot().
std::string plot_svg(const std::vector<PlotPanel>& panels, PlotSize size = {});

}  // namespace grouser
