// SPDX-License-Identifier: BSD-3-Clause
// Draws a value over two others, each of which has a few dozen values: coloured fields with their numbers.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/recording/plot/plot.hpp"

namespace grouser {

struct TablePanel {
  std::string title, x_label, y_label, value_label;
  std::vector<double> x, y;    ///< rising
  std::vector<double> values;  ///< x by x for the first y, then the next; NaN: none
};

/// The usual width of tables, units, and a height that follows from their rows.
inline constexpr PlotSize kTableSize{.width = 1200};

/// Throws InputError where a picture of the size has no room for so many tables with so many rows in all: to
/// be asked before the work whose result it shows.
void check_table_size(const std::filesystem::path& path, std::size_t tables, std::size_t rows,
                      const PlotSize& size);

/// Writes panels one under the other: SVG or PDF where the name ends so, else PNG. The file appears only when
/// complete. Throws InputError (sizes that do not match, no room for the rows) or RunError.
void write_table_plot(const std::filesystem::path& path, const std::vector<TablePanel>& panels,
                      PlotSize size = kTableSize);

}  // namespace grouser
