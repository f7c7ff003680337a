// SPDX-License-Identifier: BSD-3-Clause
// Charts as pictures (PNG, SVG, PDF), in a grid, and as SVG text for pages.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/chart/chart.hpp"

namespace grouser {

/// Size and layout of a picture. Its unit is the pixel of a screen (1/96 inch), unless `unit_mm` says
/// otherwise.
struct PlotSize {
  int width = 1400;      ///< units
  int height = 0;        ///< units; 0: chosen from the number of rows
  int columns = 0;       ///< charts side by side; 0: chosen from their number
  double unit_mm = 0.0;  ///< length of a unit on paper, mm; 0: 1/96 inch
  double dpi = 0.0;      ///< pixels per inch of a PNG; 0: one pixel per unit, or 300 where unit_mm is given
  bool marked = false;   ///< lines have marks of their own shapes, which black and white keep apart
};

/// The size of a figure on paper, mm, whose numbers at the axes are 8 points high; lines have marks.
PlotSize paper_size(double width_mm, double height_mm, double dpi = 0.0);

/// Writes charts of any kind: SVG or PDF where the name ends so, else PNG. The file appears only when
/// complete. Throws InputError (no chart, absurd size) or RunError (cannot be written).
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
